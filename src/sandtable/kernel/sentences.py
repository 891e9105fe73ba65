"""Putting sentences together: lists, amounts with their plural, capitals."""

from __future__ import annotations


def listing(parts: list[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + f" {last} " + parts[-1]


def counted(amount: int, word: str, plural: str = "") -> str:
    """``1 coin``, ``2 coins``. The plural is given where it takes no s."""
    return f"{amount} {word if amount == 1 else plural or word + 's'}"


def capital(text: str) -> str:
    """The text with its first letter in upper case; the rest stays as it is."""
    return text[:1].upper() + text[1:]
