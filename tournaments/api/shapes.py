"""The shapes that the API answers with: one class for each, its fields as OpenAPI describes them."""

from datetime import date, datetime
from typing import Literal

from ninja import Field, Schema

from tournaments.domain.desk.protection import Protection

NUMBER = "who it is, here and in addresses; it never changes"
START_NUMBER = "what pages, papers and tournament files show; it may change until round 4 is paired"


class EventShape(Schema):
    slug: str
    name: str
    place: str
    organiser: str
    federation: str = Field(description="the one that reports the event, as FIDE's three letters")
    venue: str
    rate_of_play: str = Field(description="in words")
    rated_by: str = Field(description='fide, national, both or nobody; "" where it is not stated')
    starts_on: date | None
    ends_on: date | None
    time_zone: str
    discipline: str = Field(description="chess, scrabble or petanque")
    system: str = Field(description="swiss or round-robin")
    edition: str = Field(description="edition of the tie-break regulations")
    tiebreaks: list[str] = Field(description="the criteria in their order")
    rounds: int = Field(description="planned rounds")
    teams: bool
    team_boards: int = Field(description="boards of a match; 0 where single players meet")
    version: str = Field(description="epoch and version: changes with every write")
    changed_at: datetime
    final_at: datetime | None = Field(description="when the event was declared final; null while it can still change")


class OfficialShape(Schema):
    """An arbiter: the name with the title before it."""

    name: str
    fide_id: str


class LinkShape(Schema):
    address: str
    title: str


class WholeEventShape(EventShape):
    """An event in full, with the values that lists of events leave out."""

    round_factors: str = Field(description='rounds that count otherwise: 1-9:2; "" where all count alike')
    notice: str = Field(description='the line that stands on its pages now, "" for none')
    notice_until: datetime | None = Field(description="when its time is over; null until it is taken back")
    time_control: str = Field(description="the rate of play as record 222 of TRF26 has it, in seconds: 5400+30")
    map: str = Field(description="address of a map of the venue")
    chief_arbiter: OfficialShape | None
    deputy_arbiters: list[OfficialShape]
    announcement: str = Field(description="Markdown")
    links: list[LinkShape]
    logo: str | None = Field(description="path of a PNG on this server")


class EventPage(Schema):
    items: list[EventShape]
    next: str | None = Field(description="`after` of the next page, null at the end")


class PlayerShape(Schema):
    number: int = Field(description=NUMBER)
    start_number: int = Field(description=START_NUMBER)
    name: str
    title: str
    rating: int | None
    national_rating: int | None
    federation: str
    club: str
    fide_id: str = Field(description="Only with a token; everybody else gets an empty text")
    team: int | None = Field(description="number of the team; null for single players")
    withdrawn_from: int | None
    expelled_from: int | None = Field(description="out of the tables from the one before this round on")


class PlayerPage(Schema):
    items: list[PlayerShape]
    next: int | None


class TeamShape(Schema):
    number: int = Field(description=NUMBER)
    start_number: int = Field(description=START_NUMBER)
    name: str
    short_name: str
    players: list[int]


class TeamPage(Schema):
    items: list[TeamShape]
    next: int | None


class IndividualShape(Schema):
    """What a player of a team made over the board; forfeits count nothing."""

    board: int | None = Field(description="null for the reserves")
    place: int | None = Field(description="in the list of the board; null with too few games for a prize")
    number: int
    name: str
    team: int
    games: int
    points: str
    percent: str | None = Field(description="the share of the points, to one place")
    performance: int | None = Field(description="null where no opponent is rated")


class Basis(Schema):
    system: str = Field(description="swiss or round-robin")
    edition: str = Field(description="edition of the tie-break regulations")
    round: int = Field(description="the last round with a result")
    rounds: int = Field(description="planned rounds")


class IndividualPage(Basis):
    version: str
    by: str = Field(description="the order of each list: percent, points or performance")
    least_games: int = Field(description="games that a place needs")
    items: list[IndividualShape]
    next: int | None = Field(description="`after` of the next page, null at the end")


class RoundShape(Schema):
    number: int
    starts_at: datetime | None
    boards: int
    results_in: int
    withheld: bool = Field(description="the results are kept back for now")


class RoundPage(Schema):
    items: list[RoundShape]
    next: None = Field(description="null: there is one page")


class ScoredSideShape(Schema):
    """A player or a team in a result."""

    number: int = Field(description=NUMBER)
    name: str
    mark: str = Field(description="its side of the result; empty while that is open")
    moved: int = Field(description="places gained since the round before, 0 where nothing is said of them")


class HappeningShape(Schema):
    """One thing that happened."""

    what: str = Field(description="result, correction, published, released, final or notice")
    at: datetime
    round: int | None
    board: int | None
    sides: list[ScoredSideShape]
    text: str = Field(description='what a notice says, "" of all else')


class HappeningPage(Schema):
    items: list[HappeningShape]
    next: None = Field(description="null: older ones are not kept")


