"""Prints what the build needs, one requirement a line, as pyproject.toml states it."""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"

if __name__ == "__main__":
    with PROJECT.open("rb") as file:
        print("\n".join(tomllib.load(file)["build-system"]["requires"]))
