"""The addresses of the hall: projectors and paper."""

from django.urls import path

from tournaments.views.hall import notice, prints, screens

urlpatterns = [
    path("e/<slug:slug>/notice/", notice.notice, name="notice"),
    path("e/<slug:slug>/notice/give/", notice.notice_give, name="notice_give"),
    path("e/<slug:slug>/notice/take-back/", notice.notice_take_back, name="notice_take_back"),
    path("e/<slug:slug>/screen/", screens.screen, name="screen"),
    path("e/<slug:slug>/screens/", screens.screens, name="screens"),
    path("e/<slug:slug>/screens/add/", screens.screens_add, name="screens_add"),
    path("e/<slug:slug>/screens/renew/", screens.screens_renew, name="screens_renew"),
    path("e/<slug:slug>/screens/close/", screens.screens_close, name="screens_close"),
    path("e/<slug:slug>/screens/control/", screens.screens_control, name="screens_control"),
    path("s/<str:token>/", screens.display, name="display"),
    path("e/<slug:slug>/documents/", prints.documents, name="documents"),
    path("e/<slug:slug>/print/", prints.old_documents, name="old_documents"),
    path("e/<slug:slug>/print/<slug:kind>/", prints.paper, name="paper"),
    path("e/<slug:slug>/print/<slug:kind>/page.css", prints.paper_style, name="paper_style"),
]
