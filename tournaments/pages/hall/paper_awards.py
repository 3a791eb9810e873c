"""What is printed at the end: the tables of the categories, the prize list, and certificates."""

from typing import NamedTuple

from tournaments.access.reader import Reader
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.standings.prizes import PrizesView, prizes_view
from tournaments.pages.standings.standings import StandingsView, category_view, standings_view
from tournaments.pages.standings.table_rows import TableRow
from tournaments.queries.snapshot import consistent_read
from tournaments.wording import dates

HONOURED = 3  # places of the table, and of each category, that get a certificate


class CategoriesPaper(NamedTuple):
    progress: EventState
    tables: tuple[StandingsView, ...]


class Certificate(NamedTuple):
    """A place of a player or a team; `category` is "" for the whole table."""

    place: int
    name: str
    title: str
    origin: str
    category: str
    points: str


class CertificatesPaper(NamedTuple):
    progress: EventState
    when: str
    certificates: tuple[Certificate, ...]


@consistent_read
def paper_categories(reader: Reader, _number: int) -> CategoriesPaper:
    """Return the table of each category, in their order."""
    return CategoriesPaper(read_state(reader), list_tables(reader))


def paper_prizes(reader: Reader, _number: int) -> PrizesView:
    """Return who gets which prize by the current table."""
    return prizes_view(reader)


@consistent_read
def certificates(reader: Reader, _number: int) -> CertificatesPaper:
    """Return a certificate for each of the first places of the table and of every category."""
    event = reader.event
    tables = (standings_view(reader), *list_tables(reader))
    awarded = (
        make_certificate(table, row) for table in tables if table.started for row in table.rows if row.place <= HONOURED
    )
    return CertificatesPaper(read_state(reader), dates.write_days(event.starts_on, event.ends_on), tuple(awarded))


def list_tables(reader: Reader) -> tuple[StandingsView, ...]:
    found = (category_view(reader, None, key) for key in reader.event.categories.values_list("key", flat=True))
    return tuple(table for table in found if table)


def make_certificate(table: StandingsView, row: TableRow) -> Certificate:
    points = next((cell.text for cell in row.cells if cell.main), "")
    category = table.category.name if table.category else ""
    name = " ".join(reversed(row.name.split(", ", 1)))  # lists put the family name first, certificates do not
    return Certificate(row.place, name, row.title, row.origin, category, points)
