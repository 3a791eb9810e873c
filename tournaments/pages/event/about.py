"""What an event says about itself, as its page shows it."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.formats import time_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairing.plan.stages import DUELS
from tiebreaks.trf.stated_details import Official
from tournaments.domain.choices import RatedBy
from tournaments.domain.event import event_details
from tournaments.formats.markdown import write_html
from tournaments.models import Event
from tournaments.queries.rounds.plan import read_plan
from tournaments.queries.rounds.round_times import read_round_times
from tournaments.wording import dates
from tournaments.wording.fide_mode import list_departures
from tournaments.wording.pairings import pairing_system


class DetailPart(NamedTuple):
    """A part of a fact: its text, what stands small behind it, and where it leads ("" to nowhere)."""

    text: str
    more: str = ""
    address: str = ""


class Detail(NamedTuple):
    title: str
    lines: tuple[DetailPart, ...]


class RoundBeginning(NamedTuple):
    """When a round begins."""

    round: int
    day: str
    time: str


class AboutView(NamedTuple):
    details: tuple[Detail, ...]
    announcement: SafeString
    links: tuple[event_details.Link, ...]
    schedule: tuple[RoundBeginning, ...]
    departures: tuple[str, ...]


def has_about(event: Event) -> bool:
    """Tell whether an event says more about itself than its name, its town and its days."""
    said = ("organiser", "federation", "venue", "map_link", "chief_arbiter", "deputy_arbiters", "rate_of_play",
            "time_control", "rated_by", "announcement", "links")  # fmt: skip
    return any(event.read_fields(said).values())


def read_about(event: Event) -> AboutView:
    """Return the facts of an event, its announcement, its links and the times of its rounds. No query."""
    return AboutView(
        details=tuple(list_details(event)),
        announcement=write_html(event.details.announcement),
        links=tuple(event_details.list_links(event.details.links)),
        schedule=tuple(list_beginnings(event)),
        departures=tuple(list_departures(event.departures)),
    )


def list_details(event: Event) -> Iterator[Detail]:
    """Yield what an event says in few words, in the order in which players ask."""
    details = event.details
    deputies = event_details.list_officials(details.deputy_arbiters)
    found = (
        (_("When"), [DetailPart(dates.write_days(event.starts_on, event.ends_on))]),
        (_("Where"), list_places(event)),
        (_("How"), [DetailPart(describe_play(event))]),
        (_("Rate of play"), [DetailPart(details.rate_of_play or details.time_control)]),
        (_("Rated"), [DetailPart(str(RatedBy(details.rated_by).label) if details.rated_by else "")]),
        (_("Organiser"), [DetailPart(details.organiser)]),
        (_("Federation"), [DetailPart(details.federation)]),
        (_("Chief arbiter"), [describe_official(each) for each in event_details.list_officials(details.chief_arbiter)]),
        (ngettext("Deputy arbiter", "Deputy arbiters", len(deputies)), [describe_official(each) for each in deputies]),
    )
    for title, lines in found:
        if said := tuple(line for line in lines if line.text):
            yield Detail(title, said)


def list_places(event: Event) -> list[DetailPart]:
    """Return the venue, or the town alone, with a map."""
    venue, link = event.details.venue, event.details.map_link
    town = event.place if venue and event.place.casefold() not in venue.casefold() else ""
    whole = ", ".join(filter(None, (venue, town)))
    return [DetailPart(venue or event.place, town, event_details.find_map(whole if venue else "", link))]


def describe_play(event: Event) -> str:
    """Say how the event is played: "Chess, Swiss system, 9 rounds". One query."""
    plan = read_plan(event)
    if plan and plan[0].system in DUELS:
        system = " · ".join(dict.fromkeys(pairing_system(stage.system) for stage in plan))
    else:
        system = event.get_system_display()
    rounds = ngettext("%(count)d round", "%(count)d rounds", event.planned_rounds) % {"count": event.planned_rounds}
    return f"{event.get_discipline_display()}, {system}, {rounds}"


def describe_official(official: Official) -> DetailPart:
    more = _("FIDE ID %(number)s") % {"number": official.fide_id} if official.fide_id else ""
    return DetailPart(official.name, more, event_details.find_profile(official))


def list_beginnings(event: Event) -> Iterator[RoundBeginning]:
    """Yield when the rounds begin, those whose time is known."""
    for number, at in read_round_times(event).items():
        yield RoundBeginning(number, dates.write_day(at), time_format(at, "H:i"))
