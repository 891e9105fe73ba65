"""What the titles declare (views, events, results, editions) as parts of the server's schema.

The parts are named by title and face, such as ``FaiyumView`` and ``ResafaEdition``, and what they
are made of by title: ``FaiyumSpace``, in editions ``FaiyumEditionSpace``.
"""

from __future__ import annotations

from typing import Any

from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as load
from sandtable.kernel.registry import games
from sandtable.kernel.schema import json_schema

PARTS = "#/components/schemas/"
DEFINITIONS = "#/$defs/"


def title_schemas() -> dict[str, dict[str, Any]]:
    """The declared faces of all titles, by their names in the schema."""
    found: dict[str, dict[str, Any]] = {}
    for name in games():
        game = load(name)
        for face, declared in _faces(game).items():
            found.update(_parts(name.capitalize(), face, declared))
    return found


def _faces(game: Game) -> dict[str, Any]:
    declared = {
        "View": game.view_type,
        "Event": game.event_type,
        "Result": game.result_type,
        "Edition": game.edition_type,
    }
    return {face: kind for face, kind in declared.items() if kind != dict[str, Any]}


def _parts(title: str, face: str, declared: Any) -> dict[str, dict[str, Any]]:
    schema = json_schema(declared)
    schema.pop("$schema")
    definitions: dict[str, dict[str, Any]] = schema.pop("$defs", {})
    top = f"{title}{face}"
    prefix = top if face == "Edition" else title
    names = {name: _name(name, prefix, face) for name in definitions}
    found = {names[name]: _renamed(part, names) for name, part in definitions.items()}
    if schema.get("$ref") != f"{DEFINITIONS}{_key(names, top)}":
        found[top] = _renamed(schema, names)
    return found


def _name(name: str, prefix: str, face: str) -> str:
    if name == face:
        return prefix if face == "Edition" else prefix + face
    return name if name.startswith(prefix) else prefix + name


def _key(names: dict[str, str], wanted: str) -> str | None:
    """The definition that gets this name."""
    return next((key for key, name in names.items() if name == wanted), None)


def _renamed(schema: Any, names: dict[str, str]) -> Any:
    """The same schema with its references led to the server's parts."""
    if isinstance(schema, dict):
        return {
            key: PARTS + names[value.removeprefix(DEFINITIONS)]
            if key == "$ref" and isinstance(value, str)
            else _renamed(value, names)
            for key, value in schema.items()
        }
    if isinstance(schema, list):
        return [_renamed(value, names) for value in schema]
    return schema
