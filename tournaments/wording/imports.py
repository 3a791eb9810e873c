"""What is taken for what a file does not say."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.trf.assumed import list_assumed
from tiebreaks.trf.reader import Tournament

ASSUMED = {
    "system": gettext_lazy("the Swiss system"),
    "points": gettext_lazy("1, ½ and 0 points"),
    "order": gettext_lazy("the usual order of tie-breaks"),
    "rounds": gettext_lazy("the number of rounds in the file"),
    "rules": gettext_lazy("the rules in force today, since it has no date"),
}


def describe_assumed(files: Iterable[Tournament]) -> str:
    """Say what is taken for what tournament files of older editions leave open, "" for nothing."""
    assumed = dict.fromkeys(what for each in files for what in list_assumed(each))
    if not assumed:
        return ""
    sentence = _("The file is from an edition before TRF26, which contains less. Assumed: %(what)s.")
    return sentence % {"what": ", ".join(str(ASSUMED[what]) for what in assumed)}
