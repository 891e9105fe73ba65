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

from sandtable import Match
from sandtable.games.resafa import constants as n
from sandtable.games.resafa.edition.components import ROW_KINDS, cell_number
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.game import Resafa
from sandtable.games.resafa.geometry import (
    PLACE_DOWN,
    PLACE_MARK,
    PLACE_MASK,
    PLACEMENTS,
    TILE_A,
    TILE_B,
)
from sandtable.games.resafa.rules import player_area
from sandtable.games.resafa.state import Player, State, empty_grid
from sandtable.kernel.rng import secure
from tests.resafa.seats import GAME, PAIRS, PLACES, Seat, Table, centre_number, stack_number

__all__ = ["GAME", "PAIRS", "PLACES", "Position", "Seat", "Table", "table"]

#: Arguments of ``table`` that several tests share.
Position = dict[str, Any]


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
    resolved = game.resolve_options(players, dict(options or {}))
    s = game.setup(players, secure(seed), resolved)
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
        s.trading[centre_number(centre)] = ids.index(tile) * 2 + "ab".index(side)
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
    areas = [workshops, *[given.get("workshops", "") for given in theirs.values()]]
    built = [c.workshop_ids.index(words[0]) for text in areas for words in _lists(text)]
    s.decks = [
        [*[tile for tile in shown if first <= tile < last], *_rest(first, last, [*shown, *built])]
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
        s.open |= 1 << stack_number(name)
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
    return Table(Match(game, players, seed, resolved, s))


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
    p.start(GAME.components)
    p.item = [coin, stone, marble, amphora, spice]
    p.vp = vp
    p.points[n.FROM_START] = vp
    p.camel = camel
    if cargo:
        count, item = cargo.split()
        p.cargo, p.cargo_item = int(count), fx.ITEMS.index(item)
    p.at = GAME.components.resafa if at == "resafa" else centre_number(at)
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
        p.bases |= 1 << centre_number(centre)
        s.bases[centre_number(centre) * 4 + int(space_number) - 1] = seat
    p.cubes = cubes_kept

    # The own area.
    p.grid = empty_grid()
    for number, cell in ((0, TILE_A), (1, TILE_B)):
        face = (seat * 2 + number) * 2
        player_area.add_workshop(p, k, face, cell, rotations[number] // 90, c.extra[face])
    for words in _lists(workshops):
        face = c.workshop_ids.index(words[0]) * 2
        if "back" in words:
            face += 1
            words.remove("back")
        turn = int(words[2]) // 90 if len(words) > 2 else 0
        player_area.add_workshop(p, k, face, PLACES[words[1]], turn, c.extra[face])
    for words in _lists(gardens):
        square = PLACES[words[0]]
        place = PLACEMENTS.index(" ".join(words[1:]))
        filled = p.grid[square] & 7 | PLACE_MASK[place]
        marks = p.grid[square] & 48 | PLACE_MARK[place]
        player_area.set_square(p, k, square, 8 * PLACE_DOWN[place] + filled + marks)
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
        if card in c.usable and c.special_do[card] and name not in used.split():
            p.unused |= 1 << c.usable.index(card)
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
        s.bot_bases |= 1 << centre_number(centre)
        s.bases[centre_number(centre) * 4 + int(number) - 1] = n.BOT


def _lists(text: str) -> list[list[str]]:
    return [entry.split() for entry in text.split(",") if entry.strip()]


def _entries(text: str, length: int) -> list[list[str]]:
    entries = _lists(text)
    assert all(len(words) == length for words in entries), text
    return entries


def _words(*texts: str) -> set[str]:
    return {word for text in texts for word in text.replace(",", " ").split()}


def _rest(first: int, last: int, shown: list[int]) -> list[int]:
    return [tile for tile in range(first, last) if tile not in shown]
