"""Decisions in Parquet files, and the same as tensors.

A row is one decision in which there was something to choose:

| column | |
|---|---|
| `game` | the name of the game it belongs to |
| `turn`, `seat` | when, and who chose (counted from 0) |
| `player` | who sat there: a bot's name, empty where that is not known |
| `places`, `numbers` | what the seat observed, without zeros: where in the tensor, and what |
| `actions`, `chosen` | the action ids on offer, and the one that was chosen |
| `score`, `margin`, `win` | how the seat ended: its points, its lead over the best other seat (alone its points), and its share of the victory |
| `shares`, `values` | where a search was asked: its visits as shares, and the points it expects, for each of `actions`; empty elsewhere |
| `value` | the points the search expects of its best choice; null without a search |

`store.json` beside the files says which game, edition, player count and layout they are of.
"""  # noqa: E501

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.bots.base import Table
from sandtable.bots.search import SearchBot
from sandtable.bots.tuning.folder import replace
from sandtable.kernel.edition import digest
from sandtable.kernel.errors import BadOption, SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 1
COLUMNS = (
    "game", "turn", "seat", "player", "places", "numbers", "actions", "chosen",
    "score", "margin", "win", "shares", "values", "value",
)  # fmt: skip


class Decisions:
    """Rows that are being gathered."""

    def __init__(self, game: Game, players: int) -> None:
        from sandtable.envs.layouts import layout

        self.layout = layout(game, players)
        self.rows: dict[str, list[Any]] = {name: [] for name in COLUMNS}

    def __len__(self) -> int:
        return len(self.rows["game"])

    def add(
        self, name: str, match: Match, chosen: int, player: str, search: SearchBot | None
    ) -> None:
        """The decision that the match is at; how the seat ends is added by `finish`."""
        import numpy as np

        seat = match.current_player
        assert seat is not None
        seen = self.layout.of_match(match, seat)
        places = np.flatnonzero(seen)
        legal = match.legal_actions()
        shares, values, value = opinion(search, match) if search is not None else ([], [], None)
        row: dict[str, Any] = {
            "game": name,
            "turn": match.turn_number(),
            "seat": seat,
            "player": player,
            "places": places.astype(np.int32),
            "numbers": seen[places],
            "actions": legal,
            "chosen": chosen,
            "shares": shares,
            "values": values,
            "value": value,
        }
        for word, entry in row.items():
            self.rows[word].append(entry)

    def finish(self, match: Match) -> None:
        """The end of the game whose decisions were added last."""
        scores, winners = match.scores(), match.winners()
        first = len(self.rows["score"])
        for seat in self.rows["seat"][first:]:
            others = [score for other, score in enumerate(scores) if other != seat]
            self.rows["score"].append(scores[seat])
            self.rows["margin"].append(scores[seat] - max(others) if others else scores[seat])
            self.rows["win"].append(1 / len(winners) if seat in winners else 0.0)


def opinion(search: SearchBot, match: Match) -> tuple[list[float], list[float], float]:
    """What a search makes of the choices on offer: shares of its visits, expected points, and the
    points of the best. What it has not visited has the share 0 and the value of the worst."""
    legal = match.legal_actions()
    thought = search.think(Table(match))
    tally = {action: (visits, points) for action, visits, _, points in thought.tally() if visits}
    total = sum(visits for visits, _ in tally.values()) or 1
    known = {action: points / visits for action, (visits, points) in tally.items()}
    worst = min(known.values(), default=0.0)
    shares = [tally[action][0] / total if action in tally else 0.0 for action in legal]
    values = [known.get(action, worst) for action in legal]
    return shares, values, known.get(thought.best(legal), worst)


