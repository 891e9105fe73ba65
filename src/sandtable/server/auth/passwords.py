"""Passwords: hashed with Argon2 in threads, a few at a time, since each takes 64 MB and a while."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from sandtable.server.errors import ApiError

MIN_LENGTH = 8
MAX_LENGTH = 200
THREADS = 2


def check_password(password: str, name: str) -> None:
    """Raises `bad_request` where a new password is too easy to guess."""
    if len(password) < MIN_LENGTH:
        raise ApiError("bad_request", f"A password has at least {MIN_LENGTH} characters.")
    if len(set(password)) < 4 or password.casefold() == name.casefold():
        raise ApiError("bad_request", "This password is too easy to guess; choose another.")


class Passwords:
    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._threads = ThreadPoolExecutor(THREADS, "passwords")

    @cached_property
    def _nobody(self) -> str:
        """A hash for names without an account: checking it takes as long as checking a real one."""
        return self._hasher.hash(secrets.token_hex(16))

    async def hash(self, password: str) -> str:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._hasher.hash, password)

    async def matches(self, hashed: str | None, password: str) -> bool:
        """Whether it is the password; takes as long where there is no hash."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._matches, hashed, password)

    def _matches(self, hashed: str | None, password: str) -> bool:
        try:
            self._hasher.verify(hashed or self._nobody, password)
        except (Argon2Error, InvalidHashError):
            return False
        return hashed is not None

    def warm_up(self) -> None:
        """Make the hash that stands for nobody now: the first sign-in must not take longer."""
        self._threads.submit(lambda: self._nobody)

    def outdated(self, hashed: str) -> bool:
        """Whether it should be hashed again, with today's parameters."""
        return self._hasher.check_needs_rehash(hashed)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
