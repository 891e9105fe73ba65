"""Plain JSON data checked against typed declarations, and the same declarations as JSON Schema.

A declaration is a ``TypedDict`` whose fields say what they hold::

    class Space(TypedDict):
        name: Annotated[str, Text(most=6, pattern="[a-z0-9]+")]
        kind: Literal["wheat", "grape", "stone"]
        q: Annotated[int, Range(-100, 100)]
        note: NotRequired[Annotated[str, Text(most=200)]]

    class Board(TypedDict):
        spaces: Annotated[list[Space], Items(most=80, least=1)]

``check(data, Board, "board")`` lists what is wrong, each problem naming its entry;
``json_schema(Board)`` describes the same for other tools. Numbers are whole unless declared
``float``, every text and list has a bound (``TEXT`` and ``ITEMS`` where none is declared), keys
nobody declared are refused. The time taken is linear in the size of the data.

Declarations belong into modules named ``models.py`` or ``types.py`` of a title. These stay
interpreted: compiled code forgets what a list or an Annotated holds. The list of compiled modules
is tools/compiled_modules.py.
"""

from __future__ import annotations

import re
import types
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

#: How many problems are reported at once.
MOST_PROBLEMS: Final = 50
#: How long a text and a list may be where the declaration says nothing.
TEXT: Final = 500
ITEMS: Final = 1000
#: How deep data may be nested. Compiled code has no guard of its own against endless recursion.
DEPTH: Final = 40


class Range:
    """A number from ``least`` to ``most``."""

    def __init__(self, least: Any, most: Any) -> None:
        self.least = least
        self.most = most


class Text:
    """A text of ``least`` to ``most`` characters that matches ``pattern`` as a whole."""

    def __init__(self, most: int = TEXT, least: int = 0, pattern: str = "") -> None:
        self.most = most
        self.least = least
        self.pattern = pattern
        self.compiled = re.compile(pattern) if pattern else None


class Items:
    """A list or an object with ``least`` to ``most`` entries."""

    def __init__(self, most: int = ITEMS, least: int = 0) -> None:
        self.most = most
        self.least = least


def check(data: object, declared: Any, where: str = "") -> list[str]:
    """What is wrong with the data, each problem naming its entry; empty if nothing is."""
    problems: list[str] = []
    if _too_deep(data):
        return [f"{where or 'data'}: nested more than {DEPTH} levels deep"]
    _check(data, declared, where, problems)
    return problems[:MOST_PROBLEMS]


def json_schema(declared: Any, title: str = "") -> dict[str, Any]:
    """The declaration as a JSON Schema document."""
    definitions: dict[str, Any] = {}
    schema: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    if title:
        schema["title"] = title
    schema.update(_schema(declared, (), definitions))
    if definitions:
        schema["$defs"] = {name: definitions[name] for name in sorted(definitions)}
    return schema


def fields(declared: Any) -> dict[str, Any]:
    """The fields of a TypedDict with their types, once worked out kept."""
    hints = _HINTS.get(declared)
    if hints is None:
        hints = get_type_hints(declared, include_extras=True)
        _HINTS[declared] = hints
    return hints


_HINTS: dict[Any, dict[str, Any]] = {}


# -- checking ----------------------------------------------------------------------------------


def _unwrapped(declared: Any) -> tuple[Any, tuple[Any, ...]]:
    """The type itself, and the constraints around it."""
    constraints: tuple[Any, ...] = ()
    while True:
        origin = get_origin(declared)
        if origin is Annotated:
            constraints = (*declared.__metadata__, *constraints)
            declared = declared.__origin__
        elif origin is NotRequired or origin is Required:
            declared = get_args(declared)[0]
        else:
            return declared, constraints


def _too_deep(data: object) -> bool:
    level = [data]
    for _ in range(DEPTH):
        below: list[object] = []
        for value in level:
            if isinstance(value, dict):
                below.extend(v for v in value.values() if isinstance(v, (dict, list)))
            elif isinstance(value, list):
                below.extend(v for v in value if isinstance(v, (dict, list)))
        if not below:
            return False
        level = below
    return True


