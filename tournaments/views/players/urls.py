"""The addresses of players and teams, check-in and rating lists."""

from django.urls import path

from tournaments.views.players import checkin, fixed_tables, look_up, player, players, rating_lists, ratings, teams

urlpatterns = [
    path("e/<slug:slug>/individual/<int:number>/", player.individual, name="individual"),
    path("e/<slug:slug>/player/<int:number>/", player.player, name="player"),
    path("e/<slug:slug>/players/", players.players, name="players"),
    path("e/<slug:slug>/players/number/", players.players_number, name="players_number"),
    path("e/<slug:slug>/players/add/", players.player_add, name="player_add"),
    path("e/<slug:slug>/players/ratings/", ratings.players_ratings, name="players_ratings"),
    path("e/<slug:slug>/players/look-up/", look_up.look_up, name="look_up"),
    path("e/<slug:slug>/players/<int:number>/", players.player_edit, name="player_edit"),
    path("e/<slug:slug>/players/<int:number>/remove/", players.player_remove, name="player_remove"),
    path("e/<slug:slug>/players/<int:number>/withdraw/", players.player_withdraw, name="player_withdraw"),
    path("e/<slug:slug>/players/<int:number>/reinstate/", players.player_reinstate, name="player_reinstate"),
    path("e/<slug:slug>/players/<int:number>/table/", fixed_tables.player_table, name="player_table"),
    path("e/<slug:slug>/teams/", teams.teams, name="teams"),
    path("e/<slug:slug>/teams/number/", teams.teams_number, name="teams_number"),
    path("e/<slug:slug>/teams/member-up/", teams.teams_member_up, name="teams_member_up"),
    path("e/<slug:slug>/teams/member-down/", teams.teams_member_down, name="teams_member_down"),
    path("e/<slug:slug>/teams/member-remove/", teams.teams_member_remove, name="teams_member_remove"),
    path("e/<slug:slug>/teams/member-add/", teams.teams_member_add, name="teams_member_add"),
    path("e/<slug:slug>/teams/add/", teams.team_add, name="team_add"),
    path("e/<slug:slug>/teams/<int:number>/", teams.team_edit, name="team_edit"),
    path("e/<slug:slug>/teams/<int:number>/remove/", teams.team_remove, name="team_remove"),
    path("e/<slug:slug>/teams/<int:number>/table/", fixed_tables.team_table, name="team_table"),
    path("e/<slug:slug>/checkin/", checkin.checkin, name="checkin"),
    path("e/<slug:slug>/checkin/present/", checkin.checkin_present, name="checkin_present"),
    path("e/<slug:slug>/checkin/missing/", checkin.checkin_missing, name="checkin_missing"),
    path("e/<slug:slug>/checkin/others/", checkin.checkin_others, name="checkin_others"),
    path("e/<slug:slug>/checkin/scan/", checkin.checkin_scan, name="checkin_scan"),
    path("e/<slug:slug>/checkin/close/", checkin.checkin_close, name="checkin_close"),
    path("e/<slug:slug>/checkin/withdraw/", checkin.checkin_withdraw, name="checkin_withdraw"),
    path("e/<slug:slug>/checkin/reopen/", checkin.checkin_reopen, name="checkin_reopen"),
    path("ratings/", rating_lists.rating_lists, name="rating_lists"),
    path("ratings/state/", rating_lists.rating_lists_state, name="rating_lists_state"),
    path("ratings/delete/", rating_lists.rating_lists_delete, name="rating_lists_delete"),
    path("ratings/stop/", rating_lists.rating_lists_stop, name="rating_lists_stop"),
    path("ratings/<slug:key>/", rating_lists.rating_list, name="rating_list"),
    path("ratings/<slug:key>/discard/", rating_lists.rating_list_discard, name="rating_list_discard"),
]
