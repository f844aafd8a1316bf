"""Pages of this app: signing in and out, and a workspace's settings."""

from django.urls import path

from apps.accounts.views import invitations as invitation_views
from apps.accounts.views import own as own_views
from apps.accounts.views import settings as settings_views
from apps.accounts.views import sign_in as sign_in_views

urlpatterns = [
    path("sign-in/", sign_in_views.SignIn.as_view(), name="sign-in"),
    path("sign-in/<str:token>/", sign_in_views.UseLink.as_view(), name="sign-in-link"),
    path("sign-out/", sign_in_views.sign_out, name="sign-out"),
    path("invitations/<str:secret>/", invitation_views.OwnInvitation.as_view(), name="invitation"),
    path("settings/", settings_views.page, name="settings"),
    path("settings/model/", settings_views.save_model, name="settings-model"),
    path("settings/model/clear/", settings_views.clear_model, name="settings-model-clear"),
    path("settings/model/test/", settings_views.test_model, name="settings-model-test"),
    path("settings/limits/", settings_views.save_limits, name="settings-limits"),
    path("settings/members/", settings_views.add_member, name="settings-members"),
    path("settings/members/<uuid:user_id>/role/", settings_views.change_role, name="settings-member-role"),
    path("settings/members/<uuid:user_id>/remove/", settings_views.remove_member, name="settings-member-remove"),
    path("settings/members/<uuid:user_id>/link/", settings_views.make_first_link, name="settings-member-link"),
    path(
        "settings/invitations/<uuid:invitation_id>/withdraw/",
        settings_views.withdraw_invitation,
        name="settings-invitation-withdraw",
    ),
    path(
        "settings/invitations/<uuid:invitation_id>/decline/",
        invitation_views.decline,
        name="settings-invitation-decline",
    ),
    path(
        "settings/workspaces/<uuid:workspace_id>/open/", invitation_views.open_workspace, name="settings-workspace-open"
    ),
    path("settings/members/<uuid:user_id>/off/", settings_views.switch_off_member, name="settings-member-off"),
    path("settings/members/<uuid:user_id>/on/", settings_views.switch_on_member, name="settings-member-on"),
    path("settings/password/", own_views.set_password, name="settings-password"),
    path("settings/sessions/end/", own_views.end_all_sessions, name="settings-sessions-end"),
    path("settings/sessions/<uuid:session_id>/end/", own_views.end_session, name="settings-session-end"),
    path("settings/tokens/", settings_views.create_token, name="settings-tokens"),
    path("settings/tokens/<uuid:token_id>/revoke/", settings_views.revoke_token, name="settings-token-revoke"),
]
