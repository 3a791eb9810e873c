"""Command of `make promises`: `python -m tests.promises [WORD …]`.

Break every clause, or those of promises and files with one of the words. Fail where no test notices.
"""

import sys
from pathlib import Path

from tests.promises.plan import list_breakable, read_promises
from tests.promises.planting import Copy


def main(words: list[str]) -> int:
    clauses = [
        each for each in list_breakable() if not words or any(word in f"{each.promise} {each.file}" for word in words)
    ]
    copy = Copy(Path("var/promises"))
    unnoticed = []
    for number, clause in enumerate(clauses, 1):
        is_noticed = copy.notices(clause)
        print(f"{number}/{len(clauses)} {'noticed' if is_noticed else 'NOT NOTICED'}: {clause.clause}", flush=True)
        if not is_noticed:
            unnoticed.append(clause)
    promises = [held for name in ("pages", "manual") for held in read_promises(name).values()]
    unbroken = [held for held in promises if not any(clause.file for clause in held)]
    print(f"{len(clauses)} clauses broken, {len(unnoticed)} unnoticed; {len(unbroken)} promises name tests alone.")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
