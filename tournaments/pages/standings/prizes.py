"""The prize list as values: each prize with who gets it by the current table."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tiebreaks.facts.crosstable import Player
from tiebreaks.ranking.ranked_table import Standings
from tournaments.access.reader import Reader
from tournaments.domain.choices import PrizeSharing
from tournaments.domain.standings import prizes
from tournaments.models import Event
from tournaments.pages.event.state import State, read_state
from tournaments.pages.standings.categories import list_choices
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.endings import has_started, is_knock_out
from tournaments.queries.standings.standings import read_standings
from tournaments.wording.basis import describe_round, describe_rules


class Winner(NamedTuple):
    number: int
    name: str
    title: str


class Line(NamedTuple):
    """A prize. `winner` is None if nobody is left for it; `level` names those who share the winner's place."""

    place: int
    text: str
    winner: Winner | None
    level: tuple[str, ...]


class Share(NamedTuple):
    """The money that somebody gets who shares prizes."""

    name: str
    amount: str


class Section(NamedTuple):
    """The prizes of a category; `key` and `rule` are "" for the whole table. `shares` are empty if nobody shares."""

    key: str
    name: str
    rule: str
    lines: tuple[Line, ...]
    shares: tuple[Share, ...] = ()


class PrizesView(NamedTuple):
    """Every prize, by category. `started` is false while no result is in; then nobody is named.

    `rules` and `stage` say what the table is based on that awards them.
    """

    event: Event
    version: int
    epoch: str
    base: str
    progress: State
    started: bool
    sections: tuple[Section, ...]
    rules: str
    stage: str

    @property
    def state(self) -> str:
        """Say which table awards the prizes."""
        if not self.started:
            return _("No results yet: the prizes appear as soon as games are over.")
        if self.progress.is_final:
            return _("The prizes according to the final table.")
        return _("The prizes according to the current table; every result may still change them.")

    @property
    def limit(self) -> str:
        """Say whether one may win several prizes."""
        if self.event.of_teams and self.event.one_prize_each:
            return _("Each team gets one prize, the highest; the other goes to the next of its category.")
        if self.event.of_teams:
            return _("A team may win several prizes.")
        if self.event.one_prize_each:
            return _("Each player gets one prize, the highest; the other goes to the next of its category.")
        return _("A player may win several prizes.")

    @property
    def sharing(self) -> str:
        """Say how prizes of players with equal points are divided, "" if they are not."""
        match self.event.prize_sharing:
            case PrizeSharing.EQUAL:
                return _("Who has equal points shares the money of these places equally.")
            case PrizeSharing.HORT:
                return _("Who has equal points gets half of the own prize and an equal share of the rest (Hort).")
        return ""


@consistent_read
def prizes_view(reader: Reader) -> PrizesView:
    """Return the prize list of an event in the active language."""
    event = reader.event
    ranked = read_standings(reader)
    choices = {choice.key: choice for choice in list_choices(event, ranked.facts)}
    offers = read_offers(event)
    ranks = [(row.number, row.rank) for row in ranked.rows]
    members = {key: choice.members for key, choice in choices.items()}
    started = has_started(ranked)
    awards = prizes.award_prizes(offers, ranks if started else [], members, event.one_prize_each)
    sections = (
        Section("", "", "", ()),
        *(Section(choice.key, choice.name, choice.rule, ()) for choice in choices.values()),
    )
    filled = [_fill(section, awards, ranked, members, event) for section in sections]
    return PrizesView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        base=reverse("standings", args=[event.slug]),
        progress=read_state(reader),
        started=started,
        sections=tuple(section for section in filled if section.lines),
        rules=describe_rules(ranked),
        stage=describe_round(ranked),
    )


def read_offers(event: Event) -> list[prizes.Offer]:
    """Return the prizes of an event in their order. One query."""
    return [
        prizes.Offer(prize.category.key if prize.category else "", prize.place, prize.text, prize.value)
        for prize in event.prizes.select_related("category")
    ]


def _fill(
    section: Section, awards: list[prizes.Award], ranked: Standings, members: Mapping[str, Iterable[int]], event: Event
) -> Section:
    """Put the prizes of a category into its section, and what is divided among those with equal points."""
    players, own = ranked.facts.players, [award for award in awards if award.offer.category == section.key]
    elsewhere = {award.winner for award in awards if award.offer.category != section.key and event.one_prize_each}
    allowed = (set(members[section.key]) if section.key else set(players)) - elsewhere
    rows = [row for row in ranked.rows if row.number in allowed]
    if is_knock_out(ranked):  # where nobody has points, equal places are what is shared
        field = [(row.number, Decimal(-row.rank)) for row in rows]
    else:
        field = [(row.number, ranked.table.total_points(row.number)) for row in rows]
    shares = prizes.share_prizes(own, field, PrizeSharing(event.prize_sharing))
    return section._replace(
        lines=tuple(_line(award, players) for award in own),
        shares=tuple(Share(players[number].name, number_format(amount, 2)) for number, amount in shares),
    )


def _line(award: prizes.Award, players: Mapping[int, Player]) -> Line:
    player = players.get(award.winner) if award.winner is not None else None
    winner = Winner(player.number, player.name, player.title) if player else None
    return Line(award.offer.place, award.offer.text, winner, tuple(players[number].name for number in award.level))
