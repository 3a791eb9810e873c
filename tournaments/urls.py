"""One list of addresses: name = view = template."""

from django.urls import path

from tournaments.views import archive, categories, desk, health, manage, pairings, public, settings, setup, signin

urlpatterns = [
    path("", public.events, name="events"),
    path("e/<slug:slug>/", public.standings, name="standings"),
    path("e/<slug:slug>/round/<int:number>/", public.round, name="round"),
    path("e/<slug:slug>/crosstable/", public.crosstable, name="crosstable"),
    path("e/<slug:slug>/prizes/", public.prizes, name="prizes"),
    path("e/<slug:slug>/screen/", public.screen, name="screen"),
    path("e/<slug:slug>/player/<int:number>/", public.player, name="player"),
    path("e/<slug:slug>/player/<int:number>/why/<str:notation>/", public.why, name="why"),
    path("e/<slug:slug>/compare/<int:number>/<int:other>/", public.compare, name="compare"),
    path("e/<slug:slug>/desk/", desk.desk, name="desk"),
    path("e/<slug:slug>/desk/undo/", desk.undo, name="undo"),
    path("e/<slug:slug>/desk/<int:number>/", desk.desk, name="desk"),
    path("e/<slug:slug>/desk/<int:number>/<int:board>/", desk.enter, name="enter"),
    path("e/<slug:slug>/pairings/", pairings.pairings, name="pairings"),
    path("e/<slug:slug>/setup/rounds/", setup.setup_rounds, name="setup_rounds"),
    path("e/<slug:slug>/setup/order/", setup.setup_order, name="setup_order"),
    path("e/<slug:slug>/setup/", setup.setup_ready, name="setup_ready"),
    path("e/<slug:slug>/settings/", settings.settings, name="settings"),
    path("e/<slug:slug>/categories/", categories.categories, name="categories"),
    path("e/<slug:slug>/categories/<slug:key>/", categories.category, name="category"),
    path("e/<slug:slug>/tiebreaks/", manage.tiebreaks, name="tiebreaks"),
    path("e/<slug:slug>/archive/", archive.archive, name="archive"),
    path("e/<slug:slug>/archive/file/", archive.archive_file, name="archive_file"),
    path("rules/", public.rules, name="rules"),
    path("new/", setup.new_event, name="new_event"),
    path("import/", manage.import_event, name="import_event"),
    path("import/archive/", archive.import_archive, name="import_archive"),
    path("signin/", signin.signin, name="signin"),
    path("signin/<str:token>/", signin.signin_link, name="signin_link"),
    path("signout/", signin.signout, name="signout"),
    path("account/password/", signin.password, name="password"),
    path("health/", health.health, name="health"),
]
