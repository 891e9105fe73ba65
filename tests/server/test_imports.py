"""What a server imports when it starts: what few need can wait."""

from __future__ import annotations

import subprocess
import sys

from alembic.config import Config
from alembic.script import ScriptDirectory

from sandtable.server.storage.database import MIGRATIONS, newest_version

#: Slow to import: for addresses outside, passkeys, PostgreSQL, and databases of earlier versions.
SELDOM = {"aiohttp", "alembic", "psycopg", "pywebpush", "webauthn"}
START = "import sys, sandtable.server.app; print(*sys.modules)"


def test_a_server_starts_without_what_few_need() -> None:
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
    assert not SELDOM & set(done.stdout.split())


def test_the_newest_version_is_that_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == newest_version()
