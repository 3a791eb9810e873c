"""The prize list as values: each prize with who gets it by the current table."""

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from tiebreaks.facts.crosstable import Player
from tournaments.access.reader import Reader
from tournaments.domain.choices import PrizeSharing, SpecialPrize
from tournaments.domain.number_format import money
from tournaments.domain.standings.prizes import Award
from tournaments.models import Event
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.standings.categories import CategoryChoice, list_choices
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.endings import has_started
from tournaments.queries.standings.prizes import PrizeList, read_prize_lists
from tournaments.queries.standings.standings import read_standings
from tournaments.wording.basis import describe_round, describe_rules
from tournaments.wording.prizes import describe_list, name_list, name_prize, write_value


class Winner(NamedTuple):
    number: int
    name: str
    title: str


class PrizeLine(NamedTuple):
    """A prize. `winner` is None if nobody is left for it; `level` names those who share the winner's place.

    `value` is what a special list goes by.

    `share` is the money that the winner gets in its place where prizes are divided, else "".
    """

    place: int
    text: str
    winner: Winner | None
    level: tuple[str, ...]
    share: str
    value: str


class PrizeShare(NamedTuple):
    """The money that somebody without a prize gets from those who are level."""

    name: str
    amount: str


class PrizeSection(NamedTuple):
    """The prizes of a category; `key` and `rule` are "" for the whole table. `shares` are those of further players.

    A special list is no category, and has no table.
    """

    key: str
    name: str
    rule: str
    is_special: bool
    lines: tuple[PrizeLine, ...]
    shares: tuple[PrizeShare, ...]


class PrizesView(NamedTuple):
    """Every prize, by category. `started` is false while no result is in; then nobody is named.

    `rules` and `stage` say what the table is based on that awards them.
    """

    event: Event
    version: int
    epoch: str
    base: str
    progress: EventState
    started: bool
    sections: tuple[PrizeSection, ...]
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
            return _("Each team gets one prize, the highest; the other goes to the next team of its category.")
        if self.event.of_teams:
            return _("A team may win several prizes.")
        if self.event.one_prize_each:
            return _("Each player gets one prize, the highest; the other goes to the next player of its category.")
        return _("A player may win several prizes.")

    @property
    def sharing(self) -> str:
        """Say how prizes of players with equal points are divided, "" if they are not."""
        match self.event.prize_sharing:
            case PrizeSharing.EQUAL:
                return _("Players with equal points share the money of these places equally.")
            case PrizeSharing.HORT:
                return _("Players with equal points get half of their own prize and an equal share of the rest (Hort).")
        return ""


@consistent_read
def prizes_view(reader: Reader) -> PrizesView:
    """Return the prize list of an event in the active language."""
    event = reader.event
    ranked = read_standings(reader)
    choices = {choice.key: choice for choice in list_choices(event, ranked.facts)}
    prize_lists = read_prize_lists(reader, {key: choice.members for key, choice in choices.items()})
    return PrizesView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        base=reverse("standings", args=[event.slug]),
        progress=read_state(reader),
        started=has_started(ranked),
        sections=tuple(_section(each, choices.get(each.key), ranked.facts.players) for each in prize_lists),
        rules=describe_rules(ranked),
        stage=describe_round(ranked),
    )


def _section(prize_list: PrizeList, choice: CategoryChoice | None, players: Mapping[int, Player]) -> PrizeSection:
    shares: dict[int, list[str]] = {}
    for number, amount, currency in prize_list.shares:
        shares.setdefault(number, []).append(money(amount, currency))
    written = {number: " + ".join(amounts) for number, amounts in shares.items()}
    winners = {award.winner for award in prize_list.awards}
    key = prize_list.key
    is_special = key in SpecialPrize
    return PrizeSection(
        key=key,
        name=name_list(key) if is_special else choice.name if choice else "",
        rule=describe_list(key) if is_special and key != SpecialPrize.HAND else choice.rule if choice else "",
        is_special=is_special,
        lines=tuple(_line(award, players, written, prize_list.values) for award in prize_list.awards),
        shares=tuple(
            PrizeShare(players[number].name, amount) for number, amount in written.items() if number not in winners
        ),
    )


def _line(
    award: Award, players: Mapping[int, Player], shares: Mapping[int, str], values: Mapping[int, Decimal]
) -> PrizeLine:
    player = players.get(award.winner) if award.winner is not None else None
    return PrizeLine(
        place=award.offer.place,
        text=name_prize(award.offer),
        winner=Winner(player.number, player.name, player.title) if player else None,
        level=tuple(players[number].name for number in award.level),
        share=shares.get(player.number, "") if player else "",
        value=write_value(award.offer.key, values[player.number]) if player and player.number in values else "",
    )
