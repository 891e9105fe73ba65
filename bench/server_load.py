"""Many tables at once on one server, and how long its answers take compared with a bare echo.

Starts a server with a database of its own and, beside it, a WebSocket echo made of the same parts
(FastAPI, uvicorn). Scripted clients sit at the tables, alone against bots and against each other,
and choose at random; at the same time and pace other clients send messages of the same length to
the echo. What counts is the ratio of the medians, and that nothing goes wrong.

    python -m bench.server_load --tables 200 --seconds 10 --json

With --duels there is one person and one greedy bot at each table and nothing else. Then processor
time per action counts, of the server and of the processes in which bots think:

    python -m bench.server_load --duels --tables 600 --pause 3 --seconds 60

`--database postgresql` measures on a PostgreSQL of its own, `--database URL` on that one, and
`--processes 2` with two server processes. `--soak 30` plays duels for half an hour, a new game
after each that ends, and shows how the memory grows:

    python -m bench.server_load --duels --tables 1000 --pause 3 --database postgresql --processes 2
    python -m bench.server_load --soak 30 --tables 1000 --pause 3

To measure another checkout, compile it and put its sources first: PYTHONPATH=OTHER/src.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import random
import re
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import orjson
import websockets
from websockets.asyncio.client import ClientConnection

import sandtable
from sandtable._pure import is_compiled

LONG_GAME = 300
LONG_GAMES = 10

SERVER = (
    "import sys; from sandtable import server; "
    "processes = int(sys.argv[2]) if len(sys.argv) > 2 else 1; "
    "more = {'processes': processes} if processes > 1 else {}; "  # 0.1 does not know the word
    "sys.exit(server.run(port=0, database=sys.argv[1], log='json', **more))"
)
ECHO = """
import socket, uvicorn
from fastapi import FastAPI, WebSocket
app = FastAPI()
@app.websocket("/echo")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        await socket.send({"type": "websocket.send", "text": message["text"]})
listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
print("ready: http://127.0.0.1:%d/" % listener.getsockname()[1], flush=True)
config = uvicorn.Config(app, log_config=None, access_log=False, ws_per_message_deflate=False)
uvicorn.Server(config).run(sockets=[listener])
"""


class Process:
    """A server in a process of its own."""

    def __init__(self, *command: str) -> None:
        environment = {
            **os.environ,
            "SANDTABLE_RATE_FACTOR": "0",
            "SANDTABLE_MAX_CONNECTIONS_EACH": "5000",
            "SANDTABLE_MAX_CONNECTIONS": "5000",
        }
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115  (closed with the process)
        self.process = subprocess.Popen(
            [sys.executable, "-c", *command],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env=environment,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        matched = re.search(r"ready: (http://\S+)/", line)
        if matched is None:
            self.log.seek(0)
            sys.exit(f"the server did not start:\n{self.log.read()}")
        self.url = matched[1]
        self.live = self.url.replace("http", "ws", 1)

    def problems(self) -> list[str]:
        """Lines of the log that tell of something wrong."""
        self.log.seek(0)
        lines = [line for line in self.log if line.startswith("{")]
        return [line.strip() for line in lines if json.loads(line)["level"] not in ("info",)]

    def _parts(self, bots: bool) -> list[int]:
        """Its processes: those in which bots think, or all others."""
        pids = [self.process.pid, *descendants(self.process.pid)]
        return [process for process in pids if is_for_bots(process) == bots]

    def cpu(self) -> float:
        """Seconds of processor time used so far, where the system tells."""
        return sum(map(processor_seconds, self._parts(bots=False)))

    def bots_cpu(self) -> float:
        """The same for the processes in which bots think."""
        return sum(map(processor_seconds, self._parts(bots=True)))

    def memory(self) -> float:
        """Megabytes in memory, where the system tells."""
        return sum(map(megabytes, self._parts(bots=False)))

    def bots_memory(self) -> float:
        return sum(map(megabytes, self._parts(bots=True)))

    def files(self) -> int:
        """Open files and sockets, where the system tells."""
        return sum(map(open_files, self._parts(bots=False)))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def processor_seconds(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(process: int) -> float:
    try:
        pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    except OSError:
        return float("nan")
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def open_files(process: int) -> int:
    try:
        return len(list(Path(f"/proc/{process}/fd").iterdir()))
    except OSError:
        return 0


def is_for_bots(process: int) -> bool:
    try:
        return b"sandtable.server.bots" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def descendants(process: int) -> list[int]:
    """The processes that a process has started, and those that these have started."""
    children: dict[int, list[int]] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = file.read_text().rpartition(")")[2].split()[1]
            children.setdefault(int(parent), []).append(int(file.parent.name))
    pids: list[int] = []
    wanted = [process]
    while wanted:
        new = children.get(wanted.pop(), [])
        pids += new
        wanted += new
    return pids


@dataclass
class Tally:
    """What the clients have seen."""

    acks: list[float] = field(default_factory=list)
    updates: list[float] = field(default_factory=list)
    echoes: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    bytes: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    connected: int = 0
    games: int = 0  # begun after others had ended


class Start:
    """The moment from which everybody plays: when all are connected."""

    def __init__(self) -> None:
        self._begun = asyncio.Event()
        self.until = 0.0

    def begin(self, seconds: float) -> None:
        self.until = time.monotonic() + seconds
        self._begun.set()

    async def wait(self) -> float:
        """When to stop."""
        await self._begun.wait()
        return self.until


class Player:
    """A scripted client: one person at one table."""

    def __init__(self, url: str, cookie: str, seed: int, tally: Tally) -> None:
        self.url = url
        self.cookie = cookie
        self.random = random.Random(seed)
        self.tally = tally

    async def play(self, pause: float, start: Start, again: httpx.AsyncClient | None) -> None:
        """Play one game; with a client for requests, a new one after each that ends."""
        await self._game(pause, start)
        while again is not None and time.monotonic() < start.until:
            made = await again.post(
                f"/api/tables/{self.url.split('/')[-2]}/rematch", headers={"cookie": self.cookie}
            )
            if not made.is_success:
                self.tally.errors.append(f"no new game: {made.text}")
                return
            self.url = re.sub(r"tables/[^/]+", f"tables/{made.json()['id']}", self.url)
            self.tally.games += 1
            await self._game(pause, start)

    async def _game(self, pause: float, start: Start) -> None:
        tally = self.tally
        headers = {"cookie": self.cookie}
        async with websockets.connect(
            self.url, additional_headers=headers, max_size=None, open_timeout=60, compression=None
        ) as socket:
            position = (await _receive(socket, tally))["position"]
            tally.connected += 1
            until = await start.wait()
            await asyncio.sleep(self.random.random() * pause)
            asked: float | None = None  # when the others' turn began
            while time.monotonic() < until and not position["over"]:
                if position["decision"] is None:
                    message = await _receive(socket, tally, until - time.monotonic())
                    if message["type"] == "update":
                        position = _updated(position, message)
                        if asked is not None:
                            tally.bots.append(time.perf_counter() - asked)
                            asked = None
                    elif message["type"] == "none":
                        if asked is not None:
                            tally.bots.append(time.perf_counter() - asked)
                        return
                    continue
                await asyncio.sleep(pause * (0.5 + self.random.random()))
                begun = time.perf_counter()
                position = await self._choose(socket, position)
                asked = begun if position["decision"] is None else None

    async def _choose(self, socket: ClientConnection, position: dict[str, Any]) -> dict[str, Any]:
        tally = self.tally
        choice = self.random.choice(position["decision"]["choices"])
        begun, version = time.perf_counter(), position["version"]
        act = {"type": "act", "ref": 1, "version": version, "action": choice["id"]}
        await socket.send(json.dumps(act))
        while True:
            message = await _receive(socket, tally)
            if message["type"] == "ack":
                tally.acks.append(time.perf_counter() - begun)
            elif message["type"] == "update":
                position = _updated(position, message)
                if position["version"] > version:
                    tally.updates.append(time.perf_counter() - begun)
                    return position
            elif message["type"] == "error":
                tally.errors.append(message["message"])
                return position
            elif message["type"] == "none":
                raise TimeoutError("no answer for a minute")


def _updated(position: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """The new position: whole in the message, or made of the last one by its changes."""
    received: dict[str, Any] | None = message["position"]
    if received is not None:
        return received
    for changes in [*message.get("between", []), message["changes"]]:
        for change in changes:
            *path, last = change["path"]
            inner: Any = position
            for key in path:
                inner = inner[key]
            inner[last] = change["value"]
    return position


async def _receive(socket: ClientConnection, tally: Tally, seconds: float = 60.0) -> dict[str, Any]:
    try:
        text = await asyncio.wait_for(socket.recv(), max(0.01, seconds))
    except TimeoutError:
        return {"type": "none"}
    message: dict[str, Any] = orjson.loads(text)
    tally.counts[message["type"]] += 1
    tally.bytes += len(text)
    return message


async def make_tables(url: str, tables: int, duels: bool, tally: Tally) -> list[Player]:
    """Tables in turn: one client and a bot, two clients, one client and two bots. Or duels: one
    client and a greedy bot at each."""
    players: list[Player] = []
    game = sandtable.games()
    context = ssl.create_default_context()  # making one takes longer than making a table
    names = [str(bot) for bot in ("random", "greedy")]
    for number in range(tables):
        async with httpx.AsyncClient(base_url=url, timeout=60, verify=context) as one:
            seats: list[dict[str, Any]] = [{"kind": "human"}]
            bot = {"kind": "bot", "bot": "greedy" if duels else names[number % 2]}
            seats += [bot] if duels else [[bot], [{"kind": "open"}], [bot, bot]][number % 3]
            asked = {"game": game[number % len(game)], "seats": seats}
            made = await one.post("/api/tables", json=asked)
            made.raise_for_status()
            table = made.json()
            live = url.replace("http", "ws", 1) + f"/api/tables/{table['id']}/live"
            players.append(Player(live, _cookie(one), number, tally))
            if table["status"] == "waiting":
                async with httpx.AsyncClient(base_url=url, timeout=60, verify=context) as other:
                    joined = await other.post(f"/api/invites/{table['invite']}", json={})
                    joined.raise_for_status()
                    players.append(Player(live, _cookie(other), number + 100_000, tally))
    return players


def _cookie(client: httpx.AsyncClient) -> str:
    return f"sandtable={client.cookies['sandtable']}"


async def echo(url: str, pause: float, start: Start, size: int, seed: int, tally: Tally) -> None:
    """One client of the echo, at the pace of a player."""
    source = random.Random(seed)
    text = json.dumps({"type": "act", "ref": 1, "version": 100, "action": 100}).ljust(size)
    async with websockets.connect(url + "/echo", max_size=None, open_timeout=60) as socket:
        tally.connected += 1
        until = await start.wait()
        await asyncio.sleep(source.random() * pause)
        while time.monotonic() < until:
            await asyncio.sleep(pause * (0.5 + source.random()))
            begun = time.perf_counter()
            await socket.send(text)
            await socket.recv()
            tally.echoes.append(time.perf_counter() - begun)


class Sample(NamedTuple):
    """What a server takes at a moment."""

    seconds: int
    server_mb: float
    bots_mb: float
    files: int  # open files and sockets, without the bots' processes
    log_mb: float  # of SQLite's write-ahead log
    actions: int

    def line(self) -> str:
        return (
            f"    {self.seconds:>6} s  {self.server_mb:>8.1f} MB  bots {self.bots_mb:>8.1f} MB  "
            f"{self.files:>5} files  log {self.log_mb:>6.1f} MB  {self.actions:>8} actions"
        )


async def growth(server: Process, database: str, seconds: float, tally: Tally) -> list[Sample]:
    """Samples in twenty steps, shown as they are taken."""
    begun = time.monotonic()
    samples: list[Sample] = []
    log = Path(f"{database}-wal")
    for step in range(21):
        await asyncio.sleep(max(0.0, begun + seconds * step / 20 - time.monotonic()))
        sample = Sample(
            round(time.monotonic() - begun),
            round(server.memory(), 1),
            round(server.bots_memory(), 1),
            server.files(),
            round(log.stat().st_size / 1e6, 1) if log.exists() else 0.0,
            len(tally.acks),
        )
        samples.append(sample)
        print(sample.line(), file=sys.stderr, flush=True)
    return samples


async def phase(
    server: Process,
    bare: Process,
    tables: int,
    pause: float,
    seconds: float,
    duels: bool = False,
    soak_on: str | None = None,
) -> dict[str, Any]:
    """Clients at the tables and, at the same time and pace, some at the echo."""
    tally = Tally()
    players = await make_tables(server.url, tables, duels, tally)
    echoes = max(1, len(players) // 10)
    start = Start()
    connecting = server.cpu()
    limits = httpx.Limits(max_connections=20)
    client = httpx.AsyncClient(base_url=server.url, timeout=60, limits=limits)
    playing = asyncio.gather(
        *(player.play(pause, start, client if soak_on else None) for player in players),
        *(echo(bare.live, pause, start, 60, i, tally) for i in range(echoes)),
        return_exceptions=True,
    )
    while tally.connected < len(players) + echoes and not playing.done():
        await asyncio.sleep(0.1)
    used, bots_used, own = server.cpu(), server.bots_cpu(), time.process_time()
    connecting = used - connecting
    begun = time.monotonic()
    start.begin(seconds)
    watching = None
    if soak_on is not None:
        watching = asyncio.create_task(growth(server, soak_on, seconds, tally))
    done = await playing
    took = time.monotonic() - begun
    used, bots_used = server.cpu() - used, server.bots_cpu() - bots_used
    own = time.process_time() - own
    memory = await watching if watching is not None else None
    await client.aclose()
    tally.errors += [repr(error) for error in done if error is not None]
    answer, new, bare_echo = (
        statistics.median(times) if times else float("nan")
        for times in (tally.acks, tally.updates, tally.echoes)
    )
    actions = max(1, len(tally.acks))
    return {
        "tables": tables,
        "clients": len(players),
        "pause": pause,
        "actions": len(tally.acks),
        "updates": tally.counts["update"],
        "actions_per_s": round(len(tally.acks) / took, 1),
        "connect_cpu_ms": round(connecting * 1000 / len(players), 2),
        "server_cpu": round(used / took, 2),
        "server_cpu_ms": round(used * 1000 / actions, 2),
        "bots_cpu": round(bots_used / took, 2),
        "bots_cpu_ms": round(bots_used * 1000 / actions, 2),
        "clients_cpu": round(own / took, 2),
        "clients_cpu_ms": round(own * 1000 / actions, 2),
        "kilobytes": round(tally.bytes / 1000 / actions, 2),
        "server_mb": round(server.memory()),
        "echo_ms": round(bare_echo * 1000, 3),
        "answer_ms": round(answer * 1000, 3),
        "answer_99_ms": _percentile(tally.acks, 0.99),
        "position_ms": round(new * 1000, 3),
        "position_99_ms": _percentile(tally.updates, 0.99),
        "bot_ms": _percentile(tally.bots, 0.5),
        "bot_99_ms": _percentile(tally.bots, 0.99),
        "bot_max_ms": _percentile(tally.bots, 1.0),
        "answer_to_echo": round(answer / bare_echo, 2),
        "position_to_echo": round(new / bare_echo, 2),
        "games": tally.games,
        "memory": memory,
        "errors": tally.errors[:10],
    }


def _percentile(seconds: list[float], part: float) -> float:
    """In milliseconds."""
    if not seconds:
        return float("nan")
    ordered = sorted(seconds)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000, 1)


def long_record() -> str:
    """The record of a game of some hundred choices."""
    for seed in range(1000):
        match = sandtable.game("faiyum").new(5, seed)
        source = random.Random(seed)
        for _ in range(LONG_GAME):
            if match.is_over:
                break
            match.apply(source.choice(match.legal_actions()))
        else:
            return str(match.record())
    raise SystemExit("no long game found")


async def opening(server: Process) -> tuple[list[str], str]:
    """Store long games; returns their live addresses and the cookie."""
    record = long_record()
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        paths = []
        for _ in range(LONG_GAMES):
            made = await client.post("/api/records", json={"record": record})
            made.raise_for_status()
            paths.append(f"/api/tables/{made.json()['id']}/live")
        return paths, _cookie(client)


async def open_time(server: Process, path: str, cookie: str) -> float:
    """From the connection to the whole picture of a game that is not in memory."""
    async with websockets.connect(
        server.live + path, additional_headers={"cookie": cookie}, max_size=None
    ) as socket:
        begun = time.perf_counter()
        await socket.recv()
        return time.perf_counter() - begun


async def page_bytes(server: Process) -> int | None:
    """What a first page load brings over the wire, compressed."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        total = 0
        wanted = ["/"]
        seen: set[str] = set()
        while wanted:
            path = wanted.pop()
            if path in seen:
                continue
            seen.add(path)
            async with client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
                raw = b"".join([part async for part in answer.aiter_raw()])
                total += len(raw)
            if path == "/":
                text = (await client.get("/")).text
                if "assets/" not in text:
                    return None
                wanted += re.findall(r'(?:src|href)="(/[^"]+)"', text)
        return total


