"""Why things cannot be chosen now."""

from __future__ import annotations

from sandtable.games.resafa import constants
from sandtable.games.resafa.edition.components import LEVEL_1
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import COIN, HELD, Part
from sandtable.games.resafa.effects.run import usable
from sandtable.games.resafa.lookup import Effect, lowered
from sandtable.games.resafa.rules import canal, main_actions, tracks, trading, workshop
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.text import effects as describe
from sandtable.games.resafa.text.prompts import LEVELS
from sandtable.kernel.bits import members
from sandtable.kernel.sentences import counted

BOUND = ["", "it goes with a canal action", "it goes with a trading action", "it goes with a sale"]
NO_ROOM = "none of your rooms would do anything"
NO_BONUS = "no open bonus card is left"


def explain(t: Turn) -> dict[str, str]:
    """Notation of what cannot be done -> the reason. Nothing that is on offer is in it."""
    found: dict[str, str] = {}
    if t.state.phase != constants.PLAYING or t.player != t.state.active:
        return found
    _cards(t, found)
    _actions(t, found)
    _uses(t, found)
    _tracks(t, found)
    _tiles(t, found)
    _moves(t, found)
    return found


def lacking(t: Turn, cost: list[int], trigger: int = -1) -> str:
    """What is missing to pay a cost, with permanent cards for ``trigger``; empty if nothing is."""
    missing = [cost[item] - t.area.item[item] for item in range(HELD)] if cost else []
    for help_ in t.area.helps:
        if missing and help_.on == trigger:
            for item in range(HELD):
                missing[item] -= help_.discount[item] + help_.gain[item]
    missing = [max(0, amount) for amount in missing]
    return f"you lack {describe.amounts(missing)}" if any(missing) else ""


