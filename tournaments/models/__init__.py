"""The facts of an event: who takes part, who meets whom, what was entered.

Nothing is computed here and nothing derived is stored: standings come from `tiebreaks`, writes go through
`tournaments.actions`, and reads that are more than a filter stand in `tournaments.queries`.
"""

from tournaments.models.board_notes import ArbiterCall, BoardNote
from tournaments.models.categories import Category, Prize
from tournaments.models.event_details import EventDetails
from tournaments.models.events import Event
from tournaments.models.forbidden_pairings import ForbiddenPairing
from tournaments.models.jobs import Job
from tournaments.models.log import LogEntry
from tournaments.models.logos import Logo
from tournaments.models.members import Membership, SigninLink
from tournaments.models.mirrors import Mirror, MirrorLink
from tournaments.models.player_reports import PlayerReport
from tournaments.models.players import Absence, Player
from tournaments.models.push import PushChannel, PushKey, PushSubscription
from tournaments.models.rounds import Draft, Game, PlayOff, Round, RoundDrawing, Stage
from tournaments.models.screens import Screen
from tournaments.models.second_factors import Authenticator, Passkey, RecoveryCode
from tournaments.models.series import Series
from tournaments.models.signins import DoorEntry, SignIn
from tournaments.models.static_sites import StaticSite
from tournaments.models.team_rules import TeamRules
from tournaments.models.teams import Team, TeamAbsence, TeamMatch
from tournaments.models.tokens import KeptAnswer, SiteToken, Token
from tournaments.models.uploads import Upload
from tournaments.models.webhooks import Delivery, Webhook

__all__ = [
    "Absence",
    "ArbiterCall",
    "Authenticator",
    "BoardNote",
    "Category",
    "Delivery",
    "DoorEntry",
    "Draft",
    "Event",
    "EventDetails",
    "ForbiddenPairing",
    "Game",
    "Job",
    "KeptAnswer",
    "LogEntry",
    "Logo",
    "Membership",
    "Mirror",
    "MirrorLink",
    "Passkey",
    "PlayOff",
    "Player",
    "PlayerReport",
    "Prize",
    "PushChannel",
    "PushKey",
    "PushSubscription",
    "RecoveryCode",
    "Round",
    "RoundDrawing",
    "Screen",
    "Series",
    "SignIn",
    "SigninLink",
    "SiteToken",
    "Stage",
    "StaticSite",
    "Team",
    "TeamAbsence",
    "TeamMatch",
    "TeamRules",
    "Token",
    "Upload",
    "Webhook",
]
