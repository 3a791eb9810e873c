"""The drafts on the pairings page as values: boards or matches with their reasons and faults, and every change."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext

from pairing.rules import fixed_tables
from pairing.rules.boards import Reason
from pairing.rules.legality import MEETING_FAULTS
from tiebreaks.refusal import Refusal
from tournaments.models import Draft
from tournaments.operation.bounded_cache import BoundedCache
from tournaments.pages.rounds.draft_notes import Notes, list_notes
from tournaments.pages.rounds.finalists import FinalistsView, build_finalists
from tournaments.queries.rounds.draft_age import is_outdated
from tournaments.queries.rounds.games import read_absences, read_fixed_tables
from tournaments.scheduling import draft_faults, next_round
from tournaments.scheduling.draft_judgement import judge_draft
from tournaments.scheduling.fide_rounds import RULES
from tournaments.wording import pairings as pairings_wording

MANY = 3  # boards from which on a reason that all of them have is said once


class Who(NamedTuple):
    """A player or a team; `note` says what an arbiter compares, such as points and colours."""

    number: int
    name: str
    note: str = ""


class DraftBoard(NamedTuple):
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


class DraftChange(NamedTuple):
    """A board where the arbiter's pairing differs from the system's; 0 is the bye."""

    board: int
    proposed: str
    now: str


class DraftView(NamedTuple):
    """`changes` lists what the arbiter has changed, and `cost` what that costs by FIDE’s `rules`, a chapter.

    `wishes` and `tables` (fixed tables not given) hold sentences.

    `faults` are those to be shown; a draft also `needs_reason` if the arbiter has confirmed all of them.
    """

    number: int
    revision: int
    system: str
    seed: int | None
    boards: list[DraftBoard]
    byes: list[Free]
    absent: list[str]
    field: str
    notes: list[str]
    faults: list[str]
    tables: list[str]
    changes: list[DraftChange]
    cost: str
    wishes: list[str]
    is_outdated: bool
    needs_reason: bool
    is_free: bool
    may_forbid: bool
    rules: str
    finalists: FinalistsView | None


class DraftKey(NamedTuple):
    """What the view of a draft depends on: the draft, the event at a version, and the language of its sentences."""

    draft: int
    revision: int
    epoch: str
    version: int
    language: str | None


_known: BoundedCache[DraftKey, DraftView] = BoundedCache("drafts", 8)


def draft_view(draft: Draft, drafts: list[Draft], coming: next_round.NextRound, names: dict[int, str]) -> DraftView:
    """Return a draft as the arbiter sees it, built once for each version of the event."""
    key = DraftKey(draft.pk, draft.revision, draft.event.epoch, draft.event.version, get_language())
    view = _known.get(key)
    if view is None:
        _known.put(key, view := _build_view(draft, drafts, coming, names))
    return view


def _build_view(draft: Draft, drafts: list[Draft], coming: next_round.NextRound, names: dict[int, str]) -> DraftView:
    all_faults = _find_faults(coming, draft, drafts)
    faults = [fault for fault in all_faults if not _is_confirmed(fault, draft)]
    proposed = {(board["white"], board["black"]) for board in draft.proposal["boards"]}
    notes, shared = list_notes(draft.event, coming), _find_shared(draft.boards)
    fixed, pairs = read_fixed_tables(draft.event), draft_faults.read_draft(draft).pairs
    numbers = fixed_tables.assign_tables(pairs, fixed)
    boards = [
        _board(place, board, faults, proposed, names, notes, shared)
        for place, board in zip(numbers, draft.boards, strict=True)
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
        absent=list(_name_absent(draft, names)),
        field=_count_field(draft, names),
        notes=[
            *([] if "finalists" in draft.proposal else _reasons(draft.proposal["notes"], names)),
            *(pairings_wording.shared_reason(code, params, names) for code, params in shared.items()),
        ],
        faults=[sentence for sentence in everything if sentence not in on_boards],
        tables=[_describe(missed, names) for missed in fixed_tables.explain_missed_tables(pairs, numbers, fixed)],
        changes=_changes(draft, numbers, names),
        cost="" if all_faults else _tell_cost(coming, draft, names),
        wishes=pairings_wording.pairing_wishes(next_round.read_wishes(draft.event, draft)._asdict(), names),
        is_outdated=is_outdated(draft.event, draft),
        needs_reason=draft_faults.needs_reason(coming, draft, all_faults),
        is_free=coming.stage.system in next_round.FREE,
        may_forbid=coming.stage.system in (*next_round.FREE, "finalists"),
        rules=RULES.get(coming.stage.system, ""),
        finalists=build_finalists(draft.proposal, names),
    )


def _name_absent(draft: Draft, names: dict[int, str]) -> Iterator[str]:
    """Yield the names of the absent; who has a board nevertheless, as in matches, loses there."""
    seated = {board[side] for board in draft.boards for side in ("white", "black")}
    for number in sorted(read_absences(draft.event, draft.number)):
        if number in names:
            loses = gettext("%(name)s (loses by forfeit)")
            yield loses % {"name": names[number]} if number in seated else names[number]


def _count_field(draft: Draft, names: dict[int, str]) -> str:
    """Say how many play, and who is absent or has a bye; who is absent at a board does not play."""
    seated = {board[side] for board in draft.boards for side in ("white", "black")}
    absent = sorted(set(read_absences(draft.event, draft.number)) & names.keys())
    free = [bye["player"] for bye in draft.byes]
    return pairings_wording.count_field(
        len(seated.difference(absent)), [names[number] for number in absent], [names[number] for number in free]
    )


def _find_faults(coming: next_round.NextRound, draft: Draft, drafts: list[Draft]) -> list[Reason]:
    try:
        return draft_faults.find_draft_faults(coming, draft, drafts)
    except Refusal as refusal:
        return [Reason(refusal.code, refusal.params)]


def _tell_cost(coming: next_round.NextRound, draft: Draft, names: dict[int, str]) -> str:
    judgement = judge_draft(coming, draft)
    return _describe(judgement, names) if judgement else ""


def _is_confirmed(fault: Reason, draft: Draft) -> bool:
    """Return whether an arbiter has confirmed that these two meet, which the reasons of their board say."""
    pair = {fault.params.get("white"), fault.params.get("black")}
    return fault.code in MEETING_FAULTS and any(pair == set(each) for each in draft.wishes.get("granted", ()))


def _find_shared(boards: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the reasons, parameters by code, that every one of many boards has: they are said once."""
    if len(boards) < MANY:
        return {}
    first, *others = (dict(board["reasons"]) for board in boards)
    return {
        code: params
        for code, params in first.items()
        if all(code in reasons for reasons in others)
        and (code in pairings_wording.ON_ALL_BOARDS or all(reasons[code] == params for reasons in others))
    }


