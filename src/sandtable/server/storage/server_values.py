"""Single values the server keeps, such as the key that signs cookies."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from sandtable.server.storage.models import ServerValueRow


def server_value(connection: Connection, name: str, make: str) -> str:
    """A value that is kept; ``make`` is what it becomes where there is none yet."""
    query = select(ServerValueRow.value).where(ServerValueRow.name == name)
    row = connection.execute(query).first()
    if row is not None:
        return str(row[0])
    try:
        with connection.begin_nested():
            connection.execute(insert(ServerValueRow).values(name=name, value=make))
    except IntegrityError:  # another server starting at the same moment
        return str(connection.execute(query).scalar_one())
    return make


def set_server_value(connection: Connection, name: str, value: str) -> None:
    """Replace a value that is kept."""
    changed = connection.execute(
        update(ServerValueRow).where(ServerValueRow.name == name).values(value=value)
    )
    if not changed.rowcount:
        server_value(connection, name, value)
