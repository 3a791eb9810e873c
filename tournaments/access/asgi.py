"""The parts of an ASGI call: what describes a request, and what receives and sends its messages."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

type Message = Mapping[str, Any]
type Scope = dict[str, Any]
type Receive = Callable[[], Awaitable[Message]]
type Send = Callable[[Message], Awaitable[None]]
