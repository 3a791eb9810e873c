"""What a token opens: its scopes, as long as the user who made it may still do the same."""

from typing import ClassVar, NamedTuple

from django.contrib.auth.models import User
from django.http import HttpRequest
from ninja.security import HttpBearer

from tournaments.access import policy, site_tokens, tokens
from tournaments.domain.choices import Scope, TokenKind
from tournaments.models import Event


class Grant(NamedTuple):
    """An accepted token: whose it is, its name and scopes, and the event that it opens at this address, if any."""

    user: User | None
    name: str
    scopes: tuple[str, ...]
    event: Event | None


class TokenRequest(HttpRequest):
    """A request whose token was accepted."""

    auth: Grant


class NoScope(Exception):
    """A token that was made for something else."""

    def __init__(self, scope: str) -> None:
        super().__init__(scope)
        self.scope = scope


class ByToken(HttpBearer):
    """Authentication by a token with a scope; `request.auth` is what it grants then."""

    scope: ClassVar[Scope]

    def authenticate(self, request: HttpRequest, token: str) -> Grant | None:
        """Return what a token grants if it is valid now. Raise NoScope if it was made for something else."""
        grant = find_grant(request, token)
        if grant is None or not policy.has_right(grant.user, grant.event, policy.SCOPES[self.scope]):
            return None
        if self.scope not in grant.scopes:
            raise NoScope(self.scope.value)
        return grant


def find_grant(request: HttpRequest, text: str) -> Grant | None:
    """Return what a token grants: one of an event that event, one of the site the event of the address."""
    if row := tokens.find_token(text, TokenKind.API):
        return Grant(row.created_by, row.payload.get("name", ""), tuple(row.payload.get("scopes", ())), row.event)
    if whole := site_tokens.find_token(text):
        return Grant(whole.user, whole.name, tuple(whole.scopes), find_addressed(request))
    return None


def find_addressed(request: HttpRequest) -> Event | None:
    slug = request.resolver_match.kwargs.get("slug", "") if request.resolver_match else ""
    return Event.objects.filter(slug=slug).first() if slug.isprintable() else None  # PostgreSQL would fail by NUL


class ReadToken(ByToken):
    scope = Scope.READ
    openapi_description = "A token with the scope `read`. Public events are read without one."


class ResultsToken(ByToken):
    scope = Scope.RESULTS
    openapi_description = "A token with the scope `results`."


class PairingsToken(ByToken):
    scope = Scope.PAIRINGS
    openapi_description = "A token with the scope `pairings`."


class PlayersToken(ByToken):
    scope = Scope.PLAYERS
    openapi_description = "A token with the scope `players`."


class CheckInToken(ByToken):
    scope = Scope.CHECK_IN
    openapi_description = "A token with the scope `checkin`."


class SettingsToken(ByToken):
    scope = Scope.SETTINGS
    openapi_description = "A token with the scope `settings`."


class EventsToken(ByToken):
    scope = Scope.EVENTS
    openapi_description = "A token of the whole site with the scope `events`."
