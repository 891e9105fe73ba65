"""The ways in which a game of Faiyum can end, told from a finished match."""

from __future__ import annotations

from sandtable import Match
from sandtable.games.faiyum.state import State

ALL_PASS_AT_ONCE = "all pass as soon as the last turns begin"
FINAL_STACK_EMPTY = "the final stack is drawn to its last card"
BOUGHT_OUT = "no card is left in the market but disasters"
LAST_ONE_ALONE = "the last player goes on alone"
PASSED_WITH_CARDS = "somebody passes with cards in hand"
PASSED_LAST_WON = "who passed last has won"
TIE_SHARED = "a tie is shared"
TIE_BROKEN = "a tie is broken by money and resources"
GOAL_REACHED = "the goal of the campaign is reached"
GOAL_MISSED = "the goal of the campaign is missed"
CAMPAIGN_COMPLETE = "the campaign is complete"
SCORE_ALONE = "a solo game for the score"

ALL = [
    ALL_PASS_AT_ONCE,
    FINAL_STACK_EMPTY,
    BOUGHT_OUT,
    LAST_ONE_ALONE,
    PASSED_WITH_CARDS,
    PASSED_LAST_WON,
    TIE_SHARED,
    TIE_BROKEN,
    GOAL_REACHED,
    GOAL_MISSED,
    CAMPAIGN_COMPLETE,
    SCORE_ALONE,
]

TURNS_ALONE = 3  # so many turns after the others have passed count as going on alone


def endings(match: Match) -> set[str]:
    """Everything about the end of a finished match that has a name above."""
    assert match.is_over
    state = match.state
    assert isinstance(state, State)
    players = match.players
    turns = [(seat, match.action_to_str(choices[0])) for seat, choices in match.turns() if choices]
    passes = [seat for seat, choice in turns if choice == "pass"]
    kinds = set()
    if players > 1:
        if all(choice == "pass" for _, choice in turns[-players:]) and _begun_late(match, players):
            kinds.add(ALL_PASS_AT_ONCE)
        last_but_one = max(i for i, turn in enumerate(turns) if turn == (passes[-2], "pass"))
        if len(turns) - 2 - last_but_one >= TURNS_ALONE:
            kinds.add(LAST_ONE_ALONE)
        if match.winners() == [passes[-1]]:
            kinds.add(PASSED_LAST_WON)
        if len(match.winners()) > 1:
            kinds.add(TIE_SHARED)
        elif match.scores().count(max(match.scores())) > 1:
            kinds.add(TIE_BROKEN)
    elif match.options["mode"] == "campaign":
        kinds.add(GOAL_REACHED if match.winners() else GOAL_MISSED)
        if match.result()["campaign_complete"]:
            kinds.add(CAMPAIGN_COMPLETE)
    else:
        kinds.add(SCORE_ALONE)
    if state.drawn == len(state.deck):
        kinds.add(FINAL_STACK_EMPTY)
    if all(card >= 122 for card in state.market):
        kinds.add(BOUGHT_OUT)
    if any(state.hands):
        kinds.add(PASSED_WITH_CARDS)
    return kinds


def _begun_late(match: Match, players: int) -> bool:
    """Whether the last turns began just before the last ``players`` turns of the game."""
    turns = match.turns()
    choices = sum(len(made) for _, made in turns[:-players])
    before = sum(len(made) for _, made in turns[: -players - 1])
    record = match.record()
    return (
        record.replay(upto=choices).view(None)["last_turns"] is True
        and record.replay(upto=before).view(None)["last_turns"] is False
    )
