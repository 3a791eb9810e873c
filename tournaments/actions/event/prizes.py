"""The prizes of the places of a category, or of the whole table."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.event.categories import GONE
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.categories import MOST_PRIZES
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.standings.prize_amounts import Reading, is_only_amount, read_amount
from tournaments.models import Event, Prize

TOO_MANY = sentence("prizes-too-many", gettext_noop("A category can have at most {most} prizes."))
TOO_LONG = sentence("prize-too-long", gettext_noop("Line {line}: a prize can have at most {most} characters."))
NO_AMOUNT = sentence("prize-no-amount", gettext_noop("“{typed}” is not an amount. Write it like “500 €”."))

type Lines = list[tuple[str, Reading]]


def set_prizes(
    event: Event, key: str, texts: Sequence[str], by: Actor, amounts: Iterable[tuple[str, str]] = ()
) -> list[Prize]:
    """Set the prizes of a category (with an empty `key`, of the whole table), the first text for the first place.

    `amounts` are lines with what somebody typed as their amounts. Other lines keep theirs, and a new one is read. The
    same prizes write nothing. Raise Refusal.
    """
    check_lines(texts)
    typed = [(text, read_typed(text, amount)) for text, amount in amounts]
    with writing(event) as event:
        category = event.categories.filter(key=key).first() if key else None
        if key and category is None:
            raise Refusal(GONE)
        old = list(event.prizes.filter(category=category))
        before = [(prize.text, Reading(prize.amount, prize.currency, prize.is_confirmed)) for prize in old]
        after = list(find_amounts(texts, typed, before))
        if before == after:
            return old
        event.prizes.filter(category=category).delete()
        new = Prize.objects.bulk_create(
            Prize(
                event=event,
                category=category,
                place=place,
                text=text,
                amount=reading.amount,
                currency=reading.currency,
                is_confirmed=reading.is_certain,
            )
            for place, (text, reading) in enumerate(after, 1)
        )
        logged, replaced = describe_lines(before, after), describe_lines(after, before)
        record(event, by, LogAction.PRIZES, before={"key": key, **logged}, after={"key": key, **replaced})
        return new


def check_lines(texts: Sequence[str]) -> None:
    """Raise Refusal where a list of prizes or one of its lines is too long."""
    limit = Prize._meta.get_field("text").max_length or 0
    too_long = next((line for line, text in enumerate(texts, 1) if len(text) > limit), None)
    if too_long:
        raise Refusal(TOO_LONG, field="prizes", line=too_long, most=limit)
    if len(texts) > MOST_PRIZES:
        raise Refusal(TOO_MANY, field="prizes", most=MOST_PRIZES)


def read_typed(text: str, typed: str) -> Reading:
    """Return what somebody typed as the amount of a line, in the line's currency if they name none. Raise Refusal."""
    typed = typed.strip()
    amount, currency, _ = read_amount(typed)
    if typed and (amount is None or not is_only_amount(typed)):
        raise Refusal(NO_AMOUNT, field="prizes", typed=typed[:40])
    return Reading(amount, currency or (read_amount(text).currency if typed else ""), True)


def find_amounts(texts: Iterable[str], *sources: Lines) -> Iterator[tuple[str, Reading]]:
    """Yield the lines with the amounts of the first source that has such a line, and new ones as they read."""
    waiting: list[defaultdict[str, list[Reading]]] = [defaultdict(list) for _ in sources]
    for source, lines in zip(waiting, sources, strict=True):
        for text, reading in lines:
            source[text].append(reading)
    for text in texts:
        known = next((source[text] for source in waiting if source[text]), None)
        yield text, known.pop(0) if known else read_amount(text)


def describe_lines(lines: Lines, others: Lines) -> dict[str, Any]:
    """Return for the log what differs from other lines: the prizes, or only their amounts."""
    texts = [text for text, _ in lines]
    if texts != [text for text, _ in others]:
        return {"prizes": texts}
    return {"amounts": [f"{reading.amount or ''} {reading.currency}".strip() for _, reading in lines]}
