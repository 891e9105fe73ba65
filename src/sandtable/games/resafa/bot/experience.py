"""What games have taught about positions of Resafa.

``SeatValue`` reasons about what each part of a seat's game promises. How it really went is known
from games: by so many points the reasoning errs with each trait of a position, found by least
squares over very many positions (``sandtable tune --method learning``). The promises of the parts
are traits themselves, beside what a seat has and what is left to do.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import i64

from sandtable.bots.engine.evaluation import Experience
from sandtable.bots.engine.traits import Traits, Worth, worth_in
from sandtable.games.resafa import constants
from sandtable.games.resafa.bot.features import CYCLE
from sandtable.games.resafa.bot.value import SeatValue
from sandtable.games.resafa.edition.loading import standard
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.state import Player, State
from sandtable.kernel.bits import INDEX

#: Cycles of the game: the action cards are drawn again after two rounds.
CYCLES: Final = constants.ROUNDS // 2
#: Spaces of a track with a trait of their own.
SPACES: Final = 10
SLOTS: Final = 6
SPECIALS: Final = 72
BONUSES: Final = 24
#: Where the traits with places of their own begin; those before it have no fixed places.
TRACK: Final = 112
SLOT: Final = TRACK + 4 * SPACES
SPECIAL: Final = SLOT + 2 * SLOTS
BONUS: Final = SPECIAL + SPECIALS
TRAITS: Final = BONUS + BONUSES


@cache
def learnt_places(cards: str) -> dict[str, int]:
    """A place for each card of the standard edition, which the games were played with. Of others
    nothing was learnt."""
    return {str(card["id"]): place for place, card in enumerate(standard()[cards])}


class ResafaExperience:
    def __init__(self, value: SeatValue, experience: Experience) -> None:
        self.value = value
        self.seen = Traits(TRAITS)
        self.learnt = experience
        self.worths: list[Worth | None] = []  # by cycle
        self.players = 0  # of these worths
        edition = value.features.edition
        specials = learnt_places("special_cards")
        self.special_places: list[int] = [specials.get(id_, -1) for id_ in edition.special_ids]
        bonuses = learnt_places("bonus_cards")
        self.bonus_places: list[int] = [bonuses.get(id_, -1) for id_ in edition.bonus_ids]

    def phases(self, players: int) -> list[str]:
        return [f"{players} rounds {2 * cycle + 1}-{2 * cycle + 2}" for cycle in range(CYCLES)]

    def set_worths(self, players: int) -> None:
        self.worths = [worth_in(self.learnt, phase, TRAITS) for phase in self.phases(players)]
        self.players = players

    def cycle(self, state: State) -> int:
        return (state.round - 1) // 2

    def traits(self, state: State, seat: int) -> list[float]:
        """Empty once a seat has had its last turn: what it will score is plain then."""
        self.value.seat_value(state, seat)
        if self.value.features.turns == 0.0:
            return []
        self.add_all(state, seat)
        return self.seen.values()

    def seat_value(self, state: State, seat: int) -> float:
        reasoned = self.value.seat_value(state, seat)
        if state.players != self.players:
            self.set_worths(state.players)
        worth = self.worths[self.cycle(state)]
        if worth is None or self.value.features.turns == 0.0:
            return reasoned
        self.add_all(state, seat)
        return reasoned + self.seen.worth(worth)

    def add_all(self, state: State, seat: int) -> None:
        traits = self.seen
        traits.clear()
        f = self.value.features
        later = float(CYCLE * (CYCLES - 1 - self.cycle(state)))
        time = min((f.turns - later) / CYCLE, 1.0)
        traits.add(1.0)
        traits.add(time)
        traits.add(time * time)
        traits.add(1.0 if state.active == seat else 0.0)
        traits.add(f.area.vp / 50.0)
        self.add_promises(time)
        self.add_goods(time)
        self.add_tokens(time)
        self.add_buildings(time)
        self.add_cards(time)
        self.add_tracks(time)
        if state.players > 1:
            self.add_others(state, seat)
        else:
            self.add_resafabot(state)
        assert traits.place <= TRACK

    def add_promises(self, time: float) -> None:
        traits, value = self.seen, self.value
        traits.add(value.end / 10.0)
        traits.add(value.rain / 10.0)
        traits.add(value.coins / 10.0)
        traits.add(value.stone / 10.0)
        traits.add(value.marble / 10.0)
        traits.add(value.goods / 10.0)
        traits.add(value.camels / 10.0)
        on_tracks = 0.0
        for each in value.ways:
            traits.add(each / 10.0)
            on_tracks += each
        traits.add(value.engine / 10.0)
        traits.add(value.squares / 10.0)
        traits.add(value.held / 10.0)
        traits.add(value.doors / 10.0)
        traits.add(value.hand / 10.0)
        traits.add(time * on_tracks / 10.0)
        traits.add(time * value.engine / 10.0)
        traits.add(time * value.squares / 10.0)
        traits.add(time * value.held / 10.0)
        traits.add(time * value.hand / 10.0)

    def add_goods(self, time: float) -> None:
        traits = self.seen
        area = self.value.features.area
        every = 0
        for item in range(fx.AMPHORA):  # coins, stone, marble
            have = area.item[item]
            every += have
            traits.add(have / 5.0)
            traits.add(1.0 if have else 0.0)
            traits.add(min(have, 3) / 3.0)
            traits.add(time * have / 5.0)
        traits.add(every * every / 100.0)
        camel = area.camel
        goods = area.item[fx.AMPHORA] + area.item[fx.SPICE]
        fits = min(goods, camel)
        traits.add(goods / 5.0)
        traits.add(fits / 5.0)
        traits.add(area.cargo / 5.0)
        traits.add(time * fits / 5.0)
        traits.add(time * area.cargo / 5.0)
        traits.add(camel / 7.0)
        traits.add(camel * camel / 49.0)
        traits.add(time * camel / 7.0)
        traits.add(1.0 if area.at == self.value.features.edition.resafa else 0.0)

    def add_tokens(self, time: float) -> None:
        traits = self.seen
        f = self.value.features
        area = f.area
        bases = int(area.bases).bit_count()
        tokens = area.token_count()
        scarabs = area.scarabs
        traits.add(area.squares / 5.0)
        traits.add(scarabs / 5.0)
        traits.add(scarabs * scarabs / 25.0)
        traits.add(time * tokens / 5.0)
        traits.add(min(tokens, f.edition.causeway) / 2.0)
        traits.add(bases / 8.0)
        traits.add(bases * bases / 64.0)
        traits.add(time * bases / 8.0)
        traits.add(1.0 if bases else 0.0)
        gardens = int(area.row(0))
        workshops = int(area.row(1))
        canals = int(area.row(2))
        traits.add(gardens / 3.0)
        traits.add(workshops / 3.0)
        traits.add(canals / 3.0)
        traits.add(gardens * area.gardens / 10.0)
        traits.add(workshops * len(area.workshops) / 10.0)
        traits.add(canals * area.canals / 10.0)

    def add_buildings(self, time: float) -> None:
        traits = self.seen
        f = self.value.features
        area = f.area
        workshops = len(area.workshops)
        traits.add(workshops / 6.0)
        traits.add(workshops * workshops / 36.0)
        traits.add(time * workshops / 6.0)
        traits.add(area.extra / 2.0)
        rooms = f.rooms
        traits.add((rooms[0] if rooms else 0.0) / 5.0)
        traits.add(f.produced(2 + area.extra) / 10.0)
        traits.add(area.gardens / 10.0)
        traits.add(time * area.gardens / 10.0)
        full = area.full_squares
        traits.add(full / 4.0)
        traits.add(min(full, f.edition.tank_squares) / 2.0)
        traits.add(self.value.gardens.one_third / 4.0)
        traits.add(self.value.gardens.two_thirds / 4.0)
        traits.add(len(area.small) / 8.0)
        canals = area.canals
        traits.add(canals / 7.0)
        traits.add(canals * canals / 49.0)
        traits.add(time * canals / 7.0)
        traits.add(area.tanks / 2.0)
        traits.add(area.cubes / 3.0)

    def add_cards(self, time: float) -> None:
        traits, value = self.seen, self.value
        f = value.features
        area, edition = f.area, f.edition
        held = int(area.bonus_count())
        sacks = int(area.sacks).bit_count()
        unused = int(area.unused).bit_count()
        traits.add(held / 4.0)
        traits.add(held * held / 16.0)
        traits.add(time * held / 4.0)
        traits.add(sacks / 4.0)
        traits.add(time * sacks / 4.0)
        traits.add(int(area.tiles).bit_count() / 2.0)
        traits.add(unused / 3.0)
        traits.add(time * unused / 3.0)
        traits.add(len(area.helps) / 2.0)
        yellow = 0
        slots: i64 = f.slots
        for slot in range(min(edition.pairs, SLOTS)):
            if area.cards[slot] >= 0:
                yellow += 1
            if slots >> slot & 1:
                traits.add_at(SLOT + slot, 1.0)
                traits.add_at(SLOT + SLOTS + slot, value.slot_promise(slot) / 10.0)
        traits.add(yellow / 3.0)
        traits.add(time * yellow / 3.0)
        self.add_special(area.pink_white, 0)
        self.add_special(area.yellow_blue, edition.first_yellow)
        bits: i64 = area.bonus
        while bits:
            place = INDEX[(bits & -bits) % 67]
            bits &= bits - 1
            card = self.bonus_places[place // 2]
            if card >= 0:
                traits.add_at(BONUS + card, 1.0 + place % 2)

    def add_special(self, cards: i64, first: int) -> None:
        while cards:
            card = self.special_places[first + INDEX[(cards & -cards) % 67]]
            cards &= cards - 1
            if card >= 0:
                self.seen.add_at(SPECIAL + card, 1.0)

    def add_tracks(self, time: float) -> None:
        traits = self.seen
        area = self.value.features.area
        steps = 0
        for colour in range(len(fx.COLOURS)):
            space = int(area.track(colour))
            steps += space
            traits.add(time * space / 9.0)
            traits.add_at(TRACK + colour * SPACES + min(space, SPACES - 1), 1.0)
        traits.add(steps / 20.0)
        traits.add(steps * steps / 400.0)

    def add_others(self, state: State, seat: int) -> None:
        traits = self.seen
        canals = 0
        bases = 0
        camels = 0
        cards = 0
        points = 0
        workshops = 0
        for other in range(state.players):
            if other != seat:
                area: Player = state.seats[other]
                canals += area.canals
                bases += int(area.bases).bit_count()
                camels += area.camel
                cards += int(area.pink_white).bit_count() + int(area.yellow_blue).bit_count()
                points += area.vp
                workshops += len(area.workshops)
        others = float(state.players - 1)
        traits.add(canals / others / 7.0)
        traits.add(bases / others / 8.0)
        traits.add(camels / others / 7.0)
        traits.add(cards / others / 7.0)
        traits.add(points / others / 50.0)
        traits.add(workshops / others / 6.0)

    def add_resafabot(self, state: State) -> None:
        traits = self.seen
        traits.add(int(state.bot_bases).bit_count() / 8.0)
        traits.add(len(state.bot_specials) / 6.0)
        traits.add(len(state.bot_stack) / 7.0)
