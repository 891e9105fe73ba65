"""What is refused before the application: long heads, half-open requests, too many connections."""

from __future__ import annotations

import json
import os
import resource
import select
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.server.connections import Connections, address_key, trusted_proxies
from tests.server.conftest import LiveServer, Start
from tests.server.people import Person
from tests.server.processes import ServerProcess

#: Loopback, but not the address whose connections are taken for a proxy's.
STRANGER = "127.0.0.2"


def port_of(url: str) -> int:
    return int(url.rpartition(":")[2])


def dial(url: str, source: str = "127.0.0.1", receive_buffer: int | None = None) -> socket.socket:
    connection = socket.socket()
    if receive_buffer is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(20)
    connection.bind((source, 0))
    connection.connect(("127.0.0.1", port_of(url)))
    return connection


def read_all(connection: socket.socket) -> bytes:
    """Everything until the other side closes; resets count as that."""
    parts = []
    try:
        while part := connection.recv(65_536):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


def status(answer: bytes) -> int:
    assert answer.startswith(b"HTTP/1.1 "), answer[:100]
    return int(answer[9:12])


def stream(connection: socket.socket, piece: bytes, most: int) -> int:
    """Send a piece again and again until the server has enough; returns how much was sent."""
    sent = 0
    connection.settimeout(5)
    try:
        while sent < most:
            connection.sendall(piece)
            sent += len(piece)
    except OSError:
        pass
    return sent


