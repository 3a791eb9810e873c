"""Categories and prizes of the demo open."""

from tournaments.domain.event.categories import Definition, Rule

SLUG = "ahorntal-open"
CATEGORIES = (
    Definition("Frauen", Rule.WOMEN),
    Definition("U18", Rule.YOUTH, age=18),
    Definition("Ü65", Rule.SENIORS, age=65),
    Definition("bis 1999", Rule.RATING, highest=1999),
    Definition("bis 1599", Rule.RATING, highest=1599),
)
# By the name of the category, "" for the whole table; the first text is for the first place.
PRIZES = {
    "": ["1.500 €", "1.000 €", "700 €", "500 €", "300 €"],
    "Frauen": ["400 €", "200 €", "100 €"],
    "U18": ["200 €", "100 €"],
    "Ü65": ["200 €", "100 €"],
    "bis 1999": ["250 €", "150 €"],
    "bis 1599": ["150 €", "Buchpreis"],
}
