"""Teaches a small network to play by letting it play against itself (PPO with masked actions).

    python examples/train_ppo.py --game faiyum --minutes 5 --out policy.pt

One network plays all seats; what it observes is counted from the seat that has to choose. Games are
played many at a time, so that the network answers for all of them at once. When the time is up the
network plays against random choices, and the policy is kept. It then plays wherever bots do:

    sandtable arena faiyum --players examples/train_ppo.py:Trained:file=policy.pt,random --games 100

Needs the extras `envs` and `train` (PyTorch).
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn

from sandtable import envs
from sandtable.arena.standings import wilson
from sandtable.bots import Bot, Table

HIDDEN = 256
GAMMA = 0.997  # per choice; a game has some hundred of them for each seat
LAMBDA = 0.95
CLIP = 0.2
ENTROPY = 0.01
EPOCHS = 3
BATCH = 512
RATE = 5e-4
POINTS = 10.0  # so many points are a reward of 1


class Network(nn.Module):
    """From an observation to the logits of all actions and the value of the position."""

    def __init__(self, observation: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(observation, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU()
        )
        self.policy = nn.Linear(HIDDEN, actions)
        self.value = nn.Linear(HIDDEN, 1)
        nn.init.zeros_(self.policy.weight)  # all legal actions are equally likely at first

    def forward(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        hidden = self.body(observations)
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(-1)


class Choice:
    """A choice the network made, and what came of it for the seat that made it."""

    __slots__ = ("action", "advantage", "chance", "mask", "observation", "reward", "value")

    def __init__(self, seen: dict[str, Any], action: int, chance: float, value: float) -> None:
        self.observation = seen["observation"]
        self.mask = seen["action_mask"]
        self.action = action
        self.chance = chance  # the logarithm of its probability
        self.value = value
        self.reward = 0.0
        self.advantage = 0.0


def tensors(seen: list[dict[str, Any]]) -> tuple[Any, Any]:
    observations = torch.from_numpy(np.stack([one["observation"] for one in seen]))
    masks = torch.from_numpy(np.stack([one["action_mask"] for one in seen])).bool()
    return observations, masks


def decide(network: Network, seen: list[dict[str, Any]]) -> list[Choice]:
    """What the network chooses in each of these positions."""
    with torch.no_grad():
        policy, values = network(*tensors(seen))
        actions = policy.sample()
        chances = policy.log_prob(actions)
    made = zip(seen, actions.tolist(), chances.tolist(), values.tolist(), strict=True)
    return [Choice(*one) for one in made]


def play(network: Network, tables: list[Any]) -> tuple[list[list[Choice]], list[int]]:
    """One game at each table; returns the choices of every seat in their order, and the scores."""
    rows: list[dict[str, list[Choice]]] = []
    for env in tables:
        env.reset()
        rows.append({agent: [] for agent in env.possible_agents})
    going = list(range(len(tables)))
    while going:
        seen = [tables[i].observe(tables[i].agent_selection) for i in going]
        for i, choice in zip(going, decide(network, seen), strict=True):
            env = tables[i]
            rows[i][env.agent_selection].append(choice)
            env.step(choice.action)
            for agent, reward in env.rewards.items():
                if reward and rows[i][agent]:
                    rows[i][agent][-1].reward += reward / POINTS
        going = [i for i in going if not tables[i].episode.match.is_over]
    scores = [score for env in tables for score in env.episode.match.scores()]
    return [row for seats in rows for row in seats.values() if row], scores


def judge(row: list[Choice]) -> None:
    """How much better than expected each choice of a seat was (generalised advantages)."""
    advantage = following = 0.0
    for choice in reversed(row):
        surprise = choice.reward + GAMMA * following - choice.value
        advantage = surprise + GAMMA * LAMBDA * advantage
        choice.advantage, following = advantage, choice.value


def learn(network: Network, optimiser: Any, choices: list[Choice]) -> None:
    observations, masks = tensors(
        [{"observation": one.observation, "action_mask": one.mask} for one in choices]
    )
    actions = torch.tensor([one.action for one in choices])
    before = torch.tensor([one.chance for one in choices])
    advantages = torch.tensor([one.advantage for one in choices])
    returns = advantages + torch.tensor([one.value for one in choices])
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        order = torch.randperm(len(choices))
        for first in range(0, len(choices), BATCH):
            part = order[first : first + BATCH]
            policy, values = network(observations[part], masks[part])
            ratio = (policy.log_prob(actions[part]) - before[part]).exp()
            gain = advantages[part]
            kept = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            loss = (
                -kept.mean()
                + 0.5 * (values - returns[part]).square().mean()
                - ENTROPY * policy.entropy().mean()
            )
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def train(
    name: str,
    players: int,
    seed: int,
    tables: int = 32,
    minutes: float = 1e9,
    rounds: int = 10**9,
) -> Network:
    """Learn for so many minutes or rounds; in a round a game is played at every table."""
    torch.manual_seed(seed)
    games = [envs.pettingzoo_env(name, players, reward="score") for _ in range(tables)]
    for place, env in enumerate(games):
        env.reset(seed=seed * 1000 + place)
    layout = games[0].episode.layout
    network = Network(layout.size, games[0].episode.game.num_actions)
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    start = time.monotonic()
    made = 0
    for number in range(1, rounds + 1):
        spent = time.monotonic() - start
        if spent > 60 * minutes:
            break
        rows, scores = play(network, games)
        for row in rows:
            judge(row)
        choices = [choice for row in rows for choice in row]
        learn(network, optimiser, choices)
        made += len(choices)
        print(
            f"{spent / 60:5.1f} min {number * tables:6} games {made:8} choices, "
            f"mean score {float(np.mean(scores)):6.1f}",
            flush=True,
        )
    return network


def against_random(network: Network, name: str, players: int, games: int, seed: int) -> float:
    """How many of so many games the network wins alone against random choices, seats alternating;
    a shared victory counts in part."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    tables = [envs.pettingzoo_env(name, players) for _ in range(games)]
    own = {}
    for place, env in enumerate(tables):
        env.reset(seed=seed + place)
        own[place] = env.possible_agents[place % players]
    going = list(range(games))
    while going:
        asked = [i for i in going if tables[i].agent_selection == own[i]]
        if asked:
            seen = [tables[i].observe(own[i]) for i in asked]
            for i, choice in zip(asked, decide(network, seen), strict=True):
                tables[i].step(choice.action)
        for i in set(going) - set(asked):
            tables[i].step(int(rng.choice(tables[i].episode.match.legal_actions())))
        going = [i for i in going if not tables[i].episode.match.is_over]
    won = 0.0
    for place, env in enumerate(tables):
        winners = [env.possible_agents[seat] for seat in env.episode.match.winners()]
        won += 1 / len(winners) if own[place] in winners else 0.0
    return won


