"""The contents of an archive: every field of every model of an event, except what is declared here.

A row is an object of its fields, the event with those of its parts. It refers to other rows by their place in their
own document, and to people by their place in `people`. The answer of a log entry that undoes another names that entry.
"""

from collections.abc import Iterator
from typing import Any

from django.db.models import Field, Model, QuerySet

from tournaments.models import (
    Absence,
    ArbiterCall,
    Authenticator,
    BoardNote,
    Category,
    Delivery,
    DoorEntry,
    Draft,
    Event,
    ForbiddenPairing,
    Game,
    Job,
    KeptAnswer,
    LogEntry,
    Logo,
    Membership,
    Mirror,
    MirrorLink,
    Passkey,
    Player,
    PlayerReport,
    PlayOff,
    Prize,
    PushChannel,
    PushKey,
    PushSubscription,
    RecoveryCode,
    Round,
    Screen,
    Series,
    SignIn,
    SigninLink,
    SiteToken,
    Stage,
    StaticSite,
    Team,
    TeamAbsence,
    TeamMatch,
    Token,
    Upload,
    Webhook,
)
from tournaments.models.events import COLUMNS
from tournaments.models.rounds import DRAWN

# The documents in the order in which their rows can be stored.
MODELS: dict[str, type[Model]] = {
    "logos": Logo,
    "teams": Team,
    "team_absences": TeamAbsence,
    "players": Player,
    "absences": Absence,
    "bans": ForbiddenPairing,
    "categories": Category,
    "prizes": Prize,
    "stages": Stage,
    "drafts": Draft,
    "rounds": Round,
    "matches": TeamMatch,
    "games": Game,
    "play_offs": PlayOff,
    "claims": PlayerReport,
    "notes": BoardNote,
    "members": Membership,
    "log": LogEntry,
}

# What an archive leaves out, and why. A test expects every model and field either here or above.
LEFT_OUT: dict[type[Model], str] = {
    ArbiterCall: "who waits in the hall now",
    Authenticator: "opens an account of one server",
    Delivery: "events that one server has sent to webhooks",
    DoorEntry: "sign-ins at one server",
    Job: "work of one server",
    Mirror: "the right of another server to show an event here",
    Passkey: "opens an account of one server",
    MirrorLink: "opens an address of another server",
    PushChannel: "what browsers have been sent by one server",
    PushKey: "names one server to push services",
    PushSubscription: "a browser that asked one server for notifications",
    RecoveryCode: "opens an account of one server",
    Screen: "a projector of one hall, opened by a token of one server",
    Series: "groups events of one server",
    Upload: "an upload between its preview and its import",
    SignIn: "a browser at one server",
    SigninLink: "opens an account of one server",
    SiteToken: "opens every event of one server",
    KeptAnswer: "kept for programs that ask one server again",
    StaticSite: "files generated from the event",
    Token: "opens an address of one server",
    Webhook: "holds a secret, and would send every event twice",
}
FIELDS_LEFT_OUT: dict[tuple[type[Model], str], str] = {
    (PlayerReport, "device"): "a cookie of one server",
    (PlayerReport, "is_doubtful"): "a hint for the arbiter who is at the desk now",
    (Event, "epoch"): "an import draws a new one",
    (Event, "listed_at"): "follows from the rest",
    (Event, "mirrored"): "says which server keeps the event, where this one only shows it",
    (Event, "moved_to"): "says where the event has moved to; only for the copy left behind",
    (Event, "search_key"): "follows from the rest",
    (Event, "series"): "groups events of one server",
    (Event, "shared_key"): "names what caches keep of one server",
    (Event, "status"): "follows from the rest",
    (Player, "search_key"): "follows from the name",
    (Player, "start_number"): "the database derives it from the other two numbers",
    (Team, "search_key"): "follows from the name",
    (Team, "start_number"): "the database derives it from the other two numbers",
}
# The fields of other rows that stand among those of a model, under their own names.
PARTS: dict[type[Model], tuple["Field[Any, Any]", ...]] = {Round: DRAWN}

DOCUMENT_NAMES = {model: name for name, model in MODELS.items()}


def archived_fields(model: type[Model]) -> Iterator["Field[Any, Any]"]:
    """Yield the fields of a model that an archive holds."""
    for field in COLUMNS.values() if model is Event else (*model._meta.concrete_fields, *PARTS.get(model, ())):
        if not field.primary_key and field.related_model is not Event and (model, field.name) not in FIELDS_LEFT_OUT:
            yield field


def read_rows(model: type[Model], event: Event) -> QuerySet[Any]:
    """Return the rows of an event in the order in which they were stored. One query."""
    rows = model._default_manager.filter(**{find_event_lookup(model): event}).order_by("pk")
    return rows.select_related("drawing") if model is Round else rows


def find_event_lookup(model: type[Model]) -> str:
    """Return the lookup from a model to its event: "event", "player__event"."""
    for field in model._meta.concrete_fields:
        if field.related_model is Event:
            return field.name
    for field in model._meta.concrete_fields:
        if field.related_model in DOCUMENT_NAMES:
            return f"{field.name}__{find_event_lookup(field.related_model)}"
    raise LookupError(model)


def undone_line(answer: object) -> Any:
    """Return the log entry that an answer says was undone, None for other answers."""
    return answer.get("undone") if isinstance(answer, dict) else None
