"""Checks the cards and tables of an edition whose shape is known to be right."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.resafa.edition import components as parts
from sandtable.games.resafa.edition.check_board import only_fields
from sandtable.games.resafa.effects import language as fx

# The six pairs of actions that make up every set.
PAIRS: Final = [
    ["workshop", "provisions"], ["provisions", "garden"], ["garden", "production"],
    ["production", "trading"], ["trading", "canal"], ["canal", "workshop"],
]  # fmt: skip
CARD_COLOURS: Final = ["pink", "white", "yellow", "blue"]  # of the special cards, in their order
BOXED: Final = 30


def check_action_sets(edition: dict[str, Any], errors: list[str]) -> None:
    seen: list[object] = []
    for entry in edition["action_sets"]:
        where = f"action_sets {entry['id']}"
        colours: list[str] = []
        by_action: dict[str, list[str]] = {action: [] for action in fx.ACTIONS}
        for i, card in enumerate(entry["cards"]):
            here = f"action_sets {card['id']}"
            if card["actions"] != PAIRS[i]:
                errors.append(f"{here}: its actions must be {' and '.join(PAIRS[i])}")
                continue
            pair = card["colours"]
            if len(pair) != 2 or any(colour not in fx.COLOURS for colour in pair):
                errors.append(f"{here}: expected two of {', '.join(fx.COLOURS)}, found {pair!r}")
                continue
            if pair[0] == pair[1]:
                errors.append(f"{here}: the two colours of a card must differ")
            colours += pair
            for half in range(2):
                by_action[PAIRS[i][half]].append(pair[half])
        errors += [
            f"{where}: {colour} must appear three times"
            for colour in fx.COLOURS
            if len(colours) == 2 * parts.PAIRS and colours.count(colour) != 3
        ]
        for action, found in by_action.items():
            if len(found) == 2 and found[0] == found[1]:
                errors.append(f"{where}: the two cards with {action} must differ in colour there")
        if colours in seen:
            errors.append(f"{where}: another set has the same colours")
        seen.append(colours)


def check_bonus_cards(edition: dict[str, Any], errors: list[str]) -> None:
    stacks: dict[str, int] = {}
    for entry in edition["bonus_cards"]:
        where = f"bonus_cards {entry['id']}"
        when = fx.read_word(entry["when"], fx.TIMES, f"{where} when", errors)
        fx.read_need(entry.get("need", {}), f"{where} need", errors)
        if not fx.read_parts(entry["do"], fx.TIME_WORDS[when], where, errors):
            errors.append(f"{where}: does nothing")
        total = 0
        for i, copies in enumerate(entry["copies"]):
            here = f"{where} copies[{i}]"
            if not only_fields(copies, ["colour", "level", "count"], here, errors):
                continue
            fx.read_word(copies["colour"], fx.COLOURS, here, errors)
            fx.read_number(copies["level"], 1, 2, f"{here} level", errors)
            count = fx.read_number(copies["count"], 1, 3, f"{here} count", errors)
            total += count
            stack = f"{copies['colour']} {copies['level']}"
            stacks[stack] = stacks.get(stack, 0) + count
        if total != 3:
            errors.append(f"{where}: there are three copies of every bonus card, found {total}")
    for colour in fx.COLOURS:
        for level in (1, 2):
            found = stacks.get(f"{colour} {level}", 0)
            if found != 9:
                errors.append(
                    f"bonus_cards: the {colour} stack of level {level} must have 9 cards, "
                    f"found {found}"
                )


def check_special_cards(edition: dict[str, Any], errors: list[str]) -> None:
    pairs: list[object] = []
    for number, entry in enumerate(edition["special_cards"]):
        where = f"special_cards {entry['id']}"
        colour = CARD_COLOURS[number // 18]
        level = number % 18 // 6 + 1
        if entry["colour"] != colour or entry["level"] != level:
            errors.append(f"{where}: must be {colour}, level {level}")
            continue
        fx.read_number(entry["boxed"], 0, BOXED, f"{where} boxed", errors)
        for field in ("do", "always", "end", "mains", "actions"):
            fits = (
                (field == "end" and colour == "pink")
                or (field in ("do", "mains", "actions") and colour == "yellow")
                or (field == "do" and colour in ("white", "blue"))
                or (field == "always" and colour == "blue")
            )
            if field in entry and not fits:
                errors.append(f"{where}: a {colour} card has no {field!r}")
        if colour == "pink":
            if not fx.read_parts(entry.get("end", []), fx.AT_END, where, errors):
                errors.append(f"{where}: a pink card needs 'end', what it scores")
        elif colour == "yellow":
            fx.read_parts(entry.get("do", []), fx.NOW, where, errors)
            _check_yellow(entry, level, pairs, where, errors)
        elif ("do" in entry) == ("always" in entry):
            errors.append(f"{where}: needs either 'do' or, if blue, 'always'")
        elif "always" in entry:
            fx.read_permanents(entry["always"], where, errors)
        elif not fx.read_parts(entry["do"], fx.NOW, where, errors):
            errors.append(f"{where}: does nothing")


def _check_yellow(
    entry: dict[str, Any], level: int, pairs: list[object], where: str, errors: list[str]
) -> None:
    mains = 2 if level == 3 else 1
    if entry.get("mains") is True or entry.get("mains") != mains:
        errors.append(f"{where}: 'mains' must be {mains} on a yellow card of level {level}")
    actions = entry.get("actions")
    if level > 1:
        if actions != "any":
            errors.append(f"{where}: 'actions' must be 'any' from level 2 on")
    elif actions not in PAIRS:
        errors.append(f"{where}: 'actions' must be one of the six pairs of action cards")
    elif actions in pairs:
        errors.append(f"{where}: another yellow card has the same pair of actions")
    pairs.append(actions)


def check_sack_cards(edition: dict[str, Any], errors: list[str]) -> None:
    for entry in edition["sack_cards"]:
        where = f"sack_cards {entry['id']}"
        parts_found = fx.read_parts(entry["do"], fx.NOW, where, errors)
        if not parts_found:
            errors.append(f"{where}: does nothing")
        # A used sack card comes back from the bottom of the deck, so this could go on for ever.
        errors += [
            f"{where}[{i}]: a sack card must not give sack cards"
            for i, part in enumerate(parts_found)
            if part.gain and part.gain[fx.SACK]
        ]


def check_solo_cards(edition: dict[str, Any], errors: list[str]) -> None:
    centres = [entry["id"] for entry in edition["centres"]]
    palms = [entry["id"] for entry in edition["sides"]["1-2"]["cells"] if entry.get("palm", False)]
    for number, entry in enumerate(edition["solo_cards"]):
        where = f"solo_cards {entry['id']}"
        fx.read_word(entry["arrow"], parts.ARROWS, f"{where} arrow", errors)
        fx.read_word(entry["colour_action"], parts.COLOUR_OPS, f"{where} colour_action", errors)
        fx.read_number(entry["workshop"], 1, 3, f"{where} workshop", errors)
        fx.read_word(entry["provisions"], parts.PROVISION_RULES, f"{where} provisions", errors)
        fx.read_word(entry["canal"], parts.DIRECTIONS, f"{where} canal", errors)
        fx.read_word(entry["red"], fx.ACTIONS, f"{where} red", errors)
        if entry["red"] in ("production", "garden"):
            errors.append(f"{where}: 'red' stands in for production and garden, so it is neither")
        named = entry["centres"]
        if len(named) != 2 or named[0] == named[1]:
            errors.append(f"{where}: expected two different centres, found {named!r}")
        for centre in named:
            fx.read_word(centre, centres, f"{where} centres", errors)
        if number == 0:
            listed = entry.get("palms", [])
            if sorted(str(cell) for cell in listed) != sorted(palms):
                errors.append(
                    f"{where}: 'palms' must list the cells with palms: {', '.join(palms)}"
                )
        elif "palms" in entry:
            errors.append(f"{where}: only the canal set-up card solo0 shows palms")
        for half in ("upper", "lower"):
            if (half in entry) == (number == 0):
                errors.append(f"{where}: every card but solo0 has actions 'upper' and 'lower'")
            elif half in entry:
                here = f"{where} {half}"
                if only_fields(entry[half], ["action", "colour"], here, errors):
                    fx.read_word(entry[half]["action"], fx.ACTIONS, here, errors)
                    fx.read_word(entry[half]["colour"], fx.COLOURS, here, errors)
    if all(entry["centres"] != ["antiochia", "kena"] for entry in edition["solo_cards"]):
        errors.append("solo_cards: the rulebook shows a card with antiochia, then kena")


def check_tables(edition: dict[str, Any], errors: list[str]) -> None:
    t: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in edition["tables"]}
    for name in ("start", "fourth_player"):
        fx.read_gain(t[name]["gain"], f"tables {name} gain", errors)
    for name in ("workshop_cost", "base_cost"):
        fx.read_cost(t[name]["cost"], f"tables {name} cost", errors)
    rewards = t["garden_rewards"]["rewards"]
    if len(rewards) != 5:
        errors.append("tables garden_rewards: expected the rewards of five squares")
    for i, reward in enumerate(rewards):
        fx.read_parts(reward, fx.REWARD, f"tables garden_rewards[{i}]", errors)
    start = fx.read_number(t["camels"]["start"], 0, 7, "tables camels start", errors)
    fx.read_number(t["camels"]["max"], max(start, 1), 7, "tables camels max", errors)
    fx.read_table(t["scarabs"]["vp"], 5, "tables scarabs vp", errors)
    fx.read_number(t["token_rows"]["causeway"], 0, 9, "tables token_rows causeway", errors)
    if sorted(str(kind) for kind in t["token_rows"]["rows"]) != sorted(parts.ROW_KINDS):
        errors.append(f"tables token_rows: 'rows' must name {', '.join(parts.ROW_KINDS)}")
    fx.read_table(t["token_rows"]["vp"], 3, "tables token_rows vp", errors)
    _check_tracks(t["tracks"], errors)
    if len(t["pink_cards"]["rounds"]) != 6:
        errors.append("tables pink_cards: expected the gains of six rounds")
    for i, gain in enumerate(t["pink_cards"]["rounds"]):
        fx.read_gain(gain, f"tables pink_cards rounds[{i}]", errors)
    fx.read_number(t["hand_limit"]["cards"], 3, 12, "tables hand_limit cards", errors)
    fx.read_number(t["level_2_workshops"]["round"], 1, 6, "tables level_2_workshops round", errors)
    fx.read_number(
        t["level_2_workshops"]["tokens"], 0, 9, "tables level_2_workshops tokens", errors
    )
    fx.read_number(t["tanks"]["full_squares"], 0, 9, "tables tanks full_squares", errors)
    fx.read_number(t["tanks"]["bases"], 0, 8, "tables tanks bases", errors)
    for number in t["rain"]["rounds"]:
        fx.read_number(number, 1, 6, "tables rain rounds", errors)
    fx.read_number(t["rain"]["tile"], 0, 9, "tables rain tile", errors)
    fx.read_table(t["canals"]["vp"], parts.CANAL_TILES, "tables canals vp", errors)
    for key, low in (("good", 0), ("others", 1), ("sack", 0)):
        fx.read_number(t["leftovers"][key], low, 99, f"tables leftovers {key}", errors)
    scale = t["solo_scale"]["vp"]
    if len(t["solo_scale"]["names"]) != len(scale) + 1:
        errors.append("tables solo_scale: expected one name more than there are figures")
    errors += [
        f"tables solo_scale: a name must be a text, found {name!r}"
        for name in t["solo_scale"]["names"]
        if not isinstance(name, str) or not name.strip()
    ]
    for i, figure in enumerate(scale):
        low = 1 if i == 0 or not fx.is_count(scale[i - 1], 1, 999) else scale[i - 1] + 1
        fx.read_number(figure, low, 999, f"tables solo_scale vp[{i}]", errors)


def _check_tracks(tracks: dict[str, Any], errors: list[str]) -> None:
    end = fx.read_number(tracks["spaces"], 3, 20, "tables tracks spaces", errors)
    cards = tracks["cards"]
    if len(cards) != 3:
        errors.append("tables tracks: 'cards' must name the three spaces with cards")
        return
    low = 1
    for i, space in enumerate(cards):
        low = fx.read_number(space, low, end, f"tables tracks cards[{i}]", errors) + 1
    fx.read_number(tracks["level_2"], 1, 3, "tables tracks level_2", errors)
    fx.read_number(tracks["level_3"], 1, 3, "tables tracks level_3", errors)
    fx.read_gain(tracks["open_card"], "tables tracks open_card", errors)
