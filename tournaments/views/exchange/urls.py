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
    path("e/<slug:slug>/export/", exports.export, name="export"),
    path("e/<slug:slug>/api/", api.api, name="api"),
    path("e/<slug:slug>/export/site/", export_site.export_site, name="export_site"),
    path("e/<slug:slug>/export/site.zip", export_site.site_file, name="site_file"),
    path("e/<slug:slug>/export/<str:name>.<str:kind>", exports.export_list, name="export_list"),
    path("e/<slug:slug>/export/<str:kind>/", exports.export_file, name="export_file"),
    path("e/<slug:slug>/players/import/", import_players.players_import, name="players_import"),
    path("e/<slug:slug>/pairings/import/", import_games.games_import, name="games_import"),
    path("e/<slug:slug>/players/empty/<slug:kind>/", import_players.players_template, name="players_template"),
    path("e/<slug:slug>/archive/", archive.archive, name="archive"),
    path("e/<slug:slug>/archive/file/", archive.archive_file, name="archive_file"),
    path("import/", import_event.import_event, name="import_event"),
    path("import/archive/", archive.import_archive, name="import_archive"),
]
