"""FIDE's checklist for programs that run tournaments: `python -m tests.checklist` writes docs/vcl4thp.md.

The list is docs/vcl4thp.toml. A question that the answers before it pass over is not on the path and costs nothing.
"""

import tomllib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LIST, PAGE = ROOT / "docs" / "vcl4thp.toml", ROOT / "docs" / "vcl4thp.md"
GOOD, GOES_ON, FAILURE = "good", "goes on", "failure"
NOT_REACHED = "not reached"

HEAD = """\
# FIDE’s checklist for tournament handlers

FIDE is about to accept programs by a checklist (Verification Checklist for Tournament Handler Programs, draft 13 of
25 August 2026). These are its questions in our own words, the answer that is true today, what it costs, and what holds
it: a test of that name, or a page. Which questions come depends on the answers before: those that are passed over are
*not reached*. A failure ends a verification; penalties add up, and more than 100 % fail.

This page is made of `docs/vcl4thp.toml` by `make checklist`; a test fails where they differ, or where a proof is gone.
"""


class Question(NamedTuple):
    """A question, what each answer costs, the question after each answer, our answer, and what holds it."""

    number: int
    asks: str
    if_yes: str
    if_no: str
    answer: str
    proof: tuple[str, ...] = ()
    note: str = ""
    after_yes: int = 0
    after_no: int = 0

    @property
    def cost(self) -> str:
        """Return what our answer costs."""
        return {"yes": self.if_yes, "no": self.if_no}.get(self.answer, "")

    @property
    def next(self) -> int:
        """Return the number of the question that our answer leads to."""
        return {"yes": self.after_yes, "no": self.after_no}.get(self.answer, 0) or self.number + 1


def read_chapters() -> dict[str, list[Question]]:
    """Return the questions by chapter."""
    chapters = tomllib.loads(LIST.read_text("utf-8"))["chapter"]
    return {
        each["title"]: [Question(**{**one, "proof": tuple(one.get("proof", ()))}) for one in each["question"]]
        for each in chapters
    }


def read_questions() -> dict[int, Question]:
    """Return all questions by number."""
    return {each.number: each for own in read_chapters().values() for each in own}


def find_path(questions: dict[int, Question]) -> list[Question]:
    """Return the questions that our answers lead to. A failure leads on to the next, to see what else is missing."""
    path, number = [], 1
    while number in questions:
        path.append(questions[number])
        number = questions[number].next
    return path


def percent(cost: str) -> int:
    return int(cost.removesuffix(" %")) if cost.endswith("%") else 0


def write_page() -> str:
    """Return the page."""
    path = find_path(read_questions())
    numbers = {each.number for each in path}
    costs = Counter("penalty" if percent(each.cost) else each.cost for each in path)
    bare = [each for each in path if each.cost in (GOOD, GOES_ON) and not each.proof]
    lines = [
        HEAD,
        "| today | |",
        "|---|---:|",
        f"| questions on our path | {len(path)} of {len(read_questions())} |",
        f"| failures | {costs[FAILURE]} |",
        f"| penalties | {costs['penalty']}, together {sum(percent(each.cost) for each in path)} % |",
        f"| answers that cost nothing and that no test holds yet | {len(bare)} |",
    ]
    for title, own in read_chapters().items():
        lines += ["", f"## {title}", "", "| | question | answer | cost | held by |", "|---:|---|---|---|---|"]
        lines += [write_row(each, each.number in numbers) for each in own]
    return "\n".join(lines) + "\n"


def write_row(question: Question, is_reached: bool) -> str:
    cost = f"**{question.cost}**" if question.cost == FAILURE or percent(question.cost) else ""
    proof = ", ".join(f"`{each}`" for each in question.proof)
    held = " ".join(filter(None, [question.note, proof]))
    cells = question.asks, question.answer, cost if is_reached else NOT_REACHED, held
    return f"| {question.number} | " + " | ".join(cells) + " |"


if __name__ == "__main__":
    PAGE.write_text(write_page(), "utf-8")