class _Resolved:
    """What a declaration says, worked out once: asking `typing` takes longer than the check."""

    def __init__(self, declared: Any) -> None:
        self.declared = declared  # keeps it alive, and with it its id
        self.bare, self.constraints = _unwrapped(declared)
        self.args: tuple[Any, ...] = get_args(self.bare)
        self.is_object = is_typeddict(self.bare)
        origin: Any = get_origin(self.bare) or self.bare
        self.origin: Any = Union if origin is types.UnionType else origin


def _resolved(declared: Any) -> _Resolved:
    known = _RESOLVED.get(id(declared))
    if known is None:
        known = _RESOLVED[id(declared)] = _Resolved(declared)
    return known


_RESOLVED: dict[int, _Resolved] = {}


def _check(data: object, declared: Any, where: str, problems: list[str]) -> None:
    if len(problems) >= MOST_PROBLEMS:
        return
    known = _resolved(declared)
    bare, origin, args = known.bare, known.origin, known.args
    if bare is Any or bare is object:
        return
    if known.is_object:
        _check_object(data, bare, where, problems)
    elif origin is Literal:
        if not _is_one_of(data, args):
            _wrong(where, f"one of {', '.join(map(repr, args))}", data, problems)
    elif origin is Union:
        _check_union(data, args, where, problems)
    elif origin is list:
        _check_list(data, args[0] if args else Any, known.constraints, where, problems)
    elif origin is tuple:
        _check_tuple(data, args, where, problems)
    elif origin is dict:
        _check_mapping(data, args[1] if args else Any, known.constraints, where, problems)
    else:
        _check_scalar(data, bare, known.constraints, where, problems)


def _wrong(where: str, expected: str, data: object, problems: list[str]) -> None:
    shown = repr(data)
    if len(shown) > 40:
        shown = shown[:37] + "..."
    problems.append(f"{where or 'data'}: expected {expected}, found {shown}")


def _check_scalar(
    data: object, bare: Any, constraints: tuple[Any, ...], where: str, problems: list[str]
) -> None:
    if bare is None or bare is type(None):
        if data is not None:
            _wrong(where, "null", data, problems)
    elif bare is bool:
        if not isinstance(data, bool):
            _wrong(where, "true or false", data, problems)
    elif bare is int or bare is float:
        _check_number(data, bare is int, constraints, where, problems)
    elif bare is str:
        _check_text(data, constraints, where, problems)
    else:
        raise TypeError(f"{where}: {bare!r} cannot be declared for JSON data")


def _check_number(
    data: object, whole: bool, constraints: tuple[Any, ...], where: str, problems: list[str]
) -> None:
    kind = "a whole number" if whole else "a number"
    if isinstance(data, bool) or not isinstance(data, int if whole else (int, float)):
        _wrong(where, kind, data, problems)
        return
    limits = [c for c in constraints if isinstance(c, Range)]
    least = max((c.least for c in limits), default=-(2**53))
    most = min((c.most for c in limits), default=2**53)
    if not least <= data <= most:
        _wrong(where, f"{kind} from {least} to {most}", data, problems)


def _check_text(
    data: object, constraints: tuple[Any, ...], where: str, problems: list[str]
) -> None:
    if not isinstance(data, str):
        _wrong(where, "a text", data, problems)
        return
    bound = next((c for c in constraints if isinstance(c, Text)), _ANY_TEXT)
    if len(data) > bound.most:
        _wrong(where, f"at most {bound.most} characters", data, problems)
    elif len(data) < bound.least:
        _wrong(where, f"at least {bound.least} characters", data, problems)
    elif not all(character.isprintable() or character == "\n" for character in data):
        _wrong(where, "printable characters", data, problems)
    elif bound.compiled is not None and bound.compiled.fullmatch(data) is None:
        _wrong(where, f"a text of the form {bound.pattern}", data, problems)


_ANY_TEXT: Final = Text()
_ANY_ITEMS: Final = Items()


def _fits(
    count: int, constraints: tuple[Any, ...], word: str, where: str, problems: list[str]
) -> bool:
    bound = next((c for c in constraints if isinstance(c, Items)), _ANY_ITEMS)
    if bound.least <= count <= bound.most:
        return True
    if bound.least == bound.most:
        expected = f"{bound.most}"
    elif count > bound.most:
        expected = f"at most {bound.most}"
    else:
        expected = f"at least {bound.least}"
    problems.append(f"{where or 'data'}: expected {expected} {word}, found {count}")
    return False


