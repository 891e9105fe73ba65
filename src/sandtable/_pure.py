"""Interpreted or compiled: which of the two a process uses.

Compiled modules lie beside their sources, and Python prefers them. With `SANDTABLE_PURE=1` in the
environment a finder steps in front that sees the sources only. The package installs it before it
imports anything else, so no compiled file is ever opened in such a process.
"""

import os
import pkgutil
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import (
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from importlib.util import find_spec
from types import ModuleType

_PACKAGE = "sandtable"


class SourceFinder(MetaPathFinder):
    """Finds the modules of this package by their sources, never by compiled files."""

    def __init__(self) -> None:
        self._folders: dict[str, FileFinder] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or not fullname.startswith(_PACKAGE + "."):
            return None
        for entry in path:
            folder = self._folders.get(entry)
            if folder is None:
                folder = FileFinder(entry, (SourceFileLoader, SOURCE_SUFFIXES))
                self._folders[entry] = folder
            spec = folder.find_spec(fullname, target)
            if spec is not None and spec.loader is not None:
                return spec
        return None

    def invalidate_caches(self) -> None:
        for folder in self._folders.values():
            folder.invalidate_caches()


def asked() -> bool:
    """Whether the environment asks for the interpreted sources."""
    return os.environ.get("SANDTABLE_PURE", "") not in ("", "0")


def install_if_asked() -> None:
    """Put the finder in front of all others if the environment asks for it; once is enough."""
    if asked() and not any(isinstance(finder, SourceFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, SourceFinder())


def is_compiled() -> bool:
    """Whether the kernel really runs compiled: every one of its modules."""
    kernel = find_spec(_PACKAGE + ".kernel")
    if kernel is None or kernel.submodule_search_locations is None:
        return False
    names = [
        module.name
        for module in pkgutil.iter_modules(kernel.submodule_search_locations, kernel.name + ".")
        if not module.ispkg
    ]
    return bool(names) and all(_is_extension(name) for name in names)


def _is_extension(name: str) -> bool:
    spec = find_spec(name)
    return spec is not None and isinstance(spec.loader, ExtensionFileLoader)
