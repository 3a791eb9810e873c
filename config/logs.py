"""Log lines for machines: one JSON object each, with the number of the request that they belong to."""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

request_id: ContextVar[str] = ContextVar("request_id", default="")

OWN = vars(logging.makeLogRecord({})).keys() | {"message", "asctime", "taskName", "request", "request_id"}
# What could open something when it is read in a log: a token in an address.
SECRET = re.compile(r"(?<=/)(?!e/)([\w-]{20,})(?=/|$)")


class WithRequest(logging.Filter):
    """Add the number of the request to each record, and take out of the addresses it names what opens something."""

    def filter(self, record):
        record.request_id = request_id.get()
        if isinstance(record.args, tuple):  # Django names the path where a form is refused or a page fails
            record.args = tuple(harmless(each) for each in record.args)
        return True


class Json(logging.Formatter):
    """Write a record as one line of JSON; what the caller adds in `extra` stands beside the message."""

    def format(self, record):
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.request_id:
            line["request"] = record.request_id
        line |= {name: value for name, value in vars(record).items() if name not in OWN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def harmless(argument):
    return without_secrets(argument) if isinstance(argument, str) and argument.startswith("/") else argument


def without_secrets(path):
    """Return a path whose long unguessable parts are left out; an event's own address stays."""
    if path.startswith("/e/"):
        event, _, rest = path[3:].partition("/")
        return f"/e/{event}/" + SECRET.sub("…", f"/{rest}")[1:]
    return SECRET.sub("…", path)