def memory(pid: int) -> int:
    """Bytes of memory a process has in use."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def connections_of(server: LiveServer) -> Connections:
    connections = server.server.config.http_protocol_class.args[0].connections  # type: ignore[attr-defined]
    assert isinstance(connections, Connections)
    return connections


def wait_until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(str(tmp_path / "x.db"), tmp_path / "log", SANDTABLE_HEAD_SECONDS="2")
    yield server
    server.kill()


@pytest.mark.parametrize(
    "piece",
    [b"x-more: " + b"a" * 1000 + b"\r\n", b"a" * 65_536],
    ids=["many headers", "one growing line"],
)
def test_endless_headers_are_cut_off(process: ServerProcess, piece: bytes) -> None:
    before = memory(process.process.pid)
    with dial(process.url) as connection:
        connection.sendall(b"GET /api/bots HTTP/1.1\r\nhost: x\r\nx-first: ")
        sent = stream(connection, piece, 400_000_000)
        assert sent < 20_000_000
    assert memory(process.process.pid) - before < 30_000_000
    with dial(process.url) as connection:
        connection.sendall(
            b"GET /api/bots HTTP/1.1\r\nhost: x\r\nx-first: " + (piece * 100)[:100_000]
        )
        answer = read_all(connection)
        assert status(answer) == 431
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"]["code"] == "too_large"


@pytest.mark.parametrize(
    ("path", "header"),
    [
        ("/" + "a" * 20_000, b""),
        ("/", b"x-long: " + b"a" * 20_000 + b"\r\n"),
        ("/", b"x-more: 1\r\n" * 101),
    ],
    ids=["address", "line", "number"],
)
def test_heads_that_are_too_large_at_once(server: LiveServer, path: str, header: bytes) -> None:
    with dial(server.url) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nhost: x\r\n".encode() + header + b"\r\n")
        assert status(read_all(connection)) == 431


def test_endless_trailers_are_cut_off(process: ServerProcess) -> None:
    with dial(process.url) as connection:
        connection.sendall(
            b"POST /api/me HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n"
        )
        sent = stream(connection, b"x-more: " + b"a" * 1000 + b"\r\n", 100_000_000)
    assert sent < 20_000_000


def test_half_open_requests_time_out(start: Start) -> None:
    server = start(head_seconds=0.6, body_seconds=0.6)
    unfinished = [
        b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ",
        b"\r\n",
        b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{",
    ]
    with ExitStack() as stack:
        silent = stack.enter_context(dial(server.url))
        connections = [stack.enter_context(dial(server.url)) for _ in unfinished]
        for connection, text in zip(connections, unfinished, strict=True):
            connection.sendall(text)
        # The second request on a connection has no more time than the first.
        later = stack.enter_context(dial(server.url))
        later.sendall(b"HEAD / HTTP/1.1\r\nhost: x\r\n\r\n")
        assert status(later.recv(10_000)) == 200
        later.sendall(unfinished[0])
        answers = [read_all(connection) for connection in [*connections, later]]
        assert [status(answer) for answer in answers] == [408, 408, 408, 408]
        assert read_all(silent) == b"", "who asks for nothing gets no answer"
    assert server.person().http.get("/api/bots").status_code == 200


def test_a_trickle_does_not_buy_time(start: Start) -> None:
    server = start(head_seconds=0.6, body_seconds=0.6)
    heads = [
        b"GET / HTTP/1.1\r\nx-slow: ",
        b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-length: 10000\r\n\r\n{",
    ]
    for head in heads:
        with dial(server.url) as connection:
            connection.sendall(head)
            begun = time.monotonic()
            connection.settimeout(0.05)
            answer = b""
            while not answer and time.monotonic() - begun < 10:
                connection.sendall(b"a")
                try:
                    answer = connection.recv(1000)
                except TimeoutError:
                    continue
            assert status(answer) == 408


def test_bodies_that_pile_up(start: Start) -> None:
    """Many uploads that do not end: the server holds so much of them, and no more."""
    server = start(max_pending_bodies=1_000_000)
    head = b"POST /api/records HTTP/1.1\r\nhost: x\r\ncontent-length: 400000\r\n\r\n"
    with ExitStack() as stack:
        connections = [stack.enter_context(dial(server.url)) for _ in range(3)]
        for connection in connections:
            connection.sendall(head + b"x" * 390_000)
        readable, _, _ = select.select(connections, [], [], 20)
        assert len(readable) == 1
        answer = b""
        while b'"busy"' not in answer and (more := readable[0].recv(10_000)):
            answer += more
        assert status(answer) == 503 and b'"busy"' in answer
    ann = server.person("Ann")
    wait_until(lambda: ann.http.post("/api/play", json={"game": "faiyum"}).status_code == 201)


def test_5000_half_open_requests_keep_nobody_out(process: ServerProcess) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 5000
    if hard != resource.RLIM_INFINITY and hard < wanted + 500:
        pytest.skip("this system does not let a test open 5,000 sockets")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted + 500), hard))
    before = memory(process.process.pid)
    with ExitStack() as stack:
        connections = []
        for _ in range(wanted):
            connection = stack.enter_context(dial(process.url))
            connection.sendall(b"GET / HTTP/1.1\r\nx-slow: ")
            connections.append(connection)
        ann = Person(process.url, "Ann")
        begun = time.monotonic()
        with ann.live(ann.table()) as live:
            assert live.ask("ping")["type"] == "pong"
        assert time.monotonic() - begun < 5
        ann.close()
        assert memory(process.process.pid) - before < 150_000_000
        for connection in connections:
            answer = read_all(connection)
            assert not answer or status(answer) == 408
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_an_address_has_its_share(start: Start) -> None:
    server = start(max_address_connections=20)
    with ExitStack() as stack:
        # Those who wait make room for the next from the same address.
        waiting = [stack.enter_context(dial(server.url, STRANGER)) for _ in range(30)]
        time.sleep(0.2)
        for connection in waiting[:10]:
            assert read_all(connection) == b""
        for connection in waiting[10:]:
            connection.sendall(b"GET /api/bots HTTP/1.1\r\nhost: x\r\n\r\n")
            assert status(connection.recv(1000)) == 200
    ann = server.person("Ann")
    assert ann.get("/api/bots")["bots"], "others are not concerned"


def test_an_address_whose_connections_are_all_in_use(start: Start) -> None:
    server = start(max_address_connections=4)
    ann = server.person("Ann")
    table = ann.table()["id"]
    with ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(open_socket(server.url, table, STRANGER))
        with dial(server.url, STRANGER) as connection:
            answer = read_all(connection)
            assert status(answer) == 503 and b'"busy"' in answer
        with dial(server.url) as connection:
            connection.sendall(b"GET /api/bots HTTP/1.1\r\nhost: x\r\n\r\n")
            assert status(connection.recv(1000)) == 200
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:  # closed connections make room
        with dial(server.url, STRANGER) as connection:
            connection.sendall(b"GET /api/bots HTTP/1.1\r\nhost: x\r\n\r\n")
            if status(connection.recv(1000)) == 200:
                return
    pytest.fail("the share was never given back")


@contextmanager
def open_socket(
    url: str, table: str, source: str = "127.0.0.1", receive_buffer: int | None = None
) -> Iterator[socket.socket]:
    """A WebSocket by hand: what it does next is the test's business."""
    with dial(url, source, receive_buffer) as connection:
        connection.sendall(
            f"GET /api/tables/{table}/live HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\n"
            "upgrade: websocket\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        answer = connection.recv(12)
        assert status(answer) == 101
        yield connection


def frame(opcode: int, payload: bytes, last: bool = True) -> bytes:
    """A client's frame with the mask 0."""
    size = struct.pack("!BB", opcode | (0x80 if last else 0), 0x80 | min(len(payload), 126))
    if len(payload) > 125:
        size += struct.pack("!H", len(payload))
    return size + bytes(4) + payload


def closed_by_server(connection: socket.socket, piece: bytes, most: int) -> bool:
    return stream(connection, piece, most) < most


def test_messages_in_endless_pieces(process: ServerProcess) -> None:
    ann = Person(process.url, "Ann")
    table = ann.table()["id"]
    with open_socket(process.url, table) as connection:
        connection.sendall(frame(1, b"", last=False))
        assert closed_by_server(connection, frame(0, b"", last=False) * 1000, 100_000_000)
    ann.close()


def test_pings_without_reading_the_answers(process: ServerProcess) -> None:
    ann = Person(process.url, "Ann")
    table = ann.table()["id"]
    before = memory(process.process.pid)
    with open_socket(process.url, table, receive_buffer=4096) as connection:
        assert closed_by_server(connection, frame(9, b"x" * 125) * 100, 200_000_000)
    assert memory(process.process.pid) - before < 30_000_000
    ann.close()


def test_who_does_not_read_is_cut_off(start: Start) -> None:
    server = start(read_seconds=0.5)
    ann = server.person("Ann")
    table = ann.table()["id"]
    sync = frame(1, json.dumps({"type": "sync"}).encode())
    with open_socket(server.url, table, receive_buffer=4096) as connection:
        assert closed_by_server(connection, sync * 50, 100_000_000)
    with ann.live(table) as live:
        assert live.ask("ping")["type"] == "pong"


def test_a_response_nobody_reads(start: Start) -> None:
    server = start(read_seconds=0.5)
    with dial(server.url, receive_buffer=4096) as connection:
        connection.sendall(b"GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n" * 500)
        open_now = connections_of(server)
        wait_until(lambda: not len(open_now))


# -- few file descriptors ------------------------------------------------------------------------


def test_seated_people_get_in_with_few_descriptors(tmp_path: Path) -> None:
    """96 descriptors are the server's own; of the other 64 a quarter is for known people."""
    log = tmp_path / "log"
    process = ServerProcess(str(tmp_path / "x.db"), log, descriptors=160)
    try:
        ann = Person(process.url, "Ann")
        table = ann.table(seats="human bot:random")
        ann.http.close()
        with ExitStack() as stack:
            # Spectators nobody knows take all that is open to them.
            refused = 0
            for _ in range(70):
                try:
                    stack.enter_context(open_socket(process.url, table["id"]))
                except AssertionError:
                    refused += 1
            assert 70 - refused == 48
            stranger = httpx.get(process.url + "/api/bots", timeout=10)
            assert stranger.status_code == 503 and stranger.json()["error"]["code"] == "busy"
            # Half-open ones on top of that take nothing away.
            for _ in range(150):
                stack.enter_context(dial(process.url))
            with ann.live(table) as live:
                live.my_turn()
                assert live.act(live.choices[0]["id"])["type"] == "ack"
            used = cpu(process.process.pid)
            time.sleep(0.5)
            assert cpu(process.process.pid) - used < 0.2, "it waits without spinning"
        ann.close()
    finally:
        assert process.stop() == 0
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["connections"] for line in lines if "few file" in line["event"]] == [64]
    assert not [line for line in lines if line["level"] == "error"]


