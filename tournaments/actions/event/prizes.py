"""The prizes of the places of a category, or of the whole table."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.event.categories import GONE, NOBODY
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.choices import SpecialPrize
from tournaments.domain.event.categories import MOST_PRIZES
from tournaments.domain.event.log_actions import LogAction
from tournaments.domain.standings.prize_amounts import is_only_amount, read_amount
from tournaments.models import Event, Prize
from tournaments.queries.players.participants import participants_of

TOO_MANY = sentence("prizes-too-many", gettext_noop("A category can have at most {most} prizes."))
TOO_LONG = sentence("prize-too-long", gettext_noop("Line {line}: a prize can have at most {most} characters."))
NO_AMOUNT = sentence("prize-no-amount", gettext_noop("“{typed}” is not an amount. Write it like “500 €”."))


class PrizeText(NamedTuple):
    """A prize as it is stored: what was typed, the money in it, and who gets it by hand."""

    text: str
    amount: Decimal | None
    currency: str
    is_confirmed: bool
    winner: int | None = None


class TypedLine(NamedTuple):
    """The fields beside a line of prizes: the amount, and the start number of a winner named by hand."""

    text: str
    amount: str
    winner: str = ""


def set_prizes(event: Event, key: str, texts: Sequence[str], by: Actor, typed: Iterable[TypedLine] = ()) -> list[Prize]:
    """Set the prizes of a list, the first text for the first place.

    `key` is that of a category or a `SpecialPrize`, "" for the whole table. Lines that are not among the `typed` ones
    keep what they had, and new ones are read. The same prizes write nothing. Raise Refusal.
    """
    check_lines(texts)
    typed = [*typed]
    check_amounts(typed)
    with writing(event) as event:
        numbers = {str(start): number for start, number in participants_of(event).values_list("start_number", "number")}
        lines = [read_typed(each, numbers) for each in typed]
        category = event.categories.filter(key=key).first()
        if key and category is None and key not in SpecialPrize:
            raise Refusal(GONE)
        where = {"category": category, "special": key if key in SpecialPrize else ""}
        old = list(event.prizes.filter(**where))
        before = [PrizeText(each.text, each.amount, each.currency, each.is_confirmed, each.winner) for each in old]
        after = list(find_lines(texts, lines, before))
        if before == after:
            return old
        event.prizes.filter(**where).delete()
        new = Prize.objects.bulk_create(
            Prize(event=event, **where, place=place, **line._asdict()) for place, line in enumerate(after, 1)
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


def check_amounts(typed: Iterable[TypedLine]) -> None:
    """Raise Refusal for a typed amount that is none."""
    for written in (line.amount.strip() for line in typed):
        if written and (read_amount(written).amount is None or not is_only_amount(written)):
            raise Refusal(NO_AMOUNT, field="prizes", typed=written[:40])


def read_typed(typed: TypedLine, numbers: Mapping[str, int]) -> PrizeText:
    """Return a line with the typed amount, in the line's currency if it names none. Raise Refusal.

    `numbers` are those of the participants by start number.
    """
    written, start = typed.amount.strip(), typed.winner.strip()
    if start and start not in numbers:
        raise Refusal(NOBODY, field="prizes", number=start[:10])
    amount, currency, _ = read_amount(written)
    own = currency or (read_amount(typed.text).currency if written else "")
    return PrizeText(typed.text, amount, own, is_confirmed=True, winner=numbers.get(start))


def find_lines(texts: Sequence[str], *sources: Sequence[PrizeText]) -> Iterator[PrizeText]:
    """Yield the lines as the first source has them that has such a line, and new ones as they read.

    Among as many lines as before, another text is the old one in other words, and keeps the winner named by hand.
    """
    waiting: list[defaultdict[str, list[PrizeText]]] = [defaultdict(list) for _ in sources]
    for source, lines in zip(waiting, sources, strict=True):
        for line in lines:
            source[line.text].append(line)
    same = next((lines for lines in sources if len(lines) == len(texts)), ())
    for place, text in enumerate(texts):
        known = next((source[text] for source in waiting if source[text]), None)
        is_corrected = bool(same) and same[place].text not in texts
        winner = same[place].winner if is_corrected else None
        yield known.pop(0) if known else PrizeText(text, *read_amount(text), winner=winner)


def describe_lines(lines: Sequence[PrizeText], others: Sequence[PrizeText]) -> dict[str, Any]:
    """Return for the log what differs from other lines: the prizes, or only their amounts or winners."""
    found: dict[str, Any] = {}
    if [line.text for line in lines] != [line.text for line in others]:
        found["prizes"] = [line.text for line in lines]
    named, before = (Counter((line.text, line.winner) for line in each if line.winner) for each in (lines, others))
    if named != before:
        found["winners"] = [line.winner or 0 for line in lines]
    return found or {"amounts": [f"{line.amount or ''} {line.currency}".strip() for line in lines]}
