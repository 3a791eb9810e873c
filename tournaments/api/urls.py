"""The interface as one list of addresses: `/api/v1/…`, described by `/api/v1/openapi.json`."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, ValidationError

from tiebreaks.refusal import Refusal
from tournaments import wording
from tournaments.api import reading, writing


class Interface(NinjaAPI):
    """The interface: readers get what their browsers and caches need with each answer."""

    def create_response(self, request, data, **more):
        response = super().create_response(request, data, **more)
        return reading.finish(request, response) if request.method in ("GET", "HEAD") else response


# No page of documentation: it would load scripts from elsewhere. The description serves every viewer.
api = Interface(
    title="Crosstable",
    version="1",
    description="Live tournament standings: reading for everybody, writing by token.",
    urls_namespace="api-1",
    docs_url=None,
)
api.add_router("", reading.router)
api.add_router("", writing.router)


@api.exception_handler(Refusal)
def refused(request, refusal: Refusal) -> HttpResponse:
    problem = {"detail": wording.refusal(refusal), "code": refusal.code, "field": refusal.field}
    return api.create_response(request, problem, status=422)


@api.exception_handler(Http404)
def not_found(request, error) -> HttpResponse:
    return api.create_response(request, {"detail": _("There is nothing here."), "code": "not-found"}, status=404)


@api.exception_handler(AuthenticationError)
def unknown(request, error) -> HttpResponse:
    problem = {"detail": _("A token of this event with the right to enter results is needed."), "code": "no-token"}
    return api.create_response(request, problem, status=401)


@api.exception_handler(ValidationError)
def invalid(request, error: ValidationError) -> HttpResponse:
    """Say what is wrong with the first field that does not fit."""
    first = error.errors[0]
    problem = {"detail": first["msg"], "code": "invalid", "field": ".".join(map(str, first["loc"][1:]))}
    return api.create_response(request, problem, status=422)
