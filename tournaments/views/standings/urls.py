"""The addresses of the tables and their explanations."""

from django.urls import path

from tournaments.views.standings import embed, flags, standings, why

urlpatterns = [
    path("e/<slug:slug>/", standings.standings, name="standings"),
    path("embed/<slug:slug>/", embed.embed, name="embed"),
    path("e/<slug:slug>/individuals/", standings.individuals, name="individuals"),
    path("e/<slug:slug>/crosstable/", standings.crosstable, name="crosstable"),
    path("e/<slug:slug>/statistics/", standings.statistics, name="statistics"),
    path("e/<slug:slug>/ties/", why.ties, name="ties"),
    path("e/<slug:slug>/prizes/", standings.prizes, name="prizes"),
    path("e/<slug:slug>/player/<int:number>/why/<str:notation>/", why.why, name="why"),
    path("e/<slug:slug>/compare/<int:number>/<int:other>/", why.compare, name="compare"),
    path("rules/", why.rules, name="rules"),
    path("flags/<slug:names>.css", flags.flags, name="flags"),
]
