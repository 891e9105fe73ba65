"""Set up a position in a line or two, play in it by notation, and look at what changed.

    t = table(coin=1, stone=2)
    t.act("garden").play("square i8", "lay large top")
    assert t.changes() == {"stone": -1}

The acting seat is 0 and has the red starting tiles: A in cell h8, B in i9, neither turned. It
holds three action cards of set alpha that together have all six actions: workshop (blue) /
provisions (white), garden (yellow) / production (pink), trading (blue) / canal (yellow). It is
round 2 unless said otherwise; the other three have been played, in odd rounds they lie in the draw
pile. Nothing lies in the bonus card
display, no canal bonus tiles lie on the water network, every deck and stack is in the order of
the edition, and trading tiles lie in their order with side A up: r1 to r5 at Antiochia,
Alexandria, Gerasa, Kena, Alia; b1 to b4 at Ctesiphon, Gerrha, Charax, Masqat.
"""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable import Match
from sandtable.games.resafa import effects as fx
from sandtable.games.resafa import names as n
from sandtable.games.resafa import yard
from sandtable.games.resafa.codebook import USABLE
from sandtable.games.resafa.components import RESAFA, ROW_KINDS, cell_name, cell_number
from sandtable.games.resafa.game import Resafa
from sandtable.games.resafa.geometry import (
    AREA,
    PLACE_DOWN,
    PLACE_MARK,
    PLACE_MASK,
    PLACEMENTS,
    TILE_A,
    TILE_B,
)
from sandtable.games.resafa.geometry import cell_name as place_name
from sandtable.games.resafa.state import Player, State, empty_yard

_found = sandtable.game("resafa")
assert isinstance(_found, Resafa)
GAME: Resafa = _found

#: Starting action cards by their number of the edition: which holds an action first.
PAIRS = [
    "workshop/provisions",
    "provisions/garden",
    "garden/production",
    "production/trading",
    "trading/canal",
    "canal/workshop",
]
#: With the three cards of the usual hand, how to play each action.
PLAYS = {
    "workshop": "play workshop/provisions",
    "provisions": "play provisions/workshop",
    "garden": "play garden/production",
    "production": "play production/garden",
    "trading": "play trading/canal",
    "canal": "play canal/trading",
}
PLACES = {place_name(cell): cell for cell in range(AREA)}

#: Arguments of ``table`` that several tests share.
Position = dict[str, Any]


