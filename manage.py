#!/usr/bin/env python3
"""Run one of Crosstable's commands; `python manage.py help` lists them."""

import os
import sys
from importlib import import_module

WITHOUT_DATABASE = ("pair", "standings", "verify")  # they read files: settings and models would double their time


def main() -> None:
    """Run a command; wrong settings and an unreachable database end in one sentence instead of a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
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


if __name__ == "__main__":
    main()
