"""The codes of the result slips of a round, made when they are printed."""

from tournaments.actions.writing import Actor, record, writing
from tournaments.models import Event
from tournaments.pages.desk.slips import slip_links


def create_slip_codes(event: Event, number: int, by: Actor) -> dict[int, str]:
    """Make a code for each board of a round and return their paths by board; those printed before stay good."""
    with writing(event) as event:
        links = slip_links(event, number, by.user)
        record(event, by, "slips", after={"round": number, "boards": len(links)})
        return links
