"""A network of the tests' own: a browser that reaches this machine by another address than a laptop's own.

`phone_side()` yields the address of this machine and what starts a program on the other side of a cable between two
network namespaces. Where the system forbids that, both sides are this machine, and the address is its own in its
network: not loopback either, so that the browser trusts it as little.
"""

import contextlib
import os
import shutil
import subprocess
import uuid

from tournaments.operation.server_addresses import lan_hosts

NET = "10.213.7"


@contextlib.contextmanager
def phone_side():
    """Yield the address to ask and the words in front of a command that asks."""
    name = f"phone{uuid.uuid4().hex[:6]}"
    try:
        lay_cable(name)
    except (OSError, subprocess.CalledProcessError):
        cut_cable(name)
        yield own_address(), []
        return
    try:
        yield f"{NET}.1", ["ip", "netns", "exec", name]
    finally:
        cut_cable(name)


def lay_cable(name):
    """Make a namespace and a pair of interfaces: this end is .1, the phone's is .2."""
    outside, inside = f"o{name[-6:]}", f"i{name[-6:]}"
    run("ip", "netns", "add", name)
    run("ip", "link", "add", outside, "type", "veth", "peer", "name", inside, "netns", name)
    run("ip", "addr", "add", f"{NET}.1/24", "dev", outside)
    run("ip", "link", "set", outside, "up")
    inside_of = ["ip", "netns", "exec", name, "ip"]
    run(*inside_of, "addr", "add", f"{NET}.2/24", "dev", inside)
    run(*inside_of, "link", "set", inside, "up")
    run(*inside_of, "link", "set", "lo", "up")


def cut_cable(name):
    if shutil.which("ip"):
        subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


def own_address():
    """Return an address of this machine that is not loopback; one is made where it has no network at all."""
    hosts = lan_hosts()
    if hosts:
        return hosts[0]
    run("ip", "addr", "add", f"{NET}.1/32", "dev", "lo")
    return f"{NET}.1"


def run(*command):
    if os.geteuid() != 0:
        raise PermissionError("network namespaces are for root")
    subprocess.run(command, capture_output=True, check=True)
