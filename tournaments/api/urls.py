"""The API as one list of addresses: `/api/v1/…`, described by `/api/v1/openapi.json`."""

import json
from functools import cache
from importlib import import_module
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from tiebreaks.refusal import Refusal
from tournaments.api import pairing, problems, ranking, reading, writing
from tournaments.api.pages import refuse_unknown
from tournaments.api.readers import finish
from tournaments.api.rights import NoScope
from tournaments.domain.rounds.fide_mode import LeavesFideMode
from tournaments.wording.fide_mode import refuse_departures

DESCRIPTION = """Live tournament standings: reading for everybody, anything else by token.

A token belongs to one event, or to the whole site, and has scopes: `read` opens every address for reading while an
event is not public, as everybody will see it; `players` enters and changes players and teams; `checkin` records who is
present; `results` enters results; `pairings` plans, draws, publishes and removes rounds; `settings` changes settings;
`events`, for tokens of the site alone, creates events. Send it as `Authorization: Bearer …`.

Every write takes an `Idempotency-Key`, a new UUID: sent again with it, a request gets the same answer and writes
nothing.

Exact numbers are texts ("6.5"), undefined values null. Every list has one shape, `items` and `next`: `next` of a page
is `after` of the next one. An unknown parameter is an error. Every answer has an ETag: send it back in If-None-Match.
What is wrong is said as problem details (RFC 9457), in the language of Accept-Language. A server that is too busy
answers 503 with Retry-After, and has written nothing.

What changes comes as server-sent events from `/live/{slug}/{view}/?format=json`, where the view is `standings`,
`round-7` or `version`. docs/api.md says what the messages hold.
"""


class CrosstableAPI(NinjaAPI):
    """The API; answers to readers carry what browsers and caches need."""

    def create_response(self, request: HttpRequest, data: Any, **more: Any) -> HttpResponse:
        response = super().create_response(request, data, **more)
        return finish(request, response) if request.method == "GET" else response

    def create_temporal_response(self, request: HttpRequest) -> HttpResponse:
        """Begin an answer, after refusing unknown parameters."""
        refuse_unknown(request, self.find_parameters(request))
        return super().create_temporal_response(request)

    def find_parameters(self, request: HttpRequest) -> list[str]:
        """Return the parameters that the address of a request knows."""
        match = request.resolver_match
        path = "/" + (match.route if match else "").replace("<", "{").replace(">", "}")
        operation = self.get_openapi_schema()["paths"].get(path, {}).get((request.method or "").lower(), {})
        return [each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"]

    def get_openapi_operation_id(self, operation: Any) -> str:
        """Name an operation after its function, so that generated clients read well."""
        return str(operation.view_func.__name__)

    def get_openapi_schema(self, *, path_prefix: str | None = None, path_params: Any = None) -> Any:
        """Return the description, which is made only once: that takes longer than any answer."""
        return self.describe(path_prefix or self.get_root_path(path_params or {}))

    @cache  # noqa: B019 - there is one API, and it lives as long as the process
    def describe(self, path_prefix: str) -> Any:
        """Describe problems under their own media type, and everything in English, in every language of requests."""
        with translation.override("en"):
            schema = json.loads(json.dumps(super().get_openapi_schema(path_prefix=path_prefix), cls=DjangoJSONEncoder))
        for methods in schema["paths"].values():
            for operation in methods.values():
                for answer in operation["responses"].values():
                    content = answer.get("content", {})
                    if "Problem" in str(content):
                        content[problems.MEDIA_TYPE] = content.pop("application/json")
            if "patch" in methods:
                drop_defaults(schema, methods["patch"])
        return schema


def drop_defaults(schema: Any, operation: Any) -> None:
    """Describe no defaults in the body of a change: generated clients would send them, over what is stored."""
    name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    for field in schema["components"]["schemas"][name]["properties"].values():
        field.pop("default", None)


# They add to the routers of `reading` and `ranking`.
for name in ("setting_up", "people", "team_writing", "drafting", "forbidden_pairings", "brackets"):
    import_module(f"tournaments.api.{name}")

# No page of documentation of its own: it would load scripts from elsewhere. The site's page has examples.
api = CrosstableAPI(title="Crosstable", version="1", description=DESCRIPTION, urls_namespace="api-1", docs_url=None)
for each in (reading, ranking, writing, pairing):
    api.add_router("", each.router)


@api.exception_handler(Refusal)
def refused(_request: HttpRequest, refusal: Refusal) -> HttpResponse:
    return problems.refused(refusal)


@api.exception_handler(LeavesFideMode)
def leaves_fide_mode(_request: HttpRequest, leaves_fide_mode: LeavesFideMode) -> HttpResponse:
    return problems.problem(422, refuse_departures(leaves_fide_mode.found), "departing")


@api.exception_handler(problems.UnfitValue)
def unfit(_request: HttpRequest, error: problems.UnfitValue) -> HttpResponse:
    return problems.problem(422, error.sentence, "invalid", error.field)


@api.exception_handler(Http404)
def not_found(_request: HttpRequest, _error: Http404) -> HttpResponse:
    return problems.problem(404, code="not-found")


@api.exception_handler(AuthenticationError)
def no_token(_request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
    sentence = _("A valid token of this event is needed, created by somebody who still has this right.")
    response = problems.problem(401, sentence, "no-token")
    response["WWW-Authenticate"] = "Bearer"
    return response


@api.exception_handler(NoScope)
def no_scope(_request: HttpRequest, error: NoScope) -> HttpResponse:
    sentence = _("This token does not allow it: a token with the scope “%(scope)s” is needed.") % {"scope": error.scope}
    response = problems.problem(403, sentence, "no-scope")
    response["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{error.scope}"'
    return response


@api.exception_handler(HttpError)
def unreadable(_request: HttpRequest, error: HttpError) -> HttpResponse:
    return problems.problem(error.status_code, code="unreadable")


@api.exception_handler(ValidationError)
def invalid(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    return problems.invalid(error)
