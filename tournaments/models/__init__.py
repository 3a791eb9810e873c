"""The facts of an event: who takes part, who meets whom, what was entered.

Nothing is computed here and nothing derived is stored: standings come from `tiebreaks`, writes go through
`tournaments.actions`, and reads that are more than a filter stand in `tournaments.queries`.
"""

from tournaments.models.categories import Category, Prize, Rule
from tournaments.models.claims import Claim, Side
from tournaments.models.events import (
    Berlin,
    BoardOf,
    BoardPrize,
    Discipline,
    Edition,
    Event,
    RatingKind,
    System,
    TeamScore,
    Verification,
)
from tournaments.models.jobs import UNFINISHED, Job, JobState
from tournaments.models.keys import DeskKeys, KeyPreset
from tournaments.models.log import LogEntry
from tournaments.models.members import Membership, Role, SigninLink
from tournaments.models.players import Absence, Player
from tournaments.models.results import REQUESTED, WITHOUT_OPPONENT, Result
from tournaments.models.rounds import Draft, Game, Round, Stage
from tournaments.models.screens import Screen, Slide
from tournaments.models.series import Series
from tournaments.models.sheets import Purpose, Sheet
from tournaments.models.signins import DoorEntry, DoorKind, SignIn
from tournaments.models.sites import Site
from tournaments.models.teams import UNMATCHED, Match, MatchEnd, Team, TeamAbsence
from tournaments.models.tokens import Scope, Token, TokenKind
from tournaments.models.webhooks import Delivery, News, Webhook

__all__ = [
    "REQUESTED",
    "UNFINISHED",
    "UNMATCHED",
    "WITHOUT_OPPONENT",
    "Absence",
    "Berlin",
    "BoardOf",
    "BoardPrize",
    "Category",
    "Claim",
    "Delivery",
    "DeskKeys",
    "Discipline",
    "DoorEntry",
    "DoorKind",
    "Draft",
    "Edition",
    "Event",
    "Game",
    "Job",
    "JobState",
    "KeyPreset",
    "LogEntry",
    "Match",
    "MatchEnd",
    "Membership",
    "News",
    "Player",
    "Prize",
    "Purpose",
    "RatingKind",
    "Result",
    "Role",
    "Round",
    "Rule",
    "Scope",
    "Screen",
    "Series",
    "Sheet",
    "Side",
    "SignIn",
    "SigninLink",
    "Site",
    "Slide",
    "Stage",
    "System",
    "Team",
    "TeamAbsence",
    "TeamScore",
    "Token",
    "TokenKind",
    "Verification",
    "Webhook",
]
