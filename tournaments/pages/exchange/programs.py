"""The page of the API and webhooks as values: valid tokens, webhooks, and their latest deliveries."""

from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import User
from django.utils import timezone

from tournaments.access import tokens
from tournaments.domain.choices import Scope, TokenKind, WebhookKind
from tournaments.models import Delivery, Event, SiteToken, Token, Webhook

NEWEST = 30


class Program(NamedTuple):
    number: int
    name: str
    may: list[str]
    by: str
    until: datetime


class Hook(NamedTuple):
    webhook: Webhook
    kinds: list[str]


class ProgramsView(NamedTuple):
    programs: list[Program]
    hooks: list[Hook]
    deliveries: list[Delivery]


def programs_view(event: Event) -> ProgramsView:
    """Return everything that the page shows. Three queries."""
    open_tokens = tokens.valid_tokens().filter(event=event, kind=TokenKind.API).select_related("created_by")
    deliveries = Delivery.objects.filter(webhook__event=event).select_related("webhook")[:NEWEST]
    return ProgramsView(
        list(map(build_program, open_tokens)),
        [Hook(each, [str(WebhookKind(kind).label) for kind in each.news]) for each in event.webhooks.all()],
        list(deliveries),
    )


def build_program(token: Token) -> Program:
    """Return the line of a token: who created it, and what it allows."""
    may = [str(Scope(scope).label) for scope in token.payload["scopes"]]
    return Program(token.pk, token.payload["name"], may, str(token.created_by or ""), token.expires_at)


def list_site_programs(user: User) -> list[Program]:
    """Return the tokens of a user that open every event. One query."""
    valid = SiteToken.objects.filter(user=user, expires_at__gt=timezone.now())
    return [
        Program(token.pk, token.name, [str(Scope(scope).label) for scope in token.scopes], "", token.expires_at)
        for token in valid
    ]
