"""The next round: its stage, who plays in it, and what is illegal in it."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from pairing.brackets.course import NOT_DRAWN, Draw
from pairing.brackets.draw import Lines
from pairing.brackets.table_course import NAME
from pairing.plan import fitting, stages
from pairing.plan.accelerated import is_accelerated
from pairing.plan.own_table import cut_facts
from pairing.rules import history
from pairing.rules.boards import Pair
from pairing.rules.legality import Limits
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.table.table import Table
from tournaments.access.reader import Reader
from tournaments.models import Draft, Event
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.draft_age import is_outdated
from tournaments.queries.rounds.forbidden_pairings import find_forbidden_pairs, read_forbidden_pairings
from tournaments.queries.rounds.games import last_paired_round, read_absences
from tournaments.queries.standings.crosstable import read_facts_for_pairing
from tournaments.queries.standings.endings import read_courses, read_draws
from tournaments.queries.standings.standings import read_standings
from tournaments.scheduling import engines

NO_PLAN = sentence("plan-missing", gettext_noop("The event needs a plan before a round can be drawn."))
ALL_PUBLISHED = sentence("all-published", gettext_noop("All rounds are published."))
PLAN_IS_OVER = sentence(
    "plan-is-over", gettext_noop("All rounds of the plan are published. Add a stage to the plan for more.")
)

# The systems in which the arbiter can fix pairs and byes; the others are then paired by the system.
FREE = ("new-swiss", "king-of-the-hill", "dutch", "team-swiss")
ENGINES = ("dutch", "team-swiss")  # FIDE's systems, which another program pairs


type ReadFacts = Callable[[Reader], tuple[Crosstable, Crosstable]]


class DrawWishes(NamedTuple):
    """The arbiter's wishes for the next drawing; `granted` pairs are the relaxation that the arbiter has confirmed."""

    fixed: tuple[Pair, ...] = ()
    granted: tuple[Pair, ...] = ()
    bye: int | None = None

    @classmethod
    def stored(cls, wishes: dict[str, Any]) -> "DrawWishes":
        pairs = {name: tuple((a, b) for a, b in wishes.get(name, ())) for name in ("fixed", "granted")}
        return cls(**pairs, bye=wishes.get("bye"))


class NextRound(NamedTuple):
    """The next round of an event. `absent` has the letter of each participant who does not play in it.

    `facts` are those of the teams in an event of teams; `members` are then those of their players, for the engine.
    `order` is the table before a stage of duels, which decides who plays in it, `draw` what is stored about it, and
    `pools` are those that were played last before it.
    The stages of the `plan` have the rounds that their players need. `watch` receives how long an engine has worked.
    `banned` are the pairs that rules of the event keep apart.
    Rounds after duels have an `own_table`: `facts` are then cut to them and to the `field` that plays in them, in the
    order of the table before.
    """

    number: int
    stage: stages.Stage
    facts: Crosstable
    absent: dict[int, str]
    order: tuple[int, ...] = ()
    watch: engines.Watch = engines.unwatched
    members: Crosstable | None = None
    draw: Draw = NOT_DRAWN
    pools: Lines = {}
    plan: stages.Plan = ()
    banned: frozenset[Pair] = frozenset()
    own_table: stages.Stage | None = None
    field: tuple[int, ...] = ()

    def with_own_table(self, reader: Reader, own: stages.Stage) -> "NextRound":
        """Return the same for a round of a table that begins after duels."""
        ((_stage, draw),) = read_draws(reader, [own])
        before = _table_before(reader, own)
        here = [n for n in before if n not in self.absent or self.facts.players[n].withdrawn_from is None]
        limit = self.stage.get("field") if self.number == own.first else own.get("field")
        if limit:
            here = [n for n in here if n not in self.absent][:limit]
        drawn = draw.lines.get(NAME, ())
        field = tuple(drawn if drawn and limit else dict.fromkeys((*drawn, *here)))
        return self._replace(
            facts=cut_facts(self.facts, own, field),
            members=self.members and cut_members(self.members, self.facts, own, field),
            absent={number: letter for number, letter in self.absent.items() if number in field},
            own_table=own,
            field=field,
        )

    @property
    def shift(self) -> int:
        """Return how many rounds were played before those that `facts` hold."""
        return self.own_table.first - 1 if self.own_table else 0

    @property
    def counted_again(self) -> "NextRound":
        """Return the same with rounds that are numbered as in `facts`."""
        if self.own_table is None:
            return self
        own = [stage for stage in self.plan if stage.first in self.own_table.rounds]
        plan = tuple(each._replace(first=each.first - self.shift, last=each.last - self.shift) for each in own)
        stage = plan[own.index(self.stage)]
        return self._replace(number=self.number - self.shift, stage=stage, plan=plan, own_table=None)

    def of_duels(self, reader: Reader) -> "NextRound":
        """Return the same with what a stage of duels is paired from."""
        before = self.plan[: self.plan.index(self.stage)]
        pools = [stage for stage in before if stage.system == stages.POOLS][-1:]
        *earlier, (_stage, draw) = read_draws(reader, [*pools, self.stage])
        drawn = earlier[0][1].lines if earlier else {}
        return self._replace(order=_table_before(reader, self.stage), draw=draw, pools=drawn)

    @property
    def clubs(self) -> Mapping[int, str]:
        """Return the club of each participant."""
        return {number: player.club for number, player in self.facts.players.items()}

    @property
    def pool_of(self) -> Mapping[int, str]:
        """Return the pool that each player has come from."""
        return {number: name for name, line in self.pools.items() for number in line}

    @property
    def engine(self) -> engines.Engine:
        """Return the engine that pairs the stage, if its system needs one."""
        wanted = self.stage.get("engine") if self.stage.system in ENGINES else "usual"
        return engines.choose_engine(self.members is not None, wanted)

    @property
    def needs_engine(self) -> bool:
        """Tell whether another program has to pair the round, which may take minutes."""
        is_folded = self.number - self.shift == 1 and not (is_accelerated(self.stage) or self.banned)
        return self.stage.system in ENGINES and not is_folded

    def limits(self, granted: Iterable[Pair] = ()) -> Limits:
        """Return what is illegal in this stage; relaxations count only if they are `granted`."""
        get = self.stage.get
        match self.stage.system:
            case "new-swiss" | "finalists":
                return Limits(get("repeats"), self.banned, get("clubs_apart"), frozenset(granted))
            case "king-of-the-hill":
                return Limits(get("repeats"), self.banned, granted=frozenset(granted))
            case "round-robin":
                return Limits(get("cycles") - 1)
            case system if system in stages.DUELS:
                return Limits(None)
        return Limits(0, self.banned)


