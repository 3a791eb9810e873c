"""The addresses of rounds: pairings, times, match sheets."""

from django.urls import path

from tournaments.views.rounds import (
    attendance,
    bracket,
    drafts,
    forbidden_pairings,
    match_sheet,
    pairings,
    reasons,
    round_page,
    rounds,
    times,
)

urlpatterns = [
    path("e/<slug:slug>/round/<int:number>/", round_page.round_page, name="round_page"),
    path("e/<slug:slug>/bracket/", bracket.bracket, name="bracket"),
    path("e/<slug:slug>/bracket/<int:number>/<str:key>/", bracket.duel, name="duel"),
    *(
        path(f"e/<slug:slug>/bracket/<int:number>/<str:key>/{address}/", view, name=view.__name__)
        for address, view in (
            ("play-off", bracket.duel_play_off),
            ("lot", bracket.duel_lot),
            ("decide", bracket.duel_decide),
            ("replace", bracket.duel_replace),
            ("undo", bracket.duel_undo),
        )
    ),
    path("e/<slug:slug>/pairings/", pairings.pairings, name="pairings"),
    path("e/<slug:slug>/pairings/drawing/", pairings.drawing, name="drawing"),
    path("e/<slug:slug>/pairings/plan/", pairings.pairings_plan, name="pairings_plan"),
    path("e/<slug:slug>/pairings/preset/", pairings.pairings_preset, name="pairings_preset"),
    path("e/<slug:slug>/pairings/draw/", drafts.pairings_draw, name="pairings_draw"),
    path("e/<slug:slug>/pairings/draw-with-bye/", drafts.pairings_draw_with_bye, name="pairings_draw_with_bye"),
    path("e/<slug:slug>/pairings/draw-relaxed/", drafts.pairings_draw_relaxed, name="pairings_draw_relaxed"),
    path("e/<slug:slug>/pairings/cancel/", drafts.pairings_cancel, name="pairings_cancel"),
    path("e/<slug:slug>/pairings/change/", drafts.pairings_change, name="pairings_change"),
    path("e/<slug:slug>/pairings/discard/", drafts.pairings_discard, name="pairings_discard"),
    path("e/<slug:slug>/pairings/publish/", drafts.pairings_publish, name="pairings_publish"),
    path("e/<slug:slug>/pairings/unpublish/", drafts.pairings_unpublish, name="pairings_unpublish"),
    path("e/<slug:slug>/pairings/exchange/", drafts.pairings_swap, name="pairings_swap"),
    path("e/<slug:slug>/pairings/bans/", forbidden_pairings.forbidden_pairings, name="forbidden_pairings"),
    path(
        "e/<slug:slug>/pairings/bans/remove/",
        forbidden_pairings.forbidden_pairings_remove,
        name="forbidden_pairings_remove",
    ),
    path("e/<slug:slug>/pairings/reasons/<int:number>/", reasons.reasons, name="reasons"),
    *(
        path(f"e/<slug:slug>/pairings/reasons/<int:number>/{address}/", view, name=view.__name__)
        for address, view in (
            ("compare", reasons.reasons_compare),
            ("cancel", reasons.reasons_cancel),
            ("progress", reasons.reasons_progress),
        )
    ),
    path("e/<slug:slug>/pairings/start/", drafts.pairings_start, name="pairings_start"),
    path("e/<slug:slug>/pairings/absence/", attendance.pairings_absence, name="pairings_absence"),
    path("e/<slug:slug>/pairings/withdraw/", attendance.pairings_withdraw, name="pairings_withdraw"),
    path("e/<slug:slug>/pairings/reinstate/", attendance.pairings_reinstate, name="pairings_reinstate"),
    path("e/<slug:slug>/pairings/late-entry/", attendance.pairings_late_entry, name="pairings_late_entry"),
    path("e/<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("e/<slug:slug>/rounds/withhold/", rounds.rounds_withhold, name="rounds_withhold"),
    path("e/<slug:slug>/rounds/release/", rounds.rounds_release, name="rounds_release"),
    path("e/<slug:slug>/rounds/close/", rounds.rounds_close, name="rounds_close"),
    path("e/<slug:slug>/rounds/final/", rounds.rounds_final, name="rounds_final"),
    path("e/<slug:slug>/rounds/reopen/", rounds.rounds_reopen, name="rounds_reopen"),
    path("e/<slug:slug>/times/", times.times, name="times"),
    path("e/<slug:slug>/times/fill/", times.times_fill, name="times_fill"),
    path("e/<slug:slug>/sheet/<int:number>/<int:table>/", match_sheet.match_sheet, name="match_sheet"),
    path("e/<slug:slug>/sheet/<int:number>/<int:table>/seat/", match_sheet.match_sheet_seat, name="match_sheet_seat"),
    path("e/<slug:slug>/sheet/<int:number>/<int:table>/end/", match_sheet.match_sheet_end, name="match_sheet_end"),
    path("e/<slug:slug>/sheet/<int:number>/<int:table>/undo/", match_sheet.match_sheet_undo, name="match_sheet_undo"),
]
