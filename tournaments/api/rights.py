"""What a token opens: its scopes, as long as the user who made it may still do the same."""

from typing import ClassVar

from django.http import HttpRequest
from ninja.security import HttpBearer

from tournaments.access import policy, tokens
from tournaments.domain.choices import Scope, TokenKind
from tournaments.models import Token


class TokenRequest(HttpRequest):
    """A request whose token was accepted."""

    auth: Token


class NoScope(Exception):
    """A token of the event that was made for something else."""

    def __init__(self, scope: str) -> None:
        super().__init__(scope)
        self.scope = scope


class ByToken(HttpBearer):
    """Authentication by a token with a scope; `request.auth` is the token then."""

    scope: ClassVar[Scope]

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        """Return the token if it is valid now. Raise NoScope if it was made for something else."""
        row = tokens.find_token(token, TokenKind.API)
        if row is None or not policy.may(row.created_by, row.event, policy.SCOPES[self.scope]):
            return None
        if self.scope not in row.payload.get("scopes", ()):
            raise NoScope(self.scope.value)
        return row


class ReadToken(ByToken):
    scope = Scope.READ
    openapi_description = "A token of the event with the scope `read`. Public events are read without one."


class ResultsToken(ByToken):
    scope = Scope.RESULTS
    openapi_description = "A token of the event with the scope `results`."


class PairingsToken(ByToken):
    scope = Scope.PAIRINGS
    openapi_description = "A token of the event with the scope `pairings`."


class PlayersToken(ByToken):
    scope = Scope.PLAYERS
    openapi_description = "A token of the event with the scope `players`."


class CheckInToken(ByToken):
    scope = Scope.CHECK_IN
    openapi_description = "A token of the event with the scope `checkin`."
