"""The addresses of what goes in and out: imports, exports, archives, programs."""

from django.urls import path

from tournaments.views.exchange import (
    api,
    archive,
    export_site,
    exports,
    import_event,
    import_games,
    import_players,
    programs,
)

urlpatterns = [
    path("e/<slug:slug>/programs/", programs.programs, name="programs"),
    path("e/<slug:slug>/programs/create-token/", programs.programs_create_token, name="programs_create_token"),
    path("e/<slug:slug>/programs/revoke-token/", programs.programs_revoke_token, name="programs_revoke_token"),
    path("e/<slug:slug>/programs/add-webhook/", programs.programs_add_webhook, name="programs_add_webhook"),
    path("e/<slug:slug>/programs/remove-webhook/", programs.programs_remove_webhook, name="programs_remove_webhook"),
    path("e/<slug:slug>/export/", exports.export, name="export"),
    path("e/<slug:slug>/api/", api.api, name="api"),
    path("e/<slug:slug>/export/site/", export_site.export_site, name="export_site"),
    path("e/<slug:slug>/export/site.zip", export_site.site_file, name="site_file"),
    path("e/<slug:slug>/export/<str:name>.<str:kind>", exports.export_list, name="export_list"),
    path("e/<slug:slug>/export/<str:kind>/", exports.export_file, name="export_file"),
    path("e/<slug:slug>/players/import/", import_players.players_import, name="players_import"),
    path("e/<slug:slug>/players/import/check/", import_players.players_import_check, name="players_import_check"),
    path("e/<slug:slug>/players/import/store/", import_players.players_import_store, name="players_import_store"),
    path("e/<slug:slug>/players/import/discard/", import_players.players_import_discard, name="players_import_discard"),
    path("e/<slug:slug>/pairings/import/", import_games.games_import, name="games_import"),
    path("e/<slug:slug>/pairings/import/check/", import_games.games_import_check, name="games_import_check"),
    path("e/<slug:slug>/pairings/import/store/", import_games.games_import_store, name="games_import_store"),
    path("e/<slug:slug>/pairings/import/discard/", import_games.games_import_discard, name="games_import_discard"),
    path("e/<slug:slug>/players/empty/<slug:kind>/", import_players.players_template, name="players_template"),
    path("e/<slug:slug>/archive/", archive.archive, name="archive"),
    path("e/<slug:slug>/archive/hand-over/", archive.archive_hand_over, name="archive_hand_over"),
    path("e/<slug:slug>/archive/resume/", archive.archive_resume, name="archive_resume"),
    path("e/<slug:slug>/archive/return/", archive.archive_return, name="archive_return"),
    path("e/<slug:slug>/archive/file/", archive.archive_file, name="archive_file"),
    path("import/", import_event.import_event, name="import_event"),
    path("import/store/", import_event.import_event_store, name="import_event_store"),
    path("import/discard/", import_event.import_event_discard, name="import_event_discard"),
    path("import/archive/", archive.import_archive, name="import_archive"),
]
