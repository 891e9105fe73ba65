"""Checks for any game: what the kernel promises, tried at every step of random games.

    from sandtable.testing import check_game

    check_game(sandtable.game("stones"), players=2, games=20)

tries all of them. A game's own tests use the parts with ways of choosing that reach more of its
rules, and add what must hold in that game alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from sandtable.kernel.game import Game, State
from sandtable.kernel.lessons import Lessons, PuzzleData, Run
from sandtable.kernel.match import Match
from sandtable.kernel.record import Record
from sandtable.kernel.rng import Rng, seeded
from sandtable.kernel.turn_search import TurnSearch

Policy = Callable[[Match, Rng], int]
Check = Callable[[Match], None]

#: No game has this many choices: one that reaches them never ends.
MOST_CHOICES = 20_000


def uniform(match: Match, rng: Rng) -> int:
    """Any choice, each as likely as the other."""
    actions = match.legal_actions()
    return actions[rng.below(len(actions))]


# -- a match as plain data -----------------------------------------------------------------------


def fields(thing: object) -> list[str]:
    """All data attributes, also of compiled classes, which have no __dict__."""
    names = set(vars(thing)) if hasattr(thing, "__dict__") else set()
    for cls in type(thing).__mro__:
        for name, member in vars(cls).items():
            if type(member).__name__ in ("getset_descriptor", "member_descriptor"):
                names.add(name)
    return sorted(name for name in names if not name.startswith("__"))


def plain(value: Any) -> Any:
    """A value down to its numbers and texts, also where a game has classes of its own."""
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return value
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(plain(item) for item in value)
    if isinstance(value, Rng):
        return plain(value.position())
    names = fields(value)
    assert names, f"{type(value).__name__} has no fields to compare"
    return {name: plain(getattr(value, name)) for name in names}


def snapshot(state: State) -> dict[str, Any]:
    """Every field of a state but those that only remember what the others tell."""
    left_out = {"revealed", *state.caches()}
    values = {name: plain(getattr(state, name)) for name in fields(state) if name not in left_out}
    assert len(values) > 3, "the fields of the state were not found"
    return values


def position(match: Match) -> dict[str, Any]:
    """The state and what can be chosen."""
    return {
        "state": snapshot(match.state),
        "actions": match.legal_actions(),
        "player": match.current_player,
        "turn": match.turn_number(),
    }


def whole(match: Match) -> dict[str, Any]:
    """All that can be seen of a match from outside."""
    return {
        **position(match),
        "over": match.is_over,
        "scores": match.scores(),
        "winners": match.winners(),
        "turns": match.turns(),
        "views": [match.view(seat) for seat in (None, *range(match.players))],
    }


# -- the checks ----------------------------------------------------------------------------------


def check_choices(match: Match) -> None:
    """Sorted, each once, within the action space, and some while the game runs."""
    actions = match.legal_actions()
    decision = match.decision()
    if match.is_over:
        assert actions == []
        assert decision is None
        assert match.current_player is None
        return
    assert decision is not None
    assert actions, "nothing can be chosen, but the game is not over"
    assert all(a < b for a, b in pairwise(actions)), f"not ascending: {actions}"
    assert actions[0] >= 0 and actions[-1] < match.game.num_actions
    assert decision.player == match.current_player
    assert 0 <= decision.player < match.players


def check_plain_views(match: Match, secret: str) -> None:
    """Views are ready for JSON and hold neither the seed nor the random state. The secret is a part
    of the seed that nothing else in the game has in it."""
    assert secret in str(match.seed)
    for seat in (None, *range(match.players)):
        view = match.view(seat)
        text = json.dumps(view)
        assert json.loads(text) == view
        assert secret not in text
        assert not _keys(view) & {"seed", "rng", "random", "deck", "drawn"}


def _keys(data: Any) -> set[str]:
    if isinstance(data, dict):
        return set(data) | {key for value in data.values() for key in _keys(value)}
    if isinstance(data, list):
        return {key for value in data for key in _keys(value)}
    return set()


def check_copies_undo_and_records(match: Match, policy: Policy, rng: Rng, every: int = 20) -> None:
    """Play a match to its end. Copies and undo are exact after every choice; everything that can
    be seen, and the record, every few choices and at the end."""
    before = position(match)
    step = 0
    while not match.is_over:
        look = whole if step % every == 0 else position
        if look is whole:
            before = whole(match)
        action = policy(match, rng)
        copy = match.clone()
        match.apply(action)
        after = look(match)
        assert look(copy) == before, "the copy feels what happens to the original"
        copy.apply(action)
        assert look(copy) == after, "the same choice has led elsewhere on a copy"
        if match.can_undo():
            match.undo()
            assert look(match) == before, "undo does not lead back"
            match.apply(action)
            assert look(match) == after, "the same choice has led elsewhere after undo"
        if look is whole:
            check_record(match)
        before = position(match)
        step += 1
        assert step < MOST_CHOICES, "the game does not end"
    check_record(match)


def check_record(match: Match) -> None:
    """The record leads to the same match, and that to the same record."""
    text = str(match.record())
    again = Record.parse(text).replay()
    assert whole(again) == whole(match)
    assert str(again.record()) == text


def check_drawn_anew(match: Match, policy: Policy, rng: Rng, check: Check = check_choices) -> None:
    """Play a match to its end. Whatever is redrawn after a choice, the seat sees and can do the
    same; if it did not, the view would reveal something the seat cannot know."""
    while not match.is_over:
        match.apply(policy(match, rng))
        seat = rng.below(match.players)
        for watcher in (seat, None):
            other = match.resample(watcher, rng.below(1000))
            assert other.view(watcher) == match.view(watcher)
            assert other.events(watcher) in ([], match.events(watcher))
            if watcher is not None:
                assert other.explain(seat) == match.explain(seat)
                if watcher == match.current_player:
                    assert other.legal_actions() == match.legal_actions()
            check(other)


def check_no_dead_ends(
    match: Match, rng: Rng, budget: int, widest: int = 12, check: Check = check_choices
) -> int:
    """Follow choices to the end of the turn: of each decision at most ``widest``, ``budget`` in
    all, and what is left then along one line each. Returns how many ways came to an end."""
    turn = match.turn_number()
    tried = ended = 0
    edge = [match]
    while edge and tried < budget:
        now = edge.pop()
        check_choices(now)
        actions = now.legal_actions()
        for _ in range(min(len(actions), widest)):
            following = now.clone()
            following.apply(actions.pop(rng.below(len(actions))))
            tried += 1
            if following.is_over or following.turn_number() != turn:
                ended += 1
                check(following)
            else:
                edge.append(following)
    for now in edge[:20]:
        for _ in range(200):
            if now.is_over or now.turn_number() != turn:
                break
            now.apply(uniform(now, rng))
        assert now.is_over or now.turn_number() != turn, "the turn does not end"
        ended += 1
    assert ended
    return ended


def check_game(
    game: Game,
    players: int,
    games: int = 10,
    policies: Iterable[Policy] = (uniform,),
    check: Check = check_choices,
    **options: Any,
) -> None:
    """All the checks on random games; ``check`` is what must hold in this game at any time."""
    for policy in policies:
        for seed in range(games):
            rng = seeded(seed, "choices")
            check_copies_undo_and_records(_new(game, players, seed, options), policy, rng)
            check_drawn_anew(_new(game, players, seed, options), policy, rng, check)
            match = _new(game, players, seed, options)
            turn = -1
            while not match.is_over:
                check(match)
                if match.turn_number() != turn and rng.below(8) == 0:
                    check_no_dead_ends(match, rng, 200)
                turn = match.turn_number()
                match.apply(policy(match, rng))
            check(match)
            assert len(match.scores()) == players
            assert all(0 <= seat < players for seat in match.winners())


def _new(game: Game, players: int, seed: int, options: dict[str, Any]) -> Match:
    return game.new(players=players, seed=seed, **options)


# -- lessons -------------------------------------------------------------------------------------

#: Ways to play a puzzle's turn that are tried out.
MOST_WAYS = 5_000


def check_lessons(game: Game) -> None:
    """Play the guided game, from every chapter and with every other choice that should do no harm,
    and hold every puzzle's solution against all other ways to play its turn."""
    lessons: Lessons | None = game.lessons()
    assert lessons is not None, f"{game.title} has no lessons"
    for chapter in lessons.chapters():
        follow_guide(lessons, chapter)
    if lessons.chapters():
        for number, notation in follow_guide(lessons, lessons.chapters()[0]):
            follow_guide(lessons, lessons.chapters()[0], {number: notation})
    for puzzle in lessons.puzzles:
        check_puzzle(lessons, puzzle)


