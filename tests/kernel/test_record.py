"""Records: written, read, replayed; and every kind of damage told with line and reason."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

import sandtable
from sandtable import BadOption, Game, Match, Record, RecordError
from sandtable.games.faiyum.edition.loading import standard
from sandtable.kernel.edition import write
from sandtable.kernel.match import random_play
from sandtable.kernel.rng import seeded
from sandtable.testing import whole
from tests.faiyum.valley import VALLEY
from tests.kernel.toy_game import EDITION

FAIYUM = sandtable.game("faiyum")


def played(players: int = 2, seed: object = 7, steps: int = 100_000, **options: object) -> Match:
    match = FAIYUM.new(players=players, seed=seed, **options)
    rng = seeded(seed, "record")
    for _ in range(steps):
        if match.is_over:
            break
        legal = match.legal_actions()
        match.apply(legal[rng.below(len(legal))])
    return match


GOOD = str(played(steps=30).record())
WHOLE = str(played().record())


def line_of(text: str, start: str) -> int:
    """The number of the line that begins so."""
    return next(i for i, line in enumerate(text.splitlines(), 1) if line.startswith(start))


def changed(start: str, to: str, text: str = GOOD) -> str:
    """The record with the line that begins so replaced."""
    lines = text.splitlines()
    lines[line_of(text, start) - 1] = to
    return "\n".join(lines) + "\n"


def replay_error(text: str, edition: object = None) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Record.parse(text).replay(edition=edition)
    assert caught.value.reason
    if caught.value.line:
        assert str(caught.value).startswith(f"line {caught.value.line}: ")
    return caught.value


# -- whole and good records --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (1, {}),
        (1, {"mode": "campaign"}),
        (1, {"mode": "campaign", "won": 4}),
        (2, {}),
        (3, {}),
        (4, {}),
        (5, {}),
    ],
)
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 17, 100_000])
def test_any_record_replays_to_the_same_match(
    players: int, options: dict[str, object], steps: int
) -> None:
    match = played(players, 5, steps, **options)
    text = str(match.record())
    again = Record.parse(text).replay()
    assert whole(again) == whole(match)
    assert again.seed == match.seed
    assert again.options == match.options
    assert str(again.record()) == text


def test_record_reads_like_a_game() -> None:
    lines = GOOD.splitlines()
    assert lines[0] == "Sandtable record 1"
    header = dict(line.split(": ", 1) for line in lines[1 : lines.index("")])
    assert header["game"] == "faiyum"
    assert header["players"] == "2"
    assert header["seed"] == "7"
    assert header["result"] == "unfinished"
    assert header["version"] == sandtable.__version__
    assert header["edition"].startswith("standard ")
    assert lines[lines.index("") + 1].startswith("1. seat 1: ")


def test_result_names_scores_and_winners() -> None:
    match = played()
    scores = " ".join(str(score) for score in match.scores())
    winners = " and ".join(str(seat + 1) for seat in match.winners())
    assert f"result: {scores}, won by seat {winners}\n" in WHOLE


def test_replay_up_to_a_choice() -> None:
    match = played()
    actions = match.actions()
    record = Record.parse(WHOLE)
    again = FAIYUM.new(players=2, seed=7)
    for number, action in enumerate(actions[:40]):
        assert whole(record.replay(upto=number)) == whole(again)
        again.apply(action)
    assert whole(record.replay(upto=len(actions))) == whole(match)
    with pytest.raises(BadOption, match="fewer"):
        record.replay(upto=len(actions) + 1)
    for bad in (-1, -2):
        with pytest.raises(BadOption):
            record.replay(upto=bad)


def test_replayed_match_can_go_on() -> None:
    match = Record.parse(GOOD).replay()
    random_play(match, seeded(1))
    assert Record.parse(str(match.record())).replay().is_over


def test_people_may_type_records() -> None:
    text = GOOD.replace(": play ", ":  PLAY   ").replace("\n", "\r\n")
    text = "\ufeff" + text.replace("\r\n\r\n", "\r\n# a comment\r\n\r\n   \r\n# another\r\n")
    assert whole(Record.parse(text).replay()) == whole(Record.parse(GOOD).replay())


def test_record_without_result_is_accepted() -> None:
    lines = [line for line in GOOD.splitlines() if not line.startswith("result")]
    assert Record.parse("\n".join(lines)).replay()


@pytest.mark.parametrize("seed", ["a word", "ünï cödé", "12", 'quo"te', -5, 0, 10**60, "#", "7: x"])
def test_seeds_of_all_kinds(seed: object) -> None:
    match = played(2, seed, 12)
    again = Record.parse(str(match.record())).replay()
    assert again.seed == seed
    assert type(again.seed) is type(seed)
    assert whole(again) == whole(match)


def test_record_of_another_edition_needs_it() -> None:
    match = VALLEY.new(players=2, seed=3)
    random_play(match, seeded(3))
    text = str(match.record())
    error = replay_error(text)
    assert error.line == line_of(text, "edition")
    assert "valley" in error.reason


def test_record_of_another_edition_is_replayed_with_it(toy: Game, tmp_path: Path) -> None:
    larger = EDITION | {"name": "larger", "cards": 30}
    match = toy.new(players=3, seed=3, edition=larger)
    random_play(match, seeded(3))
    text = str(match.record())
    assert replay_error(text).line == line_of(text, "edition")
    assert whole(Record.parse(text).replay(edition=larger)) == whole(match)
    path = str(tmp_path / "larger.json")
    write(larger, path)
    assert whole(Record.parse(text).replay(edition=path)) == whole(match)
    for wrong in (EDITION | {"cards": 31}, EDITION | {"cards": 1}, "nowhere.json", 5):
        assert replay_error(text, wrong).line == line_of(text, "edition")


# -- damage ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "hello",
        "PK\x03\x04",
        "Sandtable",
        "Sandtable record",
        '{"game": "faiyum"}',
        "\x00",
    ],
)
def test_text_that_is_no_record(text: str) -> None:
    with pytest.raises(RecordError, match="begins with") as caught:
        Record.parse(text)
    assert caught.value.line == 1


@pytest.mark.parametrize("number", ["2", "0", "x", "1.5", "11"])
def test_format_of_another_time(number: str) -> None:
    error = replay_error(changed("Sandtable record", f"Sandtable record {number}"))
    assert error.line == 1
    assert "format" in error.reason


@pytest.mark.parametrize("key", ["game", "rules", "edition", "version", "players", "seed"])
def test_header_without_a_line(key: str) -> None:
    lines = [line for line in GOOD.splitlines() if not line.startswith(f"{key}:")]
    error = replay_error("\n".join(lines))
    assert error.line > 0
    assert key in error.reason


@pytest.mark.parametrize(
    ("key", "value", "word"),
    [
        ("game", "chess", "chess"),
        ("game", "", "no game"),
        ("game", "../faiyum", "no game"),
        ("rules", "0", "rules 0"),
        ("rules", "99", "rules 99"),
        ("rules", "", "rules"),
        ("edition", "standard 000000000000", "edition"),
        ("edition", "", "edition"),
        ("players", "0", "players"),
        ("players", "6", "players"),
        ("players", "-2", "number"),
        ("players", "two", "number"),
        ("players", "2.0", "number"),
        ("players", "", "number"),
        ("players", "9" * 50, "number"),
        ("seed", "", "seed"),
        ("seed", "word without quotes", "seed"),
        ("seed", "1.5", "seed"),
        ("seed", "null", "seed"),
        ("seed", "true", "seed"),
        ("seed", "[1]", "seed"),
        ("seed", "{}", "seed"),
        ("seed", '""', "seed"),
        ("seed", '"\\u0000"', "seed"),
        ("seed", "NaN", "seed"),
        ("seed", "1" * 5000, "seed"),
        ("seed", "1" * 200, "seed"),
        ("seed", "[" * 20_000, "seed"),
    ],
)
def test_header_with_a_bad_value(key: str, value: str, word: str) -> None:
    error = replay_error(changed(f"{key}:", f"{key}: {value}"))
    assert word in error.reason
    assert error.line == line_of(GOOD, f"{key}:")
    assert len(str(error)) < 500, "what was wrong, not all of it again"


def test_records_of_older_rules_are_refused_with_the_version_to_use() -> None:
    error = replay_error(changed("rules:", "rules: 0"))
    assert sandtable.__version__ in error.reason
    assert "rules 0" in error.reason


@pytest.mark.parametrize("key", ["colour", "self", "players ", "__class__", "kwargs", "won", ""])
def test_header_with_an_option_that_does_not_exist(key: str) -> None:
    text = changed("result:", f"{key}: 1\nresult: unfinished")
    assert replay_error(text).line == line_of(text, f"{key}: 1")


@pytest.mark.parametrize("mode", ['"hard"', "5", "null", "campaign", '"campaign"'])
def test_header_with_a_bad_option(mode: str) -> None:
    text = changed("result:", f"mode: {mode}\nresult: unfinished")
    assert replay_error(text).line == line_of(text, "mode")


def test_header_line_twice() -> None:
    error = replay_error(changed("seed:", "seed: 7\nseed: 8"))
    assert error.line == line_of(GOOD, "seed:") + 1
    assert "twice" in error.reason


def test_header_line_without_colon() -> None:
    error = replay_error(changed("seed:", "seed 7"))
    assert error.line == line_of(GOOD, "seed:")


@pytest.mark.parametrize(
    "line",
    [
        "cash farmer",
        "3. cash farmer",
        "3. seat x: cash farmer",
        "seat 1: cash farmer",
        "3 seat 1: cash farmer",
        "3. seat 1 cash farmer",
        "-3. seat 1: cash farmer",
        "3. seat 1: cash farmer,",
        "3. seat 1: ,cash farmer",
        "3. seat 1:",
        "3. seat 1: ",
        f"{'9' * 5000}. seat 1: cash farmer",
        f"3. seat {'9' * 5000}: cash farmer",
        "\x00",
    ],
)
def test_turn_that_cannot_be_read(line: str) -> None:
    text = changed("3. ", line)
    error = replay_error(text)
    assert error.line == line_of(GOOD, "3. ")


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("3. seat 1: jump", "jump"),
        ("3. seat 1: buy 128", "buy 128"),
        ("3. seat 1: pass", "pass"),
        ("3. seat 2: cash farmer", "seat 2"),
        ("3. seat 0: cash farmer", "seat 0"),
        ("3. seat 9: cash farmer", "seat 9"),
        ("4. seat 1: cash farmer", "turn 4"),
        ("0. seat 1: cash farmer", "turn 0"),
        ("3. seat 1: cash farmer, cash farmer", "turn 3"),
        ("3. seat 1: cash farmer " + "x" * 50_000, "is not a choice"),
    ],
)
def test_turn_that_cannot_be_played(line: str, word: str) -> None:
    error = replay_error(changed("3. ", line))
    assert error.line == line_of(GOOD, "3. ")
    assert word in error.reason
    assert len(str(error)) < 500


def test_turn_left_out_is_noticed_at_the_next_line() -> None:
    lines = GOOD.splitlines()
    at = line_of(GOOD, "3. ")
    del lines[at - 1]
    assert replay_error("\n".join(lines)).line == at


def test_turns_swapped() -> None:
    lines = GOOD.splitlines()
    at = line_of(GOOD, "3. ")
    lines[at - 1], lines[at] = lines[at], lines[at - 1]
    assert replay_error("\n".join(lines)).line == at


def test_choice_left_out_within_a_turn() -> None:
    lines = WHOLE.splitlines()
    for at, line in enumerate(lines):
        if line.count(",") == 1 and line[0].isdigit() and at + 1 < len(lines):
            lines[at] = line.split(",")[0]
            assert replay_error("\n".join(lines)).line == at + 2
            return
    pytest.fail("no turn of two choices")


def test_choices_after_the_end() -> None:
    last = len(played().turns()) + 1
    error = replay_error(WHOLE + f"{last}. seat 1: cash farmer\n")
    assert error.line == len(WHOLE.splitlines()) + 1
    assert "over" in error.reason


@pytest.mark.parametrize(
    "result", ["unfinished", "1 2, won by seat 1", "", "99 99, won by seat 1 and 2", "nonsense"]
)
def test_result_that_is_not_what_the_game_came_to(result: str) -> None:
    error = replay_error(changed("result:", f"result: {result}", WHOLE))
    assert "result" in error.reason


def test_truncated_record_is_noticed_by_its_result() -> None:
    lines = WHOLE.splitlines()
    assert "result" in replay_error("\n".join(lines[:-1])).reason


def test_endless_text_is_refused() -> None:
    with pytest.raises(RecordError, match="longer than"):
        Record.parse("Sandtable record 1\n" + "x" * 3_000_000)


@pytest.mark.parametrize("seed", range(300))
def test_random_damage_never_raises_anything_but_record_errors(seed: int) -> None:
    """Bytes changed, dropped or doubled: a good match, or a RecordError; nothing else."""
    rng = random.Random(seed)
    text = list(GOOD)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(text))
        kind = rng.randrange(4)
        if kind == 0:
            text[at] = chr(rng.choice([0, 9, 10, 32, 35, 44, 46, 48, 58, 0x2028, 0xD7FF, 0x1F600]))
        elif kind == 1:
            del text[at]
        elif kind == 2:
            text.insert(at, rng.choice(GOOD))
        else:
            end = min(len(text), at + rng.randrange(60))
            text[at:end] = text[at:end] * 2
    with suppress(RecordError):
        match = Record.parse("".join(text)).replay()
        assert match.legal_actions()


def test_wording_does_not_make_a_record_foreign() -> None:
    """Texts, icons and drawings are no rules: a record outlives a corrected sentence."""
    edition = standard()
    edition["cards"][5]["text"] += " And a sentence that explains it better."
    edition["cards"][7]["icon"] = "another"
    edition["board"]["about"] = "drawn anew"
    edition["campaign"][0]["text"] = "The same goal in other words."
    reworded = FAIYUM.in_edition(edition)
    match = reworded.new(players=2, seed=7)
    random_play(match, seeded(7))
    assert whole(Record.parse(str(match.record())).replay()) == whole(match)


@pytest.mark.parametrize("part", ["gain", "price", "map", "goal"])
def test_other_rules_make_a_record_foreign(part: str) -> None:
    edition = standard()
    cards = {card["number"]: card for card in edition["cards"]}
    if part == "gain":
        cards[4]["gain"]["money"] = 6
    elif part == "price":
        cards[64]["price"] = 3
    elif part == "map":
        edition["board"]["bridges"].pop()
    else:
        edition["campaign"][0]["goal"] = {"towns": {"at_least": 1}}
    match = FAIYUM.in_edition(edition).new(players=2, seed=7)
    error = replay_error(str(match.record()))
    assert error.line == line_of(GOOD, "edition:")
