"""The addresses of an event: its settings, its order of tie-breaks, its log, the series that it belongs to."""

from django.urls import path

from tournaments.views.event import categories, copies, events, log, preview, series, settings, setup, tiebreaks

urlpatterns = [
    path("", events.events, name="events"),
    path("e/<slug:slug>/preview.png", preview.preview, name="preview"),
    path("series/<slug:slug>/", series.series, name="series"),
    path("e/<slug:slug>/copies/", copies.copies, name="copies"),
    path("e/<slug:slug>/copies/copy/", copies.copies_copy, name="copies_copy"),
    path("e/<slug:slug>/copies/dry-run/", copies.copies_dry_run, name="copies_dry_run"),
    path("e/<slug:slug>/copies/erase/", copies.copies_erase, name="copies_erase"),
    path("e/<slug:slug>/copies/begin-series/", copies.copies_begin_series, name="copies_begin_series"),
    path("e/<slug:slug>/copies/add-section/", copies.copies_add_section, name="copies_add_section"),
    path("e/<slug:slug>/copies/change-series/", copies.copies_change_series, name="copies_change_series"),
    path("e/<slug:slug>/copies/leave-series/", copies.copies_leave_series, name="copies_leave_series"),
    path("e/<slug:slug>/setup/rounds/", setup.setup_rounds, name="setup_rounds"),
    path("e/<slug:slug>/setup/order/", setup.setup_order, name="setup_order"),
    path("e/<slug:slug>/setup/", setup.setup_ready, name="setup_ready"),
    path("e/<slug:slug>/setup/show/", setup.setup_show, name="setup_show"),
    path("e/<slug:slug>/setup/hide/", setup.setup_hide, name="setup_hide"),
    path("e/<slug:slug>/log/", log.log, name="log"),
    path("e/<slug:slug>/log/state/", log.log_state, name="log_state"),
    path("e/<slug:slug>/log/door/", log.log_door, name="log_door"),
    path("e/<slug:slug>/settings/", settings.settings, name="settings"),
    path("e/<slug:slug>/categories/", categories.categories, name="categories"),
    path("e/<slug:slug>/categories/<slug:key>/", categories.category, name="category"),
    path("e/<slug:slug>/categories/<slug:key>/move/", categories.category_move, name="category_move"),
    path("e/<slug:slug>/categories/<slug:key>/remove/", categories.category_remove, name="category_remove"),
    path("e/<slug:slug>/prizes/save/", categories.prizes_save, name="prizes_save"),
    path("e/<slug:slug>/prizes/rule/", categories.prizes_rule, name="prizes_rule"),
    path("e/<slug:slug>/tiebreaks/", tiebreaks.tiebreaks, name="tiebreaks"),
    path("e/<slug:slug>/tiebreaks/preview/", tiebreaks.tiebreaks_preview, name="tiebreaks_preview"),
    path("e/<slug:slug>/tiebreaks/up/", tiebreaks.tiebreaks_up, name="tiebreaks_up"),
    path("e/<slug:slug>/tiebreaks/down/", tiebreaks.tiebreaks_down, name="tiebreaks_down"),
    path("e/<slug:slug>/tiebreaks/remove/", tiebreaks.tiebreaks_remove, name="tiebreaks_remove"),
    path("e/<slug:slug>/tiebreaks/add/", tiebreaks.tiebreaks_add, name="tiebreaks_add"),
    path("e/<slug:slug>/tiebreaks/preset/", tiebreaks.tiebreaks_preset, name="tiebreaks_preset"),
    path("e/<slug:slug>/tiebreaks/save/", tiebreaks.tiebreaks_save, name="tiebreaks_save"),
    path("e/<slug:slug>/tiebreaks/by-hand/", tiebreaks.by_hand, name="by_hand"),
    path("new/", setup.new_event, name="new_event"),
]