async def run(arguments: argparse.Namespace) -> dict[str, Any]:
    result: dict[str, Any] = {
        "python": platform.python_version(),
        "compiled": is_compiled(),
        "cores": os.cpu_count(),
    }
    with tempfile.TemporaryDirectory() as folder:
        database, end_database = database_for(arguments.database, folder)
        start = (SERVER, database, str(arguments.processes))
        server, bare = Process(*start), Process(ECHO)
        try:
            if arguments.duels or arguments.soak:
                tables, pause = arguments.tables, arguments.pause
                seconds = arguments.soak * 60 if arguments.soak else arguments.seconds
                soak_on = database if arguments.soak else None
                result["duels"] = await phase(
                    server, bare, tables, pause, seconds, duels=True, soak_on=soak_on
                )
            else:
                paths, cookie = await opening(server)
                server.stop()
                server = Process(*start)  # so that nothing is in memory
                result |= await everything(server, bare, paths, cookie, arguments)
            result["problems"] = server.problems()[:10]
        finally:
            server.stop()
            bare.stop()
            end_database()
    return result


def database_for(given: str | None, folder: str) -> tuple[str, Callable[[], None]]:
    """The database to measure on, and how to end it."""
    if given is None:
        return str(Path(folder) / "load.db"), lambda: None
    if given != "postgresql":
        return given, lambda: None
    from tests.server.postgres import Cluster, programs

    binaries = programs()
    if binaries is None:
        sys.exit("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    cluster = Cluster(binaries)
    return cluster.new_database(), cluster.stop


async def everything(
    server: Process, bare: Process, paths: list[str], cookie: str, arguments: argparse.Namespace
) -> dict[str, Any]:
    used = server.cpu()
    opened = statistics.median([await open_time(server, path, cookie) for path in paths])
    used = (server.cpu() - used) / len(paths)
    tables, seconds = arguments.tables, arguments.seconds
    return {
        "opening_ms": round(opened * 1000, 1),
        "opening_server_ms": round(used * 1000, 1),
        "opening_actions": LONG_GAME,
        "page_bytes": await page_bytes(server),
        "one table": await phase(server, bare, 1, 0.02, seconds),
        "many tables": await phase(server, bare, tables, arguments.pause, seconds),
        "flat out": await phase(server, bare, tables, 0.0, seconds),
    }


PHASES = ("one table", "many tables", "flat out", "duels")


def show(result: dict[str, Any]) -> None:
    for name in PHASES:
        if name not in result:
            continue
        told = result[name]
        print(
            f"{name}: {told['clients']} clients at {told['tables']} tables, {told['actions']} "
            f"actions ({told['actions_per_s']}/s), {len(told['errors'])} errors\n"
            f"  processor time per action: server {told['server_cpu_ms']} ms "
            f"({told['server_cpu']:.0%} of a core), bots {told['bots_cpu_ms']} ms "
            f"({told['bots_cpu']:.0%}), clients {told['clients_cpu_ms']} ms "
            f"({told['clients_cpu']:.0%}), and {told['connect_cpu_ms']} ms of the server's per "
            f"connection; {told['kilobytes']} kB sent per action; server {told['server_mb']} MB\n"
            f"  echo {told['echo_ms']} ms, answer {told['answer_ms']} ms "
            f"({told['answer_to_echo']} x), new position {told['position_ms']} ms "
            f"({told['position_to_echo']} x)\n"
            f"  99 %: answer {told['answer_99_ms']} ms, new position {told['position_99_ms']} ms; "
            f"bots: median {told['bot_ms']} ms, 99 % {told['bot_99_ms']} ms, "
            f"longest {told['bot_max_ms']} ms"
        )
        if told.get("memory"):
            print(f"  {told['games']} games after the first:")
            for sample in told["memory"]:
                print(sample.line())
        for error in told["errors"]:
            print("error:", error)
    if "opening_ms" in result:
        print(
            f"opening a game of {result['opening_actions']} choices: {result['opening_ms']} ms, "
            f"{result['opening_server_ms']} ms of the server's time"
        )
    if result.get("page_bytes") is not None:
        print(f"a first page load: {result['page_bytes'] / 1000:.0f} kB")
    for problem in result["problems"]:
        print("problem:", problem)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0, help="per part of the test")
    parser.add_argument(
        "--pause", type=float, default=1.0, help="seconds a client thinks, on average"
    )
    parser.add_argument(
        "--duels", action="store_true", help="only tables of one person and one greedy bot"
    )
    parser.add_argument(
        "--database", help="postgresql: one of its own; or a URL (usually SQLite in a new file)"
    )
    parser.add_argument("--processes", type=int, default=1, help="server processes")
    parser.add_argument(
        "--soak", type=float, default=0.0, metavar="MINUTES", help="duels for so long, with memory"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    result = asyncio.run(run(arguments))
    if arguments.json:
        print(json.dumps(result, indent=1))
    else:
        show(result)
    wrong = any(name in result and result[name]["errors"] for name in PHASES)
    return 1 if wrong or result["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