class Seat:
    """What a seat owns."""

    def __init__(self, p: Player) -> None:
        self.coin, self.stone, self.marble, self.amphora, self.spice = p.item
        self.vp = p.vp
        self.camel = p.camel
        self.cargo = "nothing" if not p.cargo else f"{p.cargo} {fx.ITEMS[p.cargo_item]}"
        self.squares = p.squares
        self.scarabs = p.scarabs
        self.rows = [int(p.row(kind)) for kind in range(3)]
        self.cubes = p.cubes
        self.gardens = p.gardens
        self.full_squares = p.full_squares
        self.workshops = len(p.workshops)
        self.canals = p.canals
        self.tanks = p.tanks
        self.bases = [GAME.components.centre_ids[i] for i in range(9) if p.bases >> i & 1]
        self.tracks = {colour: int(p.track(i)) for i, colour in enumerate(fx.COLOURS)}
        self.bonus = [
            f"b{card + 1}" for card in range(24) for _ in range(int(p.bonus >> 2 * card & 3))
        ]
        self.sacks = [f"s{card + 1}" for card in range(12) if p.sacks >> card & 1]
        self.tiles = [f"c{tile + 1}" for tile in range(9) if p.tiles >> tile & 1]
        self.specials = [f"p{card + 1}" for card in range(72) if p.owns(card)]
        self.unused = [f"p{USABLE[i] + 1}" for i in range(36) if p.unused >> i & 1]
        self.hand = [self._card(p, slot) for slot in range(6) if p.hand >> slot & 1]
        self.pile = [self._card(p, slot) for slot in sorted(p.pile)]
        self.played = [self._card(p, number // 2) for number in p.played]

    def _card(self, p: Player, slot: int) -> str:
        return PAIRS[slot] if p.cards[slot] < 0 else f"p{p.cards[slot] + 1}"

    def amounts(self) -> dict[str, int]:
        words = [*fx.ITEMS[: fx.HELD], "vp", "camel", "squares", "scarabs", "cubes"]
        found = {word: getattr(self, word) for word in words}
        found["sacks"] = len(self.sacks)
        found["bonus"] = len(self.bonus)
        return {**found, **self.tracks}


class Table:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.before = self.seat(0)
        self.places = {seat: self.seat(seat) for seat in range(match.players)}

    @property
    def state(self) -> State:
        state = self.match.state
        assert isinstance(state, State)
        return state

    def seat(self, seat: int) -> Seat:
        return Seat(self.state.seats[seat])

    @property
    def me(self) -> Seat:
        return self.seat(0)

    # -- playing -------------------------------------------------------------------------------

    def offers(self) -> list[str]:
        """All that can be chosen now."""
        return [self.match.action_to_str(action) for action in self.match.legal_actions()]

    def can(self, notation: str) -> bool:
        return notation in self.offers()

    def choices(self, word: str) -> set[str]:
        """What can be chosen now with a word: ``choices("row") == {"garden", "canal"}``."""
        return {
            notation.partition(" ")[2]
            for notation in self.offers()
            if notation.partition(" ")[0] == word
        }

    def play(self, *notations: str) -> Table:
        for notation in notations:
            assert notation in self.offers(), f"{notation!r} is not among {self.offers()}"
            self.match.apply(self.match.str_to_action(notation))
        return self

    def act(self, action: str) -> Table:
        """Play the card of the usual hand that has an action, and take the action."""
        return self.play(PLAYS[action], f"main {action}")

    def colour(self, action: str) -> Table:
        """Play the card of the usual hand that has an action, and take its colour action."""
        return self.play(PLAYS[action], "colour")

    def end(self) -> Table:
        """End the turn unless it ends by itself because nothing is left to do."""
        return self.play("end") if self.can("end") else self

    def finish(self) -> Table:
        """End seat 0's turn, declining whatever is still asked."""
        while self.match.current_player == 0 and self.asked() != "play":
            for word in ("end", "decline"):
                if self.can(word):
                    self.play(word)
                    break
            else:
                raise AssertionError(f"{self.asked()}: {self.offers()}")
        return self

    def others(self) -> Table:
        """The other seats play a card and do nothing until it is the turn of seat 0 again."""
        while self.match.current_player not in (0, None):
            word = "end" if self.can("end") else self.offers()[0]
            self.play(word)
        return self

    def to_round(self, number: int) -> Table:
        """Everybody plays cards and does nothing until a round begins."""
        while self.state.round < number or self.asked() != "play":
            for word in ("end", "decline", "flow down"):
                if self.can(word):
                    self.play(word)
                    break
            else:
                self.play(self.offers()[0])
        return self

    def asked(self) -> str:
        """The kind of the question."""
        decision = self.match.decision()
        return "" if decision is None else decision.kind

    def options_after(self, *notations: str) -> list[str]:
        """What could be chosen after these choices; nothing is played."""
        other = Table(self.match.clone())
        return other.play(*notations).offers()

    # -- looking -------------------------------------------------------------------------------

    def changes(self, seat: int = 0) -> dict[str, int]:
        """What a seat has more or less than at the start; unchanged things are left out."""
        before, now = self.places[seat].amounts(), self.seat(seat).amounts()
        return {word: now[word] - before[word] for word in now if now[word] != before[word]}

    def turn_over(self) -> bool:
        """Whether it is another seat's turn (with at least two players)."""
        return self.match.current_player != 0

    def offer(self) -> list[str]:
        """Workshops on offer by slot, level I first; "-" where there is none."""
        ids = GAME.components.workshop_ids
        return [ids[tile] if tile >= 0 else "-" for tile in self.state.offer]

    def display(self, colour: str) -> list[str]:
        """A row of bonus cards; "-" where one is gone."""
        first = fx.COLOURS.index(colour) * 3
        cards = self.state.bonus[first : first + 3]
        return [f"b{card + 1}" if card >= 0 else "-" for card in cards]

    def stack(self, colour: str, level: int) -> list[str]:
        """A stack of special cards, its first card first."""
        return [f"p{c + 1}" for c in self.state.special[_stack(f"{colour} {level}")]]

    def is_open(self, colour: str, level: int) -> bool:
        return bool(self.state.open >> _stack(f"{colour} {level}") & 1)

    def sack_deck(self) -> list[str]:
        return [f"s{card + 1}" for card in self.state.sacks]

    def trading_tile(self, centre: str) -> str:
        face = self.state.trading[_centre(centre)]
        tile = GAME.edition["trading_tiles"][face // 2]["id"]
        return f"{tile} {'ab'[face % 2]}"

    def base_owners(self, centre: str) -> list[int]:
        first = _centre(centre) * 4
        return self.state.bases[first : first + 4]

    def at(self, seat: int = 0) -> str:
        place = self.state.seats[seat].at
        return "resafa" if place == RESAFA else GAME.components.centre_ids[place]

    def canals(self) -> dict[str, tuple[int, str]]:
        """Owner and tile side by cell."""
        found: dict[str, tuple[int, str]] = {}
        for cell, value in enumerate(self.state.water):
            if value >= 0:
                owner, face = divmod(value, 14)
                found[cell_name(cell)] = (owner, f"k{face // 2 + 1}{' back' * (face % 2)}")
        return found

    def sources(self) -> set[str]:
        return {cell_name(cell) for cell in range(30) if self.state.sources >> cell & 1}

    def cubes(self) -> set[str]:
        return {cell_name(cell) for cell in range(30) if self.state.cubes >> cell & 1}

    def points(self, seat: int = 0) -> dict[str, int]:
        """VP by source, as they are booked."""
        points = self.state.seats[seat].points
        return {source: vp for source, vp in zip(n.SOURCES, points, strict=True) if vp}

    def why(self, notation: str) -> str:
        """The reason why something cannot be chosen by seat 0; empty where none is given."""
        return self.match.explain(0).get(notation, "")


def table(
    players: int = 2,
    *,
    round: int = 2,
    coin: int = 0,
    stone: int = 0,
    marble: int = 0,
    amphora: int = 0,
    spice: int = 0,
    vp: int = 0,
    camel: int = 1,
    cargo: str = "",
    at: str = "resafa",
    tracks: dict[str, int] | None = None,
    tokens: str = "",
    bases: str = "",
    cubes_kept: int = 0,
    rotations: tuple[int, int] = (0, 0),
    workshops: str = "",
    gardens: str = "",
    canals: str = "",
    cubes: str = "",
    specials: str = "",
    used: str = "",
    yellow: str = "",
    bonus: str = "",
    sacks: str = "",
    tiles: str = "",
    action_set: str = "alpha",
    hand: str = "1 3 5",
    pile: str | None = None,
    others: dict[int, Position] | None = None,
    offer: str = "w1-01 w1-02 w1-03",
    deck_1: str | None = None,
    bonus_cards: dict[str, str] | None = None,
    stacks: dict[str, str] | None = None,
    opened: str = "",
    sack_deck: str | None = None,
    trading: str = "",
    water_bonus: str = "",
    small_left: int | None = None,
    large_left: int | None = None,
    seed: object = 0,
    options: dict[str, Any] | None = None,
    step: int = 0,
    start: int = 0,
    bot: Position | None = None,
    game: Resafa = GAME,
) -> Table:
    """A position in which seat 0 is about to play a card.

    Lists are written with commas where an entry has several words:
    ``cargo="2 amphora"``; ``tokens="square scarab garden:square"`` (the first two lie on the
    causeway); ``bases="gerasa 2, alia 1"``; ``workshops="w1-01 g7, w2-03 back i7 90"``;
    ``gardens="h9 small top, h9 large bottom"``; ``canals="k7 r1c3, k3 back r2c3"``;
    ``cubes="r1c3"`` (on those tiles); ``yellow="p37, p43 2"`` (level II and III with the number
    of the card replaced); ``trading="ctesiphon b1 b"``; ``water_bonus="r1c1 c5"``;
    ``bonus_cards={"pink": "b7 b6 -"}``; ``stacks={"pink 1": "p3 p1"}`` with the open card first;
    ``opened="pink 2"`` further stacks with an open card.
    ``hand`` and ``pile`` are numbers of starting cards or what has replaced them, and cards that
    are in neither have been played. ``deck_1`` are the level I workshops still to come.
    ``others`` has such arguments for other seats, ``bot`` for Resafabot.
    """
    settled = game.settle_options(players, dict(options or {}))
    s = game.setup(players, seed, settled)
    c = game.components
    theirs = others or {}
    s.phase = n.PLAYING
    s.round = round
    s.start = start
    s.step = step

    # The board.
    s.trading = [tile * 2 for tile in range(9)]
    for centre, tile, side in _entries(trading, 3):
        ids = [entry["id"] for entry in game.edition["trading_tiles"]]
        s.trading[_centre(centre)] = ids.index(tile) * 2 + "ab".index(side)
    s.bases = [n.NOBODY] * 36
    s.water = [-1] * 30
    s.built = 0
    s.cubes = 0
    s.water_bonus = [-1] * 30
    for cell, bonus_tile in _entries(water_bonus, 2):
        s.water_bonus[cell_number(cell)] = int(bonus_tile[1:]) - 1
    s.sources = c.sides[0 if players <= 2 else 1].water
    if small_left is not None:
        s.small_left = small_left
    if large_left is not None:
        s.large_left = large_left

    # Decks.
    shown = [c.workshop_ids.index(tile) if tile != "-" else -1 for tile in offer.split()]
    s.offer = [*shown, *[-1] * (6 - len(shown))]
    s.decks = [
        [*[tile for tile in shown if first <= tile < last], *_rest(first, last, shown)]
        for first, last in ((8, 20), (20, 34))
    ]
    if deck_1 is not None:
        s.decks[0] = [tile for tile in shown if 8 <= tile < 20]
        s.decks[0] += [c.workshop_ids.index(tile) for tile in deck_1.split()]
    s.drawn_1 = sum(1 for tile in shown if 8 <= tile < 20)
    s.drawn_2 = sum(1 for tile in shown if tile >= 20)
    s.bonus = [-1] * 12
    for colour, row in (bonus_cards or {}).items():
        for slot, card in enumerate(row.split()):
            if card != "-":
                s.bonus[fx.COLOURS.index(colour) * 3 + slot] = int(card[1:]) - 1
    s.special = []
    s.box = []
    held = _words(specials, used, yellow)
    for given in theirs.values():
        held |= _words(*[given.get(key, "") for key in ("specials", "used", "yellow")])
    for number, cards in enumerate(c.special_stacks):
        name = f"{fx.COLOURS[number // 3]} {number % 3 + 1}"
        free = [card for card in cards if f"p{card + 1}" not in held]
        chosen = free[: max(0, len(free) - 2)]
        if name in (stacks or {}):
            chosen = [int(card[1:]) - 1 for card in (stacks or {})[name].split()]
            assert set(chosen) <= set(free), name
        s.special.append(tuple(chosen))
        s.box.append(tuple([card for card in free if card not in chosen]))
    for name in [text.strip() for text in opened.split(",") if text.strip()]:
        s.open |= 1 << _stack(name)
    taken = _words(sacks, *[given.get("sacks", "") for given in theirs.values()])
    if sack_deck is None:
        s.sacks = tuple(card for card in range(12) if f"s{card + 1}" not in taken)
    else:
        s.sacks = tuple(int(card[1:]) - 1 for card in sack_deck.split())

    # Players.
    mine: Position = {
        "coin": coin, "stone": stone, "marble": marble, "amphora": amphora, "spice": spice,
        "vp": vp, "camel": camel, "cargo": cargo, "at": at, "tracks": tracks, "tokens": tokens,
        "bases": bases, "cubes_kept": cubes_kept, "rotations": rotations, "workshops": workshops,
        "gardens": gardens, "canals": canals, "cubes": cubes, "specials": specials, "used": used,
        "yellow": yellow, "bonus": bonus, "sacks": sacks, "tiles": tiles,
        "action_set": action_set, "hand": hand, "pile": pile,
    }  # fmt: skip
    sets = ["alpha", "beta", "gamma", "delta"]
    sets.remove(action_set)
    for seat in range(players):
        given = mine if seat == 0 else {"action_set": sets[seat - 1], **theirs.get(seat, {})}
        s.seats[seat] = _player(game, s, seat, **given)
    if players == 1:
        _bot(s, **(bot or {}))
    s.active = 0 if players == 1 else (start + step) % players
    s.revealed = False
    return Table(Match(game, players, seed, settled, s))


def _player(
    game: Resafa,
    s: State,
    seat: int,
    *,
    coin: int = 0,
    stone: int = 0,
    marble: int = 0,
    amphora: int = 0,
    spice: int = 0,
    vp: int = 0,
    camel: int = 1,
    cargo: str = "",
    at: str = "resafa",
    tracks: dict[str, int] | None = None,
    tokens: str = "",
    bases: str = "",
    cubes_kept: int = 0,
    rotations: tuple[int, int] = (0, 0),
    workshops: str = "",
    gardens: str = "",
    canals: str = "",
    cubes: str = "",
    specials: str = "",
    used: str = "",
    yellow: str = "",
    bonus: str = "",
    sacks: str = "",
    tiles: str = "",
    action_set: str = "alpha",
    hand: str = "1 3 5",
    pile: str | None = None,
) -> Player:
    c, k = game.components, game.codes
    p = Player()
    p.item = [coin, stone, marble, amphora, spice]
    p.vp = vp
    p.points[n.FROM_START] = vp
    p.camel = camel
    if cargo:
        count, item = cargo.split()
        p.cargo, p.cargo_item = int(count), fx.ITEMS.index(item)
    p.at = RESAFA if at == "resafa" else _centre(at)
    for colour, space in (tracks or {}).items():
        p.tracks += space << 8 * fx.COLOURS.index(colour)
    for token in tokens.split():
        row, _, item = token.rpartition(":")
        place = ROW_KINDS.index(row) + 1 if row else 0
        if place:
            p.rows += 1 << 8 * (place - 1)
        p.tokens = (*p.tokens, place * 2 + (item == "scarab"))
        p.squares += item == "square"
        p.scarabs += item == "scarab"
    for centre, space_number in _entries(bases, 2):
        p.bases |= 1 << _centre(centre)
        s.bases[_centre(centre) * 4 + int(space_number) - 1] = seat
    p.cubes = cubes_kept

    # The own area.
    p.yard = empty_yard()
    for number, cell in ((0, TILE_A), (1, TILE_B)):
        face = (seat * 2 + number) * 2
        yard.add_workshop(p, k, face, cell, rotations[number] // 90, c.extra[face])
    for words in _lists(workshops):
        face = c.workshop_ids.index(words[0]) * 2
        if "back" in words:
            face += 1
            words.remove("back")
        turn = int(words[2]) // 90 if len(words) > 2 else 0
        yard.add_workshop(p, k, face, PLACES[words[1]], turn, c.extra[face])
    for words in _lists(gardens):
        square = PLACES[words[0]]
        place = PLACEMENTS.index(" ".join(words[1:]))
        filled = p.yard[square] & 7 | PLACE_MASK[place]
        marks = p.yard[square] & 48 | PLACE_MARK[place]
        yard.set_square(p, k, square, 8 * PLACE_DOWN[place] + filled + marks)
        p.gardens += 1
        p.full_squares += filled == 7
        if words[1] == "small":
            s.small_left -= 1
        else:
            s.large_left -= 1

    # Canals.
    for words in _lists(canals):
        face = (int(words[0][1:]) - 1) * 2 + (words[1] == "back")
        cell = cell_number(words[-1])
        s.water[cell] = seat * 14 + face
        s.built |= 1 << cell
        s.sources &= ~(1 << cell)
        p.canal_left &= ~(1 << face // 2)
        p.canals += 1
        p.tanks += words[-1].startswith("t")
    for name in cubes.split():
        s.cubes |= 1 << cell_number(name)

    # Cards.
    p.set = ["alpha", "beta", "gamma", "delta"].index(action_set)
    cards = list(p.cards)
    for words in _lists(yellow):
        card = int(words[0][1:]) - 1
        slot = int(words[1]) - 1 if len(words) > 1 else c.yellow_pair[card]
        cards[slot] = card
        p.yellow_blue |= 1 << card - 36
    p.cards = cards
    for name in [*specials.split(), *used.split()]:
        card = int(name[1:]) - 1
        if card < 36:
            p.pink_white |= 1 << card
        else:
            p.yellow_blue |= 1 << card - 36
        if card in USABLE and c.special_do[card] and name not in used.split():
            p.unused |= 1 << USABLE.index(card)
        p.helps = p.helps + c.always[card]
    for name in bonus.split():
        p.bonus += 1 << 2 * (int(name[1:]) - 1)
    for name in sacks.split():
        p.sacks |= 1 << int(name[1:]) - 1
    for name in tiles.split():
        p.tiles |= 1 << int(name[1:]) - 1
    in_hand = [int(number) - 1 for number in hand.split()]
    for slot in in_hand:
        p.hand |= 1 << slot
    if pile is not None:
        p.pile = tuple(int(number) - 1 for number in pile.split())
    elif s.round % 2:
        p.pile = tuple(slot for slot in range(6) if slot not in in_hand)
    rest = [slot for slot in range(6) if slot not in in_hand and slot not in p.pile]
    p.played = tuple(slot * 2 for slot in rest)
    return p


def _bot(
    s: State,
    *,
    deck: str = "0 1 2 3 4 5 6",
    tracks: dict[str, int] | None = None,
    stack: str = "k2 k3 k4 k5 k6 k7",
    cell: str = "r2c2",
    canals: str = "k1 r2c2",
    cubes: str = "",
    bases: str = "",
) -> None:
    s.bot_deck = [int(number) for number in deck.split()]
    s.bot_at = 0
    s.bot_tracks = 0
    for colour, space in (tracks or {}).items():
        s.bot_tracks += space << 8 * fx.COLOURS.index(colour)
    s.bot_stack = tuple(
        (int(words[0][1:]) - 1) * 2 + (len(words) > 1)
        for words in (name.split(".") for name in stack.split())
    )
    s.bot_cell = cell_number(cell)
    for words in _lists(canals):
        place = cell_number(words[-1])
        s.water[place] = n.BOT * 14 + (int(words[0][1:]) - 1) * 2 + (words[1] == "back")
        s.built |= 1 << place
        s.sources &= ~(1 << place)
    for name in cubes.split():
        s.cubes |= 1 << cell_number(name)
    s.bot_bases = 0
    for centre, number in _entries(bases, 2):
        s.bot_bases |= 1 << _centre(centre)
        s.bases[_centre(centre) * 4 + int(number) - 1] = n.BOT


def _lists(text: str) -> list[list[str]]:
    return [entry.split() for entry in text.split(",") if entry.strip()]


def _entries(text: str, length: int) -> list[list[str]]:
    found = _lists(text)
    assert all(len(words) == length for words in found), text
    return found


def _words(*texts: str) -> set[str]:
    return {word for text in texts for word in text.replace(",", " ").split()}


def _centre(name: str) -> int:
    return GAME.components.centre_ids.index(name)


def _stack(name: str) -> int:
    colour, level = name.split()
    return fx.COLOURS.index(colour) * 3 + int(level) - 1


def _rest(first: int, last: int, shown: list[int]) -> list[int]:
    return [tile for tile in range(first, last) if tile not in shown]
