"""Which modules mypyc compiles: the one list, for setup.py, the Makefile and the tests.

`python tools/compiled_modules.py` prints their paths, relative to the project.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

#: What is compiled, as patterns below src/. Package files (__init__.py) stay interpreted: they must
#: run before anything compiled is looked for (see sandtable/_pure.py).
COMPILED = (
    "sandtable/kernel/**/*.py",
    "sandtable/games/**/*.py",
    "sandtable/bots/engine/**/*.py",
    "sandtable/envs/batch.py",
    "sandtable/observation/encoder.py",
)

#: What of these stays interpreted: code that calls libraries and gains nothing, and declarations
#: whose annotations are read while running (compiled code keeps only their outermost part).
INTERPRETED = (
    "sandtable/games/*/terminal/**/*.py",
    "sandtable/games/*/lessons/**/*.py",
    "sandtable/kernel/lessons/*.py",
    "sandtable/games/*/bot/reasons.py",
    "sandtable/games/*/cards/fields.py",
    "sandtable/games/*/effects/fields.py",
    "sandtable/games/*/observation/layout.py",
    "sandtable/games/*/observation/seats.py",
    "sandtable/**/models.py",
    "sandtable/**/types.py",
)


def compiled_modules() -> list[str]:
    source = ROOT / "src"
    paths = {path for pattern in COMPILED for path in source.glob(pattern)}
    paths -= {path for pattern in INTERPRETED for path in source.glob(pattern)}
    return sorted(path.relative_to(ROOT).as_posix() for path in paths if path.name != "__init__.py")


if __name__ == "__main__":
    print("\n".join(compiled_modules()))