class DecisionStore:
    """A folder of Parquet files with decisions of one title and one number of players."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)

    def about(self) -> dict[str, Any]:
        """What the decisions are of."""
        path = self.folder / "store.json"
        try:
            about: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise BadOption(f"{self.folder} holds no decisions: {path.name} is missing") from None
        return about

    def prepare(self, game: Game, players: int) -> None:
        """Make the folder, or check that it is of the same kind."""
        from sandtable.envs.layouts import layout

        observed = layout(game, players)
        own = {
            "format": FORMAT,
            "game": game.name,
            "rules": game.rules_version,
            "edition": digest(game.edition),
            "players": players,
            "layout": observed.digest(),
            "numbers": observed.size,
            "actions": game.num_actions,
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.folder / "store.json").exists():
            replace(self.folder / "store.json", json.dumps(own, indent=1))
            return
        there = self.about()
        for word, value in own.items():
            if there.get(word) != value:
                raise BadOption(
                    f"{self.folder} holds decisions with another {word}: {there.get(word)!r}, not "
                    f"{value!r}; choose another folder"
                )

    def file(self, name: str) -> Path:
        return self.folder / f"{name}.parquet"

    def files(self) -> list[Path]:
        return sorted(self.folder.glob("*.parquet"))

    def write(self, name: str, decisions: Decisions) -> Path:
        """Write a file; it is never there half written."""
        pa, parquet = _arrow()
        kinds = {
            "game": pa.string(),
            "player": pa.string(),
            "places": pa.list_(pa.int32()),
            "numbers": pa.list_(pa.float32()),
            "actions": pa.list_(pa.int16()),
            "win": pa.float32(),
            "shares": pa.list_(pa.float32()),
            "values": pa.list_(pa.float32()),
            "value": pa.float32(),
        }
        table = pa.table(
            {word: pa.array(decisions.rows[word], kinds.get(word, pa.int32())) for word in COLUMNS}
        )
        path = self.file(name)
        unfinished = path.with_suffix(".part")
        parquet.write_table(table, unfinished, compression="zstd")
        unfinished.replace(path)
        return path

    # -- reading -------------------------------------------------------------------------------

    def __len__(self) -> int:
        _, parquet = _arrow()
        return sum(parquet.read_metadata(path).num_rows for path in self.files())

    def tensors(
        self, rows: int = 4096, files: Sequence[Path] | None = None
    ) -> Iterator[dict[str, NDArray[Any]]]:
        """All decisions as arrays, so many rows at a time: ``observations`` (float32), ``masks``
        (int8), ``shares`` and ``values`` (float32, by action id, 0 where not on offer), and the
        plain columns by their names. ``value`` is NaN where no search was asked."""
        _, parquet = _arrow()
        about = self.about()
        for path in self.files() if files is None else files:
            for batch in parquet.ParquetFile(path).iter_batches(rows):
                yield _dense(batch, about["numbers"], about["actions"])


def _dense(batch: Any, numbers: int, actions: int) -> dict[str, NDArray[Any]]:
    import numpy as np

    count = batch.num_rows
    tensors: dict[str, NDArray[Any]] = {
        word: batch.column(word).to_numpy(zero_copy_only=False)
        for word in ("turn", "seat", "chosen", "score", "margin", "win", "value")
    }
    tensors["game"] = np.array(batch.column("game").to_pylist(), object)
    tensors["player"] = np.array(batch.column("player").to_pylist(), object)

    def ragged(word: str) -> tuple[NDArray[np.int64], NDArray[Any]]:
        column = batch.column(word)
        lengths = np.diff(column.offsets.to_numpy())
        return np.repeat(np.arange(count), lengths), column.flatten().to_numpy()

    rows, places = ragged("places")
    tensors["observations"] = np.zeros((count, numbers), np.float32)
    tensors["observations"][rows, places] = ragged("numbers")[1]
    rows, offered = ragged("actions")
    tensors["masks"] = np.zeros((count, actions), np.int8)
    tensors["masks"][rows, offered] = 1
    for word in ("shares", "values"):
        tensors[word] = np.zeros((count, actions), np.float32)
        with_search, given = ragged(word)
        if len(given):
            searched = np.isin(rows, np.unique(with_search))
            tensors[word][rows[searched], offered[searched]] = given
    return tensors


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise SandtableError(
            "decisions are kept as Parquet, which needs the package pyarrow; install it with: "
            "pip install 'sandtable[train]'"
        ) from error
    return pa, parquet
