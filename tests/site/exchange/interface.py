"""What tests of the interface for programs share: requests, and tokens for them."""

import json
from datetime import timedelta
from uuid import uuid4

from tests.site.factories import person
from tournaments.access import tokens
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import TokenKind

FAR = timedelta(days=1)
BOARD = "events/open/rounds/1/boards/2/result"


def get(client, path, status=200, **headers):
    answer = client.get(f"/api/v1/{path}", headers=headers)
    assert answer.status_code == status, answer.content
    return answer.json() if status != 304 else answer


def post(client, path, body, token="", key=None):
    headers = {"authorization": f"Bearer {token}", "idempotency-key": str(key or uuid4())}
    return client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json", headers=headers)


def token_of(event, role=Role.ARBITER, scopes=("results",), name="program"):
    return tokens.issue_token(
        event, TokenKind.API, valid=FAR, by=person(name, event, role), scopes=list(scopes), name=f"a {name}"
    )
