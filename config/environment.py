"""Read the environment for `config.settings`, and refuse what is missing or wrong in one sentence."""

import os
import re
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

from tournaments.operation.processes import IS_WINDOWS

KEY_LENGTH = 50
DRIVE = re.compile(r"^/(?=[A-Za-z]:)")  # Windows: sqlite:///C:/folder/file
HOST = re.compile(r"\*|\.?[\w.-]+|\[[0-9A-Fa-f:.]+\]")


def read_text(name: str, default: str = "") -> str:
    """Return a variable without surrounding spaces, or what is in the file that NAME_FILE names; empty is missing."""
    if path := os.environ.get(f"{name}_FILE", "").strip():
        if os.environ.get(name, "").strip():
            raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: keep one of them.")
        return read_secret_file(f"{name}_FILE", Path(path)) or default
    return os.environ.get(name, "").strip() or default


def read_secret_file(name: str, path: Path) -> str:
    """Return the text of a file that a variable names, which shows up in no list of processes and variables."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "no text"
        raise ImproperlyConfigured(f"{name}: {path} can't be read ({why}).") from error


def read_number(name: str, default: int, least: int = 0, most: int = 10**9) -> int:
    """Return a variable that must be a whole number within its bounds."""
    value = read_text(name, str(default))
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.")
    if not least <= int(value) <= most:
        raise ImproperlyConfigured(f"{name} must be a number from {least} to {most}, not {value}.")
    return int(value)


def read_list(name: str) -> list[str]:
    """Return the parts of a variable that lists values separated by commas."""
    return [part.strip() for part in read_text(name).split(",") if part.strip()]


def read_choice(name: str, *allowed: str) -> str:
    """Return a variable that must be one of the allowed words; the first one is the default."""
    value = read_text(name, allowed[0])
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(allowed)}, not {value!r}.")
    return value


def read_time_zone(name: str, default: str) -> str:
    """Return a variable that names a time zone."""
    value = read_text(name, default)
    try:
        ZoneInfo(value)
    except (ValueError, OSError, KeyError) as error:
        raise ImproperlyConfigured(f"{name} must be a time zone, for example Europe/Berlin, not {value!r}.") from error
    return value


def read_hosts(name: str) -> list[str]:
    """Return a variable that lists host names."""
    for each in read_list(name):
        if not HOST.fullmatch(each):
            raise ImproperlyConfigured(
                f"{name} lists names like chess.example, without https:// and port, not {each!r}."
            )
    return read_list(name)


def read_contact(name: str) -> str:
    """Return a variable that says where somebody is reached: an address for mail, or a page."""
    value = read_text(name)
    value = f"mailto:{value}" if "@" in value and ":" not in value else value
    if value and not re.fullmatch(r"(mailto:[^\s@]+@[^\s@]+|https://\S+)", value):
        raise ImproperlyConfigured(f"{name} must be an address for mail or of a page with https, not {value!r}.")
    return value


def make_folder(name: str, default: Path) -> Path:
    """Return the folder that a variable names, and create it where it is missing."""
    path = Path(read_text(name, str(default))).absolute()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{name}: the folder {path} can't be created ({error.strerror}).") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"{name}: nothing can be written to the folder {path}.")
    return path


def split_url(url: str) -> SplitResult | None:
    """Return the parts of a URL, None for an invalid one."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # urlsplit checks it only here
    except ValueError:
        return None
    return parts


def read_public_url() -> str:
    """Return the address that visitors use, which a server on the internet must know."""
    url = read_text("PUBLIC_URL").rstrip("/")
    parts = split_url(url)
    if not parts or parts.scheme != "https" or not parts.hostname or url != f"https://{parts.netloc}" or "@" in url:
        raise ImproperlyConfigured(
            "the profile production needs PUBLIC_URL, the https address that visitors use, for example https://chess.example."
        )
    return url


def read_secret_key() -> str:
    """Return the key of a production server, which is never generated."""
    key = read_text("SECRET_KEY")
    if len(key) < KEY_LENGTH or len(set(key)) < 5:
        raise ImproperlyConfigured(f"the profile production needs SECRET_KEY, at least {KEY_LENGTH} random characters.")
    return key


def read_or_create_key(path: Path) -> str:
    """Return the key in a file that only its owner may read; the first call creates it.

    Two processes that start together agree on one key, since a link never replaces an existing file.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(KEY_LENGTH))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except OSError:  # a stick has no links
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    return path.read_text(encoding="ascii")


# A PostgreSQL that disappears, for example because its machine loses power, is given up after half a minute. By itself
# the system would wait two hours on a quiet connection, and a quarter of an hour for an answer.
LOST_SERVER_OPTIONS = {
    "connect_timeout": "10",
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}


def read_database(var: Path, pool: int) -> dict[str, Any]:
    """Return Django's description of the database in DATABASE_URL, otherwise of a SQLite file in `var`."""
    url = read_text("DATABASE_URL")
    if not url:
        return describe_sqlite(var / "crosstable.sqlite3")
    parts = split_url(url)
    if parts and parts.scheme == "sqlite" and len(parts.path) > 1:
        return describe_sqlite(Path(DRIVE.sub("", unquote(parts.path))))
    if parts and parts.scheme in ("postgres", "postgresql") and len(parts.path) > 1:
        return describe_postgresql(parts, pool)
    raise ImproperlyConfigured(
        "DATABASE_URL must look like postgresql://user:password@host:5432/name or sqlite:///absolute/path."
    )


def describe_sqlite(path: Path) -> dict[str, Any]:
    """Describe a SQLite file that loses no acknowledged write and does not block readers during a write."""
    if not path.parent.is_dir():
        raise ImproperlyConfigured(f"DATABASE_URL: there is no folder {path.parent}.")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def describe_postgresql(parts: SplitResult, pool: int) -> dict[str, Any]:
    """Describe a PostgreSQL database, reached through psycopg's pool; a socket is written as ?host=/folder."""
    if IS_WINDOWS:
        raise ImproperlyConfigured("DATABASE_URL: on Windows Crosstable serves from a SQLite file only.")
    import psycopg  # slow to load, and SQLite does not need it
    from psycopg.conninfo import make_conninfo

    options = LOST_SERVER_OPTIONS | dict(parse_qsl(parts.query))
    try:
        make_conninfo(**options)
    except psycopg.ProgrammingError as error:
        raise ImproperlyConfigured(f"DATABASE_URL: {' '.join(str(error).split())}.") from error
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or "") or read_text("DATABASE_PASSWORD"),
        "HOST": options.pop("host", parts.hostname or ""),
        "PORT": options.pop("port", str(parts.port or "")),
        "CONN_HEALTH_CHECKS": True,
        # The pool doubles its pauses between attempts. Once it has given up, whoever asks next tries at once.
        "OPTIONS": options | {"pool": {"min_size": 1, "max_size": pool, "timeout": 10, "reconnect_timeout": 4}},
    }
