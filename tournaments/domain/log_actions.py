"""The names of what the log records."""

ENTRIES = ("enter", "correct", "clear", "adjourn")


UNDO, CHECK = "undo", "check"


# What is written without an effect on pairings.
WITHOUT_EFFECT = (
    *("draft", "draft-ask", "draft-cancel", "draft-change", "draft-discard", "take-back", "begin"),
    *("check", "check-in", "close", "withhold", "release", "times", "tiebreaks", "categories", "category", "prizes"),
    *("screen", "slips", "series", "privacy", "program", "webhook", "fixed-table"),
    *("invite", "invitation-withdrawn", "join", "role", "member-removed", "link"),
    *("hand-over", "hand-over-back", "import-archive", "restore"),
)


WITHHOLD, RELEASE, CLOSE = "withhold", "release", "close"


MATCH_END = "match-end"
