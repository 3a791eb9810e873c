"""Read what a prize is worth out of the line that people type: the one place that does.

An amount is a number beside a currency: "500 €", "€500", "1'000 CHF", "1.000,50 €", "Rs. 1,50,000", "Fr. 500.–". In a
line without a currency it is the number at the end: "1st prize: 500". Ordinals and years are no amounts.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

LARGEST = Decimal(10) ** 10  # amounts are smaller than this
LONGEST = 90  # letters of a text that is read: lines are shorter, and whatever else is posted costs nothing

# Whole numbers, perhaps grouped as anybody groups, with cents, or with the dashes that stand for none.
GAP = r"[.,'’ \N{NO-BREAK SPACE}\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}]"
NUMBER = (
    rf"(?P<whole>\d{{1,3}}(?P<mark>{GAP})\d{{3}}(?:(?P=mark)\d{{3}}){{,3}}|\d{{1,2}}(?:,\d\d){{1,4}},\d{{3}}|\d+)"
    r"(?:[.,](?P<cents>\d{1,2})|[.,][-–—]+)?(?!\d|[.,'’]\d)"
)
CODES = (
    "AED ARS AUD AZN BAM BDT BGN BRL BYN CAD CHF CLP CNY COP CRC CZK DKK DOP DZD EGP EUR GBP GEL GHS HKD HUF IDR ILS "
    "INR IRR ISK JOD JPY KES KGS KRW KWD KZT LBP LKR MAD MDL MKD MNT MUR MXN MYR NAD NGN NOK NPR NZD OMR PEN PHP PKR "
    "PLN PYG QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD TZS UAH UGX USD UYU UZS VND XAF XOF ZAR ZMW"
)
WORDS = (
    "eur euros? chf usd gbp dollars? pounds? francs? franken sfr fr rs rp rm ft kč czk zł zl pln kr sek dkk nok lei "
    "din руб грн лв"
)
CURRENCY = (
    r"(?P<currency>(?:(?<!\w)[A-Z]{1,3})?[$€£¥₹₽₺₴₪₩₫฿₦₱₸₼₾₡₲₵]"
    rf"|(?<![^\W\d_])(?:{CODES.replace(' ', '|')}|(?i:{WORDS.replace(' ', '|')})\.?)(?![^\W\d_]))"
)
START = r"(?<!\w)(?<!\d[.,'’])"
BEFORE = re.compile(rf"{CURRENCY}\s?{NUMBER}")
AFTER = re.compile(rf"{START}{NUMBER}\s?{CURRENCY}")
LAST = re.compile(rf"{START}{NUMBER}$")
NUMERIC = re.compile(r"\d{1,9}(?:\.\d+)?")
NO_SUM = re.compile(r"[^\W\d_]\s+(?:(?:19|20)\d\d|\d)$")  # "Trophy 2026", "Place 3"
ORDINAL = re.compile(
    r"(?<!\w)\d{1,3}(?:(?:st|nd|rd|th|er|ère|re|e|è?me|ème|eme)(?!\w)|[.:ºª°](?!\d)|(?=\s*[-–=]\s))|^\s*\d{1,3}\)"
)


class Reading(NamedTuple):
    """What a line says. `is_certain` unless the line has another number, or one that may mean something else."""

    amount: Decimal | None
    currency: str
    is_certain: bool


def read_amount(text: str) -> Reading:
    """Read the amount of a prize and its currency as typed; of several amounts the largest, of a longer text none."""
    if len(text) > LONGEST:
        return Reading(None, "", is_certain=False)
    found = list(_find_amounts(text, BEFORE)) + list(_find_amounts(text, AFTER))
    if found:
        amount, match = max(found, key=lambda each: each[0])
        words = text[: match.start()], text[match.end() :]
        is_split = (match["mark"] or "").isspace() and any(letter.isalnum() for letter in words[0])
        is_part = words[1][:1].isalpha()  # "$1k", "$2M"
        return Reading(amount, match["currency"], not (is_split or is_part or any(map(_has_number, words))))
    last = None if NO_SUM.search(text) else next(_find_amounts(text, LAST), None)
    if last is None:
        return Reading(None, "", not _has_number(text))
    before = ORDINAL.sub("", text[: last[1].start()])
    return Reading(last[0], "", not any(letter.isalnum() for letter in before))


def is_only_amount(text: str) -> bool:
    """Tell whether a prize is nothing but an amount, which pages write in the language of the reader."""
    return any(pattern.fullmatch(text) for pattern in (BEFORE, AFTER, LAST))


def _find_amounts(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[Decimal, re.Match[str]]]:
    for match in pattern.finditer(text):
        whole = "".join(letter for letter in match["whole"] if letter.isdecimal())
        amount = Decimal(f"{whole}.{(match['cents'] or '').ljust(2, '0')}")
        if amount < LARGEST:
            yield amount, match


def _has_number(text: str) -> bool:
    """Tell whether a text has a number that is no ordinal."""
    return any(letter.isdecimal() for letter in ORDINAL.sub("", text))


def read_old_amount(text: str, old: str) -> dict[str, str | bool | None]:
    """Return the fields of a prize that was stored with the first number in its text; another amount needs a look."""
    amount, currency, is_certain = read_amount(text)
    is_same = NUMERIC.fullmatch(old) is not None and (amount or 0) == Decimal(old)
    written = None if amount is None else str(amount)
    return {"amount": written, "currency": currency, "is_confirmed": is_certain and is_same}
