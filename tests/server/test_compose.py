"""The example for Docker Compose fits the server: no container engine is needed to check that."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from sandtable.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
#: A variable of .env with its default, or one that has to be set.
VARIABLE = re.compile(r"\$\{\w+(?::-([^}]*)|:\?[^}]*)\}")


def compose() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return document


def _default(variable: re.Match[str]) -> str:
    return "set" if variable[1] is None else variable[1]


def settings_of(service: dict[str, Any]) -> dict[str, str]:
    """As the container gets them where .env sets nothing but what it must."""
    resolved = {
        name.removeprefix(PREFIX).lower(): VARIABLE.sub(_default, value)
        for name, value in service["environment"].items()
    }
    return {name: value for name, value in resolved.items() if value}


def test_two_processes_postgresql_and_a_proxy() -> None:
    services = compose()["services"]
    assert set(services) == {"sandtable", "postgres", "proxy"}
    settings = Settings.model_validate(settings_of(services["sandtable"]))  # knows them all
    assert settings.processes == 2
    assert settings.database is not None and settings.database.startswith("postgresql://")
    assert settings.proxies == "*", "only the proxy can reach it, from whichever address it has"
    # Links in mails and notices lead to where the proxy listens.
    assert settings.public_url == "https://localhost"
    assert "--from ${SANDTABLE_SITE:-localhost}" in services["proxy"]["command"]
    assert not settings.smtp_url and settings.signup == "open"
    port = services["sandtable"]["expose"][0]
    assert f"--to sandtable:{port}" in services["proxy"]["command"]
    assert f"EXPOSE {port}" in (ROOT / "Dockerfile").read_text()
    named = set(compose()["volumes"])
    mounted = {volume.partition(":")[0] for one in services.values() for volume in one["volumes"]}
    assert mounted == named
