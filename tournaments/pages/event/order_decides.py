"""What decides in an order of criteria: how many tied groups each separates, and who stays level after all."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.ranking.separation import Separation, Split
from tournaments.pages.standings.columns import write_criterion_value
from tournaments.queries.standings.order_effect import ValueChange
from tournaments.wording import criteria

MOST_GROUPS, MOST_NAMES, MOST_FURTHER = 12, 8, 3


class Decides(NamedTuple):
    """What a criterion decides, in words, and the groups that it separates: "Anna · Bert = Cleo"."""

    words: str
    groups: list[str]


class Further(NamedTuple):
    """A criterion that would separate more, and how many pairs, in words."""

    notation: str
    name: str
    words: str


class ChangedValues(NamedTuple):
    """Whose values other settings change, each written with its criterion: "SB 12½ → 12"."""

    name: str
    texts: list[str]


def list_values(changes: Sequence[ValueChange]) -> list[ChangedValues]:
    """Write the values that other settings change."""
    return [
        ChangedValues(
            change.name,
            [
                f"{criteria.label(chosen)} {write_criterion_value(chosen, old)} → {write_criterion_value(chosen, new)}"
                for chosen, old, new in change.values
            ],
        )
        for change in changes
    ]


def describe_separations(separations: Sequence[Separation], names: Mapping[int, str]) -> list[Decides]:
    """Say of each criterion what it separates. The first one has everybody before it: it says who stays level."""
    return [_describe(index, each, names) for index, each in enumerate(separations)]


def _describe(index: int, separation: Separation, names: Mapping[int, str]) -> Decides:
    if not index:
        count = len(separation.after)
        words = ngettext("leaves %(count)d group level", "leaves %(count)d groups level", count)
        return Decides(words % {"count": count}, [])
    count = len(separation.before)
    if not count:
        return Decides(gettext("is not needed here: nobody is level before it"), [])
    words = ngettext("separates %(split)d of %(count)d group", "separates %(split)d of %(count)d groups", count)
    groups = [write_split(split, names) for split in separation.splits[:MOST_GROUPS]]
    if more := len(separation.splits) - len(groups):
        groups.append(ngettext("and %(count)d more", "and %(count)d more", more) % {"count": more})
    return Decides(words % {"split": len(separation.splits), "count": count}, groups)


def write_split(split: Split, names: Mapping[int, str]) -> str:
    """Write a group in its new order, with "=" between those who stay level."""
    shown = " · ".join(" = ".join(names[number] for number in part) for part in split.parts)
    if len(split.group) <= MOST_NAMES:
        return shown
    first = [number for part in split.parts for number in part][:MOST_NAMES]
    rest = len(split.group) - len(first)
    return " · ".join([*(names[number] for number in first), gettext("%(count)d more") % {"count": rest}])


def write_left(pairs: int) -> str:
    """Say how many pairs an order leaves level."""
    if not pairs:
        return gettext("Nobody stays level after the whole order.")
    text = ngettext(
        "%(count)d pair stays level after the whole order.", "%(count)d pairs stay level after the whole order.", pairs
    )
    return text % {"count": pairs}


def list_further(further: Sequence[tuple[ChosenCriterion, int]]) -> list[Further]:
    """Return the criteria that would separate the most of those pairs."""
    words = [ngettext("%(count)d more pair", "%(count)d more pairs", count) % {"count": count} for _, count in further]
    named = zip(further, words, strict=True)
    return [Further(way.notation, criteria.name(way), text) for (way, _count), text in named][:MOST_FURTHER]
