"""The pages of goals, teams and agents."""

from django.urls import URLPattern, path

from apps.chat.views import agents, budgets, doing, files, home, rooms

urlpatterns: list[URLPattern] = [
    path("", home.page, name="home"),
    path("goals/", home.launch, name="launch"),
    path("goals/matches/", home.matches, name="matches"),
    path("goals/pick/", home.pick, name="pick"),
    path("goals/<uuid:goal_id>/", rooms.page, name="room"),
    path("goals/<uuid:goal_id>/older/", rooms.older, name="older"),
    path("goals/<uuid:goal_id>/limits/", doing.limits, name="limits"),
    path("teams/<uuid:team_id>/say/", doing.say, name="say"),
    path("teams/<uuid:team_id>/pause/", doing.pause, name="pause"),
    path("teams/<uuid:team_id>/resume/", doing.resume, name="resume"),
    path("teams/<uuid:team_id>/stop/", doing.stop, name="stop"),
    path("approvals/<uuid:approval_id>/answer/", doing.answer, name="answer"),
    path("files/<uuid:artifact_id>/<str:name>", files.artifact, name="artifact"),
    path("documents/<uuid:document_id>/<str:name>", files.document, name="document"),
    path("settings/budgets/", budgets.save, name="settings-budgets"),
    path("agents/", agents.listing, name="agents"),
    path("agents/-/files/<uuid:file_id>/<str:name>", files.trial, name="agent-file"),
    path("agents/<str:handle>/", agents.one, name="agent"),
    path("agents/<str:handle>/hello/", agents.hello, name="agent-hello"),
    path("agents/<str:handle>/ask/", agents.ask, name="agent-ask"),
    path("agents/<str:handle>/asked/<uuid:trial_id>/", agents.asked, name="agent-asked"),
]
