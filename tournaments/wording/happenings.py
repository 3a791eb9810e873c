"""What happens in an event, in one sentence each."""

from collections.abc import Iterable

from django.utils.translation import gettext

from tournaments.domain.event.happenings import Happening, HappeningSide, What
from tournaments.models import Event
from tournaments.wording import games, places


def name_happening_place(event: Event, board: int | None) -> str:
    """Name where two sat: "Board 33"; "" where nobody has a number, as in a match of teams."""
    return "" if board is None else f"{games.place_word(event.game)} {board}"


def name_result(event: Event, happening: Happening) -> str:
    """Say what stands before the names: "Board 33", "Correction: Board 33"."""
    place = name_happening_place(event, happening.board)
    if happening.what != What.CORRECTION:
        return place
    return (gettext("Correction: %(sentence)s") % {"sentence": place}).strip()


def write_score(sides: Iterable[HappeningSide]) -> str:
    """Write a result: "0–1"."""
    return "–".join(side.mark for side in sides)


def describe_happening(event: Event, happening: Happening) -> str:
    """Say a happening as it is read aloud: "Board 33: Dornweiler 0–1 Quellfels; Quellfels up 7 places"."""
    if happening.sides:
        return describe_result(event, happening)
    if happening.what == What.NOTICE:
        return happening.text
    sentences = {
        What.PUBLISHED: gettext("Round %(round)d is published"),
        What.RELEASED: gettext("The results of round %(round)d are published"),
        What.FINAL: gettext("The table is final"),
    }
    return sentences[happening.what] % {"round": happening.round}


def describe_result(event: Event, happening: Happening) -> str:
    first, second = happening.sides
    if happening.is_open:
        names = {"first": first.name, "second": second.name}
        sentence = gettext("%(first)s against %(second)s: the result was removed") % names
    else:
        sentence = f"{first.name} {write_score(happening.sides)} {second.name}"
    place = name_happening_place(event, happening.board)
    sentence = f"{place}: {sentence}" if place else sentence
    if happening.what == What.CORRECTION:
        sentence = gettext("Correction: %(sentence)s") % {"sentence": sentence}
    moves = [f"{side.name} {places.move(side.moved)}" for side in happening.sides if side.moved]
    return "; ".join([sentence, *moves])
