"""What two servers say to each other about an event that one keeps and the other shows: beside its content, as JSON."""

import json
import logging
import re
from typing import Any, NamedTuple
from uuid import UUID

from tiebreaks.facts.invisible import one_line
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.choices import Side
from tournaments.domain.desk.results import Result

HEADER = "Crosstable-Message"
LONGEST = 32
MOST_REPORTS = 50  # in one answer
LARGEST = 2**62  # of a counter, which a column has to hold
HIGHEST_SCORE = 9999
DIGEST = re.compile(r"[0-9a-f]{64}")

log = logging.getLogger(__name__)

MALFORMED = sentence("mirror-malformed", gettext_noop("The message can’t be read."))
WITHDRAWN = sentence(
    "mirror-withdrawn",
    gettext_noop("The token is not valid there: it was withdrawn, or the event was taken down. Ask for a new one."),
)
ELSEWHERE = sentence(
    "mirror-elsewhere",
    gettext_noop("Another event or computer uses this token already. Nothing was mixed: ask for another token."),
)
OVERTAKEN = sentence(
    "mirror-overtaken",
    gettext_noop(
        "Another copy of this event, restored or moved to another computer, is shown there now. Nothing was mixed: "
        "continue with one of the two, and stop showing the other."
    ),
)
STOPPED = frozenset({WITHDRAWN, ELSEWHERE, OVERTAKEN})  # somebody has to decide something


class MirrorMessage(NamedTuple):
    """What comes with the content of an event, or alone as a sign of life.

    `origin` names who writes, `epoch` and `counter` the content; `follows` is the name of the last message that was
    answered and `nonce` that of this one, the same until it is answered. `known` is the epoch of the mirrored event, as
    far as the writer knows it. A `hidden` event has no content. `reports_seen` is the number of the last report of a
    player that the writer has.
    """

    origin: str
    epoch: str
    counter: int
    follows: str
    nonce: str
    known: str
    changed_at: str
    hidden: bool = False
    reports_seen: int = 0

    def write(self) -> str:
        return json.dumps(self._asdict())

    @classmethod
    def read(cls, text: str) -> "MirrorMessage":
        """Read a message; what this release does not know is left out. Raise Refusal."""
        try:
            values = json.loads(text)
            known = (name for name in cls._fields if name in values or name not in cls._field_defaults)
            message = cls(**{name: values[name] for name in known})
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise Refusal(MALFORMED) from error
        if not message.is_sound():
            raise Refusal(MALFORMED)
        return message

    def is_sound(self) -> bool:
        names = (self.origin, self.epoch, self.follows, self.nonce, self.known)
        return (
            all(isinstance(name, str) and len(name) <= LONGEST for name in (*names, self.changed_at))
            and type(self.counter) is int
            and 0 <= self.counter < LARGEST
            and type(self.reports_seen) is int
            and 0 <= self.reports_seen < LARGEST
            and type(self.hidden) is bool
            and bool(self.origin and self.epoch and self.nonce)
        )


def clean(value: object, longest: int) -> str:
    """Return what another server says as a line that every database stores and every page shows."""
    return one_line(str(value)[:longest])


class ReportMessage(NamedTuple):
    """What a player has reported there: `number` orders reports, and `uuid` names this one for ever.

    `proof` is the digest of the code that was used; the board is the one that the code belongs to.
    """

    number: int
    uuid: UUID
    proof: str
    side: str
    result: str
    white_score: int | None = None
    black_score: int | None = None
    is_doubtful: bool = False

    @classmethod
    def read(cls, values: Any) -> "ReportMessage":
        """Read one report. Raise ValueError or TypeError."""
        number, uuid, proof, side, result, white, black, is_doubtful = values
        white, black = (None if score is None else int(score) for score in (white, black))
        report = cls(int(number), UUID(uuid), str(proof), Side(side), Result(result), white, black, bool(is_doubtful))
        if not (0 <= report.number < LARGEST and DIGEST.fullmatch(report.proof)):
            raise ValueError("number or code")
        if any(abs(score or 0) > HIGHEST_SCORE for score in (white, black)):
            raise ValueError("score")
        return report

    @classmethod
    def read_all(cls, values: Any) -> "tuple[ReportMessage, ...]":
        """Read the reports of a receipt; what makes no sense is left out. Raise TypeError for anything but a list."""
        reports = []
        for each in values[:MOST_REPORTS]:
            try:
                reports.append(cls.read(each))
            except (ValueError, TypeError) as error:
                log.warning("The other server sent a report that makes no sense (%s).", type(error).__name__)
        return tuple(reports)


class Receipt(NamedTuple):
    """The answer: the counter of the content that is shown (0 if it should be sent again), its epoch and its page.

    `logo` is the digest of the picture that is shown, and `unknown` names what the other release leaves out. `slips`
    names the list of slips that players report with, None where the release takes no reports, and `reports` came since.
    """

    have: int
    epoch: str
    address: str
    logo: str = ""
    unknown: tuple[str, ...] = ()
    slips: str | None = None
    reports: tuple[ReportMessage, ...] = ()

    @classmethod
    def read(cls, data: bytes) -> "Receipt":
        """Read an answer. Raise ValueError for anything else."""
        try:
            values: Any = json.loads(data)
            receipt = cls(
                int(values["have"]),
                clean(values["epoch"], 12),
                clean(values["address"], 300),
                clean(values.get("logo", ""), 16),
                tuple(clean(each, 60) for each in values["unknown"][:20]),
                None if values.get("slips") is None else clean(values["slips"], 16),
                ReportMessage.read_all(values.get("reports", ())),
            )
        except (TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
            raise ValueError(str(error)) from error
        if not 0 <= receipt.have < LARGEST:
            raise ValueError("have")
        return receipt