def read_next_round(reader: Reader, read: ReadFacts = read_facts_for_pairing) -> NextRound:
    """Return the next round of an event, from the facts that `read` returns. Raise Refusal if the plan has none."""
    event = reader.event
    (facts, players), planned = read(reader), plan.read_plan(event)
    number = last_paired_round(event) + 1
    if not planned:
        is_over = 1 < number > event.planned_rounds  # such as an imported event that was played to its end
        raise Refusal(ALL_PUBLISHED if is_over else NO_PLAN, field="plan")
    absent, running = read_absences(event, number), stages.find_duels(planned, number - 1)
    is_over = running is None or is_stage_over(reader, running)
    planned = fitting.adapt_plan(planned, number, len(facts.players.keys() - absent), is_over=is_over)
    if number > planned[-1].last:
        raise Refusal(PLAN_IS_OVER, field="plan")
    stage = stages.stage_of(planned, number)
    stages.check_participants([stage], event.of_teams)
    last = plan.count_pairing_rounds(event, planned)
    members = players if stage.system == "team-swiss" else None
    coming = NextRound(
        number,
        stage,
        facts._replace(rounds=last),
        absent,
        members=members,
        plan=planned,
        banned=_find_banned(event, number, stage, facts),
    )
    own = stages.find_own_table(planned, number)
    if own:
        return coming.with_own_table(reader, own)
    return coming.of_duels(reader) if stage.system in stages.DUELS else coming


def check_ready(coming: NextRound) -> None:
    """Raise Refusal where there is nobody to pair, or results are missing without which no round can be drawn."""
    last = coming.facts.last_paired
    history.check_field(coming.facts, len(coming.facts.players))
    history.check_finished(Table(coming.facts.up_to(last)), last)


def check_present(coming: NextRound) -> None:
    """Raise Refusal where nobody is present, or one alone in a system that gives no bye to play on with."""
    if coming.stage.system in FREE:
        history.read_history(coming.facts, coming.absent)


def cut_members(players: Crosstable, teams: Crosstable, own: stages.Stage, field: Collection[int]) -> Crosstable:
    """Return the facts of the players of some teams in the rounds of their own table."""
    event = teams.team_event
    return cut_facts(players, own, {n for team in field for n in (event.teams[team].players if event else ())})


def _find_banned(event: Event, number: int, stage: stages.Stage, facts: Crosstable) -> frozenset[Pair]:
    """Return the forbidden pairs; none if a table or a bracket decides who meets whom."""
    if stage.system in (*stages.TABLES, *stages.DUELS):
        return frozenset()
    return find_forbidden_pairs(read_forbidden_pairings(event, number), list(facts.players.values()))


def read_wishes(event: Event, draft: Draft) -> DrawWishes:
    """Return what the next drawing keeps to; a confirmed relaxation ends when the field or a result changes."""
    wishes = DrawWishes.stored(draft.wishes)
    return wishes._replace(granted=()) if is_outdated(event, draft) else wishes


def is_stage_over(reader: Reader, stage: stages.Stage) -> bool:
    """Tell whether all duels of a stage are decided."""
    courses = read_courses(read_standings(reader))
    return any(course.stage == stage and course.is_over for course in courses)


def _table_before(reader: Reader, stage: stages.Stage) -> tuple[int, ...]:
    """Return the players in the order of the table before a stage."""
    return tuple(row.number for row in read_standings(reader, stage.first - 1).rows)
