"""Run by Alembic. The server hands over its own connection; there is no other way in."""

from __future__ import annotations

from alembic import context

from sandtable.server.storage import (  # noqa: F401 (for Base)
    challenge_store,
    chat_models,
    notice_models,
    people_models,
)
from sandtable.server.storage.models import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
