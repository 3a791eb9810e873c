"""Write numbers for people: ½ for halves, a real minus, thin spaces between thousands, the locale's decimal mark."""

from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format

from tiebreaks.values.numbers import round_half_up

LEADING = ("$", "£", "₹", "¥")  # currencies that stand before the number
NO_BREAK = "\N{NO-BREAK SPACE}"
MINUS, THIN, UNDEFINED = "\N{MINUS SIGN}", "\N{NARROW NO-BREAK SPACE}", "\N{EN DASH}"
GLYPHS: dict[Decimal | Fraction, str] = {
    Decimal(0): "",
    Decimal("0.25"): "¼",
    Decimal("0.5"): "½",
    Decimal("0.75"): "¾",
}


def figure(value: int | Decimal | Fraction | None, signed: bool = False, places: int = 2) -> str:
    """Write a value: "7¾", "½", "12.60" (`places` decimals where quarters don't suffice), "–" for the undefined.

    `signed` values are differences: "+1 402", "−24", and a plain 0.
    """
    if value is None:
        return UNDEFINED
    size: Decimal | Fraction = abs(value) if isinstance(value, Fraction) else abs(Decimal(value))
    sign = MINUS if value < 0 else "+" if signed and value > 0 else ""
    glyph = GLYPHS.get(size % 1)  # equal numbers have equal hashes, whatever their type
    if glyph is None:
        return sign + str(number_format(round_half_up(size, places), places))
    whole = group_thousands(int(size)) if signed else str(int(size))
    return sign + (glyph if glyph and whole == "0" else whole + glyph)


def is_exact(value: int | Decimal | Fraction, places: int = 2) -> bool:
    """Return whether a value that `figure` writes is not rounded."""
    return value % 1 in GLYPHS or round_half_up(value, places) == value


def decimal_figure(value: Decimal, places: int, signed: bool = False) -> str:
    """Write a value with this many decimals: "5.62", "−12.4", "+0.8"; a plain 0.0."""
    sign = MINUS if value < 0 else "+" if signed and value > 0 else ""
    return sign + str(number_format(abs(value), places))


def money(amount: Decimal, currency: str) -> str:
    """Write a sum with its currency: "1,500 €", "168.88 CHF", "$50", "Rs. 75,000"; cents only where there are some."""
    number = number_format(amount, 0 if amount == int(amount) else 2, force_grouping=True)
    if currency.endswith(LEADING):
        return currency + number
    parts = (currency, number) if currency.lower().startswith("rs") else (number, currency)
    return NO_BREAK.join(part for part in parts if part)


def group_thousands(number: int) -> str:
    """Write a whole number with thin spaces between thousands."""
    return f"{number:,}".replace(",", THIN)


def has_glyph(text: str) -> bool:
    """Return whether a figure ends in a fraction glyph, for which whole numbers in its column leave space."""
    return text[-1:] in ("¼", "½", "¾")
