"""What programs send to the API: one class for each body, its fields as OpenAPI describes them."""

from typing import Annotated, Literal

from ninja import Field, Schema
from ninja.params.functions import Query
from pydantic import ConfigDict

from tiebreaks.facts.size import MOST_PLAYERS

# A database refuses NUL, logs are read by lines, and nobody sees marks of direction or characters without a width.
ONE_LINE = r"^[^\x00-\x1f\x7f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]*$"

type Number = Annotated[int, Field(ge=1, le=10**6)]  # of a player or a team; a database refuses much larger ones

REASON = Query("", max_length=200, pattern=ONE_LINE)


class Body(Schema):
    """What is sent; a field that is not known is an error, so that a misspelt one is not lost."""

    model_config = ConfigDict(extra="forbid")


class ResultIn(Body):
    """A result to enter. In Scrabble and pétanque it follows from the scores."""

    result: str | None = None
    white_score: int | None = None
    black_score: int | None = None
    version: int = Field(description="the version of the game that this entry rests on")
    reason: str = Field("", max_length=200, pattern=ONE_LINE)


class PairIn(Body):
    white: int = Field(ge=1, le=10**6, description="number of the player who has White or plays first")
    black: int = Field(ge=1, le=10**6)
    board: int | None = Field(None, ge=1, le=999, description="without numbers the boards count in their order")


class ByeIn(Body):
    player: int = Field(ge=1, le=10**6)
    kind: Literal["U", "F", "H", "Z"] = Field("U", description="as in FIDE's tournament file; Z is absent")


class PairingsIn(Body):
    """A round as another program has paired it."""

    boards: list[PairIn] = Field(max_length=MOST_PLAYERS // 2)
    byes: list[ByeIn] = Field([], max_length=MOST_PLAYERS)


class PlayerIn(Body):
    """What is known of a player. Sex is m, w or empty; a date of birth is a day or a year."""

    name: str = Field("", min_length=1, max_length=80, pattern=ONE_LINE)
    title: str = Field("", max_length=4, pattern=ONE_LINE)
    rating: int | None = Field(None, ge=0, le=4000)
    national_rating: int | None = Field(None, ge=0, le=4000)
    federation: str = Field("", pattern=r"^([A-Za-z]{3})?$")
    club: str = Field("", max_length=60, pattern=ONE_LINE)
    sex: Literal["", "m", "w", "d"] = ""
    birth_date: str = Field("", max_length=10, pattern=ONE_LINE)
    fide_id: str = Field("", pattern=r"^[0-9]{0,11}$")
    national_id: str = Field("", max_length=11, pattern=ONE_LINE)


class NewPlayerIn(PlayerIn):
    name: str = Field(min_length=1, max_length=80, pattern=ONE_LINE)


class PresenceIn(Body):
    present: bool


class AbsenceIn(Body):
    kind: Literal["H", "F", "Z", ""] = Field(
        description="half-point bye, full-point bye, without points, or not absent after all"
    )
    one_more: bool = Field(default=False, description="a half-point bye that is not the first one is meant")


class ReasonIn(Body):
    reason: str = Field(min_length=1, max_length=200, pattern=ONE_LINE)


class TeamIn(Body):
    """A team; `players` are the numbers of its players in the order of its list."""

    name: str = Field("", min_length=1, max_length=80, pattern=ONE_LINE)
    short_name: str = Field("", max_length=5, pattern=ONE_LINE)
    captain: str = Field("", max_length=80, pattern=ONE_LINE)
    players: list[Number] = Field([], max_length=100)


class NewTeamIn(TeamIn):
    name: str = Field(min_length=1, max_length=80, pattern=ONE_LINE)


class PlanIn(Body):
    """A usual plan. Of a round robin the number of participants says how many rounds there are."""

    system: Literal["swiss", "german-championship", "team-swiss", "round-robin", "double-round-robin"]
    rounds: int | None = Field(None, ge=1, le=60)


class DrawIn(Body):
    """Requests for the drawing: pairs that must meet, and the bye. Forbidden pairings have the address `bans`."""

    fixed: list[tuple[Number, Number]] = Field([], max_length=500)
    bye: Number | None = None


class ChangeIn(Body):
    """A change of a draft by hand: two participants exchange their seats, at one board their sides."""

    round: int = Field(ge=1, le=999)
    revision: int = Field(ge=1, le=10**6, description="of the draft as it was read")
    players: tuple[Number, Number] = Field(description="numbers; of teams in a team event")


class SeenIn(Body):
    round: int = Field(ge=1, le=999)
    revision: int = Field(ge=1, le=10**6)


class PublicationIn(Body):
    """The drafts as they were read; a reason where the page asks for one."""

    drafts: list[SeenIn] = Field(max_length=60)
    reason: str = Field("", max_length=200, pattern=ONE_LINE)
