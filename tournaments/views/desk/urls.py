"""The addresses of the desk: entry, slips, second check."""

from django.urls import path

from tournaments.views.desk import calls, decisions, desk, second_check, slips

urlpatterns = [
    path("e/<slug:slug>/desk/", desk.desk, name="desk"),
    path("e/<slug:slug>/desk/undo/", desk.undo, name="undo"),
    path("e/<slug:slug>/desk/<int:number>/", desk.desk, name="desk"),
    path("e/<slug:slug>/desk/<int:number>/<int:board>/", desk.enter, name="enter"),
    path("e/<slug:slug>/desk/<int:number>/phone/", slips.phone, name="phone"),
    path("e/<slug:slug>/desk/<int:number>/player/<int:player>/", decisions.decision, name="decision"),
    path("e/<slug:slug>/desk/<int:number>/<int:board>/note/", calls.board_note, name="board_note"),
    path("e/<slug:slug>/desk/<int:number>/<int:board>/note/add/", calls.board_note_add, name="board_note_add"),
    path("e/<slug:slug>/desk/<int:number>/<int:board>/note/remove/", calls.board_note_remove, name="board_note_remove"),
    path("e/<slug:slug>/calls/", calls.calls, name="calls"),
    path("e/<slug:slug>/calls/take/", calls.calls_take, name="calls_take"),
    path("e/<slug:slug>/calls/done/", calls.calls_done, name="calls_done"),
    path("e/<slug:slug>/check/", second_check.check, name="check"),
    path("e/<slug:slug>/check/<int:number>/", second_check.check, name="check"),
    path("e/<slug:slug>/check/<int:number>/<int:board>/", second_check.confirm, name="confirm"),
    path("slip/", slips.slip_code, name="slip_code"),
    path("slip/<str:token>/", slips.slip, name="slip"),
]
