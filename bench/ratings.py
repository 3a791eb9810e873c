"""How fast rating lists are imported and people are found: `python -m bench.ratings [PEOPLE]`, by default 1,500,000.

A list in FIDE's format is made of fictional names, some of them far more frequent than others, zipped, imported by the
code that serves the pages, and searched as people type. The lists are not in the database, so SQLite and PostgreSQL
play no part. Numbers are printed and never asserted.
"""

import os
import random
import sys
import tempfile
import time
import zipfile
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

# These imports need the models and settings, which are ready from here on.
from django.test.utils import override_settings  # noqa: E402

from bench._small import sized  # noqa: E402
from tournaments.demo.names import words  # noqa: E402
from tournaments.formats import rating_files  # noqa: E402
from tournaments.rating_lists import lookup, store  # noqa: E402

HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
ONSETS = words("b br ch d dr f fl g gr h j k kl kr l m n p pr r s sch sh st t tr v w z")
VOWELS = words("a e i o u ai ei ue ae oe")
CODAS = ["", "", "", "n", "r", "l", "s", "t", "ck", "ng", "mann", "ov", "ova", "sen", "berg", "stein", "ski", "ez"]
FEDERATIONS = words("GER IND ESP FRA RUS POL USA ITA SRI TUR")


def main(count: int) -> None:
    chance = random.Random(7)
    with tempfile.TemporaryDirectory() as folder, override_settings(RATING_LISTS=Path(folder) / "lists"):
        names, path = people(count, chance), Path(folder) / "players_list.zip"
        write(path, names, chance)
        began, used = time.perf_counter(), time.process_time()
        with rating_files.open_rating_file(path) as reading:
            count = store.import_list("FIDE", reading)
        took, used = time.perf_counter() - began, time.process_time() - used
        size = store.read_lists()[0].path.stat().st_size / 2**20
        packed = path.stat().st_size / 2**20
        print(f"{count:,} people from {packed:.0f} MB imported in {took:.0f} s ({used:.0f} s of CPU): {size:.0f} MB")
        for kind, asked in searches(names, chance).items():
            ask(kind, asked)


def people(count: int, chance: random.Random) -> list[str]:
    """Make up names, sorted as in FIDE's list."""

    def word(syllables: int) -> str:
        return "".join(chance.choice(ONSETS) + chance.choice(VOWELS) for _ in range(syllables)) + chance.choice(CODAS)

    surnames = list({word(chance.choice((1, 2, 2, 3))).title() for _ in range(count // 4)})
    firsts = list({word(chance.choice((1, 2))).title() for _ in range(max(50, count // 60))})

    def frequent(of: list[str]) -> str:
        return of[int(len(of) * chance.random() ** 4)]  # the first of 10,000 names has a tenth of all people

    return sorted(f"{frequent(surnames)}, {frequent(firsts)}" for _ in range(count))


def write(path: Path, names: list[str], chance: random.Random) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("players_list_foa.txt", "w") as file:
        file.write(HEADER.encode() + b"\r\n")
        for name in names:
            points = [chance.choice((0, chance.randrange(1400, 2700))) for _ in range(3)]
            line = (
                f"{chance.randrange(10**5, 10**8):<15}{name:<61}{chance.choice(FEDERATIONS):<4}{chance.choice('MF'):<4}"
            )
            line += f"{'':<29}{points[0]:<6}{0:<4}{20:<3}{points[1]:<6}{0:<4}{20:<3}{points[2]:<6}{0:<4}{20:<3}"
            file.write(f"{line}{chance.randrange(1940, 2020)}      \r\n".encode())


def searches(names: list[str], chance: random.Random) -> dict[str, list[tuple[str, str]]]:
    """Return pairs of a search text and the name it is meant to find, by kind of search."""
    some = chance.sample(names, 200)

    def misspelt(name: str) -> str:
        at = chance.randrange(2, len(name) - 1)
        return name[:at] + chance.choice("aeiounrst") + name[at + chance.choice((0, 1)) :]

    ways = {
        "whole name": lambda name: name,
        "exchanged": lambda name: " ".join(reversed(name.split(", "))),
        "ä for ae, o for oe": lambda name: name.replace("ae", "ä").replace("ue", "ü").replace("oe", "o"),
        "three letters": lambda name: name[:3],
        "beginnings": lambda name: " ".join(part[:3] for part in name.split(", ")),
        "misspelt": misspelt,
    }
    numbers = [(str(chance.randrange(10**5, 10**8)), "") for _ in some]
    return {"FIDE ID": numbers} | {kind: [(way(name), name) for name in some] for kind, way in ways.items()}


def ask(kind: str, asked: list[tuple[str, str]]) -> None:
    """Print lookups per second, the time of the slowest, and how often the right person is shown."""
    spans, meant = [], 0
    for text, name in asked:
        began = time.perf_counter()
        found = lookup.find_people(text)
        spans.append(time.perf_counter() - began)
        meant += any(each.person.name == name for each in found)
    spans.sort()
    slow = spans[int(len(spans) * 0.95)] * 1000
    shown = f", {meant} of {len(asked)} shown" if meant else ""
    print(f"{kind:20} {len(spans) / sum(spans):8.0f} a second, 95 % within {slow:6.1f} ms{shown}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else sized(1_500_000, 2000))
