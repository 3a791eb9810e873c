"""Names of fictional people: real first names from everywhere, surnames that no family bears."""

from random import Random


def words(text: str) -> list[str]:
    return text.split()


FIRST = words("""
    Aylin Bogdan Chidi Dilnoza Emre Freya Giulia Hyejin Ikram Jelena Kwame Linh Mateus Nadia Oksana Priya Quentin Rūta
    Sanna Tariq Umut Valentina Wanjiru Ximena Yusuf Zofia Anneke Björn Céline Darko Eszter Farid Greta Hamza Ines Jonas
    Katarína Leif Mei Noam Ömer Paola Rafael Seo-yun Thandiwe Ursula Viktor Willem Yara Zeynep
""")
WOMEN = set(
    words("""
    Aylin Dilnoza Freya Giulia Hyejin Ikram Jelena Linh Nadia Oksana Priya Rūta Sanna Valentina Wanjiru Ximena Zofia
    Anneke Céline Eszter Greta Ines Katarína Mei Paola Seo-yun Thandiwe Ursula Yara Zeynep
""")
)
STEMS = words("""
    Ahorn Birken Dorn Eichen Farn Ginster Hasel Iris Kiesel Linden Mohn Nebel Quell Raben Salbei Tannen Ulmen Wacholder
    Zedern Amsel
""")
ENDINGS = words("fels bruch kamp moor wind stern weiler hain")
TOWNS = words("""
    Augsburg Bamberg Celle Detmold Erfurt Freiburg Gera Hameln Ilmenau Jena Kassel Lübeck Marburg Neuss Oldenburg
    Passau Rostock Siegen Trier Ulm Weimar Zwickau
""")
CLUBS = words("SK SV SC Turm Springer")
FEDERATIONS = ["GER"] * 9 + words("AUT SUI POL CZE NED FRA ITA ESP UKR TUR SRB IND KEN PER NOR GEO")


def people(chance: Random, count: int) -> list[str]:
    """Draw so many different names, written as "Surname, First name"."""
    surnames = [stem + ending for stem in STEMS for ending in ENDINGS]
    drawn = [chance.choice(surnames) for _ in range(count * 2)]
    names = dict.fromkeys(f"{surname}, {chance.choice(FIRST)}" for surname in drawn)
    return list(names)[:count]
