"""What a step rests on that is not certain: results that nobody has checked, and withheld ones that pairings tell."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.access.reader import Reader
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import last_paired_round
from tournaments.queries.standings.endings import has_brackets


def tell_unchecked(reader: Reader) -> str:
    """Say to the staff that drawing, closing, brackets and prizes rest on unchecked results; "" where none are."""
    count = read_progress(reader).unchecked if reader.is_staff else 0
    if not count:
        return ""
    if has_brackets(reader.event, last_paired_round(reader.event)):
        text = ngettext(
            "%(count)d result has not been checked: pairings, brackets, closed rounds and prizes rest on it.",
            "%(count)d results have not been checked: pairings, brackets, closed rounds and prizes rest on them.",
            count,
        )
    else:
        text = ngettext(
            "%(count)d result has not been checked: pairings, closed rounds and prizes rest on it.",
            "%(count)d results have not been checked: pairings, closed rounds and prizes rest on them.",
            count,
        )
    return text % {"count": count}


def tell_readable(reader: Reader) -> str:
    """Say to the arbiter that published pairings tell results that the public does not see; "" where they don't."""
    progress = read_progress(reader)
    if progress.finished:
        return ""
    if progress.withheld:
        text = ngettext(
            "The results of round %(rounds)s are withheld. The next pairings let everybody guess who has won.",
            "The results of rounds %(rounds)s are withheld. The next pairings let everybody guess who has won.",
            len(progress.withheld),
        )
        return text % {"rounds": ", ".join(map(str, progress.withheld))}
    if progress.unchecked and not reader.event.shows_provisional:
        return _("Visitors do not see unchecked results. The next pairings let everybody guess who has won.")
    return ""
