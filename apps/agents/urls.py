"""Pages of the registry; "-" is no handle, so that what concerns no single agent stands behind it."""

from django.urls import path

from apps.agents.views import cards, changing, exchange, joining

urlpatterns = [
    path("agents/-/", joining.page, name="agents-joining"),
    path("agents/-/look/", joining.look, name="agents-look"),
    path("agents/-/expect/", joining.expect, name="agents-expect"),
    path("agents/-/connect/", joining.connect, name="agents-connect"),
    path("agents/-/trials/<uuid:trial_id>/", joining.trial, name="agent-trial"),
    path("agents/-/trials/<uuid:trial_id>/again/", joining.again, name="agent-trial-again"),
    path("agents/-/trials/<uuid:trial_id>/join/", joining.join, name="agent-trial-join"),
    path("agents/-/built-in/", exchange.built_in, name="agents-built-in"),
    path("agents/-/import/", exchange.bring, name="agents-import"),
    path("agents/-/export.json", exchange.as_json, name="agents-export-json"),
    path("agents/-/export.csv", exchange.as_csv, name="agents-export-csv"),
    path("agents/-/tokens/<uuid:token_id>/revoke/", changing.revoke_token, name="agent-token-revoke"),
    path("agents/-/grants/<uuid:grant_id>/take-back/", changing.take_grant_back, name="agent-grant-end"),
    path("agents/<str:handle>/.well-known/agent-card.json", cards.card, name="agent-card"),
    path("agents/<str:handle>/edit/", changing.edit, name="agent-edit"),
    path("agents/<str:handle>/save/", changing.save, name="agent-save"),
    path("agents/<str:handle>/probe/", changing.probe, name="agent-probe"),
    path("agents/<str:handle>/switch-on/", changing.switch_on, name="agent-switch-on"),
    path("agents/<str:handle>/switch-off/", changing.switch_off, name="agent-switch-off"),
    path("agents/<str:handle>/remove/", changing.remove, name="agent-remove"),
    path("agents/<str:handle>/grants/", changing.give_grant, name="agent-grants"),
    path("agents/<str:handle>/tokens/", changing.create_token, name="agent-tokens"),
]
