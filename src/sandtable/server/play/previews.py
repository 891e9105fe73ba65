"""What each choice would bring, before it is made.

It is tried out on matches that agree with all the seat knows while the rest is redrawn, so a
preview can give nothing away. Where a choice uncovers something, only what is the same in several
such matches is shown: that much is certain.
"""

from __future__ import annotations

from typing import Any

from sandtable.kernel.match import Match
from sandtable.kernel.messages import ENGLISH
from sandtable.server.languages import translated_seat_name
from sandtable.server.play.positions import choices

WORLDS = 6
FEW = 12

Flat = dict[str, int]


class Trial:
    """Matches to try a seat's choices on. Made from the true one, then free of it."""

    def __init__(
        self, match: Match, seat: int, names: list[str], seed: str, language: str = ENGLISH
    ) -> None:
        self.seat = seat
        self.names = [translated_seat_name(name, language) for name in names]
        self.language = language
        self.turn = match.turn_number()
        self._seed = seed
        self._worlds = [match.resample(seat, f"{seed} 0")]
        self._before: list[tuple[list[Flat], list[int]]] = []

    def preview(self, action: int, with_view: bool = False) -> dict[str, Any]:
        """The effect of one choice."""
        first = self._worlds[0].clone()
        first.apply(action)
        effect = self._effect(0, first)
        certain = not first.state.revealed
        if not certain:
            while len(self._worlds) < WORLDS:
                seed = f"{self._seed} {len(self._worlds)}"
                self._worlds.append(self._worlds[0].resample(self.seat, seed))
            for i in range(1, WORLDS):
                other = self._worlds[i].clone()
                other.apply(action)
                _keep_common(effect, self._effect(i, other))
        view = None
        if certain and with_view:
            view = first.shared_view(self.seat)
            view.pop("decision", None)
        ends_turn = first.is_over or first.turn_number() != self.turn
        silent = certain and not effect["events"] and not any(map(any, effect["seats"]))
        return {
            "action": action,
            "certain": certain,
            "ends_turn": ends_turn,
            "seats": _seat_changes(effect["seats"]),
            "events": effect["events"],
            "lines": first.game_in(self.language).log_lines(effect["events"], self.names),
            "then": self._then(first) if silent and not ends_turn else None,
            "view": view,
        }

    def _then(self, match: Match) -> dict[str, Any]:
        """After a choice that does nothing yet: the choices it leads to, and what all of them bring
        where they are few."""
        following = choices(match, self.language, described=False)
        common: dict[str, Any] = {"seats": [], "events": []}
        if len(following) <= FEW:
            for n, choice in enumerate(following):
                after = match.clone()
                after.apply(choice["id"])
                if after.state.revealed:
                    common = {"seats": [], "events": []}
                    break
                effect = self._effect(0, after)
                if n == 0:
                    common = effect
                else:
                    _keep_common(common, effect)
        return {
            "choices": following,
            "seats": _seat_changes(common["seats"]),
            "events": common["events"],
        }

    def _effect(self, world: int, after: Match) -> dict[str, Any]:
        while len(self._before) <= world:
            match = self._worlds[len(self._before)]
            self._before.append((_seats(match.shared_view(self.seat)), match.scores()))
        flats, scores = self._before[world]
        seats = []
        now = _seats(after.shared_view(self.seat))
        for seat, score in enumerate(after.scores()):
            changes = {}
            if seat < len(now) and seat < len(flats):
                for path, value in now[seat].items():
                    difference = value - flats[seat].get(path, 0)
                    if difference:
                        changes[path] = difference
                for path, value in flats[seat].items():
                    if path not in now[seat] and value:
                        changes[path] = -value
            seats.append((score - scores[seat], changes))
        return {"seats": seats, "events": after.events(self.seat)}


def _seat_changes(seats: list[tuple[int, Flat]]) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "score": score, "changes": changes}
        for seat, (score, changes) in enumerate(seats)
        if score or changes
    ]


def _seats(view: dict[str, Any]) -> list[Flat]:
    flat_seats: list[Flat] = []
    for seat in view.get("seats", []):
        flat: Flat = {}
        _flatten("", seat, flat)
        flat.pop("seat", None)
        flat_seats.append(flat)
    return flat_seats


def _flatten(path: str, value: Any, flat: Flat) -> None:
    """Numbers by their dotted path; of a list, its length."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        flat[path] = value
    elif isinstance(value, list):
        flat[path] = len(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            _flatten(f"{path}.{key}" if path else str(key), inner, flat)


def _keep_common(common: dict[str, Any], other: dict[str, Any]) -> None:
    seats = []
    for (score, changes), (score_2, changes_2) in zip(common["seats"], other["seats"], strict=True):
        same = {path: by for path, by in changes.items() if changes_2.get(path) == by}
        seats.append((score if score == score_2 else 0, same))
    common["seats"] = seats
    common["events"] = [event for event in common["events"] if event in other["events"]]
