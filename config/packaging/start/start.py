"""Set Crosstable up in the folder of this file the first time, start it and open the browser.

Crosstable.cmd and Crosstable.command run it, with nothing but Python. Beside it are the wheel, the list of packages
that it needs, with their digests, and settings.txt. Each sentence is English, then German after a dash.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import urllib.request
import venv
import webbrowser
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAM = HERE / "program"  # an environment of Python, with Crosstable in it
PREPARED = PROGRAM / "prepared"  # written last: what the environment was made of
FIRST_PORT, PORTS = 8000, 10

TOO_OLD = "Crosstable needs Python 3.12 or newer. – Crosstable braucht Python ab Version 3.12."
PREPARING = (
    "Crosstable is being set up. This happens once, takes a minute and needs the internet. –"
    " Crosstable wird eingerichtet. Das geschieht einmal, dauert eine Minute und braucht das Internet."
)
NOT_PREPARED = (
    "Crosstable could not be set up; the reason stands above. Is there a connection to the internet, and may this"
    " folder be written to? – Crosstable konnte nicht eingerichtet werden; der Grund steht darüber. Gibt es eine"
    " Verbindung zum Internet, und darf in diesen Ordner geschrieben werden?"
)
RUNNING = "Crosstable is running already: the browser opens. – Crosstable läuft bereits: Der Browser öffnet sich."
NO_PORT = (
    "Other programs use all ports from {first} to {last}. – Andere Programme belegen alle Ports von {first} bis {last}."
)
HINT = "Close this window to end Crosstable. – Schließen Sie dieses Fenster, um Crosstable zu beenden."


def main() -> None:
    if sys.version_info < (3, 12):  # noqa: UP036 - nothing has checked it yet
        sys.exit(TOO_OLD)
    variables = {"CROSSTABLE_DEMO": "no", **read_settings(), **os.environ}
    port, is_running = find_port(int(variables.get("PORT", FIRST_PORT)))
    if is_running:
        print(RUNNING)
        webbrowser.open(f"http://127.0.0.1:{port}/")
        return
    variables["PORT"] = str(port)
    prepare()
    print(HINT, flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(run("crosstable", "serve", "--open", env=variables).returncode)


def prepare() -> None:
    """Make the environment, unless it is there for this wheel, this Python and this folder."""
    (wheel,) = HERE.glob("crosstable-*.whl")
    state = f"{wheel.name} {sys.version} {HERE}"
    if PREPARED.exists() and PREPARED.read_text(encoding="utf-8") == state:
        return
    print(PREPARING, flush=True)
    try:
        venv.create(PROGRAM, clear=True, with_pip=True)
        # Only packages that come built, each with the digest that the list names.
        install("--require-hashes", "--only-binary", ":all:", "--requirement", str(HERE / "requirements.txt"))
        install("--no-index", "--no-deps", str(wheel))
        PREPARED.write_text(state, encoding="utf-8")
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"{error}\n{NOT_PREPARED}")


def install(*words: str) -> None:
    pip = ["-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    run("python", *pip, *words).check_returncode()


def run(name: str, *words: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run a program of the environment to its end."""
    path = PROGRAM / "Scripts" / f"{name}.exe" if os.name == "nt" else PROGRAM / "bin" / name
    return subprocess.run([str(path), *words], env=env, check=False)  # noqa: S603 - no word comes from elsewhere


def read_settings() -> dict[str, str]:
    """Return what settings.txt sets; Notepad may have put a mark at its beginning."""
    lines = (HERE / "settings.txt").read_text(encoding="utf-8-sig").splitlines()
    pairs = [line.partition("=") for line in lines if "=" in line and not line.lstrip().startswith("#")]
    return {name.strip(): value.strip() for name, _, value in pairs}


def find_port(first: int) -> tuple[int, bool]:
    """Return the first port that is free, or where Crosstable runs already, and whether it does."""
    for port in range(first, first + PORTS):
        if is_free(port):
            return port, False
        if is_crosstable(port):
            return port, True
    sys.exit(NO_PORT.format(first=first, last=first + PORTS - 1))


def is_crosstable(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready/", timeout=2) as answer:
            return bool(answer.read(10) == b"ready")
    except OSError:
        return False


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) != 0


if __name__ == "__main__":
    main()
