"""Lessons: a guided first game and puzzles, as data beside a title.

A title's folder ``lessons`` holds

    guide.json      the guided game: chapters and their steps
    puzzles.json    positions, each with the best turn there
    records/*.txt   the games these are taken from
    en.json         all texts by their ids; another language is another file with the same ids

`read_lessons` reads and checks the folder; `models.py` declares what the files hold. A `GuideRun`
or a `PuzzleRun` goes along with a match: it knows what is waited for, which other choices do no
harm, and how a puzzle ended. Nothing here changes a match.
"""

from sandtable.kernel.lessons.models import PuzzleData
from sandtable.kernel.lessons.reading import LessonError, Lessons, load_lessons, read_lessons
from sandtable.kernel.lessons.run import Run

__all__ = ["LessonError", "Lessons", "PuzzleData", "Run", "load_lessons", "read_lessons"]
