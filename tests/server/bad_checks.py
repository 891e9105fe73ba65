"""Checks of uploads that go wrong. They run in the server's process for checks, which imports this
module and nothing else of the tests."""

from __future__ import annotations

import os
import time


def slow(*arguments: object) -> None:
    time.sleep(600)


def dies(*arguments: object) -> None:
    os._exit(3)
