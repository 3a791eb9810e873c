"""`make run` and `crosstable` end in `serve`: one process that prepares what is missing and serves."""

import contextlib
import errno
import os
import socket
import threading
import webbrowser

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connections

from tournaments import startup
from tournaments.access import accounts
from tournaments.operation import backups, processes
from tournaments.operation.database_trouble import is_damaged
from tournaments.operation.folders import start_line
from tournaments.operation.server_addresses import note_running_site, signin_address, site_addresses
from tournaments.startup import Say

BACKLOG = 2048
MOVING = "ahorntal-open"  # the demo event that is played while the server runs


class Command(BaseCommand):
    help = "Prepare the database, the demo events and the static files where needed, and serve on HOST:PORT."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--open", action="store_true", dest="browse", help="open the browser when the server is ready"
        )
        parser.add_argument("--demo", action="store_true", help="load all demo events and let one move by itself")

    def handle(self, *, browse: bool, demo: bool, **options: object) -> None:
        port = listen(settings.HOST, settings.PORT)
        try:
            startup.check_folders()
            startup.reach_database()
            self.say(f"{startup.describe_versions()}.")
            with startup.lock_startup():
                startup.prepare_database(self.say)
                startup.prepare_site(self.say)
        except DatabaseError as error:  # away, too old, not ours to write; --traceback says where
            advice = f". {backups.advise_restore()}" if is_damaged(error) else ""
            raise CommandError(f"The database can't be used: {str(error).strip()}{advice}") from error
        for doubt in startup.find_doubtful_settings():
            self.say(f"Note: {doubt}")
        startup.collect_static(self.say)
        first_page = self.greet()
        if demo:
            self.show_demo()
        connections.close_all()
        processes.raise_file_limit()
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl+C, after everything has been closed
            Server(self.say, first_page if browse else "").run(sockets=[port])

    def greet(self) -> str:
        """Print the addresses and, until an admin has a password, a sign-in link. Return what to open first."""
        note_running_site()
        for address in site_addresses():
            self.say(f"Crosstable: {address}/")
        if not settings.PRODUCTION:
            self.say("Plain HTTP: fit for this machine and a hall's own network, not for the internet.")
        if admin := accounts.find_admin_without_password():
            link = signin_address(accounts.create_link(admin))
            self.say(f"Sign in as {admin} (once, within 30 minutes): {link}")
            return link
        return f"{site_addresses()[0]}/"

    def show_demo(self) -> None:
        """Load the demo events that are missing, and play one of them beside the server."""
        call_command("load_demo", stdout=self.stdout)
        self.say(f"{MOVING} moves by itself.")
        threading.Thread(target=self.play_demo, name="demo", daemon=True).start()

    def play_demo(self) -> None:
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            try:
                call_command("simulate", MOVING, forever=True, stdout=nowhere)
            except CommandError as refused:  # somebody has closed its last round
                self.say(f"{MOVING} moves no more. {refused}")

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


class Server(uvicorn.Server):
    """uvicorn that says when it is ready. Open streams would keep it alive for ever, hence the time limit."""

    def __init__(self, say: Say, page: str) -> None:
        self.say, self.page = say, page
        config = uvicorn.Config(
            settings.ASGI_APPLICATION.replace(".application", ":application"),
            http="config.http.protocol:Protocol",
            log_level="warning",
            access_log=False,
            ws="none",
            server_header=False,
            proxy_headers=False,  # config/http/proxies.py reads them
            timeout_graceful_shutdown=3,
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.say("Ready. Ctrl+C stops.")
            if self.page:  # a browser without windows takes the console until it is closed
                threading.Thread(target=webbrowser.open, args=[self.page], daemon=True).start()


def listen(host: str, port: int) -> socket.socket:
    """Open the port before anything else happens. Raise CommandError with a sentence if that fails."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        opened = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandError(f"Port {port} is taken. Choose another one: {start_line(PORT=port + 1)}") from error
        raise CommandError(f"Cannot listen on {host}:{port}: {error.strerror or error}.") from error
    limit_unacknowledged_time(opened)
    return opened


def limit_unacknowledged_time(opened: socket.socket) -> None:
    """Let the system drop connections whose other end takes no byte: closing one waits for what is still to be sent."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, settings.LIVE_WRITE_TIMEOUT * 1000)
