"""Fitting a network to samples with PyTorch, and packing it for play without."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from sandtable.bots.engine.network import UNIT, packed

BATCH = 1024
LEARNING_RATE = 3e-3
#: What a point of a quick guess counts before anything is learnt.
GUESS = 0.5
#: Every game whose number leaves this remainder is kept for checking.
CHECK_EVERY, CHECK = 20, 7

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass
class Ragged:
    """Lists of different lengths, one after the other, and where each begins."""

    starts: Ints
    values: NDArray[Any]

    def rows(self, rows: Ints) -> tuple[Ints, NDArray[Any]]:
        """The lists of some rows: where each begins among them, and all values."""
        lengths = self.starts[rows + 1] - self.starts[rows]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        places = np.repeat(self.starts[rows] - starts[:-1], lengths) + np.arange(starts[-1])
        return starts, self.values[places]


@dataclass
class Samples:
    games: Ints
    places: Ragged
    numbers: Ragged
    actions: Ragged
    shares: Ragged
    guesses: Ragged

    def __len__(self) -> int:
        return len(self.games)


def read_samples(files: Sequence[Path]) -> Samples:
    from pyarrow import concat_tables, parquet

    columns = ["game", "places", "numbers", "actions", "shares", "guesses"]
    table = concat_tables([parquet.read_table(file, columns=columns) for file in files])
    table = table.combine_chunks()

    def ragged(name: str) -> Ragged:
        column = table.column(name).chunk(0) if table.num_rows else table.column(name)
        starts = column.offsets.to_numpy().astype(np.int64)
        return Ragged(starts - starts[0], column.flatten().to_numpy())

    games = table.column("game").to_numpy().astype(np.int64)
    lists = [ragged(name) for name in columns[1:]]
    return Samples(games, *lists)


class PolicyModel(nn.Module):
    """The network as PyTorch trains it; `sandtable.bots.engine.network` is how it plays."""

    def __init__(self, inputs: int, hidden: int, actions: int) -> None:
        super().__init__()
        self.first = nn.EmbeddingBag(inputs, hidden, mode="sum")
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.second = nn.Embedding(actions, hidden)
        self.action_bias = nn.Parameter(torch.zeros(actions))
        self.guess = nn.Parameter(torch.full((actions,), GUESS))
        nn.init.normal_(self.first.weight, std=0.1)
        nn.init.normal_(self.second.weight, std=0.1)

    def forward(self, batch: Batch) -> torch.Tensor:
        """The rate of every action on offer, sample after sample."""
        hidden = self.first(batch.places, batch.place_starts, per_sample_weights=batch.numbers)
        hidden = torch.relu(hidden + self.bias)
        embedded = self.second(batch.actions)
        rates: torch.Tensor = (hidden[batch.sample_of] * embedded).sum(1)
        rates += self.action_bias[batch.actions]
        return rates + self.guess[batch.actions] * batch.guesses


@dataclass
class Batch:
    places: torch.Tensor
    place_starts: torch.Tensor
    numbers: torch.Tensor
    actions: torch.Tensor
    shares: torch.Tensor
    guesses: torch.Tensor
    sample_of: torch.Tensor
    size: int


def batches(samples: Samples, rows: Ints) -> Iterator[Batch]:
    for begin in range(0, len(rows), BATCH):
        some = rows[begin : begin + BATCH]
        place_starts, places = samples.places.rows(some)
        _, numbers = samples.numbers.rows(some)
        action_starts, actions = samples.actions.rows(some)
        _, shares = samples.shares.rows(some)
        _, guesses = samples.guesses.rows(some)
        lengths = np.diff(action_starts)
        yield Batch(
            torch.from_numpy(places.astype(np.int64)),
            torch.from_numpy(place_starts[:-1]),
            torch.from_numpy(numbers.astype(np.float32) / UNIT),
            torch.from_numpy(actions.astype(np.int64)),
            torch.from_numpy(shares.astype(np.float32)),
            torch.from_numpy(guesses.astype(np.float32) / UNIT),
            torch.from_numpy(np.repeat(np.arange(len(some)), lengths)),
            len(some),
        )


def log_shares(rates: torch.Tensor, batch: Batch) -> torch.Tensor:
    """Logarithms of the shares the network gives to the actions on offer."""
    best = torch.full((batch.size,), -1e9).scatter_reduce(0, batch.sample_of, rates, "amax")
    shifted = rates - best.detach()[batch.sample_of]
    totals = torch.zeros(batch.size).index_add(0, batch.sample_of, shifted.exp())
    return shifted - totals.log()[batch.sample_of]


def loss_of(model: PolicyModel, batch: Batch) -> torch.Tensor:
    return -(batch.shares * log_shares(model(batch), batch)).sum() / batch.size


@dataclass
class Check:
    """How well a network does on games it was not taught."""

    loss: float
    agreement: float  # share of samples in which it likes best what the teacher likes best


def check(model: PolicyModel, samples: Samples, rows: Ints) -> Check:
    loss, agreed = 0.0, 0
    with torch.no_grad():
        for batch in batches(samples, rows):
            logs = log_shares(model(batch), batch)
            loss -= float((batch.shares * logs).sum())
            agreed += int((_tops(logs, batch) & _tops(batch.shares, batch)).sum())
    return Check(loss / len(rows), agreed / len(rows))


def _tops(values: torch.Tensor, batch: Batch) -> torch.Tensor:
    """Which values are the largest of their sample."""
    best = torch.full((batch.size,), -1e9).scatter_reduce(0, batch.sample_of, values, "amax")
    return values >= best[batch.sample_of]


def fit(
    samples: Samples,
    inputs: int,
    actions: int,
    hidden: int,
    epochs: int,
    seed: int,
    report: Callable[[int, Check], None],
) -> tuple[PolicyModel, Check]:
    """Teach a network; returns it as it was after its best epoch."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    held_back = samples.games % CHECK_EVERY == CHECK
    train, held = np.flatnonzero(~held_back), np.flatnonzero(held_back)
    model = PolicyModel(inputs, hidden, actions)
    optimiser = torch.optim.Adam(model.parameters(), LEARNING_RATE)
    steps = epochs * ((len(train) + BATCH - 1) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, LEARNING_RATE, total_steps=steps + 1)
    best: Check | None = None
    kept: dict[str, torch.Tensor] = {}
    for epoch in range(epochs):
        for batch in batches(samples, rng.permutation(train)):
            optimiser.zero_grad()
            loss_of(model, batch).backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            schedule.step()
        now = check(model, samples, held)
        report(epoch + 1, now)
        if best is None or now.loss < best.loss:
            best = now
            kept = {name: value.clone() for name, value in model.state_dict().items()}
    assert best is not None
    model.load_state_dict(kept)
    return model, best


def pack(model: PolicyModel) -> dict[str, Any]:
    """The network in whole numbers, as `Network` reads it."""
    first = model.first.weight.detach().numpy()
    second = model.second.weight.detach().numpy()
    steps = np.maximum(np.abs(first).max(0), 1e-6) / 127
    outputs = second * steps / UNIT
    scale = float(np.abs(outputs).max() / 32767)
    return {
        "inputs": first.shape[0],
        "hidden": first.shape[1],
        "actions": second.shape[0],
        "scale": scale,
        "first": packed(np.rint(first / steps).astype(int).ravel().tolist(), "b"),
        "bias": packed(
            np.rint(model.bias.detach().numpy() / steps * UNIT).astype(int).tolist(), "q"
        ),
        "second": packed(np.rint(outputs / scale).astype(int).ravel().tolist(), "h"),
        "action_bias": packed(
            np.rint(model.action_bias.detach().numpy() / scale).astype(int).tolist(), "q"
        ),
        "guess": packed(
            np.rint(model.guess.detach().numpy() / UNIT / scale).astype(int).tolist(), "q"
        ),
    }
