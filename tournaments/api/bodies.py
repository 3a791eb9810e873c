"""What programs send to the API: one class for each body, its fields as OpenAPI describes them."""

from typing import Literal

from ninja import Field, Schema

# A database refuses NUL, logs are read by lines, and nobody sees marks of direction or characters without a width.
ONE_LINE = r"^[^\x00-\x1f\x7f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]*$"


class ResultIn(Schema):
    """A result to enter. In Scrabble and pétanque it follows from the scores."""

    result: str | None = None
    white_score: int | None = None
    black_score: int | None = None
    version: int = Field(description="the version of the game that this entry rests on")
    reason: str = Field("", max_length=200, pattern=ONE_LINE)


class PairIn(Schema):
    white: int = Field(ge=1, le=10**6, description="number of who has White, or plays first")
    black: int = Field(ge=1, le=10**6)
    board: int | None = Field(None, ge=1, le=999, description="without numbers the boards count in their order")


class ByeIn(Schema):
    player: int = Field(ge=1, le=10**6)
    kind: Literal["U", "F", "H", "Z"] = Field("U", description="as in FIDE's tournament file; Z is absent")


class PairingsIn(Schema):
    """A round as another program has paired it."""

    boards: list[PairIn] = Field(max_length=2500)
    byes: list[ByeIn] = Field([], max_length=5000)


class PlayerIn(Schema):
    """What is known of a player. Sex is m, w or empty; a date of birth is a day or a year."""

    name: str = Field("", min_length=1, max_length=80, pattern=ONE_LINE)
    title: str = Field("", max_length=4, pattern=ONE_LINE)
    rating: int | None = Field(None, ge=0, le=4000)
    national_rating: int | None = Field(None, ge=0, le=4000)
    federation: str = Field("", pattern=r"^([A-Za-z]{3})?$")
    club: str = Field("", max_length=60, pattern=ONE_LINE)
    sex: Literal["", "m", "w", "d"] = ""
    birth_date: str = Field("", max_length=10, pattern=ONE_LINE)
    fide_id: str = Field("", pattern=r"^[0-9]{0,11}$")
    national_id: str = Field("", max_length=11, pattern=ONE_LINE)


class NewPlayerIn(PlayerIn):
    name: str = Field(min_length=1, max_length=80, pattern=ONE_LINE)


class PresenceIn(Schema):
    present: bool


class AbsenceIn(Schema):
    kind: Literal["H", "Z", ""] = Field(description="half-point bye, without points, or not absent after all")


class ReasonIn(Schema):
    reason: str = Field(min_length=1, max_length=200, pattern=ONE_LINE)
