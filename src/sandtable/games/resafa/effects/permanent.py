"""Permanent cards: what they give each time something happens."""

from __future__ import annotations

from typing import Any

from sandtable.games.resafa.effects.language import (
    HELD,
    ON_TRADE,
    TRIGGERS,
    read_cost,
    read_gain,
)
from sandtable.games.resafa.text.effects import amounts
from sandtable.kernel.messages import Catalog


class Permanent:
    """One help of a permanent card: what it gives each time `on` happens."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.on: int = TRIGGERS.index(data["on"])
        self.gain: list[int] = read_gain(data.get("gain", {}))
        self.discount: list[int] = read_cost(data.get("discount", {}))

    def check(self, where: str, problems: list[str]) -> None:
        if not any(self.gain) and not any(self.discount):
            problems.append(f"{where}: needs a 'gain' or a 'discount'")
        if self.on == ON_TRADE and any(self.discount):
            problems.append(f"{where}: a trade has no cost to take a discount from")
        if any(self.gain[HELD + 1 :]):
            problems.append(f"{where}: a help gains coins, resources, goods or VP only")

    def text(self, speech: Catalog) -> str:
        """Such as `each canal action: 1 marble less, 1 VP`."""
        texts: list[str] = []
        if any(self.discount):
            texts.append(speech.say("effect.less", what=amounts(speech, self.discount)))
        if any(self.gain):
            texts.append(amounts(speech, self.gain))
        return f"{speech.say(f'trigger.{TRIGGERS[self.on]}')}: {', '.join(texts)}"


def read_permanents(data: list[dict[str, Any]]) -> list[Permanent]:
    """The helps of a permanent card."""
    return [Permanent(entry) for entry in data]


def check_permanents(data: list[dict[str, Any]], where: str, problems: list[str]) -> None:
    for i, help_ in enumerate(read_permanents(data)):
        help_.check(f"{where}[{i}]", problems)
