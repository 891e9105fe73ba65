"""Everything the database knows about a person: to hand it out, to move it, and to delete it.

Every column with a person's identity is listed here; a test compares.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Table, delete, func, select, update
from sqlalchemy.orm import InstrumentedAttribute

from sandtable.server.languages import FORMER_PLAYER
from sandtable.server.storage import coach_store, people, table_store
from sandtable.server.storage.challenge_store import ChallengeTryRow
from sandtable.server.storage.chat_models import ChatRow, MuteRow, NoteRow, ReportRow
from sandtable.server.storage.coach_store import CoachRow
from sandtable.server.storage.models import (
    AnalysisJobRow,
    Base,
    GameRow,
    PersonRow,
    ProgressRow,
    ProposalRow,
    ResultRow,
    SeatRow,
)
from sandtable.server.storage.notice_models import (
    DeliveryRow,
    NoticeEventRow,
    NoticePersonRow,
    PushRow,
)
from sandtable.server.storage.people_models import (
    AccountRow,
    BlockRow,
    FriendRow,
    InvitationRow,
    LinkRow,
    PasskeyRow,
    RatingChangeRow,
    RatingRow,
    SignInRow,
)
from sandtable.server.storage.plan_store import PlanRow

#: In place of an identity where there must be one.
NOBODY = "nobody"

#: What happens to a row when its person's account is deleted: it goes, or it stays as nobody's.
Fate = Literal["delete", "nobody", "null"]


class PersonalColumn(NamedTuple):
    column: InstrumentedAttribute[Any]
    fate: Fate
    #: What a guest has is moved to the account that takes it over, unless that has its own.
    moves: bool = False
    #: Columns that are secrets of the server or of others, and left out of the download.
    hidden: tuple[str, ...] = ()


def _columns(model: type[Base]) -> tuple[str, ...]:
    """All of them: rows that are about others."""
    return tuple(str(column.name) for column in model.__table__.columns)


PERSONAL: list[PersonalColumn] = [
    PersonalColumn(AccountRow.identity, "delete", hidden=("password", "name_key")),
    PersonalColumn(AccountRow.invited_by, "null", hidden=_columns(AccountRow)),
    PersonalColumn(SignInRow.identity, "delete", hidden=("id",)),
    PersonalColumn(PasskeyRow.identity, "delete"),
    PersonalColumn(LinkRow.identity, "delete", hidden=("digest",)),
    PersonalColumn(PersonRow.identity, "delete"),
    PersonalColumn(GameRow.owner, "nobody", moves=True, hidden=("seed", "invite", "address")),
    PersonalColumn(SeatRow.identity, "null", moves=True),
    PersonalColumn(SeatRow.former, "null", moves=True),
    PersonalColumn(ChatRow.identity, "delete", moves=True),
    PersonalColumn(ReportRow.identity, "delete", moves=True, hidden=("about",)),
    PersonalColumn(ReportRow.about, "delete", moves=True, hidden=("identity", "reason")),
    PersonalColumn(MuteRow.identity, "delete", moves=True, hidden=("muted",)),
    PersonalColumn(MuteRow.muted, "delete", moves=True, hidden=("identity", "muted")),
    PersonalColumn(NoteRow.identity, "delete", moves=True),
    PersonalColumn(ProposalRow.identity, "delete", moves=True, hidden=("agreed",)),
    PersonalColumn(ResultRow.identity, "nobody", moves=True),
    PersonalColumn(ProgressRow.identity, "delete", moves=True),
    PersonalColumn(AnalysisJobRow.person, "nobody", moves=True),
    PersonalColumn(NoticePersonRow.identity, "delete", moves=True),
    PersonalColumn(PushRow.identity, "delete", moves=True),
    PersonalColumn(NoticeEventRow.identity, "delete", moves=True),
    PersonalColumn(DeliveryRow.identity, "delete", moves=True),
    PersonalColumn(RatingRow.player, "delete", moves=True),
    PersonalColumn(RatingChangeRow.player, "nobody", moves=True),
    PersonalColumn(FriendRow.identity, "delete", hidden=("identity", "friend")),
    PersonalColumn(FriendRow.friend, "delete", hidden=_columns(FriendRow)),
    PersonalColumn(BlockRow.identity, "delete", moves=True, hidden=("identity", "blocked")),
    PersonalColumn(BlockRow.blocked, "delete", moves=True, hidden=_columns(BlockRow)),
    PersonalColumn(InvitationRow.identity, "delete", moves=True, hidden=("inviter",)),
    PersonalColumn(InvitationRow.inviter, "delete", hidden=_columns(InvitationRow)),
    PersonalColumn(CoachRow.identity, "nobody", moves=True),
    PersonalColumn(ChallengeTryRow.identity, "delete", moves=True),
    PersonalColumn(PlanRow.identity, "delete", moves=True, hidden=("seed", "assumed")),
]


def export(connection: Connection, identity: str) -> dict[str, list[dict[str, Any]]]:
    """All rows about a person, by table."""
    tables: dict[str, list[dict[str, Any]]] = {}
    for personal in PERSONAL:
        table = _table(personal)
        shown = [column for column in table.columns if column.name not in personal.hidden]
        if not shown:
            continue
        query = select(*shown).where(personal.column == identity)
        rows = [
            {str(name): value for name, value in row.items()}
            for row in connection.execute(query).mappings()
        ]
        tables.setdefault(str(table.name), []).extend(rows)
    return tables


def move(connection: Connection, guest: str, account: str) -> list[str]:
    """Give an account what a guest has; the guest's cookies and tokens end. Returns the tables."""
    tables = table_store.table_ids_of(connection, guest)
    coached = coach_store.table_ids(connection, guest)
    for personal in PERSONAL:
        if not personal.moves:
            continue
        table = _table(personal)
        column = table.columns[personal.column.key]
        others = [key for key in table.primary_key.columns if key is not column]
        if column.primary_key:
            # Of what there can be one of, the account keeps its own.
            has = table.alias()
            same = [has.columns[key.name] == key for key in others]
            own = select(has).where(has.columns[column.name] == account, *same).exists()
            connection.execute(delete(table).where(column == guest, own))
        connection.execute(update(table).where(column == guest).values({column.name: account}))
    people.end_all(connection, guest, "Guest")
    table_store.touch(connection, *tables, *coached)
    return tables


