"""What an address of the API may answer: its shape, or a problem."""

from typing import Any

from ninja import Field, Schema


class Problem(Schema):
    """What was wrong, in the asked language, and where: problem details as RFC 9457 has them."""

    type: str
    title: str
    status: int
    detail: str
    code: str = Field(description="stays the same in every language")
    field: str = Field(description='what it was wrong with, "" for the whole')


BY_TOKEN = {401: Problem, 403: Problem}  # no token that opens anything, and one that is for something else


def answers(shape: Any) -> dict[int, Any]:
    """Return what an address may answer: its shape, or a problem."""
    return {200: shape, 404: Problem, 422: Problem}


def of_event(shape: Any) -> dict[int, Any]:
    """Return what an address of one event may answer, which may be read by token while it is not public."""
    return {**answers(shape), **BY_TOKEN}


def written(shape: Any) -> dict[int, Any]:
    """Return what a write in one event may answer: what is there now, or a problem."""
    return {**of_event(shape), 400: Problem}


GONE = {204: None} | {status: shape for status, shape in written(None).items() if status != 200}
