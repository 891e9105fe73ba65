"""From the name of a bot to the bot.

A spec is a name and, after colons, options: ``search``, ``search:time=0.5``,
``search:iterations=500:workers=2``. Instead of a name it may be a file and a class in it,
``path/mybot.py:MyBot`` or ``path/mybot.py:MyBot:depth=3``. Packages add names of their own by
entry points of the group ``sandtable.bots``.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from sandtable.bots.base import Bot, BotError
from sandtable.bots.levels import ALIASES, LEVELS

GROUP = "sandtable.bots"

#: Our own bots: name -> module, class, options they come with.
BUILT_IN: dict[str, tuple[str, str, dict[str, Any]]] = {
    "random": ("sandtable.bots.random_bot", "RandomBot", {}),
    "greedy": ("sandtable.bots.greedy", "GreedyBot", {}),
    "policy": ("sandtable.bots.policy_bot", "PolicyBot", {}),
    "search": ("sandtable.bots.search", "SearchBot", {}),
    "fallible": ("sandtable.bots.fallible", "FallibleBot", {}),
    **{level: ("sandtable.bots.levels", "LevelBot", {"level": level}) for level in LEVELS},
}


def names() -> list[str]:
    """All names that `make` knows, own ones first."""
    known = list(BUILT_IN)
    known += sorted(point.name for point in entry_points(group=GROUP) if point.name not in known)
    return known


def bot_seed(seed: object, seat: int) -> str:
    """The seed of the bot of a seat: another one in every match and on every seat."""
    return f"{seed} seat {seat + 1}"


def make(spec: str, seed: object = 0) -> Bot:
    """The bot a spec asks for. Raises BotError with a reason where there is none."""
    if not isinstance(spec, str) or not spec.strip():
        raise BotError(f"a bot is named by a text such as 'greedy', not {spec!r}")
    spec = spec.strip()
    if ".py:" in spec:
        at = spec.index(".py:") + 3
        name, _, rest = spec[at + 1 :].partition(":")
        cls = _from_file(Path(spec[:at]), name)
        given: dict[str, Any] = {}
    elif spec.endswith(".py"):
        raise BotError(f"name the class, too: {spec}:MyBot")
    else:
        name, _, rest = spec.partition(":")
        name = ALIASES.get(name, name)
        cls, given = _by_name(name)
    options = {**given, **_options(spec, rest)}
    bot: Bot = _build(spec, cls, seed, options)
    if not callable(getattr(bot, "choose", None)):
        raise BotError(f"{spec}: a bot needs a method choose(table), {name} has none")
    if not getattr(bot, "name", ""):
        bot.name = spec
    return bot


def _by_name(name: str) -> tuple[Callable[..., Any], dict[str, Any]]:
    if name in BUILT_IN:
        module, attribute, options = BUILT_IN[name]
        factory: Callable[..., Any] = getattr(import_module(module), attribute)
        return factory, options
    for point in entry_points(group=GROUP):
        if point.name == name:
            try:
                loaded: Callable[..., Any] = point.load()
            except Exception as error:  # whatever goes wrong inside somebody's package
                raise BotError(
                    f"the bot {name!r} ({point.value}) cannot be loaded: "
                    f"{type(error).__name__}: {error}"
                ) from error
            return loaded, {}
    raise BotError(
        f"there is no bot {name!r}; there are {', '.join(names())}, "
        "and your own as path/mybot.py:MyBot"
    )


def _from_file(path: Path, name: str) -> Callable[..., Any]:
    if not path.is_file():
        raise BotError(f"there is no file {path}")
    full = path.resolve()
    # Loaded once per file; the name keeps two files of the same name apart.
    module_name = "sandtable_bot_" + hashlib.sha256(str(full).encode()).hexdigest()[:16]
    module = sys.modules.get(module_name)
    if module is None:
        spec = spec_from_file_location(module_name, full)
        if spec is None or spec.loader is None:
            raise BotError(f"{path} is not a Python file")
        module = module_from_spec(spec)
        sys.modules[module_name] = module
        try:
            spec.loader.exec_module(module)
        except Exception as error:  # whatever goes wrong inside somebody's file
            del sys.modules[module_name]
            raise BotError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    cls: Any = getattr(module, name, None)
    if not callable(cls):
        classes = [
            word
            for word, value in vars(module).items()
            if inspect.isclass(value) and value.__module__ == module_name
        ]
        has = f"it has {', '.join(classes)}" if classes else "it has no class"
        raise BotError(f"there is no class {name!r} in {path}; {has}")
    made: Callable[..., Any] = cls
    return made


def _options(spec: str, text: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if not text:
        return options
    for part in text.split(":"):
        word, equals, value = part.partition("=")
        word = word.strip()
        if not equals or not word.isidentifier():
            raise BotError(f"{spec}: options look like name=value, not {part!r}")
        if word == "seed":
            raise BotError(f"{spec}: the seed is not part of a bot's name")
        options[word] = _value(value.strip())
    return options


def _value(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _build(spec: str, cls: Callable[..., Any], seed: object, options: dict[str, Any]) -> Any:
    try:
        parameters = inspect.signature(cls).parameters
    except (TypeError, ValueError):  # some compiled classes do not tell
        parameters = None
    arguments = dict(options)
    if parameters is None or "seed" in parameters or _takes_anything(parameters):
        arguments["seed"] = seed
    if parameters is not None and not _takes_anything(parameters):
        for word in options:
            if word not in parameters:
                known = [key for key in parameters if key not in ("self", "seed", "level")]
                has = f"it has {', '.join(known)}" if known else "it has none"
                raise BotError(f"{spec}: there is no option {word!r}; {has}")
    try:
        return cls(**arguments)
    except BotError:
        raise
    except Exception as error:  # somebody's constructor
        raise BotError(f"{spec} cannot be set up: {type(error).__name__}: {error}") from error


def _takes_anything(parameters: Any) -> bool:
    return any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values())
