"""The rules of all flags, written by `make flags FROM=folder`, the folder of the npm package circle-flags.

Together they take some twenty packed kilobytes: a page gets those that its table shows (views/standings/flags.py).
"""

import argparse
import json
import re
from functools import cache
from pathlib import Path

from tournaments.domain.players.federations import FLAGS

TARGET = Path(__file__).parent / "flags.css"
HEAD = "/* Flags of FIDE's federations: circle-flags %s (MIT, vendor/circle-flags.LICENSE), by `make flags` */"
# What a round icon needs and a background does not: its size, and the mask that `border-radius` replaces.
NEEDLESS = re.compile(r' width="512" height="512"|<mask id="a">.*?</mask>| mask="url\(#a\)"')
IN_AN_ADDRESS = str.maketrans({'"': "'", "#": "%23", "<": "%3C", ">": "%3E"})


@cache
def read_rules() -> dict[str, str]:
    """Return the rules of all flags by their classes."""
    return {line[6:9]: line for line in TARGET.read_text(encoding="utf-8").splitlines() if line.startswith(".flag.")}


def write_rule(federation: str, picture: str) -> str:
    """Return the rule of one flag."""
    address = NEEDLESS.sub("", picture).strip().translate(IN_AN_ADDRESS)
    return f'.flag.{federation.lower()} {{ --flag: url("data:image/svg+xml,{address}") }}'


def write_sheet(folder: Path) -> str:
    version = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    pictures = ((folder / "flags" / f"{code}.svg").read_text(encoding="utf-8") for code in FLAGS.values())
    return "\n".join([HEAD % version, *map(write_rule, FLAGS, pictures), ""])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    TARGET.write_text(write_sheet(parser.parse_args().folder), encoding="utf-8")
