"""Natural disasters. Nobody plays them: whoever passes takes the best one left."""

from __future__ import annotations

from typing import Any, ClassVar

from sandtable.games.faiyum.cards import fields
from sandtable.games.faiyum.cards.base import Card
from sandtable.games.faiyum.rules.turn import Turn


class Disaster(Card):
    family = "disaster"
    fields: ClassVar[dict[str, Any]] = {"reputation": fields.WORTH}

    def why(self, t: Turn) -> str:
        return t.say("why.disaster")
