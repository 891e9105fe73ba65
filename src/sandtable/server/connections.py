"""Open connections: how many there may be, whose they are, and which have to go first.

A connection *waits* while the head of its next request is not complete. That costs an attacker
nothing, so waiting connections are the first to go when there is no room: the oldest one is closed
for a newcomer. When few places are left, only people the server knows get them.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Callable
from typing import Protocol

#: Connections beside the live ones: requests under way, and browsers that keep theirs open.
EXTRA_CONNECTIONS = 1000
#: Of all connections, the share that only known people get.
RESERVED_SHARE = 0.25
#: How many of the reserved places one person may take.
RESERVED_EACH = 8
#: Seconds between two looks for connections that are too late.
SWEEP_SECONDS = 0.5
#: Seconds a connection that is being closed may take to send what is left.
CLOSE_SECONDS = 5.0


class Connection(Protocol):
    """What is kept here: one protocol object per open connection."""

    address: str
    person: str | None  # who holds a reserved place with it
    deadline: float | None  # when it is too late, by the loop's clock

    @property
    def closing(self) -> bool: ...

    def abort(self) -> None: ...

    def too_late(self) -> None: ...


class Connections:
    def __init__(self, limit: int, limit_each: int, trusted: Callable[[str], bool]) -> None:
        self.limit = max(1, limit)
        self.limit_each = max(1, min(limit_each, self.limit // 2))
        self._open_limit = self.limit - int(self.limit * RESERVED_SHARE)
        self._trusted = trusted
        self._open: set[Connection] = set()
        self._by_address: Counter[str] = Counter()
        self._reserved: Counter[str] = Counter()
        # Dictionaries without values: sets that keep their order, oldest first.
        self._waiting: dict[Connection, None] = {}
        self._waiting_by_address: dict[str, dict[Connection, None]] = {}
        self._sweeping: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._open)

    def add(self, connection: Connection) -> bool:
        """Count a new connection; False where there is no room for it."""
        address = connection.address
        if self._by_address[address] >= self.limit_each and not self._trusted(address):
            mine = self._waiting_by_address.get(address)
            if not mine:
                return False
            next(iter(mine)).abort()
        elif len(self._open) >= self.limit:
            if not self._waiting:
                return False
            next(iter(self._waiting)).abort()
        self._open.add(connection)
        self._by_address[address] += 1
        if self._sweeping is None:
            self._sweep(asyncio.get_running_loop())
        return True

    def remove(self, connection: Connection) -> None:
        if connection not in self._open:
            return
        self._open.discard(connection)
        _decrease(self._by_address, connection.address)
        if connection.person is not None:
            _decrease(self._reserved, connection.person)
            connection.person = None
        self.set_busy(connection)

    def replace(self, old: Connection, new: Connection) -> None:
        """The same socket, now spoken to by another protocol."""
        new.person, old.person = old.person, None
        self.remove(old)
        self._open.add(new)
        self._by_address[new.address] += 1

    def set_waiting(self, connection: Connection) -> None:
        self._waiting[connection] = None
        self._waiting_by_address.setdefault(connection.address, {})[connection] = None

    def set_busy(self, connection: Connection) -> None:
        if self._waiting.pop(connection, 0) is None:
            mine = self._waiting_by_address[connection.address]
            del mine[connection]
            if not mine:
                del self._waiting_by_address[connection.address]

    def admit(self, connection: Connection, who: Callable[[], str | None]) -> bool:
        """Whether a request that has arrived may go on; ``who`` tells who sends it."""
        in_use = len(self._open) - len(self._waiting)
        if in_use <= self._open_limit or connection.person is not None:
            return True
        person = who()
        if person is None or self._reserved[person] >= RESERVED_EACH:
            return False
        self._reserved[person] += 1
        connection.person = person
        return True

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for connection in list(self._open):
            if connection.closing:
                # What is left to send may be for somebody who never reads it.
                if connection.deadline is None:
                    connection.deadline = now + CLOSE_SECONDS
                elif now >= connection.deadline:
                    connection.abort()
            elif connection.deadline is not None and now >= connection.deadline:
                connection.too_late()
        self._sweeping = None
        if self._open:
            self._sweeping = loop.call_later(SWEEP_SECONDS, self._sweep, loop)


def _decrease(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]


def address_key(host: str) -> str:
    """Whose share a connection counts against: an address, or a whole network in IPv6."""
    if ":" not in host:
        return host
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False))


def trusted_proxies(text: str) -> Callable[[str], bool]:
    """Tells proxies, whose connections are those of many people, from everybody else."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if "*" in words:
        return lambda key: True
    networks = []
    for word in words:
        try:
            networks.append(ipaddress.ip_network(word, strict=False))
        except ValueError:
            continue  # a name; uvicorn compares it with what the socket tells

    def trusted(key: str) -> bool:
        try:
            asked = ipaddress.ip_network(key)
        except ValueError:
            return key in words
        return any(_overlap(network, asked) for network in networks)

    return trusted


def _overlap(
    one: ipaddress.IPv4Network | ipaddress.IPv6Network,
    other: ipaddress.IPv4Network | ipaddress.IPv6Network,
) -> bool:
    return one.version == other.version and one.overlaps(other)
