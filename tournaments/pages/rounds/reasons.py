"""Why a round by FIDE’s rules is as it is, as values: its brackets in words, and what another engine would pair."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from pairing.dutch import ExplainedBracket
from pairing.rules.boards import Pair, Reason
from pairing.team_swiss import ExplainedRound
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.domain.choices import JobState
from tournaments.domain.event.log_actions import HARMLESS_FOR_PAIRINGS
from tournaments.domain.number_format import figure
from tournaments.models import Event
from tournaments.operation import jobs
from tournaments.operation.bounded_cache import BoundedCache
from tournaments.operation.job_kinds import COMPARE
from tournaments.pages.rounds.drawing import Drawing, drawing_view, failed_drawing
from tournaments.queries.rounds.draft_age import has_changed_since
from tournaments.scheduling import engines
from tournaments.scheduling.fide_rounds import FideRound, judge_fide_round, read_fide_round
from tournaments.wording import pairings
from tournaments.wording.pairings import pairing_reason

type Names = Mapping[int, str]


class PairReasons(NamedTuple):
    """A pair of a bracket, or who floats or has the bye; `reasons` are sentences."""

    white: str
    black: str
    reasons: list[str]


class ReasonsBracket(NamedTuple):
    """A bracket: `moved` are the names of its moved-down players, `counted` says how many are in it.

    The `floaters` move down from it, have the bye if it `is_last`, or in an event of teams come up into it.
    """

    score: str
    counted: str
    moved: list[str]
    pairs: list[PairReasons]
    floaters: list[PairReasons]
    is_last: bool


class EngineCompared(NamedTuple):
    """What another engine pairs: the boards that only one of the two has. Both lists are empty if they agree."""

    engine: str
    theirs: list[str]
    ours: list[str]
    judgement: str


class ReasonsView(NamedTuple):
    """`judgement` says why the round is not what the `rules` ask for, "" where it is. The `bye` is that of teams."""

    round: int
    of_teams: bool
    rules: str
    bye: PairReasons | None
    is_draft: bool
    brackets: list[ReasonsBracket]
    judgement: str
    engines: list[str]
    comparing: Drawing | None
    compared: EngineCompared | None
    failed: str


class JudgedRound(NamedTuple):
    """A round, why it is paired as it is, and why it is not what its rules ask for, None where it is."""

    paired: FideRound
    explained: ExplainedRound
    judgement: Reason | None


# By event, epoch, version and number of the round.
_known: BoundedCache[tuple[int, str, int, int], JudgedRound] = BoundedCache("reasons", 8)


def read_judged_round(reader: Reader, number: int) -> JudgedRound:
    """Return a draft or a published round with its reasons, which are searched for once for each version of the event.

    Raise Refusal for a round of another system.
    """
    event = reader.event
    key = event.pk, event.epoch, event.version, number
    judged = _known.get(key)
    if judged is None:
        _known.put(key, judged := _judge(read_fide_round(reader, number)))
    return judged


def _judge(paired: FideRound) -> JudgedRound:
    try:
        explained = paired.explain()
    except Refusal:  # such as one player left beside those whom the arbiter has paired
        explained = ExplainedRound(None, [])
    return JudgedRound(paired, explained, None if paired.equals(explained) else judge_fide_round(paired))


def reasons_view(reader: Reader, number: int) -> ReasonsView:
    """Return the page of a draft or a published round. Raise Refusal for a round of another system."""
    event = reader.event
    paired, explained, judgement = read_judged_round(reader, number)
    names = pairings.tell_apart({n: player.name for n, player in paired.round.facts.players.items()})
    bye = explained.bye
    comparing = drawing_view(event, COMPARE)  # before its end: a comparison that ends meanwhile has one
    failed = failed_drawing(event, number, COMPARE)
    return ReasonsView(
        round=number,
        of_teams=paired.of_teams,
        rules=paired.rules,
        bye=PairReasons(names[bye.number], "", _sentences(bye.reasons, names)) if bye else None,
        is_draft=event.drafts.filter(number=number).exists(),
        brackets=[_show_bracket(bracket, names, of_teams=paired.of_teams) for bracket in explained.brackets],
        judgement=_describe(judgement, names),
        engines=[engine.name for engine in engines.foreign_engines(paired.of_teams)],
        comparing=comparing,
        compared=_find_compared(event, paired, names),
        failed=pairing_reason(*failed, dict(names)) if failed else "",
    )


def _show_bracket(bracket: ExplainedBracket, names: Names, *, of_teams: bool) -> ReasonsBracket:
    return ReasonsBracket(
        score=figure(bracket.score),
        counted=pairings.count_people(len(bracket.moved) + len(bracket.residents), of_teams),
        moved=[] if of_teams else [names[number] for number in bracket.moved],
        pairs=[PairReasons(names[m.white], names[m.black], _sentences(m.reasons, names)) for m in bracket.meetings],
        floaters=[PairReasons(names[each.number], "", _sentences(each.reasons, names)) for each in bracket.floaters],
        is_last=bracket.is_last,
    )


def _sentences(reasons: Iterable[Reason], names: Names) -> list[str]:
    return [_describe(reason, names) for reason in reasons]


def _describe(reason: Reason | None, names: Names) -> str:
    return pairing_reason(reason.code, reason.params, dict(names)) if reason else ""


def _find_compared(event: Event, paired: FideRound, names: Names) -> EngineCompared | None:
    """Return the newest comparison of the round, if nothing has changed since that a pairing is computed from."""
    job = jobs.find_newest(event, COMPARE)
    if job is None or job.state != JobState.DONE or job.payload["round"] != paired.round.number or not job.result:
        return None
    if has_changed_since(event, job.payload["version"], HARMLESS_FOR_PAIRINGS):
        return None
    theirs, ours = _read_boards(job.result), {board for board in paired.boards if not paired.seated & set(board)}
    judged = judge_fide_round(paired._replace(boards=[*theirs, *(b for b in paired.boards if paired.seated & set(b))]))
    return EngineCompared(
        job.payload["engine"],
        _name_boards(sorted(theirs - ours), names),
        _name_boards(sorted(ours - theirs), names),
        (_describe(judged, names) or _("Its pairing is the one that is explained above.")) if theirs != ours else "",
    )


def _read_boards(result: Mapping[str, Any]) -> set[Pair]:
    bye = {(result["bye"], 0)} if result["bye"] else set()
    return {(white, black) for white, black in result["boards"]} | bye


def _name_boards(boards: Sequence[Pair], names: Names) -> list[str]:
    return [" – ".join(names[number] for number in board if number) for board in boards]
