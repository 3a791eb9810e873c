"""The addresses of the hall: projectors and paper."""

from django.urls import path

from tournaments.views.hall import prints, screens

urlpatterns = [
    path("e/<slug:slug>/screen/", screens.screen, name="screen"),
    path("e/<slug:slug>/screens/", screens.screens, name="screens"),
    path("s/<str:token>/", screens.display, name="display"),
    path("e/<slug:slug>/print/", prints.prints, name="prints"),
    path("e/<slug:slug>/print/<slug:kind>/", prints.paper, name="paper"),
    path("e/<slug:slug>/print/<slug:kind>/page.css", prints.paper_style, name="paper_style"),
]