def test_one_person_does_not_take_all_reserved_places(tmp_path: Path) -> None:
    process = ServerProcess(str(tmp_path / "x.db"), tmp_path / "log", descriptors=160)
    ann, bob = Person(process.url, "Ann"), Person(process.url, "Bob")
    try:
        table = ann.table()
        with ExitStack() as stack:
            for _ in range(48):
                stack.enter_context(open_socket(process.url, table["id"]))
            for _ in range(8):
                bob.live(table)
            with pytest.raises(InvalidStatus, match="503"):
                bob.live(table)
            assert ann.live(table).hello["type"] == "hello"
    finally:
        process.kill()
        ann.close()
        bob.close()


def cpu(pid: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_the_soft_limit_is_raised(tmp_path: Path) -> None:
    process = ServerProcess(str(tmp_path / "x.db"), tmp_path / "log", descriptors=200, hard=4000)
    try:
        limits = Path(f"/proc/{process.process.pid}/limits").read_text()
        line = next(line for line in limits.splitlines() if line.startswith("Max open files"))
        assert line.split()[3:5] == ["4000", "4000"]
    finally:
        process.kill()


# -- parts ---------------------------------------------------------------------------------------


def test_addresses_and_proxies() -> None:
    assert address_key("10.0.0.1") == "10.0.0.1"
    assert address_key("::ffff:10.0.0.1") == "10.0.0.1"
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff:1")
    assert address_key("2001:db8::1") != address_key("2001:db8:0:1::1")
    trusted = trusted_proxies("127.0.0.1, 10.1.0.0/16, proxy")
    assert trusted("127.0.0.1") and trusted("10.1.2.3") and trusted("proxy")
    assert not trusted("10.2.0.1") and not trusted(address_key("2001:db8::1"))
    assert trusted_proxies("*")("1.2.3.4") and not trusted_proxies("")("127.0.0.1")
    assert trusted_proxies("2001:db8::1")(address_key("2001:db8::1"))


def test_connections_count_from_none_to_none(start: Start) -> None:
    server = start()
    connections = connections_of(server)
    ann = server.person("Ann")
    lives = [ann.live(ann.table()) for _ in range(3)]
    assert len(connections) == 4
    for live in lives:
        live.close()
    ann.http.close()
    wait_until(lambda: not len(connections))
    assert not connections._waiting and not connections._waiting_by_address
    assert not connections._by_address and not connections._reserved


def test_a_reason_reaches_who_is_still_sending(server: LiveServer) -> None:
    answer = httpx.get(server.url, headers={"x-long": "a" * 200_000})
    assert answer.status_code == 431
    ann = server.person("Ann")
    live = ann.live(ann.table())
    live.socket.send("x" * 100_000)
    with pytest.raises(ConnectionClosed) as closed:
        live.wait("nothing")
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
