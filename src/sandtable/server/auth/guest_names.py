"""Names for people who have not chosen one: a desert and an animal, spelt alike in English and
German, so that guests can tell each other apart."""

from __future__ import annotations

PLACES = (
    "Atacama", "Danakil", "Gobi", "Judea", "Kalahari", "Karoo",
    "Mojave", "Namib", "Negev", "Nubia", "Sahara", "Sahel",
    "Sinai", "Sonora", "Tanami", "Thar",
)  # fmt: skip
ANIMALS = (
    "Addax", "Dingo", "Gazelle", "Gecko", "Gerbil", "Ibex",
    "Ibis", "Jerboa", "Lynx", "Marabu", "Oryx", "Puma",
    "Saluki", "Serval", "Tapir", "Viper",
)  # fmt: skip


def guest_name(id: str) -> str:
    """The name that goes with an identity's id, a random hexadecimal number."""
    place, animal = divmod(int(id, 16) % (len(PLACES) * len(ANIMALS)), len(ANIMALS))
    return f"{PLACES[place]} {ANIMALS[animal]}"
