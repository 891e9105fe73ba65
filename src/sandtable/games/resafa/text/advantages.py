"""Why a choice is good, in words: what it brings, keeps, has more than another, or lacks."""

from __future__ import annotations

from typing import Any

from sandtable.games.resafa.text.words import Words

#: How many things one sentence names.
NAMED = 3


def say_difference(words: Words, kind: str, form: str, values: dict[str, Any]) -> str:
    """What one position has and another has not, as a short sentence without a full stop; empty for
    what lies on offer, of which only rivals' losses are mentioned. ``form`` is gain, keep or more,
    or of a worse choice lack or spend."""
    speech = words.speech
    lacks = form in ("lack", "spend")
    if kind in ("offer", "display", "trading"):
        return ""
    if kind == "hand":
        cards = speech.listing([words.pair(slot) for slot in values["slots"]])
        return speech.say(f"hint.hand.{form}", cards=cards)
    if kind == "caravan":
        centre = words.name(values["centre"]) if values["centre"] else "Resafa"
        return speech.say("hint.not_at" if lacks else "hint.at", centre=centre)
    if kind == "garden":
        return _garden(words, form, values)
    if kind == "track":
        steps = abs(int(values["amount"]))
        return speech.say(f"hint.track.{form}", n=steps, colour=values["colour"])
    if "amount" in values:
        amount = abs(int(values["amount"]))
        what = speech.say("count.water_cube" if kind == "cube" else f"item.{kind}", n=amount)
        return speech.say(f"hint.amount.{form}", what=what)
    return _named(words, kind, values, lacks)


def say_options(words: Words, options: list[str], way: str) -> list[str]:
    """What somebody `can` do, or has enough `to` do: `trade`, `build the Kiln`."""
    parts: list[str] = []
    for option in options:
        verb, _, word = option.partition(" ")
        if verb == "action":
            parts.append(words.speech.say(f"hint.{way}.{word}"))
        else:
            parts.append(words.speech.say(f"hint.{way}.build", tile=words.the_tile(word)))
    return parts


def say_habit(words: Words, what: str, one: str, other: str, values: dict[str, Any]) -> str:
    """A kind of loss that somebody repeats; empty where there are no words for it."""
    speech = words.speech
    if what == "deed":
        return ""
    if one.startswith("track "):
        return speech.say("habit.track", colour=one.removeprefix("track "))
    if one in ("special", "bonus", "tile", "unused"):
        things = [words.name(id) for id in values["more"][:NAMED]]
        return speech.say(f"habit.{one}", things=speech.listing(things)) if things else ""
    if "amount" in values and one != "garden":
        amount = abs(int(values["amount"]))
        what = speech.say("count.water_cube" if one == "cube" else f"item.{one}", n=amount)
        return speech.say(f"habit.amount.{other}", what=what)
    return speech.say(f"habit.thing.{one}") if f"habit.thing.{one}" in speech else ""


def _garden(words: Words, form: str, values: dict[str, Any]) -> str:
    speech = words.speech
    kind = "count.full_square" if values["full"] else "count.garden"
    amount = abs(int(values["full"] or values["amount"]))
    return speech.say(f"hint.amount.{form}", what=speech.say(kind, n=amount))


def _named(words: Words, kind: str, values: dict[str, Any], lacks: bool) -> str:
    """Things by name that the one position has, or has not."""
    more, less = list(values["more"]), list(values["less"])
    if lacks:
        more, less = less, more
    things = more or less
    parts = [words.place(one) if kind == "canal" else words.name(one) for one in things[:NAMED]]
    named = words.speech.listing(parts)
    if not more:
        return words.speech.say(f"hint.without.{kind}", things=named, n=len(things))
    if kind == "canal":
        return words.speech.say(
            "hint.with.canal", things=named, n=len(things), rains=int(values["rains"])
        )
    return words.speech.say(f"hint.with.{kind}", things=named, n=len(things))
