"""The page of pairings as values: the plan, drafts with their reasons and faults, published rounds, the field."""

from datetime import datetime
from typing import Any, NamedTuple

from pairing.boards import Reason
from tiebreaks.refusal import Refusal
from tiebreaks.table import Table
from tournaments import corrections, pairings, plan, plan_form, queries, team_facts, wording
from tournaments.actions.publication import is_outdated
from tournaments.corrections import Corrected
from tournaments.figures import figure
from tournaments.models import Draft, Event, Result
from tournaments.paired import ROWS, paired
from tournaments.tables.drawing import Drawing, drawing_view, failed_drawing
from tournaments.tables.finalists import FinalistsView, of_proposal


class Who(NamedTuple):
    """A player or a team; `note` says of a team its points and the colour of its board 1."""

    number: int
    name: str
    note: str = ""


class Board(NamedTuple):
    """A board of a draft. `faults` are sentences; `moved` says that the system had proposed something else."""

    board: int
    white: Who
    black: Who
    reasons: list[str]
    faults: list[str]
    moved: bool


class Free(NamedTuple):
    who: Who
    reasons: list[str]


class Asked(NamedTuple):
    """Who is not to be paired in a coming round; `kind` in words."""

    round: int
    name: str
    kind: str


class Change(NamedTuple):
    """A board where the arbiter's pairing differs from the system's; 0 is the bye."""

    board: int
    proposed: str
    now: str


class DraftView(NamedTuple):
    """`changes` is what the arbiter has changed; `wishes` are sentences."""

    number: int
    revision: int
    system: str
    seed: int | None
    boards: list[Board]
    byes: list[Free]
    absent: list[str]
    notes: list[str]
    faults: list[str]
    changes: list[Change]
    wishes: list[str]
    is_outdated: bool
    is_free: bool
    may_forbid: bool
    finalists: FinalistsView | None


class Line(NamedTuple):
    """One stage of the plan; `settings` are sentences."""

    system: str
    name: str
    first: int
    last: int
    settings: list[str]
    begun: bool


class Published(NamedTuple):
    """A published round; `proposed` are the pairs of the system that were changed by hand.

    `may_begin` is true of the running round that nobody has started yet; its first result starts it too.
    """

    number: int
    system: str
    seed: int | None
    results_in: int
    boards: int
    proposed: list[str]
    begun_at: datetime | None
    may_begin: bool
    may_go_back: bool
    corrected: tuple[Corrected, ...] = ()


class PairingsView(NamedTuple):
    """`problem` says why the next round can't be drawn; `heads` are the heads of a draft's places and its two sides.

    `players` are the teams in an event of teams.
    """

    heads: tuple[str, str, str]
    participant: str
    next: int
    system: str
    problem: str
    drawing: Drawing | None
    failed: tuple[str, dict[str, Any]] | None
    plan: list[Line]
    drafts: list[DraftView]
    needs_reason: bool
    rounds: list[Published]
    players: list[Who]
    withdrawn: list[Who]
    asked: list[Asked]

    @property
    def may_keep_byes(self) -> bool:
        """Tell whether the next drawing can leave the bye where it is."""
        return any(draft.is_free and draft.byes for draft in self.drafts)

    @property
    def may_change(self) -> bool:
        """Tell whether a published round has open boards."""
        return any(round.results_in < round.boards for round in self.rounds)

    @property
    def may_go_back(self) -> list[int]:
        """Return the rounds that can be taken back together: the last one, or those of the groups from the first on."""
        first = next((round.number for round in self.rounds if round.may_go_back), None)
        return [] if first is None else sorted(round.number for round in self.rounds if round.number >= first)


def pairings_view(event: Event) -> PairingsView:
    """Return everything that the page of pairings shows."""
    people = list(queries.participants(event).values_list("number", "name", "withdrawn_from"))
    names = {number: name for number, name, _ in people}
    drafts = list(event.drafts.all())
    last, far = queries.last_paired(event), queries.progress(event)
    next, problem = _coming(event)
    if next and next.stage.system == "final" and far.finished:
        problem = wording.refusal(Refusal(pairings.DECIDED, field="round"))
    views = [_draft(draft, drafts, next, names) for draft in drafts] if next else []
    return PairingsView(
        heads=wording.draft_heads(event.discipline, event.of_teams),
        participant=wording.participant(event.of_teams),
        next=last + 1,
        system=wording.pairing_system(next.stage.system) if next else "",
        problem=problem,
        drawing=drawing_view(event),
        failed=failed_drawing(event, last + 1),
        plan=[_line(stage, last) for stage in plan.read(event)],
        drafts=views,
        needs_reason=any(view.is_outdated or view.faults or any(b.faults for b in view.boards) for view in views),
        rounds=_published(event, far.round, last, names),
        players=[Who(number, name) for number, name, gone in people if gone is None],
        withdrawn=[Who(number, name) for number, name, gone in people if gone is not None],
        asked=_asked(event, last),
    )


def _asked(event: Event, last: int) -> list[Asked]:
    """Return the absences and requested byes of the rounds that are not published. One question."""
    coming = queries.participants(event).filter(absences__round__gt=last).order_by("absences__round", "name")
    return [
        Asked(round, name, str(Result(kind).label))
        for round, name, kind in coming.values_list("absences__round", "name", "absences__kind")
    ]


def _coming(event: Event) -> tuple[pairings.Coming | None, str]:
    try:
        return pairings.coming(event), ""
    except Refusal as refusal:
        return None, wording.refusal(refusal)


def _line(stage, last: int) -> Line:
    name = wording.pairing_system(stage.system)
    return Line(stage.system, name, stage.first, stage.last, plan_form.in_words(stage), stage.first <= last)


