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
        from django.db import OperationalError
    except ImportError:
        sys.exit("Django is not installed in this Python. Run `make setup` and use .venv/bin/python.")
    try:
        if sys.argv[1:] and sys.argv[1] in WITHOUT_DATABASE:
            import_module(f"tournaments.management.commands.{sys.argv[1]}").Command().run_from_argv(sys.argv)
        else:
            execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"settings: {error}")
    except OperationalError as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit(f"database: {' '.join(str(error).split())}.")


def let_consoles_show_what_they_can() -> None:
    """A console without a letter, as on old Windows, shows its number: no name ends a command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
