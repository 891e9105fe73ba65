"""Playing at the terminal: choosing, taking back, asking, saving."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable
from sandtable import Match
from sandtable.terminal import saved_games
from tests.terminal.helpers import sit

FAIYUM = sandtable.game("faiyum")


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "data_folder", lambda: tmp_path / "data")


def at_random(match: Match) -> Iterator[str]:
    """Types the notation of a random choice until the game is over."""
    rng = random.Random(4)
    while not match.is_over:
        yield match.action_to_str(rng.choice(match.legal_actions()))


def test_a_choice_by_number_and_one_by_name() -> None:
    match = FAIYUM.new(1, 3)
    session, person = sit(match, ["human"], ["1", "c4"])
    session.run()
    assert [match.action_to_str(a) for a in match.actions()] == ["play farmer", "space c4"]
    assert "Farmer: where does the worker go?" in person.screens[1]
    assert "Player 1 plays Farmer: sends a worker to c4" in person.screens[2]


def test_a_whole_game_alone() -> None:
    match = FAIYUM.new(1, 3)
    session, person = sit(match, ["human"], at_random)
    session.run()
    assert match.is_over
    assert f"Player 1 ends with {match.scores()[0]} reputation." in person.screens[-1]


def test_a_whole_game_against_a_bot() -> None:
    match = FAIYUM.new(3, 3)
    session, person = sit(match, ["random", "human:Ada", "random"], at_random, pause=False)
    session.run()
    assert match.is_over
    assert "Random 1" in person.screens[0]  # it moved first, and that was told
    winners = [session.log.names[seat] for seat in match.winners()]
    assert f"{winners[0]} has won." in person.screens[-1]


def test_only_bots_need_nobody() -> None:
    match = FAIYUM.new(2, 3)
    session, person = sit(match, ["random", "random"], [])
    session.run()
    assert match.is_over
    assert person.asked == []
    assert "has won" in person.shown()


def test_nonsense_changes_nothing() -> None:
    match = FAIYUM.new(1, 3)
    session, person = sit(match, ["human"], ["hello", "999", "play 88", "space c4", ""])
    session.run()
    assert match.actions() == []
    assert "'hello' is none of the choices" in person.screens[1]
    assert "no choice 999" in person.screens[2]
    assert "Play a card" in person.screens[5]  # an empty line shows the choices again


def test_undo_choice_by_choice() -> None:
    match = FAIYUM.new(1, 3)
    lines = ["play farmer", "c4", "undo", "undo", "undo", "cash farmer"]
    session, person = sit(match, ["human"], lines)
    session.run()
    assert [match.action_to_str(a) for a in match.actions()] == ["cash farmer"]
    assert session.history.actions() == match.actions()
    assert "Cannot undo: nothing has been chosen yet." in person.screens[5]


def test_undo_before_the_next_player_moves() -> None:
    match = FAIYUM.new(2, 3)
    lines = ["play farmer", "c4", "undo", "d4", ""]
    session, person = sit(match, ["human", "random"], lines)
    session.run()
    notations = [match.action_to_str(a) for a in match.actions()]
    assert notations[:2] == ["play farmer", "space d4"]
    assert "undo" in person.asked[2]
    told = "".join(person.screens)
    assert told.count("Player 1 plays Farmer: sends a worker to d4") == 1


def test_a_turn_is_told_whole_after_an_undo() -> None:
    match = FAIYUM.new(1, 3)
    session, person = sit(match, ["human"], ["play farmer", "c4", "undo", "d4"])
    session.run()
    assert "Player 1 plays Farmer: sends a worker to d4" in person.screens[-1]


def test_no_pause_when_nothing_can_be_taken_back() -> None:
    match = FAIYUM.new(2, 3)
    session, person = sit(match, ["human", "random"], ["buy 6"])  # a card is turned up
    session.run()
    assert person.asked == ["> ", "> "]


def test_no_pause_if_not_wanted() -> None:
    match = FAIYUM.new(2, 3)
    session, person = sit(match, ["human", "random"], ["cash farmer"], pause=False)
    session.run()
    assert person.asked == ["> ", "> "]


def test_several_people_take_turns() -> None:
    match = FAIYUM.new(2, 3)
    lines = ["cash farmer", "", "cash settlement", "", "log"]
    session, person = sit(match, ["human:Ada", "human:Bob"], lines)
    session.run()
    assert "[Ada]" in person.screens[0]
    assert "[Bob]" in person.screens[2]
    assert "1. Ada puts Farmer down" in person.screens[-1]
    assert "2. Bob puts Settlement down" in person.screens[-1]


def test_help_why_and_looking() -> None:
    match = FAIYUM.new(2, 3)
    lines = ["help", "help 26", "help gardener", "help c4", "help nonsense"]
    lines += ["why", "why settlement"]
    lines += ["map", "market", "seats", "cards", "table", "log", "choices"]
    session, person = sit(match, ["human", "random"], lines)
    session.run()
    answers = dict(zip(lines, person.screens[1:], strict=True))
    assert match.actions() == []
    for word in session.commands.all:
        assert word in answers["help"]
    assert "26 Migrant farmer" in answers["help 26"]
    assert FAIYUM.edition["cards"][0]["text"][:30] not in answers["help 26"]
    assert "2 Gardener" in answers["help gardener"]
    assert "on the channel and the lake" in answers["help c4"]
    assert "b3, c3" in answers["help c4"]
    assert "There is nothing called" in answers["help nonsense"]
    assert "play Settlement" in answers["why"]
    future = match.view(0)["market"][-1]["card"]
    name = next(card["name"] for card in FAIYUM.edition["cards"] if card["number"] == future)
    assert f"buy {future} {name}" in answers["why"]
    assert f"buy {future}" not in answers["why settlement"]
    assert "croc crocodile" in answers["map"]
    assert "In the draw pile (44)" in answers["market"]
    assert "Random 2" in answers["seats"]
    assert "Build exactly 2 roads" in answers["cards"]
    assert "MARKET" in answers["table"]
    assert "Nothing has happened yet" in answers["log"]
    assert "Play a card" in answers["choices"]


def test_log_of_the_last_turns() -> None:
    match = FAIYUM.new(1, 3)
    lines = ["cash farmer", "cash settlement", "log 1", "log x"]
    session, person = sit(match, ["human"], lines)
    session.run()
    assert "2. Player 1 puts Settlement down" in person.screens[3]
    assert "Farmer down" not in person.screens[3]
    assert "not 'x'" in person.screens[4]


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    match = FAIYUM.new(2, 3)
    lines = ["play farmer", "c4", "", f"save {path}", "quit"]
    session, _ = sit(match, ["human:Ada", "random"], lines)
    session.run()
    again, actions, specs = saved_games.load(str(path))
    assert actions == match.actions()
    assert specs == ["human:Ada", "random"]
    loaded, person = sit(again, specs, ["log"], actions=actions)
    loaded.run()
    assert again.view(None) == match.view(None)
    assert "Ada plays Farmer" in person.screens[1]


def test_save_needs_a_name_and_spares_files(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("dear friend")
    match = FAIYUM.new(1, 3)
    lines = ["save", f"save {path}", f"save {tmp_path / 'no' / 'folder'}", f"save! {path}", "save"]
    session, person = sit(match, ["human"], lines)
    session.run()
    assert "Name a file" in person.screens[1]
    assert "already exists" in person.screens[2]
    assert "Cannot write" in person.screens[3]
    assert "Saved" in person.screens[4]
    assert "Saved" in person.screens[5]
    assert path.read_text().startswith("Sandtable record 1")
    assert list(tmp_path.iterdir()) == [path]


def test_a_game_that_is_left_is_kept(tmp_path: Path) -> None:
    match = FAIYUM.new(1, 3)
    session, person = sit(match, ["human"], ["cash farmer", "quit"])
    session.run()
    path = tmp_path / "data" / "unfinished-faiyum.txt"
    _, actions, specs = saved_games.load(str(path))
    assert actions == match.actions()
    assert specs == ["human"]
    assert f"--load {path}" in person.shown()


def test_nothing_is_kept_where_nothing_was_chosen(tmp_path: Path) -> None:
    session, _ = sit(FAIYUM.new(1, 3), ["human"], ["quit"])
    session.run()
    assert not (tmp_path / "data").exists()


def test_going_on_in_the_midst_of_a_turn() -> None:
    match = FAIYUM.new(1, 3)
    begun = [match.str_to_action("play farmer")]
    session, person = sit(match, ["human"], ["c4"], actions=begun)
    session.run()
    assert "Farmer: where does the worker go?" in person.screens[0]
    assert "Player 1 plays Farmer: sends a worker to c4" in person.screens[1]


def test_undo_after_the_end() -> None:
    match = FAIYUM.new(1, 0)
    for seed in range(50):  # the last choice must not have turned up a card
        match = FAIYUM.new(1, seed)
        for notation in at_random(match):
            match.apply(match.str_to_action(notation))
        if match.can_undo():
            match = FAIYUM.new(1, seed)
            break

    def lines(match: Match) -> Iterator[str]:
        yield from at_random(match)
        before = len(match.actions())
        yield "undo"
        assert len(match.actions()) == before - 1
        assert not match.is_over
        yield from at_random(match)

    session, person = sit(match, ["human"], lines)
    session.run()
    assert match.is_over
    assert sum("The game is over" in screen for screen in person.screens) == 2


# -- a game with secrets and without a renderer of its own -------------------------------------


def test_any_game_can_be_played(toy: sandtable.Game) -> None:
    match = toy.new(2, 5)
    session, person = sit(match, ["human", "random"], at_random, pause=False)
    session.run()
    assert match.is_over
    assert "coins" in person.screens[0]
    assert "has won" in person.screens[-1] or "share the victory" in person.screens[-1]


def test_people_with_secrets_hand_over_unseen(toy: sandtable.Game) -> None:
    match = toy.new(2, 5)

    def lines(match: Match) -> Iterator[str]:
        for _ in range(20):
            if "nobody else is looking" in person.asked[-1]:
                yield ""
            else:
                yield match.action_to_str(match.legal_actions()[0])

    session, person = sit(match, ["human:Ada", "human:Bob"], lines, pause=False)
    session.run()
    names = [text.partition(",")[0] for text in person.asked if "nobody else is looking" in text]
    assert names[:3] == ["Bob", "Ada", "Bob"]


def test_faiyum_has_no_secrets_to_hide() -> None:
    match = FAIYUM.new(2, 3)
    session, person = sit(match, ["human", "human"], ["cash farmer", "", "cash farmer", ""])
    session.run()
    assert not any("nobody else is looking" in text for text in person.asked)


def test_a_game_need_not_tell_points_apart(
    toy: sandtable.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(state: object) -> list[dict[str, int]]:
        raise NotImplementedError

    monkeypatch.setattr(toy, "breakdown", silent)
    match = toy.new(2, 5)
    session, person = sit(match, ["random", "random"], [])
    session.run()
    assert "all together" in person.shown()


def test_a_hint_tells_what_to_type() -> None:
    match = FAIYUM.new(2, 3)
    session, person = sit(match, ["human", "random"], ["hint 0.05", "hint x", "hint -1", "1"])
    session.run()
    shown = person.screens[1]
    assert "to win" in shown and "points" in shown
    rows = [row.split() for row in shown.splitlines() if "%" in row]
    assert 1 <= len(rows) <= 3
    # The first column is what is typed for the choice.
    assert all(f"{row[0]})" in person.screens[0] for row in rows)
    for refused in person.screens[2:4]:
        assert "hint takes a number of seconds" in refused
    assert len(match.actions()) >= 1


def test_rules_for_the_question_and_for_words() -> None:
    match = FAIYUM.new(2, 3)
    typed = ["rules", "rules papyrus", "rules no-such-word"]
    session, person = sit(match, ["human", "human"], typed)
    session.run()
    assert "On your turn do one of these" in person.screens[1]
    assert "88 Papyrus: carry out the action" in person.screens[2]
    assert "The rules do not mention 'no-such-word'" in person.screens[3]
    assert "Workers and harvest" in person.screens[3]