def _cards(t: Turn, found: dict[str, str]) -> None:
    """Action cards that are not in the hand."""
    played = [entry // 2 for entry in t.area.played]
    for slot in range(t.edition.pairs):
        if t.area.hand >> slot & 1:
            continue
        reason = "it has been played" if slot in played else "it is in your draw pile"
        card = t.area.cards[slot]
        first = t.codes.play + slot * 2
        ways = 2
        if card >= 0 and t.edition.yellow_pair[card] >= 0:
            first = t.codes.play_pair + t.edition.pair_cards.index(card) * 2
        elif card >= 0:
            first = t.codes.play_free + t.edition.free_cards.index(card)
            ways = 1
        for i in range(ways):
            found[t.codes.book.notation(first + i)] = reason


def _actions(t: Turn, found: dict[str, str]) -> None:
    for action in range(len(fx.ACTIONS)):
        if not main_actions.possible(t, action, [], False):
            found[t.codes.book.notation(t.codes.main + action)] = why_action(t, action, [])


def why_action(t: Turn, action: int, off: list[int]) -> str:
    """Why a main action cannot be taken."""
    if action == fx.WORKSHOP:
        if not workshop.tiles(t, workshop.ANY_LEVEL):
            return "no workshop on offer can be built"
        missing = lacking(t, lowered(t.edition.workshop_cost, off), fx.ON_WORKSHOP)
        return missing or "there is no room for a workshop"
    if action == fx.PROVISIONS:
        return "there is nothing left to take, and no step to go"
    if action == fx.GARDEN:
        small = _why_garden(t, fx.SMALL, lowered(t.edition.garden_cost[0], off), fx.ON_GARDEN)
        if t.state.small_left and t.area.small:
            return small
        large = _why_garden(t, fx.LARGE, lowered(t.edition.garden_cost[1], off), fx.ON_GARDEN)
        return f"{small}, and for a large one {large}"
    if action == fx.PRODUCTION:
        return NO_ROOM
    if action == fx.TRADING:
        due = t.lookup.cheapest[t.area.at] - trading.move_off(t)
        return f"the shortest move costs {describe.amount(COIN, due)}, you have {t.area.item[COIN]}"
    if not t.area.canal_left:
        return "all your canal tiles are built"
    return "you cannot pay for any canal tile"


def _why_garden(t: Turn, size: int, cost: list[int], trigger: int = -1) -> str:
    left = t.state.small_left if size == fx.SMALL else t.state.large_left
    places = t.area.small if size == fx.SMALL else t.area.large
    if not left:
        return f"no {fx.SIZES[size]} garden tile is left"
    if not places:
        return f"no square has room for a {fx.SIZES[size]} tile"
    return lacking(t, cost, trigger)


# -- cards and tiles to use ------------------------------------------------------------------------


def _uses(t: Turn, found: dict[str, str]) -> None:
    codes, area = t.codes, t.area
    held = [card for card in range(len(t.edition.bonus_do)) if area.bonus >> 2 * card & 3]
    held += [codes.use_sack - codes.first_use + card for card in members(area.sacks)]
    held += [codes.use_tile - codes.first_use + tile for tile in members(area.tiles)]
    held += [codes.use_special - codes.first_use + index for index in members(area.unused)]
    for thing in held:
        notation = codes.book.notation(codes.first_use + thing)
        if thing < len(t.edition.bonus_do) and t.edition.bonus_when[thing] != fx.ANY_TIME:
            found[notation] = BOUND[t.edition.bonus_when[thing]]
        elif not usable(t, t.lookup.effects[thing]):
            found[notation] = why_effect(t, t.lookup.effects[thing])
    for index, card in enumerate(t.edition.usable):
        if (
            area.owns(t.edition, card)
            and t.lookup.usable_index[card] >= 0
            and not area.unused >> index & 1
        ):
            found[codes.book.notation(codes.use_special + index)] = "it has been used"


def why_effect(t: Turn, effect: Effect) -> str:
    for action in members(effect.actions & t.busy):
        return f"finish the {fx.ACTIONS[action]} action you are taking first"
    for i in range(0, len(effect.need), 2):
        what, least = effect.need[i], effect.need[i + 1]
        if t.counted(what) < least:
            return f"{describe.need([what, least])}, you have {t.counted(what)}"
    reasons = [why_part(t, part) for part in effect.parts]
    return "; ".join(dict.fromkeys([reason for reason in reasons if reason]))


def why_part(t: Turn, part: Part) -> str:
    """Why a part would do nothing."""
    kind = part.kind
    if kind == fx.ACTION:
        return why_action(t, part.what, part.discount)
    if kind == fx.BUILD_GARDEN:
        return _why_garden(t, part.what, part.pay)
    if kind == fx.BUILD_WORKSHOP:
        levels = workshop.ANY_LEVEL if part.what == fx.ANY else part.what
        if not workshop.tiles(t, levels):
            return "no such workshop can be built now"
    elif kind == fx.BASE:
        if t.area.at == t.edition.resafa:
            return "your caravan stands in Resafa"
        if t.area.bases >> t.area.at & 1:
            return "you have a base here already"
        if int(t.area.bases).bit_count() >= constants.MARKERS:
            return "all your markers for bases are placed"
        if not trading.base_spaces(t):
            return "no base space is free here"
    missing = lacking(t, part.pay)
    if missing:
        return missing
    return {
        fx.GAIN: "all of it would be lost",
        fx.PER: f"you have no {describe.COUNT_NAMES[max(part.what, 0)]}",
        fx.STEP: "the track is closed to you",
        fx.BONUS_CARD: NO_BONUS,
        fx.PRODUCE: NO_ROOM,
    }.get(kind, "")


# -- board -----------------------------------------------------------------------------------------


def _tracks(t: Turn, found: dict[str, str]) -> None:
    for colour, name in enumerate(fx.COLOURS):
        if tracks.can_step(t.edition, t.area, colour):
            continue
        if t.area.track(colour) >= t.edition.track_end:
            found[f"step {name}"] = "your marker stands at the end of this track"
            continue
        level = t.edition.card_spaces.index(int(t.area.track(colour)) + 1)
        found[f"step {name}"] = (
            f"only {t.edition.level_limit[level - 1]} of your yellow, white and blue markers may "
            f"reach level {LEVELS[level]}"
        )


def _tiles(t: Turn, found: dict[str, str]) -> None:
    """Level II workshops, and water tanks."""
    if workshop.levels_open(t, workshop.ANY_LEVEL) != workshop.ANY_LEVEL:
        reason = f"level II comes in round {t.edition.level_2_round}"
        if t.state.round >= t.edition.level_2_round:
            reason = (
                f"level II takes {t.edition.level_2_tokens} tokens, you have {t.area.token_count()}"
            )
        for tile in t.state.offer[constants.OFFERED :]:
            if tile >= 0:
                found[t.codes.book.notation(t.codes.tile + tile - LEVEL_1)] = reason
    for face, is_tank in enumerate(t.lookup.is_tank):
        notation = t.codes.book.notation(t.codes.canal + face)
        if not t.area.canal_left >> face // 2 & 1:
            found[notation] = "this tile is built already"
        elif is_tank and not canal.tanks_allowed(t):
            found[notation] = (
                f"a tank takes {t.edition.tank_squares} filled garden squares and "
                f"{counted(t.edition.tank_bases, 'base')}"
            )


def _moves(t: Turn, found: dict[str, str]) -> None:
    """Journeys that cost too much."""
    area = t.area
    for centre in range(t.edition.centres):
        for stop in range(2):
            if (area.at == t.edition.resafa and stop) or (area.at == centre and not stop):
                continue
            cost = trading.move_cost(t, centre, stop == 1, t.state.free_move)
            on_the_way = area.at != t.edition.resafa and not stop
            if on_the_way and cost == trading.move_cost(t, centre, True, t.state.free_move):
                continue  # then Resafa lies on the way
            if cost > area.item[COIN]:
                notation = t.codes.book.notation(t.codes.go + centre * 2 + stop)
                found[notation] = f"the way costs {cost}, you have {area.item[COIN]}"
