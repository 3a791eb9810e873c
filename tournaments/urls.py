"""One list of addresses: name = view = template. `views` finds each view by module and name."""

from importlib import import_module

from django.urls import path


def view(dotted):
    """Return a view of `tournaments.views` that is imported with its first request."""
    module, name = dotted.split(".")

    def answer(request, *args, **kwargs):
        return getattr(import_module(f"tournaments.views.{module}"), name)(request, *args, **kwargs)

    return answer


urlpatterns = [
    path("", view("public.events"), name="events"),
    path("e/<slug:slug>/", view("public.standings"), name="standings"),
    path("e/<slug:slug>/round/<int:number>/", view("public.round"), name="round"),
    path("e/<slug:slug>/player/<int:number>/", view("public.player"), name="player"),
    path("e/<slug:slug>/player/<int:number>/why/<str:notation>/", view("public.why"), name="why"),
    path("e/<slug:slug>/desk/", view("desk.desk"), name="desk"),
    path("e/<slug:slug>/desk/undo/", view("desk.undo"), name="undo"),
    path("e/<slug:slug>/desk/<int:number>/", view("desk.desk"), name="desk"),
    path("e/<slug:slug>/desk/<int:number>/<int:board>/", view("desk.enter"), name="enter"),
    path("e/<slug:slug>/tiebreaks/", view("manage.tiebreaks"), name="tiebreaks"),
    path("import/", view("manage.import_event"), name="import_event"),
    path("signin/", view("signin.signin"), name="signin"),
    path("signin/<str:token>/", view("signin.signin_link"), name="signin_link"),
    path("signout/", view("signin.signout"), name="signout"),
    path("account/password/", view("signin.password"), name="password"),
    path("health/", view("health.health"), name="health"),
]
