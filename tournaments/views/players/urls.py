"""The addresses of players and teams, check-in and rating lists."""

from django.urls import path

from tournaments.views.players import checkin, look_up, player, players, rating_lists, ratings, teams

urlpatterns = [
    path("e/<slug:slug>/individual/<int:number>/", player.individual, name="individual"),
    path("e/<slug:slug>/player/<int:number>/", player.player, name="player"),
    path("e/<slug:slug>/players/", players.players, name="players"),
    path("e/<slug:slug>/players/add/", players.player_add, name="player_add"),
    path("e/<slug:slug>/players/ratings/", ratings.players_ratings, name="players_ratings"),
    path("e/<slug:slug>/players/look-up/", look_up.look_up, name="look_up"),
    path("e/<slug:slug>/players/<int:number>/", players.player_edit, name="player_edit"),
    path("e/<slug:slug>/teams/", teams.teams, name="teams"),
    path("e/<slug:slug>/teams/add/", teams.team_add, name="team_add"),
    path("e/<slug:slug>/teams/<int:number>/", teams.team_edit, name="team_edit"),
    path("e/<slug:slug>/checkin/", checkin.checkin, name="checkin"),
    path("ratings/", rating_lists.rating_lists, name="rating_lists"),
    path("ratings/state/", rating_lists.rating_lists_state, name="rating_lists_state"),
    path("ratings/<slug:key>/", rating_lists.rating_list, name="rating_list"),
]
