"""Who may do what in an event: the one table of rights."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User

from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import Scope
from tournaments.models import Event, Membership
from tournaments.models.prepared_queries import PreparedQuery

type Visitor = User | AnonymousUser

VIEW = "view"  # see the event, even if it is not public
ENTER = "enter"  # enter and correct results of the running and the previous round
UNDO = "undo"  # undo one's own last entry
CORRECT_OLD = "correct_old"  # correct results of older rounds, with a reason
PAIR = "pair"  # plan the rounds, draw and publish pairings, withdraw and reinstate players
CONFIGURE = "configure"  # change settings and the order of the tie-breaks
IMPORT = "import"  # import a tournament file
OWN = "own"  # manage members, erase the event
CHECK_IN = "check_in"  # record who is present before the first round
COPY = "copy"  # create an event from the settings of this one
CREATE = "create"  # create an event: superusers, who has the right to it, and everybody where the site allows it
READ_LOG = "read_log"  # read who did what, when and from where
INSIDE = "inside"  # see what is hidden from the public: withheld and unchecked results, names
DECIDE = "decide"  # decide on penalties, point deductions and kinds of byes
PRINT = "print"  # open and print the papers of the event
SHOW = "show"  # set up where the event is shown: projectors and plain pages
KEEP = "keep"  # what its owner does where an event is kept: archive, hand-over, erasing of names
NAMES = "names"  # choose under which name the public sees a player
SET_UP = "set_up"  # choose who and which programs work with the event on this server, and its place among sections

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
    PRINT,
    SHOW,
    KEEP,
    NAMES,
    SET_UP,
)

TABLE: dict[Role, set[str]] = {
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
        PRINT,
        SHOW,
        KEEP,
        NAMES,
        SET_UP,
    },
    Role.CHIEF_ARBITER: {VIEW, INSIDE, READ_LOG, ENTER, UNDO, CORRECT_OLD, PAIR, CHECK_IN, DECIDE, PRINT, SHOW, NAMES},
    Role.ARBITER: {VIEW, INSIDE, READ_LOG, ENTER, UNDO, CHECK_IN, DECIDE, PRINT},
    Role.ENTRY: {VIEW, INSIDE, ENTER, UNDO, PRINT},
    Role.CHECKIN: {VIEW, CHECK_IN},
    Role.DISPLAY: {VIEW},
}

# What anybody can still do in an event that another server keeps: all else is done there.
WHERE_SHOWN = frozenset({VIEW, INSIDE, READ_LOG, OWN, COPY, PRINT, SHOW, SET_UP})
# And in the copy that stays where an event was handed over.
WHERE_LEFT = frozenset({VIEW, INSIDE, READ_LOG, OWN, COPY, PRINT, KEEP, NAMES})

# The right that the maker of a token must still have for each scope of the token.
SCOPES = {
    Scope.READ: VIEW,
    Scope.PLAYERS: PAIR,
    Scope.CHECK_IN: CHECK_IN,
    Scope.RESULTS: ENTER,
    Scope.PAIRINGS: PAIR,
    Scope.SETTINGS: CONFIGURE,
    Scope.EVENTS: CREATE,
}

MEMBERS_ROLE = PreparedQuery(Membership.objects.values_list("role", flat=True), "event", "user")
SUPERUSER = "superuser"
MAKES_EVENTS = "tournaments.add_event"  # the right between everybody and superuser: to create events


def find_role(user: Visitor | None, event: Event | None) -> str:
    """Return the role of a user in an event: a `Role`, "superuser", or "" for everybody else. At most one query."""
    if event is None or user is None or not user.is_authenticated:
        return role_by(user, "")
    return role_by(user, MEMBERS_ROLE.first(event=event.pk, user=user.pk) or "")


def role_by(user: Visitor | None, membership: str) -> str:
    """Return the role of a user whose membership, "" for none, is known."""
    if user is None or not user.is_authenticated or not user.is_active:
        return ""
    return SUPERUSER if user.is_superuser else membership


def may(user: Visitor | None, event: Event | None, action: str) -> bool:
    """Tell whether a user can do something in an event now: it is possible there, and they have the right to it."""
    return has_right(user, event, action) and is_possible(event, action)


def is_possible(event: Event | None, action: str) -> bool:
    """Tell whether anybody can do something here: what another server keeps is only shown, what has moved is left."""
    if event is None or not event.is_elsewhere:
        return True
    return action in (WHERE_SHOWN if event.is_mirror else WHERE_LEFT)


def has_right(user: Visitor | None, event: Event | None, action: str) -> bool:
    """Tell whether a user has the right to something in an event. Without an event, only superusers have.

    Who may create events is a setting of the site, and a right that its admins give to single users.
    """
    if action not in ACTIONS:
        raise KeyError(action)
    if action == CREATE and user is not None and user.is_authenticated and user.is_active:
        return bool(settings.EVERYBODY_CREATES or user.has_perm(MAKES_EVENTS))
    if action == VIEW and event is not None and event.is_public:
        return True
    return allows(find_role(user, event), action)


def allows(role: str, action: str) -> bool:
    """Tell whether a role, as `find_role` returns it, is enough for an action."""
    return role == SUPERUSER or (role in TABLE and action in TABLE[Role(role)])
