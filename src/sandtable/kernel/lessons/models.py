"""What the files of a title's lessons hold."""

from typing import Annotated, NotRequired, TypedDict

from sandtable.kernel.schema import Items, Range, Text

Id = Annotated[str, Text(most=40, least=1, pattern="[a-z0-9-]+")]
Pattern = Annotated[str, Text(most=80, least=1)]
Anchor = Annotated[str, Text(most=80, least=1)]


class StepData(TypedDict):
    """Something to read, or a choice to make. Its text is ``guide.<chapter>.<id>``."""

    id: Id
    #: Patterns of the choices that are waited for, as in "space b*"; the choice of the record
    #: matches one of them. Absent: the step is only read.
    choose: NotRequired[Annotated[list[Pattern], Items(most=20, least=1)]]
    #: Others that do no harm: accepted, and answered with ``guide.<chapter>.<id>.also``.
    also: NotRequired[Annotated[list[Pattern], Items(most=20, least=1)]]
    #: Choices that are refused: pattern -> id of the friendly answer, ``answer.<id>``.
    answers: NotRequired[Annotated[dict[Pattern, Id], Items(most=20)]]
    #: What it points at: notations of choices, or "@name" for other parts of the table.
    anchors: NotRequired[Annotated[list[Anchor], Items(most=6, least=1)]]
    #: The paragraph of the rules that has more.
    rules: NotRequired[Id]


class ChapterData(TypedDict):
    """One idea. It begins at a turn of the record, so that people can skip to it. Its title is
    ``guide.<id>``."""

    id: Id
    turn: Annotated[int, Range(1, 1000)]
    #: How many choices of that turn are made already.
    made: NotRequired[Annotated[int, Range(1, 40)]]
    steps: Annotated[list[StepData], Items(most=60, least=1)]


class GuideData(TypedDict):
    record: Id
    seat: Annotated[int, Range(0, 10)]
    bot: Id
    minutes: Annotated[int, Range(1, 60)]
    chapters: Annotated[list[ChapterData], Items(most=30, least=1)]


class PuzzleData(TypedDict):
    """A turn of a played game; whose turn it is plays it. Its texts are ``puzzle.<id>`` (title),
    ``puzzle.<id>.task`` and ``puzzle.<id>.why``."""

    id: Id
    record: Id
    turn: Annotated[int, Range(1, 1000)]
    #: How many choices of that turn are made already.
    made: NotRequired[Annotated[int, Range(1, 40)]]
    level: Annotated[int, Range(1, 3)]
    #: The most points this turn can bring, and the choices that bring them.
    best: Annotated[int, Range(1, 1000)]
    solution: Annotated[list[Pattern], Items(most=60, least=1)]
    anchors: NotRequired[Annotated[list[Anchor], Items(most=6, least=1)]]
    rules: NotRequired[Id]


class PuzzlesData(TypedDict):
    puzzles: Annotated[list[PuzzleData], Items(most=200)]


TextsData = dict[Annotated[str, Text(most=120)], Annotated[str, Text(most=600, least=1)]]
