"""What an event says about itself beside its game: how its texts are read, and what of a tournament file they hold."""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from tiebreaks.trf.stated_details import Official, read_official, read_stated_details
from tiebreaks.trf.time_control import encode

LONGEST_ARBITER, LONGEST_DEPUTIES, LONGEST_RATE, LONGEST_CODE = 160, 2000, 160, 80
MOST_LINKS = 20
MAP = "https://www.openstreetmap.org/search?query="
PROFILE = "https://ratings.fide.com/profile/"


class Link(NamedTuple):
    """An address and what it is called."""

    address: str
    title: str


def list_lines(text: str) -> list[str]:
    """Return the lines of a text that say something, each without spare spaces."""
    return [plain for line in text.splitlines() if (plain := " ".join(line.split()))]


def list_officials(text: str) -> list[Official]:
    """Return the arbiters in a text, one on each line."""
    return [read_official(line) for line in list_lines(text)]


def write_officials(text: str) -> str:
    """Return arbiters as they are stored: each on a line, the FIDE ID in brackets."""
    return "\n".join(map(str, list_officials(text)))


def list_links(text: str) -> list[Link]:
    """Return the links in a text: on each line an address, and after a space what it is called, else its host."""
    found = (line.partition(" ") for line in list_lines(text))
    return [Link(address, title or host_of(address)) for address, _space, title in found]


def is_web_address(address: str) -> bool:
    """Tell whether an address leads to a web page, and nowhere else."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.username and address.isprintable()


def host_of(address: str) -> str:
    """Return the name of the site of an address."""
    return (urlsplit(address).hostname or address).removeprefix("www.") if is_web_address(address) else address


def find_map(venue: str, link: str) -> str:
    """Return the address of a map: the given one, else a search for the venue, "" without both."""
    return link or (MAP + quote(venue) if venue else "")


def find_profile(official: Official) -> str:
    """Return the address of an arbiter's page at FIDE, "" without a FIDE ID."""
    return PROFILE + official.fide_id if official.fide_id else ""


def read_detail_fields(lines: Iterable[str]) -> dict[str, str]:
    """Return the fields of an event that the lines of its tournament file fill."""
    details = read_stated_details(lines)
    code = details.time_control if details.time_control != encode(details.rate_of_play) else ""
    return {
        "federation": details.federation,
        "chief_arbiter": details.chief_arbiter[:LONGEST_ARBITER],
        "deputy_arbiters": "\n".join(details.deputy_arbiters)[:LONGEST_DEPUTIES],
        "rate_of_play": details.rate_of_play[:LONGEST_RATE],
        "time_control": code[:LONGEST_CODE],
    }
