"""Forbidden pairings of an event: made and removed."""

from typing import Any

from django.db.models import F, Q
from django.db.models.functions import Least

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.rounds.forbidden_pairings import MOST, Apart, ForbiddenPairingDefinition
from tournaments.models import Event, ForbiddenPairing
from tournaments.queries.players.participants import participants_of
from tournaments.queries.rounds.games import last_paired_round

TOO_MANY = sentence("bans-too-many", gettext_noop("An event can have at most {most} such rules."))
TWO_NEEDED = sentence("ban-two", gettext_noop("Choose at least two to keep apart."))
STRANGER = sentence("ban-nobody", gettext_noop("There is nobody with the number {number}."))
PLAYERS_ONLY = sentence("ban-teams", gettext_noop("In a team event teams are kept apart one by one."))

ENDS_BEFORE = sentence("ban-ends-before", gettext_noop("The last round can’t come before the first one."))

LAST = 10_000  # after every round
FIELDS = ("rule", "numbers", "text", "from_round", "to_round", "made_after")


def add_forbidden_pairing(event: Event, wanted: ForbiddenPairingDefinition, by: Actor) -> ForbiddenPairing:
    """Keep people apart from a round on; where a rule says so already, nothing is written. Raise Refusal."""
    with writing(event) as event:
        fields = check_definition(event, wanted)
        same = event.forbidden_pairings.filter(
            rule=fields["rule"], numbers=fields["numbers"], text__iexact=fields["text"]
        )
        is_longer = Q(to_round=None) | Q(to_round__gte=fields["to_round"] or LAST)
        if known := same.filter(is_longer, from_round__lte=fields["from_round"]).first():
            return known
        if event.forbidden_pairings.count() >= MOST:
            raise Refusal(TOO_MANY, most=MOST)
        forbidden = ForbiddenPairing.objects.create(event=event, made_after=last_paired_round(event), **fields)
        record(event, by, LogAction.FORBIDDEN_PAIRING, after=list_fields(forbidden))
        return forbidden


def check_definition(event: Event, wanted: ForbiddenPairingDefinition) -> dict[str, Any]:
    """Return the fields of a forbidden pairing. Raise Refusal for one that keeps nobody apart."""
    rule, numbers = Apart(wanted.rule), sorted(set(wanted.numbers))
    rounds = {"from_round": wanted.from_round, "to_round": wanted.to_round}
    if wanted.to_round is not None and wanted.to_round < wanted.from_round:
        raise Refusal(ENDS_BEFORE, field="to_round")
    if rule != Apart.LIST:
        if event.of_teams:
            raise Refusal(PLAYERS_ONLY, field="rule")
        return {"rule": rule.value, "numbers": [], "text": wanted.text.strip(), **rounds}
    known = set(participants_of(event).filter(number__in=numbers).values_list("number", flat=True))
    if strangers := [number for number in numbers if number not in known]:
        raise Refusal(STRANGER, field="numbers", number=strangers[0])
    if len(numbers) < 2:
        raise Refusal(TWO_NEEDED, field="numbers")
    return {"rule": rule.value, "numbers": numbers, "text": "", **rounds}


def remove_forbidden_pairing(event: Event, key: int, by: Actor) -> None:
    """Let them meet again from the next drawing on. One that is gone already writes nothing."""
    with writing(event) as event:
        forbidden = event.forbidden_pairings.filter(pk=key).first()
        if forbidden is not None:
            record(event, by, LogAction.FORBIDDEN_PAIRING, before=list_fields(forbidden))
            forbidden.delete()


def move_to_round(event: Event, number: int) -> None:
    """Let what was noted for the next round hold in this one, which is being unpublished. Inside a write.

    What was noted for a later one keeps its round.
    """
    noted = event.forbidden_pairings.filter(made_after__gte=number)
    noted.filter(from_round__lte=F("made_after") + 1).update(from_round=Least("from_round", number))
    noted.update(made_after=number - 1)


def list_fields(forbidden: ForbiddenPairing) -> dict[str, Any]:
    """Return what the log stores about a forbidden pairing."""
    return {name: getattr(forbidden, name) for name in FIELDS}


def drop_from_forbidden_pairings(event: Event, number: int) -> None:
    """Drop a removed player from all forbidden pairings, because another may get the number. Inside a write."""
    for forbidden in event.forbidden_pairings.filter(rule=Apart.LIST):
        if number in forbidden.numbers:
            forbidden.numbers = [other for other in forbidden.numbers if other != number]
            if len(forbidden.numbers) < 2:
                forbidden.delete()
            else:
                forbidden.save()
