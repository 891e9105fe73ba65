"""The lessons of all titles, played through the engine: a changed rule breaks a test, no pupil."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel.lessons import LessonError, Lessons, load_lessons
from sandtable.testing import begin_lesson, check_puzzle, follow_guide

TITLES = ["faiyum", "resafa"]


def lessons_of(title: str) -> Lessons:
    lessons: Lessons = sandtable.game(title).lessons()
    return lessons


@pytest.mark.parametrize("title", TITLES)
def test_guide_can_be_followed_from_every_chapter(title: str) -> None:
    lessons = lessons_of(title)
    assert lessons.guide is not None
    for chapter in lessons.chapters():
        follow_guide(lessons, chapter)


@pytest.mark.parametrize("title", TITLES)
def test_harmless_choices_do_no_harm(title: str) -> None:
    lessons = lessons_of(title)
    first = lessons.chapters()[0]
    others = follow_guide(lessons, first)
    assert others
    for number, notation in others:
        follow_guide(lessons, first, {number: notation})


@pytest.mark.parametrize("title", TITLES)
def test_solutions_are_the_best_turns(title: str) -> None:
    lessons = lessons_of(title)
    assert len(lessons.puzzles) >= 12
    levels = [puzzle["level"] for puzzle in lessons.puzzles]
    assert levels == sorted(levels) and set(levels) == {1, 2, 3}
    for puzzle in lessons.puzzles:
        check_puzzle(lessons, puzzle)


def test_other_choices_wait_and_get_a_kind_word() -> None:
    lessons = lessons_of("faiyum")
    match, run = begin_lesson(lessons, "guide:farmer")
    state = run.state(match)
    assert state["waits"] == "choice"
    assert [match.action_to_str(action) for action in state["choices"]] == ["play farmer"]
    assert [anchor["name"] for anchor in state["anchors"]] == ["play farmer"]
    assert run.refuses(match, "administration") and not run.refuses(match, "play farmer")
    word = state["answers"][str(match.str_to_action("administration"))]
    assert "administration" in lessons.texts("en")[word]


def test_undo_goes_back_in_the_lesson() -> None:
    match, run = begin_lesson(lessons_of("faiyum"), "guide:farmer")
    before = run.state(match)
    match.apply(match.str_to_action("play farmer"))
    run.made(match, "play farmer", 0)
    assert run.state(match)["text"] != before["text"]
    match.undo()
    run.back(1)
    assert run.state(match) == before


def test_a_missed_puzzle_is_compared_with_the_best_turn() -> None:
    lessons = lessons_of("faiyum")
    match, run = begin_lesson(lessons, f"puzzle:{lessons.puzzles[0]['id']}")
    cash = next(a for a in match.legal_actions() if match.action_to_str(a).startswith("cash"))
    match.apply(cash)
    run.made(match, match.action_to_str(cash), run.seat)
    state = run.state(match)
    assert state["waits"] == "done" and not run.finished()
    assert state["result"]["points"] == 0 < state["result"]["best"]
    assert sum(state["result"]["best_sources"].values()) == state["result"]["best"]
    assert state["result"]["solution"]


def test_bad_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "en.json").write_text(json.dumps({"lost": "Nobody reads this."}))
    with pytest.raises(LessonError, match=r"en\.json: nothing needs 'lost'"):
        load_lessons(tmp_path)
    (tmp_path / "puzzles.json").write_text(json.dumps({"puzzles": [{"id": "One"}]}))
    with pytest.raises(LessonError, match=r"puzzles\.json\.puzzles\[0\].*record"):
        load_lessons(tmp_path)
    (tmp_path / "guide.json").write_text("{")
    with pytest.raises(LessonError, match=r"guide\.json"):
        load_lessons(tmp_path)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("title", TITLES)
def test_every_step_and_puzzle_leads_to_a_paragraph_of_the_rules(title: str, language: str) -> None:
    lessons = lessons_of(title)
    book = sandtable.game(title).rulebook(language)
    assert lessons.guide is not None and book is not None and book["language"] == language
    known = set(re.findall(r'"id": "([^"]+)"', json.dumps(book["sections"])))
    steps = [step for chapter in lessons.guide["chapters"] for step in chapter["steps"]]
    for entry in [*steps, *lessons.puzzles]:
        assert entry.get("rules") in known, entry["id"]
