"""Forbidden pairings, in words."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, ngettext

from tournaments.domain.rounds.forbidden_pairings import Apart
from tournaments.wording.games import write_number


def describe_forbidden_pairing(rule: str, numbers: Sequence[int], text: str, names: Mapping[int, str]) -> str:
    """Say who is kept apart: people by name, or those of a club or a federation."""
    if rule == Apart.LIST:
        return " – ".join(names.get(number) or write_number(number) for number in numbers)
    if rule == Apart.CLUB:
        return gettext("players of %(name)s") % {"name": text} if text else gettext("players of the same club")
    if text:
        return gettext("players of the federation %(name)s") % {"name": text}
    return gettext("players of the same federation")


def describe_rounds(from_round: int, to_round: int | None) -> str:
    """Say in which rounds a forbidden pairing holds; nothing for the whole event."""
    if to_round:
        return gettext("rounds %(first)s to %(last)s") % {"first": from_round, "last": to_round}
    return gettext("from round %(round)s on") % {"round": from_round} if from_round > 1 else ""


def describe_reach(pairs: int) -> str:
    """Say how many pairs a forbidden pairing keeps apart as the field stands."""
    if not pairs:
        return gettext("nobody at present")
    return ngettext("%(pairs)d pair", "%(pairs)d pairs", pairs) % {"pairs": pairs}


def describe_departure(made_after: int) -> str:
    """Say that a forbidden pairing was made too late for FIDE's rules."""
    sentence = gettext("Made after round %(round)s: a departure from FIDE’s rules.")
    return sentence % {"round": made_after}
