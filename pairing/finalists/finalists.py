"""The finalists' round before a final: who is safe, a candidate or out, and which games are fixed (appendix B).

"Safe" and "out" are the terms of the rule: a lead of one win and 350 points of spread can in fact be overtaken.
Wins are counted in halves (a win 2, a draw 1), so that everything is a whole number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pairing.finalists.decisive_games import is_decisive
from pairing.finalists.standing import USUAL, FinalistSettings, Place
from pairing.new_swiss import new_swiss
from pairing.rules.boards import Board, Pair, Pairing, Reason, because, sort_boards, write_pairs
from pairing.rules.firsts import seat_pair
from pairing.rules.history import History
from tiebreaks.refusal import Refusal, gettext_noop, sentence

FOLD = sentence(
    "finalists-fold", gettext_noop("Fixed by the finalists’ rule: place {place} against place {other} of the group.")
)
RELEASED = sentence(
    "finalists-released",
    gettext_noop("The game {pair} is not fixed: given the other fixed games, it can’t decide who reaches the final."),
)
KEPT = sentence(
    "finalists-kept",
    gettext_noop(
        "The game {pair} could be released, but without it the others can’t be paired legally: it stays fixed."
    ),
)
TIE = sentence(
    "finalists-tie", gettext_noop("{player} and {other} have the same wins and spread: their order decides the group.")
)
ADDED = sentence("finalists-added", gettext_noop("The group is odd: {player} is added to it."))
DROPPED = sentence(
    "finalists-dropped", gettext_noop("The group is odd and nobody can be added: {player} is paired with the others.")
)


class Finalists(NamedTuple):
    """The three sets of players, and the fixed games from the outside in, the higher-placed player first.

    `added` makes an odd group even; `dropped` is left out of an odd group to which nobody can be added. `released` is
    the game that need not be fixed.
    """

    safe: tuple[int, ...]
    candidates: tuple[int, ...]
    out: tuple[int, ...]
    added: int | None = None
    dropped: int | None = None
    pairs: tuple[Pair, ...] = ()
    released: Pair | None = None
    notes: tuple[Reason, ...] = ()


def classify_players(standings: Sequence[Place], settings: FinalistSettings = USUAL) -> Finalists:
    """Return who is safe, a candidate or out, and the fixed games of the candidates. `standings` has the best first."""
    safe, candidates, out = _sort_into_sets(standings, settings)
    members, added, dropped = _even_group(safe, candidates, out, len(standings) % 2 == 1)
    games = list(zip(members, reversed(members), strict=True))[: len(members) // 2]
    released = None
    if games:
        places = settings.places - sum(player not in members for player in safe)
        resting = [dropped] if dropped is not None else []
        if not is_decisive(games[0], games[1:], resting, standings, places, settings):
            released, games = games[0], games[1:]
    notes = [*_note_ties(standings, settings)]
    notes += [because(ADDED, player=added)] if added is not None else []
    notes += [because(DROPPED, player=dropped)] if dropped is not None else []
    notes += [because(RELEASED, pair=write_pairs([released]))] if released else []
    return Finalists(safe, candidates, out, added, dropped, tuple(games), released, tuple(notes))


def pair(
    history: History, settings: FinalistSettings = USUAL, swiss: new_swiss.NewSwissSettings = new_swiss.USUAL
) -> Pairing:
    """Pair the finalists' round: the fixed games, and everybody else by New Swiss.

    If the others can't be paired, a released game is fixed after all, and a note says so. Raise Refusal if that does
    not help.
    """
    finalists = classify_players([standings_place(history, number) for number in history.order], settings)
    try:
        return _pair_around(history, finalists, swiss)
    except Refusal:
        if finalists.released is None:
            raise
    notes = tuple(note for note in finalists.notes if note.code != RELEASED)
    kept = because(KEPT, pair=write_pairs([finalists.released]))
    pairs = (finalists.released, *finalists.pairs)
    return _pair_around(history, finalists._replace(pairs=pairs, released=None, notes=(*notes, kept)), swiss)


def standings_place(history: History, number: int) -> Place:
    """Return a player's line of the standings."""
    entrant = history.entrants[number]
    return Place(number, int(entrant.score * 2), entrant.spread)


def _sort_into_sets(
    standings: Sequence[Place], settings: FinalistSettings
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return safe, candidates and out: the safe lead the first place beyond the border by the margin.

    Those who are out are behind the last place before the border by the margin.
    """
    places = settings.places
    if len(standings) <= places:
        return tuple(row.player for row in standings), (), ()
    border, beyond = standings[places - 1], standings[places]
    safe = tuple(row.player for row in standings[:places] if _leads_by_margin(row, beyond, settings))
    out = tuple(row.player for row in standings[places:] if _leads_by_margin(border, row, settings))
    return safe, tuple(row.player for row in standings if row.player not in (*safe, *out)), out


def _leads_by_margin(row: Place, other: Place, settings: FinalistSettings) -> bool:
    """Return whether a row leads another: by more wins than the margin, or exactly as many and the spread."""
    return (row.half, row.spread) >= (other.half + settings.half, other.spread + settings.spread)


def _even_group(
    safe: Sequence[int], candidates: Sequence[int], out: Sequence[int], is_field_odd: bool
) -> tuple[list[int], int | None, int | None]:
    """Return an even group in the order of the standings, who was added to it and who was dropped from it."""
    if len(candidates) % 2 == 0:
        return list(candidates), None, None
    if out:
        return [*candidates, out[0]], out[0], None
    if safe and not is_field_odd:
        return [safe[-1], *candidates], safe[-1], None
    return list(candidates[:-1]), None, candidates[-1]


def _note_ties(standings: Sequence[Place], settings: FinalistSettings) -> list[Reason]:
    """Note ties in wins and spread across the border of the final or the border one place below."""
    borders = [standings[place - 1 : place + 1] for place in (settings.places, settings.places + 1)]
    return [
        because(TIE, player=upper.player, other=lower.player)
        for upper, lower in (border for border in borders if len(border) == 2)
        if upper[1:] == lower[1:]
    ]


def _pair_around(history: History, finalists: Finalists, swiss: new_swiss.NewSwissSettings) -> Pairing:
    """Return the round with the fixed games, and all other players paired by New Swiss."""
    fixed = [player for game in finalists.pairs for player in game]
    group = sorted([*fixed, *(finalists.released or ())], key=history.places.__getitem__)
    boards: list[Board] = []
    for one, other in finalists.pairs:
        reason = because(FOLD, place=group.index(one) + 1, other=group.index(other) + 1)
        boards.append(seat_pair(history, one, other, reason))
    rest = [number for number in history.order if number not in fixed]
    others = new_swiss.pair_players(history, rest, swiss)
    ordered = sort_boards([*boards, *others.boards], history.places.__getitem__)
    return Pairing(history.round, ordered, others.bye, (*finalists.notes, *others.notes))