def begin_lesson(lessons: Lessons, lesson: str) -> tuple[Match, Run]:
    """The match where a lesson begins, and the lesson."""
    run = lessons.run(lesson)
    match = lessons.record_of(lesson).start()
    for notation in run.prefix:
        match.apply(match.str_to_action(notation))
    run.begin(match)
    return match, run


def follow_guide(
    lessons: Lessons, chapter: str, other: dict[int, str] | None = None
) -> list[tuple[int, str]]:
    """Do what the guide says from a chapter on; ``other``: choices to make instead, by the number
    of their step. Returns the other choices that it allows."""
    match, run = begin_lesson(lessons, f"guide:{chapter}")
    allowed: list[tuple[int, str]] = []
    reached = ""
    state = run.state(match)
    while state["waits"] != "over":
        where = f"{state['text']} at {match.prompt()!r}"
        if state["chapter"] != reached and not other and match.current_player == run.seat:
            reached = state["chapter"]
            made = [match.action_to_str(action) for action in match.actions()]
            begins = lessons.run(f"guide:{reached}").prefix
            assert made == begins, f"{where}: the chapter begins elsewhere in the record"
        if match.current_player != run.seat:
            script = run.script(match)
            assert script, f"{where}: the record has no turn {match.turn_number()} for the others"
            _make(match, run, script[0], where)
        elif state["waits"] == "read":
            assert run.read(), where
        else:
            assert state["waits"] == "choice", f"{where}: the lesson waits for {state['waits']}"
            notations = [match.action_to_str(action) for action in state["choices"]]
            first, *others = sorted(notations, key=lambda text: run.says(text) is not None)
            allowed += [(state["number"], text) for text in others if run.says(text)]
            _make(match, run, (other or {}).get(state["number"], first), where)
        state = run.state(match)
    assert run.finished(), "the guide ended before its last step"
    return allowed


