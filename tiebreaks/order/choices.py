"""The criteria as people choose them: in groups, the most used first, and by all the names that they know.

Capitals, accents, hyphens and spaces do not matter when a name is looked up.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import cache
from itertools import product
from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.order.names import NAMES, OF_SETTINGS, WORDS
from tiebreaks.order.notation import read_criterion
from tiebreaks.refusal import Refusal, gettext_noop, sentence

UNKNOWN_NAME = sentence("unknown-name", gettext_noop("There is no criterion “{code}”."))
UNKNOWN_NAME_NEAR = sentence("unknown-name-near", gettext_noop("There is no criterion “{code}”. Did you mean {names}?"))
NOTHING_LEFT = sentence(
    "nothing-left", gettext_noop("“{code}” leaves nothing to count: only {rounds} rounds count for it.")
)


class CriterionGroup(NamedTuple):
    """A group of the list: its title, and the criteria with their usual modifiers in the order of the list."""

    title: str
    notations: str


OUTSIDE = gettext_noop("Decided outside the games")
GROUPS = (
    CriterionGroup(gettext_noop("Own results"), "PTS WIN WON PS PS/C1 BPG BWG SPREAD SCORE DIFF STD NGP REP CUM"),
    CriterionGroup(
        gettext_noop("Opponents’ scores"),
        "BH/C1 BH BH/M1 BH/C2 BH/M2 SB BHZ FBHZ SB/C1 SBH AOB BH/P BH/C1/P SB/P KS FB AOB/F SOLK MMED OCUM",
    ),
    CriterionGroup(gettext_noop("Opponents’ ratings"), "ARO TPR ARO/C1 ARO/M1 PTP APRO SRO APPO"),
    CriterionGroup(gettext_noop("Among the tied"), "DE DE/P DEB"),
    CriterionGroup(
        gettext_noop("Teams"),
        "MP GP MPvGP EDE EMGSB/C1 BERLIN BC OSB OBH SSSC EMGSB EMMSB EGMSB EGGSB TBR BBE EDEBT EDEBB EDET EDEB EDEC",
    ),
    CriterionGroup(OUTSIDE, "PLAYOFF LOTS MAN RTNG TPN"),
)

OF_WORDS = "BH"
MOST_SUGGESTED, LEAST_ALIKE = 3, 0.7
LEAST_LETTERS = 4  # of a word that is looked for among the settings


def make_key(text: str) -> str:
    """Return what a name is looked up by: its letters and digits, without capitals and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    return re.sub(r"[\W_]+", "", "".join(char for char in plain if not unicodedata.combining(char)))


def split_names(names: str) -> list[str]:
    return [name.strip() for name in names.split(";")]


@cache
def known_names() -> dict[str, tuple[str, ...]]:
    """Return the notations that a name may mean, by the key of the name."""
    found: dict[str, list[str]] = {}
    for notation, name in _list_names():
        found.setdefault(make_key(name), []).append(notation)
    return {key: tuple(dict.fromkeys(notations)) for key, notations in found.items()}


def _list_names() -> Iterator[tuple[str, str]]:
    for code, names in NAMES.items():
        yield from ((code, name) for name in split_names(names))
    for modifier, words in WORDS.items():
        takes = [code for code in NAMES if _takes(f"{code}/{modifier}")]
        yield from ((f"{OF_WORDS}/{modifier}", word) for word in split_names(words))
        for code, word in product(takes, split_names(words)):
            yield from ((f"{code}/{modifier}", f"{name} {word}") for name in (code, *split_names(NAMES[code])))


def _takes(notation: str) -> bool:
    try:
        return bool(read_criterion(notation))
    except Refusal:
        return False


def read_name(text: str, fits: Callable[[ChosenCriterion], bool] = lambda _chosen: True) -> ChosenCriterion:
    """Read a criterion as a code or by a name; of several with one name, the first that `fits` the event.

    Raise Refusal for what is neither, with the criteria whose names are alike.
    """
    try:
        return read_criterion(text)
    except Refusal:
        key, known = make_key(text), known_names()
        meant = [read_criterion(notation) for notation in known.get(key, ())]
        if meant:
            return next(filter(fits, meant), meant[0])
        if re.split(r"[/:-]", text.strip().upper())[0] in {code.upper() for code in NAMES}:
            raise
    alike = get_close_matches(key, known, MOST_SUGGESTED, LEAST_ALIKE)
    notations = dict.fromkeys(notation for name in alike for notation in known[name])
    near = [notation for notation in notations if fits(read_criterion(notation))]
    raise Refusal(UNKNOWN_NAME_NEAR if near else UNKNOWN_NAME, field=text, code=text, names=", ".join(near))


def is_named(chosen: ChosenCriterion, text: str, further: str = "") -> bool:
    """Tell whether every word of a text begins, or continues, a name of a criterion, its code or the `further` text."""
    modifiers = [word for each in chosen.modifiers if (word := WORDS.get(str(each)))]
    names = " ".join([chosen.notation, NAMES.get(chosen.code, ""), *modifiers, further])
    return all(make_key(word) in make_key(names) for word in text.split())


def names_setting(text: str) -> bool:
    """Tell whether a text begins a name of what the settings decide, such as the virtual opponent."""
    key = make_key(text)
    return len(key) >= LEAST_LETTERS and any(make_key(name).startswith(key) for name in split_names(OF_SETTINGS))


def leaves_nothing(chosen: ChosenCriterion, rounds: int) -> bool:
    """Tell whether a criterion with its cuts has nothing left to count in so many rounds."""
    return sum(chosen.cuts) >= rounds > 0


def check_cuts(order: tuple[ChosenCriterion, ...], rounds: int) -> None:
    """Raise Refusal for a criterion that cuts all that the rounds bring."""
    for chosen in order:
        if leaves_nothing(chosen, rounds):
            raise Refusal(NOTHING_LEFT, field=chosen.notation, code=chosen.notation, rounds=rounds)