def _draft(draft: Draft, drafts: list[Draft], next: pairings.Coming, names: dict[int, str]) -> DraftView:
    found = _faults(next, draft, drafts)
    was = {(board["white"], board["black"]) for board in draft.proposal["boards"]}
    notes = _notes(draft.event, next)
    boards = [_board(place, board, found, was, names, notes) for place, board in enumerate(draft.boards, 1)]
    told = {sentence for board in boards for sentence in board.faults}
    everything = [_said(fault, names) for fault in found]
    return DraftView(
        number=draft.number,
        revision=draft.revision,
        system=wording.pairing_system(next.stage.system),
        seed=draft.proposal.get("seed"),
        boards=boards,
        byes=[Free(_who(bye["player"], names, notes.free), _reasons(bye["reasons"], names)) for bye in draft.byes],
        absent=[names[number] for number in sorted(queries.absent(draft.event, draft.number)) if number in names],
        notes=[] if "finalists" in draft.proposal else _reasons(draft.proposal["notes"], names),
        faults=[sentence for sentence in everything if sentence not in told],
        changes=_changes(draft, names),
        wishes=wording.pairing_wishes(draft.wishes, names),
        is_outdated=is_outdated(draft.event, draft),
        is_free=next.stage.system in pairings.FREE,
        may_forbid=next.stage.system in (*pairings.FREE, "finalists"),
        finalists=of_proposal(draft.proposal, names),
    )


def _faults(next: pairings.Coming, draft: Draft, drafts: list[Draft]) -> list[Reason]:
    try:
        return pairings.faults(next, draft, drafts)
    except Refusal as refusal:
        return [Reason(refusal.code, refusal.params)]


class Notes(NamedTuple):
    """What is said of each team, by number: as the first and as the second team of a match, and without one."""

    first: dict[int, str]
    second: dict[int, str]
    free: dict[int, str]


def _notes(event: Event, next: pairings.Coming) -> Notes:
    """Say of every team its points before the round and its colour on board 1; nothing of players."""
    if next.facts.team_event is None:
        return Notes({}, {}, {})
    table, begins = Table(next.facts), team_facts.colours(event)[0] == "W"
    points = {number: figure(table.score(number)) for number in next.facts.players}
    sides = (begins, not begins, None)
    return Notes(*({n: wording.of_team(own, next.facts.score, side) for n, own in points.items()} for side in sides))


def _board(place: int, board: dict, found: list[Reason], was: set, names: dict[int, str], notes: Notes) -> Board:
    white, black = board["white"], board["black"]
    mine = [fault for fault in found if {fault.params.get(k) for k in ("white", "black", "player")} & {white, black}]
    reasons = _reasons(board["reasons"], names)
    faults = [_said(fault, names) for fault in mine]
    sides = (_who(number, names, own) for number, own in ((white, notes.first), (black, notes.second)))
    return Board(place, *sides, reasons, faults, (white, black) not in was)


def _who(number: int, names: dict[int, str], notes: dict[int, str] | None = None) -> Who:
    return Who(number, names.get(number, "?"), (notes or {}).get(number, ""))


def _said(reason: Reason, names: dict[int, str]) -> str:
    return wording.pairing_reason(reason.code, reason.params, names)


def _reasons(kept: list, names: dict[int, str]) -> list[str]:
    return [wording.pairing_reason(code, params, names) for code, params in kept]


def _published(event: Event, running: int, last: int, names: dict[int, str]) -> list[Published]:
    """Return the published rounds, the newest first. Only the last one, or the three of the groups, can go back."""
    found, is_last = [], True
    rounds = event.rounds.prefetch_related(*ROWS).order_by("-number")
    corrected = corrections.since_pairing(event, rounds)
    absent = queries.absent(event, last)
    for round in rounds:
        pairs, _free, boards, results_in, entered = paired(round, absent if round.number == last else {})
        if not pairs:
            continue
        found.append(
            Published(
                number=round.number,
                system=wording.pairing_system((round.proposal or {}).get("system", "")),
                seed=(round.proposal or {}).get("seed"),
                results_in=results_in,
                boards=boards,
                proposed=_changed(round.proposal, set(pairs), names),
                begun_at=round.begun_at,
                may_begin=round.number == running and not round.begun_at and not entered,
                may_go_back=is_last and not (round.is_ahead or round.begun_at or entered),
                corrected=corrected.get(round.number, ()),
            )
        )
        is_last = is_last and round.is_ahead and not (round.begun_at or entered)
    return found


def _changes(draft: Draft, names: dict[int, str]) -> list[Change]:
    """Return the boards that differ from the system's proposal, each with both pairs, and the byes."""

    def pair(board: dict) -> str:
        return f"{names.get(board['white'])} – {names.get(board['black'])}"

    def free(byes: list[dict]) -> str:
        return ", ".join(str(names.get(bye["player"])) for bye in byes)

    both = zip(draft.proposal["boards"], draft.boards, strict=False)
    boards = [Change(place, pair(was), pair(now)) for place, (was, now) in enumerate(both, 1)]
    byes = Change(0, free(draft.proposal["byes"]), free(draft.byes))
    return [change for change in (*boards, byes) if change.proposed != change.now]


def _changed(proposal: dict | None, now: set[tuple[int, int]], names: dict[int, str]) -> list[str]:
    """Name the proposed pairs that are not played."""
    was = {(board["white"], board["black"]) for board in proposal["boards"]} if proposal else set()
    return [f"{names.get(white)} – {names.get(black)}" for white, black in sorted(was - now)]
