"""People, roles, links, tokens and the model's key."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import F
from django.test import override_settings
from django.utils import timezone
from pydantic import ValidationError

from apps.accounts import actions, queries
from apps.accounts.actions.sign_in import TooManyTries
from apps.accounts.domain.access import Actor, Role, Scope
from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused, Taken
from apps.accounts.domain.rate_limits import A_SITE, FREE, MOST_OF_PLACE
from apps.accounts.domain.workspace_settings import LIMIT_RANGES, WhenSilent, check_use, limit_problems
from apps.accounts.models import ApiToken, Member, SignInLink, SignInTry, User, Workspace
from apps.teams.domain.limits import Limits

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return actions.first_start().owner


def member_of(owner, username, role):
    user_id = actions.add_member(owner, username=username, display_name=username.title(), role=role)
    return queries.actor_for(User.objects.get(pk=user_id))


@pytest.fixture
def viewer(owner):
    return member_of(owner, "vera", Role.VIEWER)


@pytest.fixture
def stranger(db):
    user = User.objects.create_user("stranger")
    actions.create_workspace("elsewhere", "Elsewhere", user.pk)
    return queries.actor_for(user)


def test_the_demo_workspace_is_made_once(owner):
    assert actions.first_start() is None
    assert (Workspace.objects.count(), User.objects.count(), Member.objects.count()) == (1, 1, 1)


def test_a_person_without_a_workspace_is_told_to_ask_for_one(db):
    with pytest.raises(NotFound, match="ask an owner"):
        queries.actor_for(User.objects.create_user("lonely"))


def test_a_person_who_is_switched_off_is_nobody(viewer):
    User.objects.filter(pk=viewer.user_id).update(is_active=False)
    with pytest.raises(NotFound):
        queries.actor_for(User.objects.get(pk=viewer.user_id))


OWNERS_ONLY = {
    "add_member": lambda actor: actions.add_member(actor, username="new", display_name="", role=Role.VIEWER),
    "change_role": lambda actor: actions.change_role(actor, actor.user_id, Role.OWNER),
    "remove_member": lambda actor: actions.remove_member(actor, actor.user_id),
    "invite": lambda actor: actions.invite(actor, "vera", Role.VIEWER),
    "issue_first_link": lambda actor: actions.issue_first_link(actor, actor.user_id),
    "withdraw_invitation": lambda actor: actions.withdraw_invitation(actor, actor.user_id),
    "set_model_settings": lambda actor: actions.set_model_settings(actor, base_url="http://x/v1", model="m"),
    "clear_model_settings": actions.clear_model_settings,
    "set_model_use": lambda actor: actions.set_model_use(actor, {"prompt_tokens": 9000}),
    "change_default_limits": lambda actor: actions.change_default_limits(actor, {"turns": 5}),
    "change_default_review": lambda actor: actions.change_default_review(actor, "never"),
}


@pytest.mark.parametrize("act", OWNERS_ONLY.values(), ids=OWNERS_ONLY.keys())
@pytest.mark.parametrize("role", [Role.VIEWER, Role.OPERATOR])
def test_what_is_the_owners_is_refused_to_others(owner, act, role):
    with pytest.raises(Forbidden, match="takes the role owner"):
        act(member_of(owner, "somebody", role))


def test_a_workspace_keeps_an_owner(owner, viewer):
    with pytest.raises(Conflict):
        actions.change_role(owner, owner.user_id, Role.VIEWER)
    with pytest.raises(Conflict):
        actions.remove_member(owner, owner.user_id)
    actions.change_role(owner, viewer.user_id, Role.OWNER)
    actions.change_role(owner, owner.user_id, Role.VIEWER)
    assert {m.name: m.role for m in queries.members_of(owner.workspace_id)} == {"You": "viewer", "Vera": "owner"}


def test_people_of_another_workspace_do_not_exist_here(owner, stranger):
    for act in (actions.issue_first_link, actions.remove_member, lambda a, u: actions.change_role(a, u, Role.VIEWER)):
        with pytest.raises(NotFound):
            act(owner, stranger.user_id)


@pytest.mark.parametrize("username", ["", "x", "Has Space", "demo", "ä" * 5, "a" * 61, "../up"])
def test_a_bad_or_taken_user_name_is_refused_beside_its_field(owner, username):
    with pytest.raises(Refused) as refused:
        actions.add_member(owner, username=username, display_name="", role=Role.VIEWER)
    assert list(refused.value.fields) == ["username"]


def test_an_account_that_exists_is_not_taken_in_by_name(owner, viewer, stranger):
    User.objects.create_superuser("root-person")
    actions.remove_member(owner, viewer.user_id)
    User.objects.filter(username="vera").update(last_login=timezone.now())
    for username in ("stranger", "root-person", "vera"):
        with pytest.raises(Taken, match="is taken"):
            member_of(owner, username, Role.VIEWER)


def test_a_new_account_that_nobody_was_in_may_be_added_again_where_it_was_made(owner, viewer, stranger):
    actions.remove_member(owner, viewer.user_id)
    with pytest.raises(Taken):
        member_of(stranger, "vera", Role.OPERATOR)
    assert member_of(owner, "vera", Role.OPERATOR).user_id == viewer.user_id


def test_a_taken_workspace_name_is_refused(owner):
    with pytest.raises(Refused) as refused:
        actions.create_workspace("demo", "Another", owner.user_id)
    assert list(refused.value.fields) == ["slug"]


def test_an_owner_makes_links_for_a_new_account_until_it_was_used(owner, viewer):
    first = token_in(actions.issue_first_link(owner, viewer.user_id))
    second = token_in(actions.issue_first_link(owner, viewer.user_id))
    assert not queries.link_opens(first)
    assert actions.use_sign_in_link(second).pk == viewer.user_id
    with pytest.raises(Conflict, match="until they were used"):
        actions.issue_first_link(owner, viewer.user_id)


ALSO_ELSEWHERE = {
    "another workspace": lambda viewer: actions.create_workspace("second", "Second", viewer.user_id),
    "staff": lambda viewer: User.objects.filter(pk=viewer.user_id).update(is_staff=True),
    "superuser": lambda viewer: User.objects.filter(pk=viewer.user_id).update(is_superuser=True),
    "made by somebody else": lambda viewer: User.objects.filter(pk=viewer.user_id).update(made_in=None),
}


@pytest.mark.parametrize("open_more", ALSO_ELSEWHERE.values(), ids=ALSO_ELSEWHERE)
def test_an_owner_makes_no_link_that_would_open_more_than_their_workspace(owner, viewer, open_more):
    open_more(viewer)
    with pytest.raises(Conflict, match="new accounts only"):
        actions.issue_first_link(owner, viewer.user_id)


def token_in(path):
    return path.strip("/").split("/")[-1]


def test_a_link_signs_in_once(owner):
    token = token_in(actions.issue_sign_in_link(owner.user_id))
    assert queries.link_opens(token)
    assert actions.use_sign_in_link(token).pk == owner.user_id
    assert not queries.link_opens(token)
    with pytest.raises(Refused):
        actions.use_sign_in_link(token)


def test_a_link_expires_and_a_newer_one_ends_it(owner):
    first = token_in(actions.issue_sign_in_link(owner.user_id))
    second = token_in(actions.issue_sign_in_link(owner.user_id))
    assert (queries.link_opens(first), queries.link_opens(second)) == (False, True)
    SignInLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert not queries.link_opens(second)


def test_neither_links_nor_tokens_are_kept_in_clear(owner):
    link, token = token_in(actions.issue_sign_in_link(owner.user_id)), actions.issue_token(owner, "ci")
    kept = [*SignInLink.objects.values_list("digest", flat=True), *ApiToken.objects.values_list("digest", flat=True)]
    assert all(len(digest) == 64 for digest in kept)
    assert not {link, token} & set(kept)


def test_a_token_acts_as_its_person_until_it_is_revoked(owner):
    token = actions.issue_token(owner, "ci")
    assert token.startswith("ioa_")
    assert actions.use_token(token) == queries.actor_for_token(token) == owner
    actions.revoke_token(owner, queries.tokens_of(owner)[0].id)
    assert actions.use_token(token) is None
    assert queries.tokens_of(owner) == []


@pytest.mark.parametrize("token", ["", "ioa_", "ioa_unknown", "x" * 5000, "ioa_\x00"])
def test_an_unknown_token_is_nobody(owner, token):
    assert actions.use_token(token) is None


def test_a_token_follows_its_persons_role_and_membership(owner, viewer):
    token = actions.issue_token(viewer, "ci")
    actions.change_role(owner, viewer.user_id, Role.OPERATOR)
    assert actions.use_token(token).role is Role.OPERATOR
    actions.remove_member(owner, viewer.user_id)
    assert actions.use_token(token) is None


def test_the_use_of_a_token_is_noted_rarely(owner, django_assert_num_queries):
    token = actions.issue_token(owner, "ci")
    with django_assert_num_queries(2):
        actions.use_token(token)
    noted = queries.tokens_of(owner)[0].last_used_at
    with django_assert_num_queries(1):
        actions.use_token(token)
    assert queries.tokens_of(owner)[0].last_used_at == noted
    ApiToken.objects.update(last_used_at=noted - timedelta(minutes=6))
    actions.use_token(token)
    assert queries.tokens_of(owner)[0].last_used_at >= noted


def test_a_token_needs_a_name_of_its_own(owner):
    actions.issue_token(owner, "ci")
    for name in ("", "   ", "ci", "n" * 81):
        with pytest.raises(Refused):
            actions.issue_token(owner, name)


def test_nobody_revokes_a_colleagues_token(owner, viewer):
    actions.issue_token(viewer, "ci")
    with pytest.raises(NotFound):
        actions.revoke_token(owner, queries.tokens_of(viewer)[0].id)


def save_model(owner, **changes):
    values = {"base_url": "https://models.example/v1/", "model": "small", "api_key": "sk-canary"}
    actions.set_model_settings(owner, **(values | changes))


def test_the_models_key_is_sealed_and_comes_back_only_through_the_query(owner):
    save_model(owner, prompt_price=2.5)
    found = queries.model_settings(owner.workspace_id)
    assert (found.base_url, found.model, found.api_key) == ("https://models.example/v1", "small", "sk-canary")
    assert (found.prompt_price, found.completion_price) == (2.5, None)
    assert "sk-canary" not in repr(found)
    assert b"sk-canary" not in bytes(Workspace.objects.get().model_key_sealed)


def test_an_empty_key_keeps_the_stored_one_on_the_same_server_only(owner):
    save_model(owner)
    save_model(owner, model="large", api_key="")
    assert queries.model_settings(owner.workspace_id).api_key == "sk-canary"
    with pytest.raises(Refused) as refused:
        save_model(owner, base_url="https://thief.example/v1", api_key="")
    assert list(refused.value.fields) == ["api_key"]


def test_clearing_forgets_model_and_key(owner):
    save_model(owner)
    actions.clear_model_settings(owner)
    assert not queries.model_settings(owner.workspace_id).configured
    assert Workspace.objects.get().model_key_sealed is None


BAD_MODELS = {
    "no scheme": ({"base_url": "models.example"}, "base_url"),
    "a file": ({"base_url": "file:///etc/passwd"}, "base_url"),
    "no host": ({"base_url": "https:///v1"}, "base_url"),
    "a bad port": ({"base_url": "http://host:99999/v1"}, "base_url"),
    "a broken bracket": ({"base_url": "http://[::1/v1"}, "base_url"),
    "a password inside": ({"base_url": "https://me:secret@host/v1"}, "base_url"),
    "a query": ({"base_url": "https://host/v1?key=1"}, "base_url"),
    "too long": ({"base_url": "https://host/" + "a" * 500}, "base_url"),
    "no model": ({"model": "  "}, "model"),
    "a negative price": ({"prompt_price": -1.0}, "prompt_price"),
    "an endless price": ({"completion_price": float("inf")}, "completion_price"),
    "a price that is no number": ({"completion_price": float("nan")}, "completion_price"),
}


@pytest.mark.parametrize(("changes", "field"), BAD_MODELS.values(), ids=BAD_MODELS.keys())
def test_bad_model_settings_are_refused_beside_their_field(owner, changes, field):
    with pytest.raises(Refused) as refused:
        save_model(owner, **changes)
    assert list(refused.value.fields) == [field]


def test_a_key_sealed_under_an_older_secret_is_still_read(owner, settings):
    save_model(owner)
    with override_settings(SECRET_KEY="a newer secret", SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        assert queries.model_settings(owner.workspace_id).api_key == "sk-canary"
    with override_settings(SECRET_KEY="a newer secret", SECRET_KEY_FALLBACKS=[]):
        assert queries.model_settings(owner.workspace_id).api_key == ""


def test_the_environments_model_speaks_where_the_workspace_has_none(owner):
    with override_settings(IOA_MODEL="env", IOA_MODEL_BASE_URL="http://env/v1", IOA_MODEL_API_KEY="k"):
        assert queries.model_settings(owner.workspace_id).model == "env"
        save_model(owner, api_key="")
        assert queries.model_settings(owner.workspace_id).api_key == "", "the environment's key goes nowhere else"


def test_default_limits_are_kept_and_checked(owner):
    actions.change_default_limits(owner, {"turns": 9, "money": None})
    assert queries.workspace_view(owner.workspace_id).default_limits == {"turns": 9}
    with pytest.raises(Refused) as refused:
        actions.change_default_limits(owner, {"turns": -1, "depth": 99, "teams": 1.5, "speed": 3, "minutes": 10})
    assert sorted(refused.value.fields) == ["depth", "speed", "teams", "turns"]


def test_how_a_model_is_used_is_the_workspaces_else_the_environments_else_as_usual(owner, settings):
    settings.IOA_MODEL_USE = {"prompt_tokens": 50_000, "answer_tokens": 2_000, "when_silent": ""}
    actions.set_model_use(owner, {"prompt_tokens": 60_000, "answer_tokens": None, "other_model": ""})
    used = queries.model_settings(owner.workspace_id)
    assert (used.prompt_tokens, used.answer_tokens, used.temperature, used.other_model) == (60_000, 2_000, 0.0, "")
    assert used.when_silent is WhenSilent.ASK


def test_what_is_wrong_in_how_a_model_is_used_is_said_for_each_entry(owner):
    wrong = {"prompt_tokens": 5, "temperature": 3, "concurrency": True, "speed": 1, "when_silent": "pray"}
    with pytest.raises(Refused) as refused:
        actions.set_model_use(owner, wrong | {"other_model": "m" * 121})
    assert set(refused.value.fields) == {*wrong, "other_model"}


@pytest.mark.parametrize(
    ("name", "value", "variable"),
    [
        ("prompt_tokens", 5, "IOA_MODEL_PROMPT_TOKENS"),
        ("timeout_seconds", 1.0, "IOA_MODEL_SECONDS"),
        ("other_model", "m" * 121, "IOA_MODEL_OTHER"),
        ("when_silent", "pray", "IOA_MODEL_WHEN_SILENT"),
    ],
)
def test_what_is_wrong_in_the_environment_is_named_as_its_variable_is(name, value, variable):
    with pytest.raises(ValueError, match=f"^{variable}: "):
        check_use({name: value})
    assert f"`{variable}`" in Path("docs/configuration.md").read_text()


def test_the_default_review_is_kept_and_checked(owner):
    assert queries.goal_defaults(owner.workspace_id).review == "auto"
    actions.change_default_review(owner, "always")
    assert queries.workspace_view(owner.workspace_id).default_review == "always"
    with pytest.raises(Refused):
        actions.change_default_review(owner, "perhaps")


@pytest.mark.parametrize("entry", LIMIT_RANGES, ids=lambda entry: entry.name)
def test_the_ranges_are_those_of_a_goals_limits(entry):
    assert set(Limits.model_fields) == {each.name for each in LIMIT_RANGES}
    for value in (entry.lowest, entry.highest):
        assert not limit_problems({entry.name: value})
        Limits(**{entry.name: value})
    for value in (entry.lowest - 1, entry.highest + 1):
        assert limit_problems({entry.name: value})
        with pytest.raises(ValidationError):
            Limits(**{entry.name: value})


@pytest.fixture
def with_password(owner):
    user = User.objects.get(pk=owner.user_id)
    user.set_password("a long enough one")
    user.save()
    return user


def test_name_and_password_sign_in(with_password):
    assert actions.sign_in_with_password("demo", "a long enough one", "192.0.2.1") == with_password
    assert not SignInTry.objects.exists()


@pytest.mark.parametrize(("name", "password"), [("demo", "wrong"), ("nobody", "a long enough one"), ("demo", "")])
def test_a_wrong_name_and_a_wrong_password_read_the_same(with_password, name, password):
    with pytest.raises(Refused, match="The name or the password is wrong"):
        actions.sign_in_with_password(name, password, "192.0.2.1")


def guessed(name, times, address="192.0.2.1", device=""):
    for _ in range(times):
        with pytest.raises(Refused):
            actions.sign_in_with_password(name, "wrong", address, device)


def waits(name="demo", address="192.0.2.1", device=""):
    """The seconds for which even the right password is not looked at; 0: it signs in."""
    try:
        actions.sign_in_with_password(name, "a long enough one", address, device)
    except TooManyTries as early:
        return early.seconds
    return 0


def later(seconds):
    moved = F("at") - timedelta(seconds=seconds)
    SignInTry.objects.update(at=moved)


def test_who_goes_on_guessing_waits_ever_longer_and_never_for_more_than_a_quarter_of_an_hour(with_password):
    guessed("demo", FREE)
    first = waits()
    assert 0 < first <= 5
    waited = []
    for _ in range(12):
        later(waits())
        guessed("demo", 1)
        waited.append(waits())
    assert waited == sorted(waited)
    assert waited[1] > first
    assert 800 < waited[-1] <= 900
    later(900)
    assert waits() == 0
    assert not SignInTry.objects.exists(), "the right password ends the count"


def test_what_strangers_try_elsewhere_keeps_nobody_waiting(with_password):
    for number in range(20):
        guessed("demo", FREE, f"198.51.100.{number}")
    assert waits(address="198.51.100.19") > 0
    assert waits() == 0
    guessed("demo", FREE)
    assert waits() > 0, "what strangers tried is no help either"


def test_a_browser_that_was_signed_in_with_is_a_place_of_its_own(with_password):
    guessed("demo", FREE)
    assert waits() > 0
    assert waits(device="laptop") == 0
    guessed("demo", FREE, device="laptop")
    assert waits(device="laptop") > 0, "who took it away may not guess with it"
    assert waits(device="phone") == 0


def test_one_place_that_tries_many_names_waits_for_a_minute_at_most(with_password):
    for number in range(MOST_OF_PLACE):
        guessed(f"n{number}", 1)
    assert 0 < waits() <= 60
    assert waits(address="192.0.2.2") == waits(device="laptop") == 0


def test_many_places_of_one_site_count_together_and_its_neighbours_do_not(with_password):
    guessed("demo", FREE, "2001:db8:0:1::1")
    assert waits(address="2001:db8:0:1::2") > 0, "one place"
    assert waits(address="2001:db8:0:2::1") == 0, "another one"
    for number in range(3, 3 + FREE * (A_SITE - 1)):
        guessed("demo", 1, f"2001:db8:0:{number:x}::1")
    assert waits(address="2001:db8:0:fff::1") > 0
    assert waits(address="2001:db8:1::1") == 0


def test_an_actor_says_what_it_may(owner):
    assert isinstance(owner, Actor)
    assert all(owner.may(role) for role in Role)


def presented(token):
    """Who comes with a token."""
    return actions.use_token(token)


def test_a_token_has_the_scopes_that_were_chosen_and_ends_after_the_days_that_were(owner):
    token = actions.issue_token(owner, "ci", {Scope.READ}, days=7)
    (shown,) = queries.tokens_of(owner)
    assert presented(token).scopes == {Scope.READ}
    assert timedelta(days=6.9) < shown.expires_at - timezone.now() <= timedelta(days=7)
    ApiToken.objects.update(expires_at=timezone.now())
    assert presented(token) is None
    assert queries.tokens_of(owner)[0].expired


def test_a_token_lasts_for_90_days_and_for_ever_only_where_that_was_said(owner):
    actions.issue_token(owner, "usual")
    actions.issue_token(owner, "endless", days=None)
    endless, usual = queries.tokens_of(owner)
    assert endless.expires_at is None
    assert timedelta(days=89) < usual.expires_at - timezone.now() <= timedelta(days=90)


def test_a_token_of_before_does_all_but_let_in(owner):
    token = actions.issue_token(owner, "ci", {Scope.READ})
    ApiToken.objects.update(scopes=None, expires_at=None)
    assert presented(token).scopes == set(Scope) - {Scope.ACCESS}
    assert queries.tokens_of(owner)[0].old
    for let_in in (
        lambda: actions.issue_token(presented(token), "another"),
        lambda: actions.invite(presented(token), "stranger", Role.VIEWER),
        lambda: actions.issue_first_link(presented(token), owner.user_id),
    ):
        with pytest.raises(Forbidden, match="scope access"):
            let_in()


def test_nobody_gives_a_token_more_than_they_have(owner, viewer):
    for actor, scopes in ((viewer, {Scope.RUN}), (viewer, {Scope.ADMINISTER}), (owner, set())):
        with pytest.raises(Refused) as refused:
            actions.issue_token(actor, "ci", scopes)
        assert list(refused.value.fields) == ["scopes"]
    maker = presented(actions.issue_token(owner, "maker", {Scope.READ, Scope.ACCESS}, days=7))
    with pytest.raises(Refused, match="leave out run"):
        actions.issue_token(maker, "made", {Scope.READ, Scope.RUN})


def test_what_a_token_made_lasts_no_longer_and_ends_with_it(owner):
    maker = presented(actions.issue_token(owner, "maker", {Scope.READ, Scope.ACCESS}, days=7))
    made = actions.issue_token(maker, "made", {Scope.READ, Scope.ACCESS}, days=None)
    again = actions.issue_token(presented(made), "again", {Scope.READ}, days=365)
    assert len({view.expires_at for view in queries.tokens_of(owner)}) == 1
    actions.revoke_token(owner, maker.token_id)
    assert presented(made) is presented(again) is None


def test_the_name_of_a_token_that_expired_is_free(owner):
    actions.issue_token(owner, "ci")
    ApiToken.objects.update(expires_at=timezone.now())
    assert presented(actions.issue_token(owner, "ci"))
