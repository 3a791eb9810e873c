"""Write log records as JSON with the number of their request, and keep secrets in addresses out of them."""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

request_id: ContextVar[str] = ContextVar("request_id", default="")

STANDARD_FIELDS = vars(logging.makeLogRecord({})).keys() | {"message", "asctime", "taskName", "request", "request_id"}
# A long unguessable part of an address may be a token that opens something.
SECRET = re.compile(r"(?<=/)(?!e/)([\w-]{20,})(?=/|$)")


class RequestFilter(logging.Filter):
    """Add the number of the request to each record, and remove secrets from the addresses in its arguments."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        if isinstance(record.args, tuple):  # Django logs the path where a form is refused or a page fails
            record.args = tuple(hide_secrets(each) for each in record.args)
        return True


class SentenceFilter(logging.Filter):
    """Leave the traceback away where the sentence says everything, and it is no error of this server."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


class JsonFormatter(logging.Formatter):
    """Write a record as one line of JSON, with the caller's `extra` fields next to the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if number := getattr(record, "request_id", ""):
            line["request"] = number
        line |= {name: value for name, value in vars(record).items() if name not in STANDARD_FIELDS}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def hide_secrets(argument: object) -> object:
    return without_secrets(argument) if isinstance(argument, str) and argument.startswith("/") else argument


def without_secrets(path: str) -> str:
    """Return a path without its long unguessable parts; an event's own address stays."""
    if path.startswith("/e/"):
        event, _, rest = path[3:].partition("/")
        return f"/e/{event}/" + SECRET.sub("…", f"/{rest}")[1:]
    return SECRET.sub("…", path)
