"""The published rounds of the page of pairings as values."""

from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from pairing.rules.fixed_tables import explain_missed_tables
from tournaments.access.reader import Reader
from tournaments.queries.rounds import corrections
from tournaments.queries.rounds.corrections import Corrected
from tournaments.queries.rounds.games import read_absences, read_fixed_tables
from tournaments.queries.rounds.round_pairing import MATCHES, read_games_by_round, read_round_pairing
from tournaments.scheduling.next_round import ENGINES
from tournaments.wording import pairings


class Published(NamedTuple):
    """A published round; `proposed` lists the pairs of the system that were changed by hand.

    `tables` says who does not sit at their fixed table while boards are open.
    `may_begin` is true for a running round that nobody has started yet; its first result starts it too.
    """

    number: int
    system: str
    seed: int | None
    is_fide: bool
    results_in: int
    boards: int
    proposed: list[str]
    begun_at: datetime | None
    may_begin: bool
    may_go_back: bool
    tables: list[str]
    corrected: tuple[Corrected, ...] = ()

    @property
    def state(self) -> str:
        """Say how far the round is."""
        if self.results_in == self.boards:
            return _("finished")
        if self.results_in:
            return _("%(done)s of %(boards)s results") % {"done": self.results_in, "boards": self.boards}
        return _("started") if self.begun_at else _("published")


def published_rounds(reader: Reader, running: int, last: int, names: dict[int, str]) -> list[Published]:
    """Return the published rounds, the newest first. Only the last one, or those of the groups, can be withdrawn."""
    event = reader.event
    published, is_last = [], True
    rounds = event.rounds.select_related("drawing").prefetch_related(*MATCHES).order_by("-number")
    corrected = corrections.find_corrections(reader)
    games = read_games_by_round(rounds)
    absent, fixed = read_absences(event, last), read_fixed_tables(event)
    for its_round in rounds:
        pairs, at, _free, boards, results_in, entered = read_round_pairing(
            its_round, absent if its_round.number == last else {}, games
        )
        if not pairs:
            continue
        elsewhere = explain_missed_tables(pairs, at, fixed) if results_in < boards else ()
        published.append(
            Published(
                number=its_round.number,
                system=pairings.pairing_system((its_round.proposal or {}).get("system", "")),
                seed=(its_round.proposal or {}).get("seed"),
                is_fide=(its_round.proposal or {}).get("system") in ENGINES,
                results_in=results_in,
                boards=boards,
                proposed=_list_changed(its_round.proposal, set(pairs), names),
                begun_at=its_round.begun_at,
                may_begin=its_round.number == running and not its_round.begun_at and not entered,
                may_go_back=is_last and not (its_round.is_ahead or its_round.begun_at or entered),
                tables=[pairings.pairing_reason(code, params, names) for code, params in elsewhere],
                corrected=corrected.get(its_round.number, ()),
            )
        )
        is_last = is_last and its_round.is_ahead and not (its_round.begun_at or entered)
    return published


def _list_changed(proposal: dict[str, Any] | None, current: set[tuple[int, int]], names: dict[int, str]) -> list[str]:
    """Name the proposed pairs that were not published."""
    proposed = {(board["white"], board["black"]) for board in proposal["boards"]} if proposal else set()
    return [f"{names.get(white)} – {names.get(black)}" for white, black in sorted(proposed - current)]