def _check_list(
    data: object, inner: Any, constraints: tuple[Any, ...], where: str, problems: list[str]
) -> None:
    if not isinstance(data, list):
        _wrong(where, "a list", data, problems)
    elif _fits(len(data), constraints, "entries", where, problems):
        for i, value in enumerate(data):
            _check(value, inner, f"{where}[{i}]", problems)


def _check_tuple(data: object, inner: tuple[Any, ...], where: str, problems: list[str]) -> None:
    if not isinstance(data, list) or len(data) != len(inner):
        _wrong(where, f"a list of {len(inner)}", data, problems)
        return
    for i, value in enumerate(data):
        _check(value, inner[i], f"{where}[{i}]", problems)


def _check_mapping(
    data: object, inner: Any, constraints: tuple[Any, ...], where: str, problems: list[str]
) -> None:
    if not isinstance(data, dict):
        _wrong(where, "an object", data, problems)
    elif _fits(len(data), constraints, "keys", where, problems):
        for key, value in data.items():
            before = len(problems)
            _check_text(key, (), _inside(where, "key"), problems)
            if len(problems) == before:
                _check(value, inner, _inside(where, key), problems)


def _inside(where: str, key: object) -> str:
    shown = str(key)
    if len(shown) > 40:
        shown = shown[:37] + "..."
    return f"{where}.{shown}" if where else shown


def _check_object(data: object, declared: Any, where: str, problems: list[str]) -> None:
    if not isinstance(data, dict):
        _wrong(where, "an object", data, problems)
        return
    known = fields(declared)
    for key in known:
        if key in data:
            _check(data[key], known[key], _inside(where, key), problems)
        elif key in declared.__required_keys__:
            problems.append(f"{_inside(where, key)}: missing")
    for key in data:
        if key not in known:
            problems.append(f"{_inside(where, key)}: nothing of that name belongs here")
            if len(problems) >= MOST_PROBLEMS:
                return


def _check_union(data: object, members: tuple[Any, ...], where: str, problems: list[str]) -> None:
    nearest: list[str] | None = None
    tag = _tag(members)
    if tag and isinstance(data, dict):
        for member in members:
            if _is_one_of(data.get(tag), _tag_words(member, tag)):
                _check(data, member, where, problems)
                return
    for member in members:
        attempt: list[str] = []
        _check(data, member, where, attempt)
        if not attempt:
            return
        meant = _is_meant(data, _unwrapped(member)[0], tag)
        if meant and (nearest is None or len(attempt) < len(nearest)):
            nearest = attempt
    if nearest is not None:
        problems += nearest
    elif tag and isinstance(data, dict) and tag in data:
        allowed = [repr(word) for member in members for word in _tag_words(member, tag)]
        _wrong(_inside(where, tag), f"one of {', '.join(allowed)}", data[tag], problems)
    else:
        _wrong(where, " or ".join(_named(member) for member in members), data, problems)


def _tag(members: tuple[Any, ...]) -> str:
    """The key whose value tells the members of a union apart; empty where there is none."""
    tag = _TAGS.get(members)
    if tag is None:
        tag = _TAGS[members] = _find_tag(members)
    return tag


_TAGS: dict[tuple[Any, ...], str] = {}


def _find_tag(members: tuple[Any, ...]) -> str:
    kinds = [_unwrapped(member)[0] for member in members]
    if all(is_typeddict(kind) for kind in kinds):
        for key in fields(kinds[0]):
            words = [word for kind in kinds for word in _tag_words(kind, key)]
            if all(_tag_words(kind, key) for kind in kinds) and len(set(words)) == len(words):
                return str(key)
    return ""


def _tag_words(member: Any, key: str) -> tuple[Any, ...]:
    """What a required key of an object may be, where that is a choice of words."""
    kind = _resolved(member).bare
    if key not in kind.__required_keys__:
        return ()
    known = _resolved(fields(kind)[key])
    return known.args if known.origin is Literal else ()


