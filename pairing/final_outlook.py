"""Who is safe, possible or out for the first places of an event whose last places a final and placement games decide.

Before the final its matches are open, whoever plays them: the first two of the table may end in either order. While it
is played, each match decides between its two places.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pairing.finals import PlayedMatch
from pairing.stages import Stage
from tiebreaks.outlook import marks as outlook
from tiebreaks.outlook.marks import Border, Mark, Outlook
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.standings import Standings

PLAYS_MATCH = sentence("outlook-plays-match", gettext_noop("plays a match for places {places} and {next}"))
NOT_IN_MATCH = sentence(
    "outlook-not-in-match", gettext_noop("does not play in the matches that decide the first {places}")
)

type Outlooks = dict[int, Outlook]


def judge_matches(ranked: Standings, matches: Sequence[PlayedMatch], places: int) -> Outlooks:
    """Judge an event whose final has begun: all places but those of open matches are decided."""
    outlooks = {
        row.number: Outlook(Mark.SAFE if row.rank <= places else Mark.OUT, _anyhow(row.rank <= places), _of(places))
        for row in ranked.rows
    }
    for played in (played for played in matches if played.match.place == places and played.winner is None):
        first, second = played.match.players
        if (
            ranked.facts.discipline == "chess"
            and sum(result.lead for result in played.results) >= 2 * played.open_games
        ):
            # Without spreads the higher-placed player wins an even match.
            outlooks[first] = Outlook(Mark.SAFE, outlook.SAFE_ANYHOW, _of(places))
            outlooks[second] = Outlook(Mark.OUT, outlook.OUT_ANYHOW, _of(places))
        else:
            reason = {"places": places, "next": places + 1}
            outlooks |= {number: Outlook(Mark.POSSIBLE, PLAYS_MATCH, reason) for number in (first, second)}
    return outlooks


def judge_before_final(ranked: Standings, final: Stage, absent: Collection[int], places: int) -> Outlooks:
    """Judge an event before its final, which nobody in `absent` or withdrawn will play: others move up."""
    everybody = ranked.facts.players
    gone = {n for n, player in everybody.items() if player.withdrawn_from and player.withdrawn_from <= final.first}
    field = [number for number in everybody if number not in gone | {*absent}]
    decided = 2 * min(1 + final.get("placements"), len(field) // 2)
    if places > decided:
        return _judge_below(ranked, field, decided, places)
    border = Border(places - places % 2, places + places % 2, field)
    away = {n: Outlook(Mark.OUT, NOT_IN_MATCH, _of(places)) for n in everybody if n not in field}
    return outlook.compute_outlooks(ranked.facts, ranked.order, places, border) | away


def _judge_below(ranked: Standings, field: Collection[int], decided: int, places: int) -> Outlooks:
    """Judge places below those of the matches: players of a match may come up from below, past who is absent."""
    whole = outlook.compute_outlooks(ranked.facts, ranked.order, places)
    if len(field) == len(whole):
        return whole
    players = outlook.compute_outlooks(ranked.facts, ranked.order, places, Border(decided, decided, field))
    passed = outlook.compute_outlooks(ranked.facts, ranked.order, places - decided)

    def judge(number: int) -> Outlook:
        own = whole[number]
        if number not in players:  # at most everybody in a match may come up from below
            return own if own.mark == Mark.OUT else passed[number] if passed[number].mark == Mark.SAFE else UNDECIDED
        if own.mark == Mark.SAFE or players[number].mark == Mark.SAFE:
            return own if own.mark == Mark.SAFE else players[number]
        return own if own.mark == players[number].mark == Mark.OUT else UNDECIDED

    return {number: judge(number) for number in whole}


UNDECIDED = Outlook(Mark.POSSIBLE, outlook.UNFORESEEN)


def _anyhow(is_inside: bool) -> str:
    return outlook.SAFE_ANYHOW if is_inside else outlook.OUT_ANYHOW


def _of(places: int) -> outlook.Params:
    return {"places": places}
