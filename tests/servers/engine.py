"""gacrux in a process that loads it once and forks for each round: its answers, without a third of a second each time.

python -m tests.servers.engine SOCKET               the process that forks
python -I -S tests/servers/engine.py SOCKET …       what is started in gacrux's place: it waits for such a fork
"""

import array
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

MODULE = "gacrux.pairingchecker"


@contextlib.contextmanager
def engine_process():
    """Run the process that forks, and yield the command that stands for gacrux."""
    with tempfile.TemporaryDirectory(prefix="engine-") as folder:
        path = str(Path(folder, "socket"))  # short: a socket's address holds a hundred characters
        command = [sys.executable, "-m", "tests.servers.engine", path]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2])
        try:
            process.stdout.readline()  # it is ready
            yield sys.executable, "-I", "-S", __file__, path
        finally:
            process.terminate()
            process.communicate()


def ask(path, arguments):
    """Have a fork work with our folder and our streams, and return its status."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        order = json.dumps([os.getcwd(), arguments]).encode()
        streams = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [1, 2]))]
        connection.sendmsg([order], streams)
        return int(connection.recv(10) or 1)


def serve(path):
    """Load the engine, then fork for each order, one after the other."""
    __import__(MODULE)
    del sys.modules[MODULE]  # which each fork runs as its main module
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(path)
        door.listen()
        print("ready", flush=True)
        while True:
            connection, _ = door.accept()
            with connection:
                order, streams, _, _ = socket.recv_fds(connection, 100_000, 2)
                if not (child := os.fork()):
                    os._exit(work(*json.loads(order), streams))
                for stream in streams:
                    os.close(stream)
                status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                with contextlib.suppress(OSError):  # whoever asked was ended meanwhile
                    connection.send(str(status).encode())


def work(folder, arguments, streams):
    """Run the engine as `python -m` does, and return its status."""
    import runpy

    os.chdir(folder)
    for number, stream in enumerate(streams, 1):
        os.dup2(stream, number)
    sys.argv = [MODULE, *arguments]
    status = 0
    try:
        runpy.run_module(MODULE, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return status


if __name__ == "__main__":
    if __spec__ is None:
        sys.exit(ask(sys.argv[1], sys.argv[2:]))
    serve(sys.argv[1])
