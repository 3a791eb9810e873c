"""The drafts on the pairings page as values: boards or matches with their reasons and faults, and every change."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from pairing import fixed_tables
from pairing.boards import Reason
from pairing.legality import MEETING_FAULTS
from tiebreaks.refusal import Refusal
from tiebreaks.table import Table
from tournaments.domain.number_format import figure
from tournaments.models import Draft, Event
from tournaments.pages.rounds.finalists import FinalistsView, build_finalists
from tournaments.queries import team_facts
from tournaments.queries.draft_age import is_outdated
from tournaments.queries.games import read_absences, read_fixed_tables
from tournaments.scheduling import draft_faults, next_round
from tournaments.wording import pairings as pairings_wording


class Who(NamedTuple):
    """A player or a team; for a team `note` gives its points and its colour on board 1."""

    number: int
    name: str
    note: str = ""


class Board(NamedTuple):
    """A board of a draft, or a match, with the number that it will have.

    `faults` holds sentences; `moved` is true if the system proposed something else.
    """

    board: int
    white: Who
    black: Who
    reasons: list[str]
    faults: list[str]
    moved: bool


class Free(NamedTuple):
    who: Who
    reasons: list[str]


class Change(NamedTuple):
    """A board where the arbiter's pairing differs from the system's; 0 is the bye."""

    board: int
    proposed: str
    now: str


class DraftView(NamedTuple):
    """`changes` lists what the arbiter has changed; `wishes` and `tables` (fixed tables not given) hold sentences.

    `faults` are those to be shown; a draft also `has_faults` if the arbiter has confirmed all of them.
    """

    number: int
    revision: int
    system: str
    seed: int | None
    boards: list[Board]
    byes: list[Free]
    absent: list[str]
    notes: list[str]
    faults: list[str]
    tables: list[str]
    changes: list[Change]
    wishes: list[str]
    is_outdated: bool
    has_faults: bool
    is_free: bool
    may_forbid: bool
    finalists: FinalistsView | None


def draft_view(draft: Draft, drafts: list[Draft], coming: next_round.NextRound, names: dict[int, str]) -> DraftView:
    """Return a draft as the arbiter sees it."""
    all_faults = _find_faults(coming, draft, drafts)
    faults = [fault for fault in all_faults if not _is_confirmed(fault, draft)]
    proposed = {(board["white"], board["black"]) for board in draft.proposal["boards"]}
    notes = _list_notes(draft.event, coming)
    fixed, pairs = read_fixed_tables(draft.event), draft_faults.read_draft(draft).pairs
    numbers = fixed_tables.assign_tables(pairs, fixed)
    boards = [
        _board(place, board, faults, proposed, names, notes) for place, board in zip(numbers, draft.boards, strict=True)
    ]
    boards = sorted((_with_table(board, fixed, names) for board in boards), key=lambda board: board.board)
    on_boards = {sentence for board in boards for sentence in board.faults}
    everything = [_describe(fault, names) for fault in faults]
    return DraftView(
        number=draft.number,
        revision=draft.revision,
        system=pairings_wording.pairing_system(coming.stage.system),
        seed=draft.proposal.get("seed"),
        boards=boards,
        byes=[Free(_who(bye["player"], names, notes.free), _reasons(bye["reasons"], names)) for bye in draft.byes],
        absent=[names[number] for number in sorted(read_absences(draft.event, draft.number)) if number in names],
        notes=[] if "finalists" in draft.proposal else _reasons(draft.proposal["notes"], names),
        faults=[sentence for sentence in everything if sentence not in on_boards],
        tables=[_describe(missed, names) for missed in fixed_tables.explain_missed_tables(pairs, numbers, fixed)],
        changes=_changes(draft, numbers, names),
        wishes=pairings_wording.pairing_wishes(draft.wishes, names),
        is_outdated=is_outdated(draft.event, draft),
        has_faults=bool(all_faults),
        is_free=coming.stage.system in next_round.FREE,
        may_forbid=coming.stage.system in (*next_round.FREE, "finalists"),
        finalists=build_finalists(draft.proposal, names),
    )


def _find_faults(coming: next_round.NextRound, draft: Draft, drafts: list[Draft]) -> list[Reason]:
    try:
        return draft_faults.find_draft_faults(coming, draft, drafts)
    except Refusal as refusal:
        return [Reason(refusal.code, refusal.params)]


def _is_confirmed(fault: Reason, draft: Draft) -> bool:
    """Return whether an arbiter has confirmed that these two meet, which the reasons of their board say."""
    pair = {fault.params.get("white"), fault.params.get("black")}
    return fault.code in MEETING_FAULTS and any(pair == set(each) for each in draft.wishes.get("granted", ()))


class Notes(NamedTuple):
    """The note on each team, by number: as the first team of a match, as the second one, and without a match."""

    first: dict[int, str]
    second: dict[int, str]
    free: dict[int, str]


def _list_notes(event: Event, coming: next_round.NextRound) -> Notes:
    """Return a note on every team, its points before the round and its colour on board 1; none on players."""
    if coming.facts.team_event is None:
        return Notes({}, {}, {})
    table, begins = Table(coming.facts), team_facts.find_board_colours(event)[0] == "W"
    points = {number: figure(table.score(number)) for number in coming.facts.players}
    sides = (begins, not begins, None)
    return Notes(
        *(
            {n: pairings_wording.describe_team(own, coming.facts.score, side) for n, own in points.items()}
            for side in sides
        )
    )


def _board(
    place: int,
    board: dict[str, Any],
    all_faults: list[Reason],
    proposed: set[tuple[int, int]],
    names: dict[int, str],
    notes: Notes,
) -> Board:
    white, black = board["white"], board["black"]
    own_faults = [
        fault for fault in all_faults if {fault.params.get(k) for k in ("white", "black", "player")} & {white, black}
    ]
    reasons = _reasons(board["reasons"], names)
    faults = [_describe(fault, names) for fault in own_faults]
    first, second = _who(white, names, notes.first), _who(black, names, notes.second)
    return Board(place, first, second, reasons, faults, (white, black) not in proposed)


def _with_table(board: Board, fixed: dict[int, int], names: dict[int, str]) -> Board:
    """Add to a board's reasons for whom it has its number."""
    explained = fixed_tables.explain_fixed_tables((board.white.number, board.black.number), board.board, fixed)
    return board._replace(reasons=[*board.reasons, *(_describe(reason, names) for reason in explained)])


def _who(number: int, names: dict[int, str], notes: dict[int, str] | None = None) -> Who:
    return Who(number, names.get(number, "?"), (notes or {}).get(number, ""))


def _describe(reason: Reason, names: dict[int, str]) -> str:
    return pairings_wording.pairing_reason(reason.code, reason.params, names)


def _reasons(stored: Iterable[tuple[str, Any]], names: dict[int, str]) -> list[str]:
    return [pairings_wording.pairing_reason(code, params, names) for code, params in stored]


def _changes(draft: Draft, numbers: list[int], names: dict[int, str]) -> list[Change]:
    """Return the boards that differ from the system's proposal, each with both pairs, and the byes."""

    def pair(board: dict[str, Any]) -> str:
        return f"{names.get(board['white'])} – {names.get(board['black'])}"

    def free(byes: list[dict[str, Any]]) -> str:
        return ", ".join(str(names.get(bye["player"])) for bye in byes)

    pairs = zip(numbers, draft.proposal["boards"], draft.boards, strict=False)
    boards = [Change(place, pair(old), pair(new)) for place, old, new in pairs]
    byes = Change(0, free(draft.proposal["byes"]), free(draft.byes))
    return [change for change in (*boards, byes) if change.proposed != change.now]
