"""`python -m tiebreaks FILE`: the standings of a tournament file; `verify FILE` checks it, `rules` prints the rules."""

import sys
from collections.abc import Callable, Sequence


def run() -> int:
    """Run the command that the arguments name, standings without a name. Return its exit code."""
    name, *rest = sys.argv[1:] or [""]
    command: Callable[[Sequence[str]], int]
    match name:
        case "verify":
            from tiebreaks.commands.verify import main as command
        case "rules":
            from tiebreaks.commands.rules import main as command
        case _:
            from tiebreaks.commands.standings import main as command

            rest = sys.argv[1:]
    return command(rest)


if __name__ == "__main__":
    sys.exit(run())
