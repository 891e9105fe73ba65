"""How passwords are stored: other tests hash them cheaply."""

from __future__ import annotations

import asyncio

import argon2
import pytest

from sandtable.server.auth import passwords


def test_passwords_are_stored_with_argon2id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "PasswordHasher", argon2.PasswordHasher)
    stored = passwords.Passwords()
    hashed = asyncio.run(stored.hash("correct horse battery"))
    parameters = argon2.extract_parameters(hashed)
    assert parameters.type is argon2.Type.ID
    # OWASP's least: 19 MiB and two passes.
    assert parameters.memory_cost >= 19 * 1024 and parameters.time_cost >= 2
    assert asyncio.run(stored.matches(hashed, "correct horse battery"))
    assert not asyncio.run(stored.matches(hashed, "correct horse"))
    assert not stored.outdated(hashed)
    stored.close()
