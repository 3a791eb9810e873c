"""What changes a table but has no record in FIDE's tournament file, in comments that other programs skip.

    ### [crosstable] edition=2024-08 unrated_rating=1000 round_factors=1-9:2
    ### [crosstable] player 3 playoff=1 later_ratings=5:2110,8:2095
    ### [crosstable] player 4 manual_value=2.5 manual_reason=won the blitz games
    ### [crosstable] team 2 withdrawn_from=5 expelled_from=5
    ### [crosstable] game 4 3 own_score=13 opponent_score=7

The numbers are those of the player or team, and of round and player. A reason goes on to the end of its line. Only what
the records alone don't say is written. Rounds that count
otherwise have their points in records 299, so that other programs have the same table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from tiebreaks.facts.crosstable import EARLY_WITHDRAWALS, EDITIONS, SYSTEMS, TIEBREAK_RATINGS, Crosstable, Player
from tiebreaks.facts.disciplines import DISCIPLINES
from tiebreaks.facts.games import ZERO, Colour, Game, Kind
from tiebreaks.facts.rating_methods import METHODS, read_later
from tiebreaks.facts.round_factors import read_factors
from tiebreaks.facts.size import MOST_ROUNDS
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.line import Line
from tiebreaks.trf.oddities import STRICT, Oddities
from tiebreaks.values.numbers import format_number

BAD_SETTING = sentence("bad-setting", gettext_noop("“{text}” is not a setting that can be read here."))

MARK = "### [crosstable] "
SMALL = 32767
SEEDS = range(2**31)
CHOICES: Mapping[str, Sequence[str]] = {
    "edition": EDITIONS,
    "discipline": tuple(DISCIPLINES),
    "system": SYSTEMS,
    "early_withdrawals": EARLY_WITHDRAWALS,
    "rating_method": METHODS,
    "tiebreak_ratings": TIEBREAK_RATINGS,
}
BY_BERLIN = "drawn_matches=berlin"  # of a team event, also where no match was drawn yet
OF_EVENT: Mapping[str, range] = {
    "unrated_rating": range(SMALL + 1),
    "spread_cap": range(SMALL + 1),
    "bye_spread": range(-SMALL, SMALL + 1),
    "forfeit_spread": range(-SMALL, SMALL + 1),
    "lots_seed": SEEDS,
}
FACTORS = "round_factors"  # of an event of single players
OF_PLAYER: Mapping[str, range] = {
    "national_rating": range(1, 4001),
    "own_rating": range(1, 4001),
    "playoff": range(1, SMALL + 1),
    "withdrawn_from": range(1, MOST_ROUNDS + 2),
    "expelled_from": range(1, MOST_ROUNDS + 2),
}
REASON = " manual_reason="
BY_HAND = ("later_ratings", "manual_value", "manual_reason")
MANUAL_VALUE = re.compile(r"-?\d{1,5}(\.\d{1,2})?", re.ASCII)
OF_GAME: Mapping[str, range] = {
    "own_score": range(-SMALL, SMALL + 1),
    "opponent_score": range(-SMALL, SMALL + 1),
    "penalty": range(SMALL + 1),
}
NO_SCORES = Game(1, None, Colour.NONE, Kind.ZPB, ZERO)
NEVER_BLANK = {
    "edition",
    "discipline",
    "rating_method",
    "tiebreak_ratings",
    "bye_spread",
    "forfeit_spread",
    "lots_seed",
    "penalty",
}


def list_unsaid(facts: Crosstable, read: Crosstable) -> list[str]:
    """Return the names of the settings of an event that differ from those of a file that was `read`."""
    return [name for name in (*CHOICES, *OF_EVENT, FACTORS) if getattr(facts, name) != getattr(read, name)]


def setting_lines(
    facts: Crosstable, teams: Crosstable | None, read: Crosstable, read_teams: Crosstable | None, *, with_lots: bool
) -> Iterator[str]:
    """Yield comments for the settings that the records of a file do not hold. The seed is for lots only."""
    unsaid = [name for name in list_unsaid(facts, read) if name != "lots_seed" or with_lots]
    if unsaid:
        yield _comment([], unsaid, facts)
    if teams and event_of(teams).scheme.by_berlin:
        yield MARK + BY_BERLIN
    yield from _players_lines("player", facts.players, read.players)
    if teams:
        yield from _players_lines("team", teams.players, read_teams.players if read_teams else {})
    for number, games in sorted(facts.games.items()):
        for game in games:  # no record has scores
            if unsaid := _differing(OF_GAME, game, NO_SCORES):
                yield _comment(["game", game.round, number], unsaid, game)


def _players_lines(word: str, players: Mapping[int, Player], read: Mapping[int, Player]) -> Iterator[str]:
    for number, player in sorted(players.items()):
        if unsaid := _differing((*OF_PLAYER, *BY_HAND), player, read.get(number, Player(number))):
            yield _comment([word, number], unsaid, player)


def _differing(names: Iterable[str], one: Any, other: Any) -> list[str]:
    return [name for name in names if getattr(one, name) != getattr(other, name)]


def _comment(subject: list[object], names: Sequence[str], values: Any) -> str:
    pairs = (f"{name}={_text(getattr(values, name))}" for name in names)
    return MARK + " ".join((*map(str, subject), *pairs))


def _text(value: object) -> str:
    if isinstance(value, Decimal):
        return format_number(value)
    return "" if value is None else " ".join(str(value).split())


def apply_settings(
    facts: Crosstable, teams: Crosstable | None, lines: Sequence[Line], odd: Oddities = STRICT
) -> tuple[Crosstable, Crosstable | None]:
    """Return the facts of players and teams with the settings in the comments of a file."""
    for line in lines:
        if line.text.startswith(MARK):
            with odd.skip_unreadable():
                facts, teams = _apply(facts, teams, line)
    return facts, teams


def _apply(facts: Crosstable, teams: Crosstable | None, line: Line) -> tuple[Crosstable, Crosstable | None]:
    text, has_reason, reason = line.text[len(MARK) :].partition(REASON)
    words = text.split()
    pairs = [word for word in words if "=" in word]
    subject = words[: -len(pairs) or None]
    if has_reason:
        pairs.append(REASON.strip() + reason.strip())
    match subject:
        case [] if teams and pairs == [BY_BERLIN]:
            event = event_of(teams)
            return facts, teams._replace(team_event=event._replace(scheme=event.scheme._replace(by_berlin=True)))
        case []:
            values = _values(line, pairs, OF_EVENT, CHOICES)
            if teams and (values.get("discipline", facts.discipline) != facts.discipline or values.get(FACTORS)):
                raise _refusal(line)  # no other game has teams, and in theirs all rounds count alike
            return facts._replace(**values), teams and teams._replace(**values)
        case ["player", number]:
            return facts._replace(players=_with_player(facts.players, number, pairs, line)), teams
        case ["team", number] if teams:
            return facts, teams._replace(players=_with_player(teams.players, number, pairs, line))
        case ["game", round, number]:
            return facts._replace(games=_with_game(facts.games, round, number, pairs, line)), teams
    raise _refusal(line)


def _with_player(players: Mapping[int, Player], number: str, pairs: Sequence[str], line: Line) -> dict[int, Player]:
    player = players.get(int(number)) if _is_number(number) else None
    if player is None:
        raise _refusal(line)
    player = player._replace(**_values(line, pairs, OF_PLAYER))
    if player.manual_value is not None and not player.manual_reason:
        raise _refusal(line)
    return {**players, player.number: player}


def _with_game(
    games: Mapping[int, tuple[Game, ...]], round_number: str, number: str, pairs: Sequence[str], line: Line
) -> Mapping[int, tuple[Game, ...]]:
    values = _values(line, pairs, OF_GAME)
    own = games.get(int(number), ()) if _is_number(number) else ()
    if round_number not in {str(game.round) for game in own}:
        raise _refusal(line)
    return {**games, int(number): tuple(g._replace(**values) if str(g.round) == round_number else g for g in own)}


def _values(
    line: Line, pairs: Sequence[str], ranges: Mapping[str, range], choices: Mapping[str, Sequence[str]] | None = None
) -> dict[str, Any]:
    """Read `name=value` pairs; blank stands for no value. Raise Refusal for other names and values."""
    values: dict[str, Any] = {}
    for pair in pairs:
        name, _, text = pair.partition("=")
        if choices and text in choices.get(name, ()):
            values[name] = text
        elif name in ranges and not text and name not in NEVER_BLANK:
            values[name] = None
        elif name in ranges and _is_number(text.removeprefix("-")) and int(text) in ranges[name]:
            values[name] = int(text)
        elif name in OF_TEXT and ranges is OF_TEXT[name][0] and OF_TEXT[name][1](text):
            values[name] = text
        elif name == "manual_value" and ranges is OF_PLAYER and MANUAL_VALUE.fullmatch(text):
            values[name] = Decimal(text)
        elif name == "manual_reason" and ranges is OF_PLAYER:
            values[name] = text
        else:
            raise _refusal(line, pair)
    return values


def _is_later(text: str) -> bool:
    try:
        return all(round_number <= MOST_ROUNDS for round_number, _ in read_later(text))
    except ValueError:
        return False


def _are_factors(text: str) -> bool:
    try:
        read_factors(text)
    except ValueError:
        return False
    return True


OF_TEXT = {FACTORS: (OF_EVENT, _are_factors), "later_ratings": (OF_PLAYER, _is_later)}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 12


def _refusal(line: Line, text: str = "") -> Refusal:
    return Refusal(BAD_SETTING, line=line.number, field="###", text=text or line.text)