def _make(match: Match, run: Run, notation: str, where: str) -> None:
    seat = match.current_player
    action = match.str_to_action(notation)
    assert seat is not None
    assert action in match.legal_actions(), f"{where}: {notation} cannot be chosen"
    assert seat != run.seat or not run.refuses(match, notation), f"{where}: {notation} is refused"
    match.apply(action)
    run.made(match, notation, seat)


def check_puzzle(lessons: Lessons, puzzle: PuzzleData) -> None:
    """No way to play the turn brings more than the solution does."""
    where = f"puzzle {puzzle['id']}"
    match, run = begin_lesson(lessons, f"puzzle:{puzzle['id']}")
    assert match.current_player == run.seat, f"{where}: it is another seat's turn"
    search = TurnSearch(match, MOST_WAYS)
    assert search.complete, f"{where}: more than {MOST_WAYS} ways to play the turn"
    assert search.best == puzzle["best"], f"{where}: the best turn brings {search.best}"
    assert puzzle["solution"] in search.solutions, f"{where}: the solution is not the best turn"
    for notation in puzzle["solution"]:
        _make(match, run, notation, where)
    assert run.finished() and run.holds(), f"{where}: the solution does not solve it"
    result = run.state(match)["result"]
    assert result["points"] == puzzle["best"] == sum(result["best_sources"].values()), where