class Trained(Bot):
    """The bot that plays by a policy kept with `--out`. It sees what its seat may see, no more."""

    name = "trained"

    def __init__(self, seed: object = 0, file: str = "policy.pt") -> None:
        super().__init__(seed)
        self.kept = torch.load(file, weights_only=True)
        self.network: Network | None = None
        self.layout: Any = None

    def choose(self, table: Table) -> int:
        if self.network is None:
            self.layout = envs.layout(table.game, table.players)
            self.network = Network(self.layout.size, table.game.num_actions)
            self.network.load_state_dict(self.kept)
        mask = np.zeros(table.game.num_actions, np.int8)
        mask[table.legal_actions()] = 1
        seen = {"observation": self.layout.of_view(table.view()), "action_mask": mask}
        with torch.no_grad():
            policy, _ = self.network(*tensors([seen]))
        return int(policy.probs.argmax())


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach a small network to play.")
    parser.add_argument("--game", default="faiyum")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=32, help="games played at the same time")
    parser.add_argument("--games", type=int, default=200, help="against random choices at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch; one is enough")
    parser.add_argument("--out", default="policy.pt", help="where to keep the policy")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    network = train(args.game, args.players, args.seed, args.tables, args.minutes)
    torch.save(network.state_dict(), args.out)
    won = against_random(network, args.game, args.players, args.games, args.seed + 10**6)
    low, high = wilson(won, args.games)
    print(
        f"Against random choices: {100 * won / args.games:.1f} % of {args.games} games won "
        f"(19 times of 20 the true share is {100 * low:.1f} to {100 * high:.1f} %)."
    )
    print(f"The policy is in {args.out}.")


if __name__ == "__main__":
    main()
