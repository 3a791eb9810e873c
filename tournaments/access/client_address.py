"""Who asks, as far as limits for one address are concerned."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any


def visitor(scope: Mapping[str, Any]) -> str:
    """Return the address of an ASGI request: of IPv6 the network of 64 bits, which one visitor has for himself."""
    return network_of((scope.get("client") or ("",))[0])


def network_of(address: str) -> str:
    """Return an address; of IPv6 the network of 64 bits, of which each visitor takes as many addresses as he likes."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and not found.is_loopback:
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> 64 << 64))
    return address
