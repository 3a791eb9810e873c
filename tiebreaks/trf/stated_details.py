"""What the records of a tournament file say about the event itself: 032, 102, 112, 122 and 222."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tiebreaks.facts.invisible import drop_invisible
from tiebreaks.trf.time_control import CODE

FEDERATION = re.compile(r"[A-Za-z]{3}")
OFFICIAL = re.compile(r"(?P<name>.*?)[\s,;(\[]*\b(?:ID[:\s]*)?(?P<fide_id>\d{4,11})[)\]\s]*")


class Official(NamedTuple):
    """An arbiter: the name with the title before it, and the FIDE ID ("" for none)."""

    name: str
    fide_id: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.fide_id})" if self.fide_id else self.name


class StatedDetails(NamedTuple):
    """The federation, the arbiters as IA Ada Berg (4600000), and the rate of play in words and as record 222."""

    federation: str = ""
    chief_arbiter: str = ""
    deputy_arbiters: Sequence[str] = ()
    rate_of_play: str = ""
    time_control: str = ""


def read_official(text: str) -> Official:
    """Return the arbiter in a text that may end in a FIDE ID."""
    plain = " ".join(drop_invisible(text).split())
    found = OFFICIAL.fullmatch(plain)
    return Official(found["name"], found["fide_id"]) if found and found["name"] else Official(plain)


def read_stated_details(lines: Iterable[str]) -> StatedDetails:
    """Return what the lines of a file say; of a record that is there twice the last one counts, as everywhere."""
    found = {
        code: [" ".join(drop_invisible(line[3:]).split()) for line in lines_of] for code, lines_of in _by_code(lines)
    }
    last = {code: texts[-1] for code, texts in found.items()}
    return StatedDetails(
        federation=read_federation(last.get("032", "")),
        chief_arbiter=str(read_official(last.get("102", ""))),
        deputy_arbiters=tuple(str(read_official(text)) for text in found.get("112", ()) if text),
        rate_of_play=last.get("122", ""),
        time_control=read_rate_code(last.get("222", "")),
    )


def read_federation(text: str) -> str:
    """Return the code of a federation, "" for anything else."""
    text = text.strip()
    return text.upper() if FEDERATION.fullmatch(text) else ""


def read_rate_code(text: str) -> str:
    """Return a rate of play as record 222 has it, "" for anything else."""
    return text.strip() if CODE.fullmatch(text.strip()) else ""


def _by_code(lines: Iterable[str]) -> Iterable[tuple[str, list[str]]]:
    found: dict[str, list[str]] = {}
    for line in lines:
        found.setdefault(line[:3], []).append(line)
    return found.items()
