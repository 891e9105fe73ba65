"""Why a choice is good, in words: what it brings, keeps, has more than another, or lacks."""

from __future__ import annotations

from typing import Any

from sandtable.games.faiyum.constants import STARTING_NAMES
from sandtable.games.faiyum.edition.components import Components
from sandtable.games.faiyum.text.words import amount_of, listing, title

#: Kinds that are amounts, with the word for each.
AMOUNTS = {"money": "$", "reputation": "reputation"}
#: How many cards or places one sentence names.
NAMED = 3


def say_difference(edition: Components, kind: str, form: str, values: dict[str, Any]) -> str:
    """What one position has and another has not, as a short sentence without a full stop; empty for
    the market, of which only rivals' losses are mentioned. ``form`` is gain, keep or more, or of a
    worse choice lack or spend."""
    words = edition.words
    lacks = form in ("lack", "spend")
    if kind == "market":
        return ""
    if kind == "clock":
        later = (values["amount"] > 0) != lacks
        return words.say(
            "hint.later" if later else "hint.sooner", amount=abs(int(values["amount"]))
        )
    if "amount" in values:
        what = amount_of(words, abs(int(values["amount"])), AMOUNTS.get(kind, kind))
        return words.say(f"hint.amount.{form}", what=what)
    if "cards" in values:
        return words.say(f"hint.{kind}.{form}", cards=_cards(edition, values["cards"]))
    return _places(edition, kind, values, form)


def say_options(edition: Components, options: list[str], way: str) -> list[str]:
    """What somebody `can` do, or has enough `to` do: `play 37 Town`, `buy 45 Bazaar or 28
    Supplier`."""
    words = edition.words
    cards: dict[str, list[str]] = {}
    for option in options:
        verb, _, word = option.partition(" ")
        number = STARTING_NAMES.get(word, 0) or int(word)
        cards.setdefault(verb, []).append(title(edition.cards, number))
    return [
        words.say(f"hint.{way}.{verb}", card=words.listing(named, "list.or"))
        for verb, named in cards.items()
    ]


def say_habit(edition: Components, what: str, one: str, other: str, values: dict[str, Any]) -> str:
    """A kind of loss that somebody repeats; empty where there are no words for it."""
    words = edition.words
    if what == "deed":
        if f"habit.played.{one}" not in words or f"habit.best.{other}" not in words:
            return ""
        best = words.say(f"habit.best.{other}")
        return words.say("habit.deed", played=words.say(f"habit.played.{one}"), best=best)
    if one in ("market", "clock", "owned", "hand", "gone"):
        return words.say(f"habit.{one}", cards=_cards(edition, values.get("cards", [])))
    if "amount" in values:
        amount = amount_of(words, abs(int(values["amount"])), AMOUNTS.get(one, one))
        return words.say(f"habit.amount.{other}", what=amount)
    return words.say(f"habit.place.{one}") if f"habit.place.{one}" in words else ""


def _cards(edition: Components, numbers: list[int]) -> str:
    """Some cards by name; equal ones are named once."""
    once = sorted(set(numbers))
    parts = [title(edition.cards, number) for number in once[:NAMED]]
    if len(once) > NAMED:
        parts.append(edition.words.say("hint.others", count=len(numbers) - NAMED))
    return listing(edition.words, parts)


def _places(edition: Components, kind: str, values: dict[str, Any], form: str) -> str:
    """A piece on the map where it is, or where it is not."""
    more, less = list(values["more"]), list(values["less"])
    if form in ("lack", "spend"):
        more, less = less, more
    spaces = more or less
    words = edition.words
    key = f"hint.there.{kind}" if more else f"hint.not_there.{kind}"
    if form == "gain" and not more and f"hint.off.{kind}" in words:
        key = f"hint.off.{kind}"
    return words.say(key, count=len(spaces), places=listing(words, spaces[:NAMED]))
