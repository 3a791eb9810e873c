"""Who may do what in an event: one table, and nothing beside it."""

from django.conf import settings

from tournaments.domain.choices import Scope
from tournaments.domain.roles import Role
from tournaments.models import Event, Membership

VIEW = "view"  # see the event, also while it is not public
ENTER = "enter"  # enter and correct results of the running and the previous round
UNDO = "undo"  # take back one's own last entry
CORRECT_OLD = "correct_old"  # correct results of older rounds, with a reason
PAIR = "pair"  # plan the rounds, draw and publish pairings, let players come and go
CONFIGURE = "configure"  # settings, the order of the tie-breaks
IMPORT = "import"  # bring in a tournament file
OWN = "own"  # members, erasure
CHECK_IN = "check_in"  # say who is here before the first round
COPY = "copy"  # make a new event of the settings of this one
CREATE = "create"  # make a new event: superusers, and everybody with an account where the site says so
READ_LOG = "read_log"  # read who did what, when and from where
INSIDE = "inside"  # see what is kept from everybody else: withheld and unchecked results, names
DECIDE = "decide"  # penalties, points taken off, kinds of byes

ACTIONS = (
    VIEW,
    ENTER,
    UNDO,
    CORRECT_OLD,
    PAIR,
    CONFIGURE,
    IMPORT,
    OWN,
    CHECK_IN,
    COPY,
    CREATE,
    DECIDE,
    INSIDE,
    READ_LOG,
)

TABLE = {
    Role.OWNER: {
        VIEW,
        INSIDE,
        READ_LOG,
        ENTER,
        UNDO,
        CORRECT_OLD,
        PAIR,
        CONFIGURE,
        IMPORT,
        OWN,
        CHECK_IN,
        COPY,
        DECIDE,
    },
    Role.CHIEF_ARBITER: {VIEW, INSIDE, READ_LOG, ENTER, UNDO, CORRECT_OLD, PAIR, CHECK_IN, DECIDE},
    Role.ARBITER: {VIEW, INSIDE, READ_LOG, ENTER, UNDO, CHECK_IN, DECIDE},
    Role.ENTRY: {VIEW, INSIDE, ENTER, UNDO},
    Role.CHECKIN: {VIEW, CHECK_IN},
    Role.DISPLAY: {VIEW},
}

# What whoever made a token must still be allowed to do, for what the token may do.
SCOPES = {Scope.READ: VIEW, Scope.RESULTS: ENTER, Scope.PAIRINGS: PAIR}

SUPERUSER = "superuser"


def role(user, event: Event | None) -> str:
    """Name the role of a user in an event: a `Role`, "superuser", or "" for everybody else."""
    if user is None or not user.is_authenticated or not user.is_active:
        return ""
    if user.is_superuser:
        return SUPERUSER
    if event is None:
        return ""
    return Membership.objects.filter(event=event, user=user).values_list("role", flat=True).first() or ""


def may(user, event: Event | None, action: str) -> bool:
    """Say whether a user may do something in an event. Without an event (a new one): superusers alone.

    Who may make new events is a setting of the site.
    """
    if action not in ACTIONS:
        raise KeyError(action)
    if action == CREATE and settings.EVERYBODY_CREATES and user is not None and user.is_authenticated:
        return user.is_active
    if action == VIEW and event is not None and event.is_public:
        return True
    return allows(role(user, event), action)


def allows(role: str, action: str) -> bool:
    """Say whether a role, as `role()` names it, is enough for an action: for templates that ask several times."""
    return role == SUPERUSER or action in TABLE.get(role, ())
