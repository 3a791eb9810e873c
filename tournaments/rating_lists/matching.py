"""Find the players of an event in the lists, and propose what to correct or fill in.

The same FIDE ID means the same person; otherwise the same name, as it sounds, if nothing contradicts it and nobody else
has it. A merely similar name is proposed for a person to check.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any, NamedTuple

from django.utils import timezone

from tiebreaks.facts.rating_methods import choose_rating, rating_in_round, read_later, write_later
from tournaments.domain.choices import RatingKind
from tournaments.domain.players.birth import birth_year
from tournaments.imports import player_fields
from tournaments.models import Event, Player
from tournaments.queries.rounds.games import last_paired_round
from tournaments.rating_lists import listed_fields, lookup, store
from tournaments.rating_lists.lookup import ListedPerson
from tournaments.rating_lists.months import Month, month_of
from tournaments.rating_lists.name_sounds import fold_both_orders, fold_name
from tournaments.rating_lists.store import RatingList

MOST_ALIKE = 40  # players that are looked for by the sound of a misspelt name
VERY_ALIKE = 85
REPLACED_FIELDS = (
    "rating",
    "national_rating",
    "rating_k",
    "title",
)  # by a newer list; every other field is only filled where it is empty
FILLED_FIELDS = ("sex", "federation", "club", "birth_date", "fide_id", "national_id")


class ListSearch(NamedTuple):
    """What a search goes by: the event, its last paired round if it is a long one (otherwise 0), and the open lists."""

    event: Event
    last: int
    lists: list[tuple[RatingList, sqlite3.Connection]]


class Proposal(NamedTuple):
    """The facts in the lists about a player: `fields` would change, `others` counts indistinguishable namesakes.

    `found` is the line of the first list, None if no person is certain or likely.
    """

    player: Player
    found: ListedPerson | None
    is_sure: bool
    others: int
    fields: dict[str, Any]

    @property
    def changes(self) -> list[tuple[str, str, str]]:
        """Return the title of each field that would change, the old and the new value."""
        return [
            (str(player_fields.BY_NAME[name].title), str(getattr(self.player, name) or "–"), str(value))
            for name, value in self.fields.items()
        ]


def valid_month(event: Event) -> Month:
    """Return the month whose lists are valid for an event: that of its first day; of a long event the present one."""
    today = timezone.localdate()
    return month_of(today if event.is_long else event.starts_on or today)


def propose_changes(event: Event, *, by_sound: bool = True) -> Iterator[Proposal]:
    """Yield proposals for players with new facts, and for those with namesakes. At most two queries to the database.

    They are by the lists that are valid for the event; people with alike names are looked for only `by_sound`.
    """
    with ExitStack() as closing:
        valid = store.read_lists(valid_month(event)) if event.rating_kind != RatingKind.NONE else []
        lists = [(each, closing.enter_context(store.open_list(each.path))) for each in valid]
        search = ListSearch(event, last_paired_round(event) if event.is_long else 0, lists)
        left = MOST_ALIKE if by_sound else 0
        for player in event.players.order_by("start_number"):
            proposal = propose_for_player(search, player)
            if proposal is None and left:
                left -= 1
                proposal = propose_by_sound(search, player)
            if proposal and (proposal.fields or proposal.found is None):
                yield proposal


def propose_for_player(search: ListSearch, player: Player) -> Proposal | None:
    """Return the proposal for a player; None if no list has the name or the FIDE ID.

    If one list knows the FIDE ID, it distinguishes the namesakes in the others.
    """
    known = [people for rated, database in search.lists if (people := find_same_person(database, rated, player))]
    ids = {people[0].person.fide_id for people in known if len(people) == 1} - {""}
    if len(ids) == 1:
        known = [[each for each in people if each.person.fide_id in ids] or people for people in known]
    found = [people[0] for people in known if len(people) == 1]
    if found and len(ids) < 2:
        return Proposal(player, found[0], True, 0, find_new_values(search, player, found))
    return Proposal(player, None, False, max(len(ids), *map(len, known)), {}) if known else None


def find_same_person(database: sqlite3.Connection, rated: RatingList, player: Player) -> list[ListedPerson]:
    """Return the people with a player's FIDE ID; without one, or if the list lacks it, those with their name."""
    if player.fide_id:
        rows = [row for (row,) in database.execute("SELECT id FROM people WHERE fide_id = ?", [player.fide_id])]
        if rows or rated.is_fide:
            return lookup.read_people(database, rated, rows)
    asked = "SELECT id FROM people WHERE search IN (?, ?) LIMIT 60"
    rows = [row for (row,) in database.execute(asked, fold_both_orders(player.name))]
    people = [each for each in lookup.read_people(database, rated, rows) if is_compatible(player, each)]
    closer = [each for each in people if player.federation and each.person.federation == player.federation]
    return closer or people


def is_compatible(player: Player, found: ListedPerson) -> bool:
    """Say whether nothing that is known of both contradicts that they are the same person."""
    born = (birth_year(player.birth_date), found.person.birth_year)
    pairs = (born, (player.sex, found.person.sex), (player.fide_id, found.person.fide_id))
    return all(one == other for one, other in pairs if one and other)


def propose_by_sound(search: ListSearch, player: Player) -> Proposal | None:
    """Return a person with a very similar name, for somebody to check."""
    words = fold_name(player.name).split()[: lookup.MOST_WORDS]
    if len(words) < 2 or player.fide_id:
        return None
    for rated, database in search.lists:
        people = lookup.read_people(database, rated, lookup.find_alike(database, words)[:3])
        likely = [
            (lookup.score_likeness(each.person.name, player.name), each)
            for each in people
            if is_compatible(player, each)
        ]
        likeness, best = max(likely, key=lambda pair: pair[0], default=(0, None))
        if best and likeness >= VERY_ALIKE:
            return Proposal(player, best, False, 0, find_new_values(search, player, [best]))
    return None


def find_new_values(search: ListSearch, player: Player, found: Iterable[ListedPerson]) -> dict[str, Any]:
    """Return the fields of a player to replace or fill in, each from the first list that has it."""
    event, stated = search.event, dict[str, Any]()
    for each in found:
        for name, value in listed_fields.read_fields(each.person, event).items():
            stated[name] = stated.get(name) or value
    renewed = {name: stated[name] for name in REPLACED_FIELDS if stated[name] and stated[name] != getattr(player, name)}
    if search.last:  # the first rating stays what it was, and so does a K
        coming = search.last + 1
        later = find_later_rating(event, player, stated, coming) if coming <= event.planned_rounds else {}
        kept = {"rating", "national_rating"} | ({"rating_k"} if player.rating_k else set())
        renewed = later | {name: value for name, value in renewed.items() if name not in kept}
    return renewed | {name: stated[name] for name in FILLED_FIELDS if stated[name] and not getattr(player, name)}


def find_later_rating(event: Event, player: Player, stated: Mapping[str, Any], round_number: int) -> dict[str, str]:
    """Return the ratings of later rounds with that of the lists added; nothing where it is the one of the round."""
    new = choose_rating(
        event.rating_method,
        stated["rating"] or player.rating,
        stated["national_rating"] or player.national_rating,
        player.own_rating,
    )
    if new is None or new == rating_in_round(player.event_rating, player.later_ratings, round_number):
        return {}
    return {"later_ratings": write_later({**dict(read_later(player.later_ratings)), round_number: new})}
