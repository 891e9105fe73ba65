"""What the titles declare (views, subjects, events, results, editions) as parts of the schema.

The parts are named by title and face, such as ``FaiyumView`` and ``ResafaEdition``, and what they
are made of by title: ``FaiyumSpace``, in editions ``FaiyumEditionSpace``. ``GameView``,
``GameSubject``, ``GameEvent``, ``GameResult`` and ``GameEdition`` are any of them, or an object of
any kind for titles that declare nothing; fields marked as ``declared(...)`` refer to these.

All of this describes. Nothing is checked against it while a server runs.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from pydantic import WithJsonSchema

from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as load
from sandtable.kernel.registry import games
from sandtable.kernel.rulebook.types import Rulebook
from sandtable.kernel.schema import json_schema

PARTS = "#/components/schemas/"
DEFINITIONS = "#/$defs/"
MARK = "x-declared"

Face = Literal["View", "Subject", "Event", "Result", "Edition", "Rulebook"]
#: What each title declares for itself; rulebooks are alike in all.
FACES: tuple[Face, ...] = ("View", "Subject", "Event", "Result", "Edition")


class TableView(TypedDict):
    """What every view says, whatever the title: who looks, whose turn it is, who has to choose."""

    game: str
    players: int
    seat: int | None
    turn_of: int | None
    to_choose: int | None
    over: bool
    winners: list[int]


def declared(face: Face) -> WithJsonSchema:
    """Marks a field as something that titles declare."""
    return WithJsonSchema({"type": "object", MARK: face})


def add_titles(schema: dict[str, Any]) -> None:
    """Add what titles declare to the server's schema, and make the marked fields refer to it."""
    parts = schema["components"]["schemas"]
    parts.update(title_schemas())
    for face in FACES:
        names = [f"{name.capitalize()}{face}" for name in games()]
        known = [{"$ref": PARTS + name} for name in names if name in parts]
        parts[f"Game{face}"] = {"anyOf": [*known, _other(face)]}
    parts.update(_rulebook())
    _lead(schema)


def _rulebook() -> dict[str, dict[str, Any]]:
    definitions: dict[str, dict[str, Any]] = json_schema(Rulebook)["$defs"]
    names = {name: f"Rule{name}" for name in definitions} | {"Rulebook": "GameRulebook"}
    return {names[name]: _renamed(part, names) for name, part in definitions.items()}


def title_schemas() -> dict[str, dict[str, Any]]:
    """The declared faces of all titles, by their names in the schema."""
    schemas: dict[str, dict[str, Any]] = {}
    for name in games():
        game = load(name)
        title = name.capitalize()
        for face, kind in _faces(game).items():
            schemas.update(_parts(title, face, kind))
        if f"{title}View" in schemas:
            _frame(schemas[f"{title}View"], {"enum": [name]})
    return schemas


def _frame(view: dict[str, Any], game: dict[str, Any]) -> None:
    """Add to a view what the server says in every one."""
    frame = json_schema(TableView)["$defs"]["TableView"]
    view["properties"] = {**frame["properties"], "game": game, **view.get("properties", {})}
    view["required"] = [*frame["required"], *view.get("required", [])]


def _other(face: Face) -> dict[str, Any]:
    """What a title that declares nothing may send; views of the others are as declared."""
    other: dict[str, Any] = {"type": "object", "additionalProperties": True}
    if face == "View":
        declaring = [name for name in games() if "View" in _faces(load(name))]
        _frame(other, {"type": "string", "not": {"enum": declaring}})
    elif face in ("Subject", "Event"):
        other.update(properties={"type": {"type": "string"}}, required=["type"])
    return other


def _lead(schema: Any) -> None:
    """Put references in the place of marked fields."""
    if isinstance(schema, dict):
        face = schema.pop(MARK, None)
        if face is not None:
            del schema["type"]
            schema["$ref"] = f"{PARTS}Game{face}"
        for value in schema.values():
            _lead(value)
    elif isinstance(schema, list):
        for value in schema:
            _lead(value)


def _faces(game: Game) -> dict[str, Any]:
    declared = {
        "View": game.view_type,
        "Subject": game.subject_type,
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
    parts = {names[name]: _renamed(part, names) for name, part in definitions.items()}
    if schema.get("$ref") != f"{DEFINITIONS}{_key(names, top)}":
        parts[top] = _renamed(schema, names)
    return parts


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
