"""Read the entry line of the desk: `12 1`, `12 402 381`, `12`, `müller`, `müller 1`; of teams `3.2 1`, `3 1½0½`.

After a board the first value is the first player’s; after a name it is that player’s. Text goes in, an `EntryLine`
comes out. A space, `.`, `,` or `:` separates the numbers, so that the number pad is enough, and so does `-` between two
digits. Elsewhere a `-` before a digit is a sign, because scores in Scrabble can be negative.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.desk.desk_keys import ADJOURN
from tournaments.domain.desk.results import Result
from tournaments.domain.players.name_matching import has_word

EMPTY = sentence("line-empty", gettext_noop("Type a board and a result, or a name."))
NO_BOARD = sentence("line-board", gettext_noop("A line begins with a board number; “{text}” is not one."))
NO_MATCH_BOARD = sentence(
    "line-match-board", gettext_noop("A match has boards 1 to {boards}: there is no board {text}.")
)
NO_RESULT = sentence("line-result", gettext_noop("“{text}” is not a result: type 1, 0 or 5 (draw) after the board."))
NO_SCORES = sentence("line-scores", gettext_noop("Type two scores after the board; “{text}” is not two scores."))
NO_SPREAD = sentence("line-spread", gettext_noop("Type two scores and their difference after the board, not “{text}”."))
NOBODY = sentence("line-nobody", gettext_noop("No player in this round is called “{text}”."))
BOTH = sentence("line-both", gettext_noop("“{text}” fits both players: type the board instead."))
SEVERAL = sentence("line-several", gettext_noop("“{text}” matches several boards: {boards}."))

DRAW = "=="
RESULTS = {
    ("1",): "10", ("0",): "01", ("5",): DRAW, ("=",): DRAW, ("d",): DRAW, ("½",): DRAW, ("1/2",): DRAW,
    ("1", "0"): "10", ("0", "1"): "01", ("5", "5"): DRAW, ("½", "½"): DRAW, ("1/2", "1/2"): DRAW,
}  # fmt: skip
# What else the boards' keys enter, and a whole match can't have.
WITHOUT_PLAY = {
    "+": Result.WHITE_FORFEIT.value, "+-": Result.WHITE_FORFEIT.value,
    "-": Result.BLACK_FORFEIT.value, "-+": Result.BLACK_FORFEIT.value,
    "*": Result.DOUBLE_FORFEIT.value, "--": Result.DOUBLE_FORFEIT.value, "7": ADJOURN,
}  # fmt: skip


class EntryLine(NamedTuple):
    """A line that was read. A `name` or a `board` alone only jumps; with a result or scores it is an entry.

    Result, scores and spread are those of the first player, or of the player with the `name`; an adjourned game has the
    result `ADJOURN`. The `results` of a whole `match` are those of its first team, or of the team with the `name`.
    """

    board: int | None = None
    name: str = ""
    result: str | None = None
    scores: tuple[int, int] | None = None
    spread: int | None = None
    match: int | None = None
    results: tuple[str, ...] = ()

    @property
    def is_entry(self) -> bool:
        return self.result is not None or self.scores is not None or bool(self.results)

    def turned(self) -> "EntryLine":
        """Return the line seen from the other side; its spread was checked and is left out."""
        result = self.result and self.result[::-1]
        scores = self.scores and (self.scores[1], self.scores[0])
        results = tuple(result[::-1] for result in self.results)
        return self._replace(result=result, scores=scores, spread=None, results=results)


def read_entry_line(
    text: str,
    scored: bool,
    asks_spread: bool = False,
    boards: int = 0,
    is_name: Callable[[str], bool] = lambda _name: False,
) -> EntryLine:
    """Read a line; with `scored` games end with two scores, with `asks_spread` their difference is typed too.

    With `boards` in each match of teams, "3.2" is board 2 of match 3; a number alone is a board of the round, before as
    many results as a match has boards it is the match. What follows a name is its result where `is_name` knows the
    name. Raise Refusal with a `line-…` code.
    """
    typed, text = text.strip(), resolve_match_board(text.strip(), boards)
    if not text:
        raise Refusal(EMPTY, field="line")
    if text[0].isalpha():
        name, words = next(((name, words) for name, words in split_name(text) if is_name(name)), (text, []))
        if whole := read_whole_match(words, boards):
            return EntryLine(name=name, results=whole)
        return read_values(EntryLine(name=name), words, scored, asks_spread)
    first, *rest = split_words(text)
    if not re.fullmatch(r"[0-9]{1,4}", first) or int(first) == 0:
        raise Refusal(NO_BOARD, text=first, field="line")
    if text == typed and (whole := read_whole_match(rest, boards)):
        return EntryLine(match=int(first), results=whole)
    return read_values(EntryLine(board=int(first)), rest, scored, asks_spread)


def split_name(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each way to divide a line into a name, which ends with no sign, and what follows: longest name first."""
    if not re.search(r"[\s.,:][-+*=]+$", text):
        yield text, []
    for gap in reversed(list(re.finditer(r"[\s.,:]+(?=[-+*0-9½=])", text))):
        yield text[: gap.start()], split_words(text[gap.end() :])


