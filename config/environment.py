"""Read the environment for `config.settings`; what is missing or wrong is refused in one sentence."""

import os
import re
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo

import psycopg
from django.core.exceptions import ImproperlyConfigured
from psycopg.conninfo import make_conninfo

KEY_LENGTH = 50
HOST = re.compile(r"\*|\.?[\w.-]+|\[[0-9A-Fa-f:.]+\]")


def text(name: str, default: str = "") -> str:
    """Return a variable without surrounding blanks; an empty one counts as absent."""
    return os.environ.get(name, "").strip() or default


def number(name: str, default: int, least: int = 0, most: int = 10**9) -> int:
    """Return a variable that must be a whole number within its bounds."""
    value = text(name, str(default))
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.")
    if not least <= int(value) <= most:
        raise ImproperlyConfigured(f"{name} must be a number from {least} to {most}, not {value}.")
    return int(value)


def words(name: str) -> list[str]:
    """Return the parts of a variable that lists values separated by commas."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def choice(name: str, *allowed: str) -> str:
    """Return a variable that must be one of the allowed words; the first one is the default."""
    value = text(name, allowed[0])
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(allowed)}, not {value!r}.")
    return value


def time_zone(name: str, default: str) -> str:
    """Return a variable that names a time zone."""
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (ValueError, OSError, KeyError) as error:
        raise ImproperlyConfigured(f"{name} must be a time zone such as Europe/Berlin, not {value!r}.") from error
    return value


def hosts(name: str) -> list[str]:
    """Return a variable that lists names of hosts."""
    for each in words(name):
        if not HOST.fullmatch(each):
            raise ImproperlyConfigured(
                f"{name} lists names such as chess.example without https:// and port, not {each!r}."
            )
    return words(name)


def folder(name: str, default: Path) -> Path:
    """Return the folder that a variable names, which is made where it is not there yet."""
    path = Path(text(name, str(default))).absolute()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{name}: the folder {path} can't be made ({error.strerror}).") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"{name}: nothing can be written to the folder {path}.")
    return path


def address(url: str) -> SplitResult | None:
    """Return the parts of an address, None for what is none."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # read only here
    except ValueError:
        return None
    return parts


def public_url() -> str:
    """Return the address that visitors use, which a server on the internet must state."""
    url = text("PUBLIC_URL").rstrip("/")
    parts = address(url)
    if not parts or parts.scheme != "https" or not parts.hostname or url != f"https://{parts.netloc}" or "@" in url:
        raise ImproperlyConfigured(
            "the profile production needs PUBLIC_URL, the https address that visitors use, such as https://chess.example."
        )
    return url


def publisher() -> str:
    """Return the address where nginx takes what it is to push, "" where it does not."""
    url = text("LIVE_NCHAN_URL")
    parts = address(url)
    if url and not (parts and parts.scheme in ("http", "https") and parts.hostname and url.endswith("/")):
        raise ImproperlyConfigured("LIVE_NCHAN_URL must look like http://127.0.0.1:8090/publish/.")
    return url


def secret_key() -> str:
    """Return the key of a production server, which is never made up on the fly."""
    key = text("SECRET_KEY")
    if len(key) < KEY_LENGTH or len(set(key)) < 5:
        raise ImproperlyConfigured(f"the profile production needs SECRET_KEY, at least {KEY_LENGTH} random characters.")
    return key


def stored_key(path: Path) -> str:
    """Return the key kept in a file that only its owner may read; the first call makes it.

    Two processes that start together agree on one key: a link never replaces an existing file.
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
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii")


# A PostgreSQL that vanishes without a word, as when its machine loses power, is given up after half a minute. The
# system alone would wait for two hours on a quiet connection, and for a quarter of an hour on an answer.
VIGILANT = {
    "connect_timeout": "10",
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}


def database(var: Path, pool: int) -> dict[str, Any]:
    """Return Django's description of the database: the one DATABASE_URL names, or a SQLite file in `var`."""
    url = text("DATABASE_URL")
    if not url:
        return sqlite(var / "crosstable.sqlite3")
    parts = address(url)
    if parts and parts.scheme == "sqlite" and len(parts.path) > 1:
        return sqlite(Path(unquote(parts.path)))
    if parts and parts.scheme in ("postgres", "postgresql") and len(parts.path) > 1:
        return postgresql(parts, pool)
    raise ImproperlyConfigured(
        "DATABASE_URL must look like postgresql://user:password@host:5432/name or sqlite:///absolute/path."
    )


def sqlite(path: Path) -> dict[str, Any]:
    """Describe a SQLite file that loses no acknowledged write and lets readers go on while one writes."""
    if not path.parent.is_dir():
        raise ImproperlyConfigured(f"DATABASE_URL: there is no folder {path.parent}.")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def postgresql(parts: SplitResult, pool: int) -> dict[str, Any]:
    """Describe a PostgreSQL database reached through psycopg and its pool; a socket is given as ?host=/folder."""
    options = VIGILANT | dict(parse_qsl(parts.query))
    try:
        make_conninfo(**options)
    except psycopg.ProgrammingError as error:
        raise ImproperlyConfigured(f"DATABASE_URL: {' '.join(str(error).split())}.") from error
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", parts.hostname or ""),
        "PORT": options.pop("port", str(parts.port or "")),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options | {"pool": {"min_size": 1, "max_size": pool, "timeout": 10}},
    }
