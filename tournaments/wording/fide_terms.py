"""The criteria of FIDE's Swiss systems, and the articles that decide on colours, in a few words."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

# The criteria of FIDE Dutch (C.04.3, article 2) in a few words.
CRITERIA = {
    "C5": _("points of the player with the bye"),
    "C6": _("downfloaters"),
    "C7": _("downfloaters from this scoregroup"),
    "C8": _("downfloaters from the following bracket then"),
    "C9": _("unplayed rounds of the player with the bye"),
    "C10": _("topscorers’ games that make a colour difference above 2"),
    "C11": _("topscorers’ games with one colour three times in a row"),
    "C12": _("colour preferences not granted"),
    "C13": _("strong colour preferences not granted"),
    "C14": _("downfloaters who were downfloaters in the last round"),
    "C15": _("upfloaters who were upfloaters in the last round"),
    "C16": _("downfloaters who were downfloaters two rounds before"),
    "C17": _("upfloaters who were upfloaters two rounds before"),
    "C18": _("moved-down players who float again and floated down in the last round, by score"),
    "C19": _("upfloaters who were upfloaters in the last round, by score"),
    "C20": _("moved-down players who float again and floated down two rounds before, by score"),
    "C21": _("upfloaters who were upfloaters two rounds before, by score"),
}

# Those of the Swiss system of teams (C.04.6, article 2).
TEAM_CRITERIA = {
    "C4": _("upfloaters"),
    "C5": _("upfloaters from this scoregroup"),
    "C6": _("upfloaters into the following bracket then"),
    "C7": _("upfloaters that met another score in the last round"),
    "C8": CRITERIA["C12"],
    "C9": CRITERIA["C13"],
    "C10": _("opponents of upfloaters that met another score in the last round"),
}

# What the articles say of colours (C.04.3, article 5.2, and C.04.6, article 4.3).
ARTICLES = {
    "5.2.1": _("both preferences fit, or only one has one"),
    "5.2.2": _("the stronger preference"),
    "5.2.3": _("the last round in which they had different colours"),
    "5.2.4": _("the preference of the higher-ranked player"),
    "5.2.5": _("the initial colour"),
    "4.3.1": _("the initial colour"),
    "4.3.2": _("only one team has a preference"),
    "4.3.3": _("both preferences fit"),
    "4.3.4": _("the stronger preference"),
    "4.3.5": _("the lower difference of White and Black"),
    "4.3.6": _("the last round in which they had different colours"),
    "4.3.7": _("the preference of the higher-ranked team"),
    "4.3.8": _("the higher-ranked team changes its colour"),
    "4.3.9": _("the lower-ranked team changes its colour"),
}


def explain_terms(values: Mapping[str, object], *, of_teams: bool) -> dict[str, str]:
    """Return the criterion and the article of a reason with what they are about."""
    found, criteria = {}, TEAM_CRITERIA if of_teams else CRITERIA
    if (criterion := str(values.get("criterion"))) in criteria:
        found["criterion"] = f"{criterion} ({criteria[criterion]})"
    if (article := str(values.get("article"))) in ARTICLES:
        found["article"] = f"{article}: {ARTICLES[article]}"
    return found
