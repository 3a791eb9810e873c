"""The harmless part of tsh's `config.tsh`, read as text: its values are Perl and are never evaluated.

Plain values are numbers, quoted strings without variables, and lists of these. Every line is kept; a value that is not
plain is reported with its line.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.line import split_lines
from tiebreaks.trf.oddities import Oddities
from tournaments.formats.tsh_dates import Period, read_period

NOT_PLAIN = sentence(
    "tsh-config-perl", gettext_noop("The value of “{key}” is more than a number or a text: it is kept and not used.")
)
NOT_USED = sentence("tsh-config-unused", gettext_noop("“{word}” is not known here: the line is kept as it is."))
NO_FILE = sentence(
    "tsh-config-division", gettext_noop("A division needs a name and a file, for example “division A a.t”.")
)

IDLE = sentence(
    "tsh-config-idle", gettext_noop("Nothing follows from “{word}” here. Lines with it, kept as they are: {count}.")
)
CAP_BY_ROUND = sentence(
    "tsh-config-caps",
    gettext_noop("“spread_cap” changes from round to round. An event has one for all rounds, so none is set."),
)
NOT_A_DATE = sentence("tsh-config-date", gettext_noop("“{text}” can’t be read as the days of the event."))

FIRST = "division"
SETTING = re.compile(r"config\s+(\w{1,60})\s*((?:\{[^}]{0,60}\}|\[[0-9]{1,3}\]){0,3})\s*=\s*(.*)")
PART = re.compile(
    r"""\s*(?:(?P<number>-?\d{1,9}(?:\.\d{1,9})?)|"(?P<double>(?:[^"\\$@]|\\["\\$@])*)"|'(?P<single>(?:[^'\\]|\\['\\])*)'"""
    r"""|(?P<mark>[][,]))"""
)
NOTHING_MORE = re.compile(r"\s*;?\s*(#.*)?")
# Documented words for tsh itself; of the first ones a director expects something that an import does not do.
TOLD_ONCE = {"autopair", "prize", "classes", "reserved", "prize_bands"}
OF_TSH = TOLD_ONCE | {"checkin", "terminology", "profile"}

type Plain = str | list[str]


class Config(NamedTuple):
    """The divisions with their files, the plain values by key (`key{A}` for one division), and every line.

    `warnings` name the lines that are kept but not used.
    """

    divisions: tuple[tuple[str, str], ...] = ()
    values: Mapping[str, Plain] = {}
    lines: tuple[str, ...] = ()
    warnings: tuple[Refusal, ...] = ()

    def text(self, key: str) -> str:
        """Return a single value, "" where there is none."""
        value = self.values.get(key, "")
        return value if isinstance(value, str) else ""

    def number(self, key: str) -> int | None:
        """Return a whole number, also one that a list has for every round; None where there is none."""
        value = self.values.get(key, "")
        values = {value} if isinstance(value, str) else set(value)
        match = re.fullmatch(r"-?\d{1,4}", values.pop()) if len(values) == 1 else None
        return int(match[0]) if match else None

    @property
    def period(self) -> Period:
        """Return the first and the last day of the event; None for what is not stated or can’t be read."""
        return read_period(self.text("event_date"))


def read_config(data: bytes | str, file: str = "") -> Config:
    """Read a configuration. No line is refused: what is not understood is kept and reported."""
    divisions: list[tuple[str, str]] = []
    values: dict[str, Plain] = {}
    warnings: list[Refusal] = []
    idle: dict[str, list[int]] = {}
    lines = split_lines(data.replace(b"\0", b" ") if isinstance(data, bytes) else data, Oddities())
    for number, text in lines:
        words = text.split()
        if not words or words[0].startswith("#"):
            continue
        setting = SETTING.fullmatch(text.strip())
        word = words[1] if words[0] == "config" and words[1:] else words[0]
        word = setting[1] if setting else word
        if word in TOLD_ONCE:
            idle.setdefault(word, []).append(number)
        if words[0] == FIRST and len(words) == 3:
            divisions.append((words[1], words[2]))
        elif setting and (value := read_plain_value(setting[3])) is not None:
            values[setting[1] + setting[2].replace("'", "").replace('"', "")] = value
        elif setting and word not in TOLD_ONCE:
            warnings.append(Refusal(NOT_PLAIN, file=file, line=number, field="config", key=setting[1]))
        elif words[0] == FIRST:
            warnings.append(Refusal(NO_FILE, file=file, line=number, field=FIRST))
        elif not setting and word not in OF_TSH:
            warnings.append(Refusal(NOT_USED, file=file, line=number, field="config", word=word[:40]))
    warnings += [
        Refusal(IDLE, file=file, line=at[0], field="config", word=word, count=len(at)) for word, at in idle.items()
    ]
    warnings.sort(key=lambda told: told.line)
    return Config(tuple(divisions), values, tuple(line.text for line in lines), tuple(warnings))


def list_unusable(config: Config, file: str) -> Iterator[Refusal]:
    """Yield a Refusal for each plain value that an event has no field for, with the line that sets it, if any."""
    caps, stated = config.values.get("spread_cap", ""), config.text("event_date")
    if isinstance(caps, list) and len(set(caps)) > 1:
        yield Refusal(CAP_BY_ROUND, file=file, line=find_setting(config, "spread_cap"), field="spread_cap")
    if stated and not config.period[0]:
        place = find_setting(config, "event_date")
        yield Refusal(NOT_A_DATE, file=file, line=place, field="event_date", text=stated[:40])


def find_setting(config: Config, key: str) -> int:
    """Return the last line that sets a value, 0 for none."""
    found = (SETTING.fullmatch(line.strip()) for line in config.lines)
    return max((n for n, setting in enumerate(found, start=1) if setting and setting[1] == key), default=0)


def read_plain_value(text: str) -> Plain | None:
    """Read a number, a quoted string or a list of these; None for anything else."""
    values: list[str] = []
    depth = marks = at = 0
    while match := PART.match(text, at):
        at = match.end()
        if (mark := match["mark"]) is None:
            values.append(match["number"] or unescape(match["double"] or match["single"] or ""))
            if depth == 0:
                break
        elif mark == "[" and not marks:
            depth = 1
        elif mark == "]" and depth:
            depth = 0
            break
        elif mark != "," or not depth:
            return None
        marks += 1
    if depth or not NOTHING_MORE.fullmatch(text, at) or (not values and not marks):
        return None
    return values if marks else values[0]


def unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def write_config(config: Config, values: Mapping[str, str | int], division: str, file: str) -> str:
    """Return the text of a configuration with the values of one event; lines with other keys stay as they are."""
    waiting = {key: write_setting(key, value) for key, value in values.items()}
    lines = [line for line in config.lines if line.split()[:1] != [FIRST]]
    for place, line in enumerate(lines):
        setting = SETTING.fullmatch(line.strip())
        if setting and not setting[2] and setting[1] in waiting:
            key = setting[1]
            is_same = read_plain_value(setting[3]) == str(values[key])
            lines[place] = line if is_same else waiting[key]
            del waiting[key]
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join([f"{FIRST} {division} {file}", *lines, *waiting.values()]) + "\n"


def write_setting(key: str, value: str | int) -> str:
    if isinstance(value, int):
        return f"config {key} = {value}"
    escaped = re.sub(r"([\\\"$@])", r"\\\1", " ".join(value.split()))
    return f'config {key} = "{escaped}"'
