"""The addresses of an event: its settings, its order of tie-breaks, its log, the series that it belongs to."""

from django.urls import path

from tournaments.views.event import categories, events, log, preview, series, settings, setup, tiebreaks

urlpatterns = [
    path("", events.events, name="events"),
    path("e/<slug:slug>/preview.png", preview.preview, name="preview"),
    path("series/<slug:slug>/", series.series, name="series"),
    path("e/<slug:slug>/copies/", series.copies, name="copies"),
    path("e/<slug:slug>/setup/rounds/", setup.setup_rounds, name="setup_rounds"),
    path("e/<slug:slug>/setup/order/", setup.setup_order, name="setup_order"),
    path("e/<slug:slug>/setup/", setup.setup_ready, name="setup_ready"),
    path("e/<slug:slug>/log/", log.log, name="log"),
    path("e/<slug:slug>/log/state/", log.log_state, name="log_state"),
    path("e/<slug:slug>/log/door/", log.log_door, name="log_door"),
    path("e/<slug:slug>/settings/", settings.settings, name="settings"),
    path("e/<slug:slug>/categories/", categories.categories, name="categories"),
    path("e/<slug:slug>/categories/<slug:key>/", categories.category, name="category"),
    path("e/<slug:slug>/tiebreaks/", tiebreaks.tiebreaks, name="tiebreaks"),
    path("new/", setup.new_event, name="new_event"),
]
