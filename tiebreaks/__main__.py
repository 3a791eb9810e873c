"""`python -m tiebreaks FILE`: the standings of a tournament file."""

import sys

from tiebreaks.commands.standings import main

sys.exit(main(sys.argv[1:]))