def erase(connection: Connection, identity: str) -> None:
    """Delete a person. Games stay, with a former player in their seats."""
    table_store.touch(connection, *table_store.table_ids_of(connection, identity))
    table_store.touch(connection, *coach_store.table_ids(connection, identity))
    connection.execute(
        update(CoachRow)
        .where(CoachRow.identity == identity)
        .values(name=FORMER_PLAYER, state="ended")
    )
    theirs = (SeatRow.identity == identity) | (SeatRow.former == identity)
    connection.execute(update(SeatRow).where(theirs).values(name=FORMER_PLAYER))
    connection.execute(
        update(GameRow)
        .where(GameRow.owner == identity)
        .values(name=f"{FORMER_PLAYER}'s table", address=None)
    )
    for personal in PERSONAL:
        table = _table(personal)
        mine = table.columns[personal.column.key] == identity
        if personal.fate == "delete":
            connection.execute(delete(table).where(mine))
        else:
            value = NOBODY if personal.fate == "nobody" else None
            connection.execute(update(table).where(mine).values({personal.column.key: value}))


def mentions(connection: Connection, identity: str) -> list[str]:
    """The columns in which the identity still stands, anywhere in the database."""
    texts = []
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            if column.type.python_type is str:
                query = select(func.count()).where(column == identity)
                if connection.execute(query).scalar_one():
                    texts.append(f"{table.name}.{column.name}")
    return texts


def _table(personal: PersonalColumn) -> Table:
    table = personal.column.class_.__table__
    assert isinstance(table, Table)
    return table
