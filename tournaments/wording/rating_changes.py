"""Which K, or which factor of a DWZ, a rating change was computed with, and why."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.number_format import figure
from tournaments.domain.players.dwz import DwzChange
from tournaments.domain.players.rating_k import KSource, RatingK

SENTENCES = {
    KSource.OWN: gettext_lazy("K = %(k)d, the player’s own."),
    KSource.EVENT: gettext_lazy("K = %(k)d, as set for the event."),
    KSource.YOUNG: gettext_lazy("K = %(k)d is assumed: none is known, and the player is under 18 and below 2300."),
    KSource.STRONG: gettext_lazy("K = %(k)d is assumed: none is known, and the rating is 2400 or more."),
    KSource.ASSUMED: gettext_lazy("K = %(k)d is assumed: none is known, neither for the player nor for the event."),
}


def describe_k(k: RatingK) -> str:
    """Say where a K comes from, and whether many games made it smaller."""
    said = str(SENTENCES[k.source]) % {"k": k.full}
    if k.value == k.full:
        return said
    fewer = _("It counts as %(k)d, since K times the number of games may not exceed 700 (8.3.3).") % {"k": k.value}
    return f"{said} {fewer}"


def describe_dwz_factor(change: DwzChange) -> str:
    """Say by which rules a DWZ has changed, with which factor, and what was assumed for it."""
    words = {"factor": figure(change.factor, places=1)}
    if change.is_by_k:
        said = [_("K = %(factor)s by the rules since 8 June 2026, with an index above 10.") % words]
    else:
        said = [_("E = %(factor)s by the rules until 7 June 2026, with an index above 5.") % words]
    if not change.is_age_known:
        said.append(_("The year of birth is not known: over 25 is assumed."))
    return " ".join([*said, _("The index is not known here: with a lower one the DWZ changes more.")])