def _is_meant(data: object, member: Any, tag: str) -> bool:
    """Whether the data was clearly meant to be this member of a union: the same tag, or the only
    kind that fits."""
    if is_typeddict(member):
        if not isinstance(data, dict):
            return False
        if tag:
            return _is_one_of(data.get(tag), _tag_words(member, tag))
        required = member.__required_keys__
        return not required or any(key in data for key in required)
    origin = get_origin(member) or member
    if origin is dict:
        return isinstance(data, dict)
    if origin is list or origin is tuple:
        return isinstance(data, list)
    return type(data) is member


def _is_one_of(data: object, values: tuple[Any, ...]) -> bool:
    return any(data == value and type(data) is type(value) for value in values)


def _named(declared: Any) -> str:
    bare = _unwrapped(declared)[0]
    if is_typeddict(bare) and bare.__required_keys__:
        return f"an object with {_keys(bare)}"
    if bare is type(None):
        return "null"
    if get_origin(bare) is Literal:
        return ", ".join(map(repr, get_args(bare)))
    origin = get_origin(bare) or bare
    return _WORDS.get(origin, getattr(origin, "__name__", str(origin)))


def _keys(declared: Any) -> str:
    """The required keys of an object, in the order in which they are declared."""
    required = declared.__required_keys__
    return ", ".join(repr(key) for key in fields(declared) if key in required)


_WORDS: Final[dict[Any, str]] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    tuple: "a list",
    dict: "an object",
}


# -- describing --------------------------------------------------------------------------------


def _schema(declared: Any, around: tuple[Any, ...], definitions: dict[str, Any]) -> dict[str, Any]:
    bare, constraints = _unwrapped(declared)
    constraints = (*around, *constraints)
    origin = get_origin(bare)
    if bare is Any or bare is object:
        return {}
    if is_typeddict(bare):
        return _reference(bare, definitions)
    if origin is Literal:
        return {"enum": list(get_args(bare))}
    if origin is Union or origin is types.UnionType:
        return {"anyOf": [_schema(member, (), definitions) for member in get_args(bare)]}
    if origin is list or bare is list:
        inner = get_args(bare)[0] if get_args(bare) else Any
        bound = next((c for c in constraints if isinstance(c, Items)), _ANY_ITEMS)
        return {
            "type": "array",
            "items": _schema(inner, (), definitions),
            "minItems": bound.least,
            "maxItems": bound.most,
        }
    if origin is tuple:
        parts = [_schema(member, (), definitions) for member in get_args(bare)]
        return {
            "type": "array",
            "prefixItems": parts,
            "minItems": len(parts),
            "maxItems": len(parts),
        }
    if origin is dict or bare is dict:
        inner = get_args(bare)[1] if get_args(bare) else Any
        return {"type": "object", "additionalProperties": _schema(inner, (), definitions)}
    return _scalar_schema(bare, constraints)


def _scalar_schema(bare: Any, constraints: tuple[Any, ...]) -> dict[str, Any]:
    if bare is None or bare is type(None):
        return {"type": "null"}
    if bare is bool:
        return {"type": "boolean"}
    if bare is str:
        bound = next((c for c in constraints if isinstance(c, Text)), _ANY_TEXT)
        schema: dict[str, Any] = {"type": "string", "maxLength": bound.most}
        if bound.least:
            schema["minLength"] = bound.least
        if bound.pattern:
            schema["pattern"] = f"^(?:{bound.pattern})$"
        return schema
    schema = {"type": "integer" if bare is int else "number"}
    for constraint in constraints:
        if isinstance(constraint, Range):
            schema.update(minimum=constraint.least, maximum=constraint.most)
    return schema


def _reference(declared: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    name = declared.__name__
    if name not in definitions:
        definitions[name] = {}  # stands for itself where it occurs within itself
        known = fields(declared)
        schema: dict[str, Any] = {
            "type": "object",
            "properties": {key: _schema(known[key], (), definitions) for key in known},
            "required": [key for key in known if key in declared.__required_keys__],
            "additionalProperties": False,
        }
        if declared.__doc__:
            schema["description"] = declared.__doc__.strip()
        definitions[name] = schema
    return {"$ref": f"#/$defs/{name}"}