class GameShape(Schema):
    """A board, or the round of a player without an opponent (`board`, `black` null)."""

    round: int
    board: int | None
    table: int | None = Field(description="of a match of teams")
    match_board: int | None = Field(description="board of that match")
    white: int
    black: int | None
    result: str = Field(description="two letters as in FIDE's tournament file, White's first; \"\" while open")
    white_score: int | None
    black_score: int | None
    provisional: bool = Field(description="nobody else has checked it yet")
    adjourned: bool
    points: list[str] | None = Field(
        description="White's and Black's, where an arbiter gave others than the usual ones"
    )
    version: int = Field(description="to be sent back with a correction")


class GamePage(Schema):
    items: list[GameShape]
    next: str | None


class SideShape(Schema):
    team: int
    match_points: str
    game_points: str


class MatchShape(Schema):
    """A match of teams, or the round of a team without an opponent (`table`, `second` null)."""

    round: int
    table: int | None
    first: SideShape
    second: SideShape | None
    kind: str = Field(description="how the match went for the first team: open, played, a forfeit or a bye")
    boards: list[GameShape]


class MatchPage(Schema):
    items: list[MatchShape]
    next: str | None


class TermShape(Schema):
    round: int | None
    opponent: int | None
    value: str | None
    base: str | None
    weight: str | None
    result: str | None = Field(description="of the game, where it stands beside the value")
    expression: str | None = Field(description="what the value is computed from, for example 4.5 × 0.5")
    kind: str
    reason: str | None
    cut: str | None


class MemberShape(Schema):
    """One of a tied group: its place in it (0 where nothing was broken), and its points against those it met."""

    number: int
    place: int
    points: str | None
    against: dict[str, str | None]


class ComputedShape(Schema):
    """A step from the terms to the value: what is cut or computed, the number, and what it is computed from."""

    step: str
    value: str | None
    expression: str | None


class StepShape(Schema):
    """What was compared of teams, and the numbers of those that were still tied."""

    compared: str
    values: dict[str, list[str | None]]


class EncounterShape(Schema):
    complete: bool
    steps: list[StepShape]
    players: list[MemberShape]


class WorkingShape(Schema):
    """How a value comes about: it is the sum of the terms that are not cut, or the stated function of them.

    Direct encounter has no terms but the small table of a tied group.
    """

    criterion: str
    value: str | None
    formula: str
    rule: str
    edition: str
    limit: ComputedShape | None = Field(description="what an opponent needs to count, for example of Koya")
    terms: list[TermShape]
    steps: list[ComputedShape] = Field(description="from the terms to the value, which is the last one's")
    undefined: str | None = Field(description="why there is no value")
    encounter: EncounterShape | None = None


class RowShape(Schema):
    rank: int
    number: int
    name: str
    values: list[str | None]
    workings: list[WorkingShape] | None = Field(description="with `terms=true`")


class StandingsShape(Basis):
    version: str
    after_round: int | None
    criteria: list[str]
    items: list[RowShape]
    next: int | None = Field(description="`after` of the next page, null at the end")


class SquareShape(Schema):
    round: int
    opponent: int | None
    colour: str = Field(description="w, b or -")
    kind: str
    points: str


class LineShape(Schema):
    rank: int | None = Field(description="null for who is expelled")
    number: int
    rounds: list[SquareShape]


class CrosstableShape(Basis):
    version: str
    items: list[LineShape]
    next: int | None


class OutlookShape(Schema):
    number: int
    mark: str = Field(description="safe, possible or out")
    reason: str


class OutlookPage(Schema):
    items: list[OutlookShape]
    next: None = Field(description="null: there is one page")


class PublishedShape(Schema):
    outcome: str = Field(description="published, same or conflict")
    version: str


class EntryShape(Schema):
    outcome: str = Field(
        description="saved, checked (the same was there unchecked), rated (in the report alone), same or conflict"
    )
    game: GameShape
    protection: Protection | None = Field(
        description="what protects the stored result, so that a different one needs a `reason`; null where nothing "
        "does, or the game has changed since it was read"
    )


class SeatsShape(Schema):
    white: int = Field(description="number of the player (in a team event, the team) who has White or plays first")
    black: int


class DraftShape(Schema):
    round: int
    revision: int = Field(description="to be sent back with a change and with the publication")
    boards: list[SeatsShape]
    byes: list[int]


class DraftPage(Schema):
    """The drafts of the next round, or of all rounds of the groups. Nobody but the arbiters sees them."""

    state: Literal["none", "drawing", "ready", "failed"] = Field(
        description="drawing: ask again; failed: `problem` says why"
    )
    problem: str
    items: list[DraftShape]
    next: None = Field(description="null: there is one page")


class BanShape(Schema):
    key: int
    rule: Literal["list", "club", "federation"]
    numbers: list[int] = Field(description="of a list; in a team event those of teams")
    text: str = Field(description="the club or federation; each one by itself if empty")
    from_round: int
    to_round: int | None = Field(description="null: to the end")
    made_after: int = Field(description="the last round paired when it was made")


class BanPage(Schema):
    """Forbidden pairings. Only the arbiters see them."""

    items: list[BanShape]
    next: None = Field(description="null: there is one page")
