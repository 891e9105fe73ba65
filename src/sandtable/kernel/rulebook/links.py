"""Which rule belongs to which question, choice, reason and thing of a title."""

from __future__ import annotations


class RuleLinks:
    """Tables from what people meet in a game to the ids of its rules.

    Questions go by their kind. Choices and the reasons why not go by notation, or by its first
    word where all of a group share a rule. Things (cards, pieces, icons) go by the names the
    client knows them by.
    """

    def __init__(
        self,
        questions: dict[str, str],
        choices: dict[str, str],
        reasons: dict[str, str],
        things: dict[str, str],
    ) -> None:
        self.questions = questions
        self.choices = choices
        self.reasons = reasons
        self.things = things

    def question(self, kind: str) -> str:
        return self.questions.get(kind, "")

    def choice(self, notation: str) -> str:
        return _by_notation(self.choices, notation)

    def reason(self, notation: str) -> str:
        """The rule behind the reason why this cannot be chosen."""
        return _by_notation(self.reasons, notation) or self.choice(notation)

    def ids(self) -> set[str]:
        """All rules that something links to."""
        tables = (self.questions, self.choices, self.reasons, self.things)
        return {rule for table in tables for rule in table.values()}


def _by_notation(rules: dict[str, str], notation: str) -> str:
    rule = rules.get(notation)
    return rule if rule is not None else rules.get(notation.partition(" ")[0], "")


NO_LINKS = RuleLinks({}, {}, {}, {})
