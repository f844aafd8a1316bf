"""The addresses of all pages.

"agents/-/" holds what concerns no single agent: "-" is no handle.
"""

from django.urls import URLPattern, path

from apps.web.views import (
    exports,
    files,
    goal_templates,
    home,
    limits,
    members,
    plans,
    rooms,
    search,
    shares,
    since_left,
    subtrees,
    tasks,
)
from apps.web.views.accounts import invitations, security, settings, sign_in
from apps.web.views.agents import administration, directory, import_export, registration

ACCOUNTS = [
    path("sign-in/", sign_in.SignIn.as_view(), name="sign-in"),
    path("sign-in/<str:token>/", sign_in.UseLink.as_view(), name="sign-in-link"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    path("invitations/<str:secret>/", invitations.OwnInvitation.as_view(), name="invitation"),
    path("settings/", settings.page, name="settings"),
    path("settings/model/", settings.save_model, name="settings-model"),
    path("settings/model/clear/", settings.clear_model, name="settings-model-clear"),
    path("settings/model/test/", settings.test_model, name="settings-model-test"),
    path("settings/model/use/", settings.save_model_use, name="settings-model-use"),
    path("settings/limits/", settings.save_limits, name="settings-limits"),
    path("settings/review/", settings.save_review, name="settings-review"),
    path("settings/plan/", settings.save_plan, name="settings-plan"),
    path("settings/members/", settings.add_member, name="settings-members"),
    path("settings/members/<uuid:user_id>/role/", settings.change_role, name="settings-member-role"),
    path("settings/members/<uuid:user_id>/remove/", settings.remove_member, name="settings-member-remove"),
    path("settings/members/<uuid:user_id>/link/", settings.make_first_link, name="settings-member-link"),
    path(
        "settings/invitations/<uuid:invitation_id>/withdraw/",
        settings.withdraw_invitation,
        name="settings-invitation-withdraw",
    ),
    path(
        "settings/invitations/<uuid:invitation_id>/decline/",
        invitations.decline,
        name="settings-invitation-decline",
    ),
    path("settings/workspaces/<uuid:workspace_id>/open/", invitations.open_workspace, name="settings-workspace-open"),
    path("settings/members/<uuid:user_id>/off/", settings.switch_off_member, name="settings-member-off"),
    path("settings/members/<uuid:user_id>/on/", settings.switch_on_member, name="settings-member-on"),
    path("settings/password/", security.set_password, name="settings-password"),
    path("settings/sessions/", security.sessions, name="settings-sessions"),
    path("settings/danger/", settings.danger, name="settings-danger"),
    path("settings/sessions/end/", security.end_all_sessions, name="settings-sessions-end"),
    path("settings/sessions/<uuid:session_id>/end/", security.end_session, name="settings-session-end"),
    path("settings/tokens/", settings.create_token, name="settings-tokens"),
    path("settings/tokens/<uuid:token_id>/revoke/", settings.revoke_token, name="settings-token-revoke"),
    path("settings/files/", limits.save_quotas, name="settings-files"),
]
REGISTRY = [
    path("agents/-/", registration.page, name="agents-joining"),
    path("agents/-/look/", registration.look, name="agents-look"),
    path("agents/-/expect/", registration.expect, name="agents-expect"),
    path("agents/-/connect/", registration.connect, name="agents-connect"),
    path("agents/-/trials/<uuid:trial_id>/", registration.trial, name="agent-trial"),
    path("agents/-/trials/<uuid:trial_id>/again/", registration.again, name="agent-trial-again"),
    path("agents/-/trials/<uuid:trial_id>/join/", registration.join, name="agent-trial-join"),
    path("agents/-/built-in/", import_export.import_built_in_agents, name="agents-built-in"),
    path("agents/-/import/", import_export.import_list, name="agents-import"),
    path("agents/-/export.json", import_export.as_json, name="agents-export-json"),
    path("agents/-/export.csv", import_export.as_csv, name="agents-export-csv"),
    path("agents/-/tokens/<uuid:token_id>/revoke/", administration.revoke_token, name="agent-token-revoke"),
    path("agents/-/grants/<uuid:grant_id>/take-back/", administration.take_grant_back, name="agent-grant-end"),
    path("agents/<str:handle>/.well-known/agent-card.json", directory.card, name="agent-card"),
    path("agents/<str:handle>/edit/", administration.edit, name="agent-edit"),
    path("agents/<str:handle>/save/", administration.save, name="agent-save"),
    path("agents/<str:handle>/probe/", administration.probe, name="agent-probe"),
    path("agents/<str:handle>/switch-on/", administration.switch_on, name="agent-switch-on"),
    path("agents/<str:handle>/switch-off/", administration.switch_off, name="agent-switch-off"),
    path("agents/<str:handle>/remove/", administration.remove, name="agent-remove"),
    path("agents/<str:handle>/grants/", administration.give_grant, name="agent-grants"),
    path("agents/<str:handle>/tokens/", administration.create_token, name="agent-tokens"),
]
ROOMS = [
    path("", home.page, name="home"),
    path("goals/", home.launch, name="launch"),
    path("goals/demo/", home.watch_demo, name="watch-demo"),
    path("goals/matches/", home.matches, name="matches"),
    path("goals/pick/", home.pick, name="pick"),
    path("goals/<uuid:goal_id>/", rooms.page, name="room"),
    path("goals/<uuid:goal_id>/older/", rooms.older, name="older"),
    path("goals/<uuid:goal_id>/limits/", rooms.limits, name="limits"),
    path("teams/<uuid:team_id>/say/", rooms.say, name="say"),
    path("teams/<uuid:team_id>/talk/", rooms.talk, name="talk"),
    path("teams/<uuid:team_id>/pause/", rooms.pause, name="pause"),
    path("teams/<uuid:team_id>/resume/", rooms.resume, name="resume"),
    path("teams/<uuid:team_id>/stop/", rooms.stop, name="stop"),
    path("approvals/<uuid:approval_id>/answer/", rooms.answer, name="answer"),
    path("files/<uuid:artifact_id>/<str:name>", files.artifact, name="artifact"),
    path("documents/<uuid:document_id>/<str:name>", files.document, name="document"),
    path("settings/budgets/", limits.save_budgets, name="settings-budgets"),
    path("agents/", directory.listing, name="agents"),
    path("agents/-/files/<uuid:file_id>/<str:name>", files.trial, name="agent-file"),
    path("agents/<str:handle>/", directory.profile_page, name="agent"),
    path("agents/<str:handle>/hello/", directory.hello, name="agent-hello"),
    path("agents/<str:handle>/ask/", directory.ask, name="agent-ask"),
    path("agents/<str:handle>/asked/<uuid:trial_id>/", directory.message_progress, name="agent-asked"),
]

FINDING = [
    path("search/", search.page, name="search"),
    path("search/palette/", search.palette, name="palette"),
    path("since/", since_left.page, name="since"),
    path("since/seen/", since_left.seen, name="seen"),
]
KEEPING = [
    path("goals/<uuid:goal_id>/keep/", exports.page, name="keep"),
    path("goals/<uuid:goal_id>/export.md", exports.markdown, name="export-markdown"),
    path("goals/<uuid:goal_id>/export.json", exports.as_json, name="export-json"),
    path("goals/<uuid:goal_id>/export.html", exports.as_html, name="export-html"),
    path("goals/<uuid:goal_id>/proof.json", exports.proof, name="export-proof"),
    path("goals/<uuid:goal_id>/shares/", shares.share, name="share"),
    path("goals/<uuid:goal_id>/shares/preview/", shares.preview_page, name="share-preview"),
    path("goals/<uuid:goal_id>/shares/<uuid:share_id>/revoke/", shares.revoke, name="share-revoke"),
    path("shared/<str:key>/", shares.shared_goal, name="shared"),
    path("shared/<str:key>/files/<uuid:file_id>/<str:name>", shares.file, name="shared-file"),
    path(".well-known/ioa-signing-key.json", exports.signing_key, name="signing-key"),
]
STEERING = [
    path("teams/<uuid:team_id>/steer/", subtrees.page, name="steer"),
    path("teams/<uuid:team_id>/brief/", subtrees.rebrief, name="rebrief"),
    path("teams/<uuid:team_id>/dissolve/", subtrees.dissolve, name="dissolve"),
    path("tasks/<uuid:task_id>/", tasks.page, name="task"),
    path("tasks/<uuid:task_id>/retry/", tasks.retry, name="task-retry"),
    path("tasks/<uuid:task_id>/cancel/", tasks.cancel, name="task-cancel"),
    path("tasks/<uuid:task_id>/reassign/", tasks.reassign, name="task-reassign"),
    path("teams/<uuid:team_id>/members/", members.page, name="members"),
    path("teams/<uuid:team_id>/members/swap/", members.swap, name="member-swap"),
    path("teams/<uuid:team_id>/plan/", plans.page, name="plan"),
    path("teams/<uuid:team_id>/plan/start/", plans.start, name="plan-start"),
    path("teams/<uuid:team_id>/plan/again/", plans.propose_again, name="plan-again"),
    path("teams/<uuid:team_id>/plan/rehearsal/", plans.rehearsal, name="plan-rehearsal"),
    path("tasks/<uuid:task_id>/step/", plans.edit, name="step"),
    path("tasks/<uuid:task_id>/step/move/", plans.move, name="step-move"),
    path("tasks/<uuid:task_id>/step/drop/", plans.drop, name="step-drop"),
]

TEMPLATES = [
    path("templates/", goal_templates.page, name="templates"),
    path("gallery/new/", goal_templates.new, name="template-new"),
    path("gallery/import/", goal_templates.import_folder, name="template-import"),
    path("templates/<slug:template_key>/", goal_templates.template, name="template"),
    path("templates/<slug:template_key>/use/", goal_templates.use, name="template-use"),
    path("templates/<slug:template_key>/remove/", goal_templates.remove, name="template-remove"),
    path("templates/<slug:template_key>/folder.zip", goal_templates.folder, name="template-folder"),
]

urlpatterns: list[URLPattern] = [*ACCOUNTS, *REGISTRY, *ROOMS, *FINDING, *KEEPING, *STEERING, *TEMPLATES]
