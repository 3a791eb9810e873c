"""What a token opens: its scopes, as long as whoever made it may still do the same."""

from typing import Any, ClassVar

from ninja.security import HttpBearer

from tournaments.access import policy, tokens
from tournaments.domain.choices import Scope, TokenKind
from tournaments.models import Token


class NoScope(Exception):
    """A token of the event that was made for something else."""

    def __init__(self, scope: str) -> None:
        super().__init__(scope)
        self.scope = scope


class ByToken(HttpBearer):
    """The token that an address asks for: `request.auth` is the token then."""

    scope: ClassVar[Scope]

    def authenticate(self, request: Any, token: str) -> Token | None:
        """Return the token where it opens something now. Raise NoScope where that is something else."""
        found = tokens.find_token(token, TokenKind.API)
        if found is None or not policy.may(found.created_by, found.event, policy.SCOPES[self.scope]):
            return None
        if self.scope not in found.payload.get("scopes", ()):
            raise NoScope(self.scope.value)
        return found


class ReadToken(ByToken):
    scope = Scope.READ
    openapi_description = "A token of the event with the scope `read`. Public events are read without one."


class ResultsToken(ByToken):
    scope = Scope.RESULTS
    openapi_description = "A token of the event with the scope `results`."


class PairingsToken(ByToken):
    scope = Scope.PAIRINGS
    openapi_description = "A token of the event with the scope `pairings`."