def read_values(line: EntryLine, words: list[str], scored: bool, asks_spread: bool) -> EntryLine:
    """Add the result or the scores that follow a board or a name. Raise Refusal."""
    if not words:
        return line
    if scored and asks_spread:
        *scores, spread = read_numbers(words, 3, NO_SPREAD)
        return line._replace(scores=(scores[0], scores[1]), spread=spread)
    if scored:
        one, other = read_numbers(words, 2, NO_SCORES)
        return line._replace(scores=(one, other))
    result = RESULTS.get(tuple(word.casefold() for word in words)) or WITHOUT_PLAY.get("".join(words))
    if result is None:
        raise Refusal(NO_RESULT, text=" ".join(words), field="line")
    return line._replace(result=result)


def resolve_match_board(text: str, boards: int) -> str:
    """Replace the board of a match at the start of a line by its number in the round: with 4 boards "3.2" is "10"."""
    found = re.match(r"([0-9]{1,3})[.,:]([0-9]{1,2})(?![0-9])", text) if boards else None
    if not found:
        return text
    table, board = int(found[1]), int(found[2])
    if not 1 <= board <= boards or not table:
        raise Refusal(NO_MATCH_BOARD, text=f"{table}.{board}", boards=boards, field="line")
    return f"{(table - 1) * boards + board} {text[found.end() :].lstrip(' .,:')}".strip()


def read_whole_match(words: list[str], boards: int) -> tuple[str, ...]:
    """Read "1½0½" as the results of a match of four boards; return nothing where this is not meant.

    In a match of two boards "1 0" with a space is the result of one board.
    """
    apart = len(words) == boards > 2
    together = "".join(words).casefold() if len(words) == 1 or apart else ""
    results = [RESULTS.get((letter,)) for letter in together]
    return tuple(filter(None, results)) if boards > 1 and len(results) == boards and all(results) else ()


def split_words(text: str) -> list[str]:
    """Split a line into words; there is always at least one."""
    apart = re.sub(r"(?<=[0-9½])[-–](?=[0-9½])|\s[-–](?=\s)", " ", text)
    return re.split(r"[\s.,:]+", apart.strip(" .,:"))


def read_numbers(found: list[str], count: int, otherwise: str) -> list[int]:
    if len(found) != count or not all(re.fullmatch(r"[-+]?[0-9]{1,4}", word) for word in found):
        raise Refusal(otherwise, text=" ".join(found), field="line")
    return [int(word) for word in found]


def find_board_of_names(
    fragment: str,
    boards: Mapping[int, tuple[str, ...]],
    called: Callable[[int], str] = str,
) -> int:
    """Return the board with a player whose name contains the fragment; `muller` and `mueller` find Müller.

    `boards` maps each board to the names there. The refusal names several as they are `called`: the open one may not
    be meant. Raise Refusal.
    """
    found = [board for board, names in boards.items() if any(has_word(name, fragment) for name in names)]
    if not found:
        raise Refusal(NOBODY, text=fragment, field="line")
    if len(found) > 1:
        raise Refusal(SEVERAL, text=fragment, boards=", ".join(map(called, found)), field="line")
    return found[0]


def is_first(fragment: str, first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Return whether a fragment of a name means the first of two sides, given their names. Raise Refusal for both."""
    sides = [any(has_word(name, fragment) for name in names) for names in (first, second)]
    if all(sides):
        raise Refusal(BOTH, text=fragment, field="line")
    return sides[0]