def _board(
    place: int,
    board: dict[str, Any],
    all_faults: list[Reason],
    proposed: set[tuple[int, int]],
    names: dict[int, str],
    notes: Notes,
    shared: Collection[str],
) -> DraftBoard:
    white, black = board["white"], board["black"]
    own_faults = [
        fault for fault in all_faults if {fault.params.get(k) for k in ("white", "black", "player")} & {white, black}
    ]
    reasons = _reasons(((code, params) for code, params in board["reasons"] if code not in shared), names)
    faults = [_describe(fault, names) for fault in own_faults]
    first, second = _who(white, names, notes.first), _who(black, names, notes.second)
    return DraftBoard(place, first, second, reasons, faults, (white, black) not in proposed)


def _with_table(board: DraftBoard, fixed: dict[int, int], names: dict[int, str]) -> DraftBoard:
    """Add to a board's reasons the player whose fixed table it is."""
    explained = fixed_tables.explain_fixed_tables((board.white.number, board.black.number), board.board, fixed)
    return board._replace(reasons=[*board.reasons, *(_describe(reason, names) for reason in explained)])


def _who(number: int, names: dict[int, str], notes: dict[int, str] | None = None) -> Who:
    return Who(number, names.get(number, "?"), (notes or {}).get(number, ""))


def _describe(reason: Reason, names: dict[int, str]) -> str:
    return pairings_wording.pairing_reason(reason.code, reason.params, names)


def _reasons(stored: Iterable[tuple[str, Any]], names: dict[int, str]) -> list[str]:
    return [pairings_wording.pairing_reason(code, params, names) for code, params in stored]


def _changes(draft: Draft, numbers: list[int], names: dict[int, str]) -> list[DraftChange]:
    """Return the boards that differ from the system's proposal, each with both pairs, and the byes."""

    def pair(board: dict[str, Any]) -> str:
        return f"{names.get(board['white'])} – {names.get(board['black'])}"

    def free(byes: list[dict[str, Any]]) -> str:
        return ", ".join(str(names.get(bye["player"])) for bye in byes)

    pairs = zip(numbers, draft.proposal["boards"], draft.boards, strict=False)
    boards = [DraftChange(place, pair(old), pair(new)) for place, old, new in pairs]
    byes = DraftChange(0, free(draft.proposal["byes"]), free(draft.byes))
    return [change for change in (*boards, byes) if change.proposed != change.now]
