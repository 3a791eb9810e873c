"""Manage projectors: add them, choose what they show, close them."""

from datetime import timedelta
from typing import Any

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.access import tokens
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.choices import TokenKind
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, Screen

NAME_TAKEN = sentence("screen-name-taken", gettext_noop("There is already a projector with that name."))
NAMELESS = sentence("screen-nameless", gettext_noop("A projector needs a name, for example the place where it hangs."))
TOO_MANY = sentence("screens-too-many", gettext_noop("There are already {limit} projectors. Close one first."))
GONE = sentence("screen-gone", gettext_noop("This projector has been closed in the meantime."))

MOST = 20
VALID = timedelta(days=120)


def add_screen(event: Event, name: str, by: Actor) -> tuple[Screen, str]:
    """Add a projector and return it with the text of its display token. Raise Refusal."""
    with writing(event) as event:
        if not name:
            raise Refusal(NAMELESS, field="name")
        if event.screens.filter(name=name).exists():
            raise Refusal(NAME_TAKEN, field="name")
        if event.screens.count() >= MOST:
            raise Refusal(TOO_MANY, field="name", limit=MOST)
        screen = Screen.objects.create(event=event, name=name)
        record(event, by, LogAction.SCREEN, after={"screen": screen.pk, "name": name})
        return screen, issue_token(screen, by)


def renew_screen(event: Event, pk: int, by: Actor) -> tuple[Screen, str]:
    """Give a projector a new address and return it with its token. Raise Refusal where it no longer exists."""
    with writing(event) as event:
        screen = find_screen(event, pk)
        revoke_tokens(screen)
        record(event, by, LogAction.SCREEN, before={"screen": pk}, after={"screen": pk, "address": "new"})
        return screen, issue_token(screen, by)


def remove_screen(event: Event, pk: int, by: Actor) -> None:
    """Remove a projector; its address stops working. Raise Refusal where it no longer exists."""
    with writing(event) as event:
        screen = find_screen(event, pk)
        revoke_tokens(screen)
        name = screen.name
        screen.delete()
        record(event, by, LogAction.SCREEN, before={"screen": pk, "name": name})


def control_screen(event: Event, pk: int | None, changes: dict[str, Any], by: Actor) -> bool:
    """Change what a projector shows (None: the one that everybody may open). Return whether anything changed."""
    with writing(event) as event:
        screen = Screen.objects.get_or_create(event=event, is_open=True)[0] if pk is None else find_screen(event, pk)
        before = change_screen(screen, changes)
        if before:
            after = {field: changes[field] for field in before}
            record(
                event, by, LogAction.SCREEN, before={"screen": screen.pk} | before, after={"screen": screen.pk} | after
            )
        return bool(before)


def change_screen(screen: Screen, changes: dict[str, Any]) -> dict[str, Any]:
    """Store the changes of a projector and return the old values of the fields that changed."""
    before = {field: getattr(screen, field) for field in changes if getattr(screen, field) != changes[field]}
    for field in before:
        setattr(screen, field, changes[field])
    if before:
        screen.save(update_fields=list(before))
    return before


def find_screen(event: Event, pk: int) -> Screen:
    """Return a projector that has its own address. Raise Refusal."""
    screen = event.screens.filter(pk=pk, is_open=False).first()
    if screen is None:
        raise Refusal(GONE, field="screen")
    return screen


def issue_token(screen: Screen, by: Actor) -> str:
    return tokens.issue_token(screen.event, TokenKind.DISPLAY, valid=VALID, by=by.user, screen=screen.pk)


def revoke_tokens(screen: Screen) -> None:
    for token in tokens.valid_tokens().filter(event=screen.event, kind=TokenKind.DISPLAY, payload__screen=screen.pk):
        tokens.revoke_token(token)
