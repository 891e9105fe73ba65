"""What a device is called in the list of sign-ins, from what its browser says about itself."""

from __future__ import annotations

#: The first one that occurs counts: most browsers name others, too.
BROWSERS = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi", "Vivaldi"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
]
SYSTEMS = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
]


def device_name(user_agent: str) -> str:
    """Such as "Firefox, Linux"; empty where nothing is known."""
    named = (_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent))
    return ", ".join(part for part in named if part)


def _first(known: list[tuple[str, str]], text: str) -> str:
    return next((name for mark, name in known if mark in text), "")
