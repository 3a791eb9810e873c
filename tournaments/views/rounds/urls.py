"""The addresses of rounds: pairings, times, match sheets."""

from django.urls import path

from tournaments.views.rounds import match_sheet, pairings, round_page, rounds, times

urlpatterns = [
    path("e/<slug:slug>/round/<int:number>/", round_page.round_page, name="round_page"),
    path("e/<slug:slug>/sheet/<int:number>/<int:table>/", match_sheet.match_sheet, name="match_sheet"),
    path("e/<slug:slug>/pairings/", pairings.pairings, name="pairings"),
    path("e/<slug:slug>/pairings/drawing/", pairings.drawing, name="drawing"),
    path("e/<slug:slug>/times/", times.times, name="times"),
    path("e/<slug:slug>/rounds/", rounds.rounds, name="rounds"),
]
