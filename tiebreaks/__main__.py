"""`python -m tiebreaks FILE`: the standings of a tournament file."""

import sys

from tiebreaks.command import main

sys.exit(main(sys.argv[1:]))
