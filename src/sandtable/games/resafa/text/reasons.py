"""Why things cannot be chosen now."""

from __future__ import annotations

from sandtable.games.resafa import constants
from sandtable.games.resafa.edition.components import LEVEL_1
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import COIN
from sandtable.games.resafa.effects.run import usable
from sandtable.games.resafa.lookup import Effect
from sandtable.games.resafa.rules import canal, main_actions, tracks, trading, workshop
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.text import effects as effect_text
from sandtable.games.resafa.text.shortages import why_action
from sandtable.kernel.bits import members
from sandtable.kernel.messages import Catalog


def explain(speech: Catalog, t: Turn) -> dict[str, str]:
    """Notation of what cannot be done -> the reason. Nothing that is on offer is in it."""
    reasons: dict[str, str] = {}
    if t.state.phase != constants.PLAYING or t.player != t.state.active:
        return reasons
    _cards(speech, t, reasons)
    _actions(speech, t, reasons)
    _uses(speech, t, reasons)
    _tracks(speech, t, reasons)
    _tiles(speech, t, reasons)
    _moves(speech, t, reasons)
    return reasons


def _cards(speech: Catalog, t: Turn, reasons: dict[str, str]) -> None:
    """Action cards that are not in the hand."""
    played = [entry // 2 for entry in t.area.played]
    for slot in range(t.edition.pairs):
        if t.area.hand >> slot & 1:
            continue
        reason = speech.say("why.played" if slot in played else "why.in_pile")
        card = t.area.cards[slot]
        first = t.codes.play + slot * 2
        ways = 2
        if card >= 0 and t.edition.yellow_pair[card] >= 0:
            first = t.codes.play_pair + t.edition.pair_cards.index(card) * 2
        elif card >= 0:
            first = t.codes.play_free + t.edition.free_cards.index(card)
            ways = 1
        for i in range(ways):
            reasons[t.codes.book.notation(first + i)] = reason


def _actions(speech: Catalog, t: Turn, reasons: dict[str, str]) -> None:
    for action in range(len(fx.ACTIONS)):
        if not main_actions.possible(t, action, [], False):
            reasons[t.codes.book.notation(t.codes.main + action)] = why_action(
                speech, t, action, []
            )


# -- cards and tiles to use ------------------------------------------------------------------------


def _uses(speech: Catalog, t: Turn, reasons: dict[str, str]) -> None:
    codes, area = t.codes, t.area
    held = [card for card in range(len(t.edition.bonus_do)) if area.bonus >> 2 * card & 3]
    held += [codes.use_sack - codes.first_use + card for card in members(area.sacks)]
    held += [codes.use_tile - codes.first_use + tile for tile in members(area.tiles)]
    held += [codes.use_special - codes.first_use + index for index in members(area.unused)]
    for thing in held:
        notation = codes.book.notation(codes.first_use + thing)
        if thing < len(t.edition.bonus_do) and t.edition.bonus_when[thing] != fx.ANY_TIME:
            reasons[notation] = speech.say(f"why.with_{fx.TIMES[t.edition.bonus_when[thing]]}")
        elif not usable(t, t.lookup.effects[thing]):
            reasons[notation] = why_effect(speech, t, t.lookup.effects[thing])
    for index, card in enumerate(t.edition.usable):
        if (
            area.owns(t.edition, card)
            and t.lookup.usable_index[card] >= 0
            and not area.unused >> index & 1
        ):
            reasons[codes.book.notation(codes.use_special + index)] = speech.say("why.used")


def why_effect(speech: Catalog, t: Turn, effect: Effect) -> str:
    for action in members(effect.actions & t.busy):
        return speech.say("why.busy", action=fx.ACTIONS[action])
    for i in range(0, len(effect.need), 2):
        what, least = effect.need[i], effect.need[i + 1]
        if t.counted(what) < least:
            need = effect_text.need(speech, [what, least])
            return speech.say("why.needs", what=need, have=t.counted(what))
    reasons = [part.why(speech, t) for part in effect.parts]
    return "; ".join(dict.fromkeys([reason for reason in reasons if reason]))


# -- board -----------------------------------------------------------------------------------------


def _tracks(speech: Catalog, t: Turn, reasons: dict[str, str]) -> None:
    for colour, name in enumerate(fx.COLOURS):
        if tracks.can_step(t.edition, t.area, colour):
            continue
        if t.area.track(colour) >= t.edition.track_end:
            reasons[f"step {name}"] = speech.say("why.track_end")
            continue
        level = t.edition.card_spaces.index(int(t.area.track(colour)) + 1)
        reasons[f"step {name}"] = speech.say(
            "why.track_limit",
            n=t.edition.level_limit[level - 1],
            level=constants.ROMAN[level],
        )


def _tiles(speech: Catalog, t: Turn, reasons: dict[str, str]) -> None:
    """Level II workshops, and water tanks."""
    if workshop.levels_open(t, workshop.ANY_LEVEL) != workshop.ANY_LEVEL:
        reason = speech.say("why.level_2_round", round=t.edition.level_2_round)
        if t.state.round >= t.edition.level_2_round:
            reason = speech.say(
                "why.level_2_tokens", n=t.edition.level_2_tokens, have=t.area.token_count()
            )
        for tile in t.state.offer[constants.OFFERED :]:
            if tile >= 0:
                reasons[t.codes.book.notation(t.codes.tile + tile - LEVEL_1)] = reason
    for face, is_tank in enumerate(t.lookup.is_tank):
        notation = t.codes.book.notation(t.codes.canal + face)
        if not t.area.canal_left >> face // 2 & 1:
            reasons[notation] = speech.say("why.tile_built")
        elif is_tank and not canal.tanks_allowed(t):
            reasons[notation] = speech.say(
                "why.tank", squares=t.edition.tank_squares, bases=t.edition.tank_bases
            )


def _moves(speech: Catalog, t: Turn, reasons: dict[str, str]) -> None:
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
                reasons[notation] = speech.say(
                    "why.way", cost=effect_text.amount(speech, COIN, cost), have=area.item[COIN]
                )
