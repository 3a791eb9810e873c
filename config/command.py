"""Run one of Crosstable's commands: `crosstable` where it is installed, `python manage.py` in a checkout."""

import io
import os
import re
import sys
from importlib import import_module
from importlib.metadata import version

WITHOUT_DATABASE = ("pair", "standings", "verify")  # they read files: settings and models would double their time
VARIABLE = re.compile(r"([A-Z][A-Z_]*)=(.*)", re.DOTALL)


def run() -> None:
    """Serve, or run the command that is named. NAME=value sets a variable, as it does for make."""
    words = [word for word in sys.argv[1:] if not VARIABLE.fullmatch(word)]
    os.environ.update((match[1], match[2]) for word in sys.argv[1:] if (match := VARIABLE.fullmatch(word)))
    if words == ["--version"]:
        print(f"Crosstable {version('crosstable')}")
        return
    sys.argv[1:] = words or ["serve"]
    main()


def main() -> None:
    """Run a command; wrong settings and an unreachable database end in one sentence instead of a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    let_consoles_show_what_they_can()
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
        from django.db import DatabaseError
    except ImportError:
        sys.exit("Django is not installed in this Python. Run `make setup` and use .venv/bin/python.")
    try:
        if sys.argv[1:] and sys.argv[1] in WITHOUT_DATABASE:
            import_module(f"tournaments.management.commands.{sys.argv[1]}").Command().run_from_argv(sys.argv)
        else:
            execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"settings: {error}")
    except DatabaseError as error:
        said = explain_trouble(error)
        if not said or "--traceback" in sys.argv:
            raise
        sys.exit(f"database: {said}")


def explain_trouble(error: Exception) -> str:
    """Say what ails the database and what to do; "" for what is a mistake of ours."""
    from django.db import OperationalError

    from tournaments.operation.backups import advise_restore
    from tournaments.operation.database_trouble import is_damaged, lacks_tables

    said = f"{' '.join(str(error).split())}."
    if is_damaged(error):
        return f"{said} {advise_restore()}"
    if lacks_tables(error):
        return f"{said} The tables of this release are not there yet: start the server once, or restore a copy."
    return said if isinstance(error, OperationalError) else ""


def let_consoles_show_what_they_can() -> None:
    """A console without a letter, as on old Windows, shows its number: no name ends a command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
