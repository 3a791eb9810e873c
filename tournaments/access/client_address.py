"""The address of a client, as far as limits for one address are concerned."""

from ipaddress import IPv6Address, ip_address

from tournaments.access.asgi import Scope


def read_client_address(scope: Scope) -> str:
    """Return the address of an ASGI request; for IPv6 its /64 network, which belongs to one client."""
    return find_network((scope.get("client") or ("",))[0])


def find_network(address: str) -> str:
    """Return an address; for IPv6 its /64 network, in which a client can take as many addresses as it likes."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and not parsed.is_loopback:
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return address
