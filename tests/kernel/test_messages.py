"""Message files: values, plurals, selections, and what is wrong with a file."""

from __future__ import annotations

import pytest

from sandtable.kernel.messages import Catalog, MessageError, arguments, general, parse


def say(message: str, **values: object) -> str:
    return Catalog("en", {"m": message}).say("m", **values)


def test_values() -> None:
    assert say("{who} pays {what}", who="Ann", what="$3") == "Ann pays $3"


def test_plural() -> None:
    message = "{n, plural, =0 {nothing} one {# coin} other {# coins}}"
    assert [say(message, n=n) for n in (0, 1, 2, -1)] == ["nothing", "1 coin", "2 coins", "-1 coin"]


def test_an_empty_form_says_nothing() -> None:
    assert say("roads{n, plural, =0 {} other {, # bridges}}", n=0) == "roads"


def test_select_inside_plural_keeps_the_number() -> None:
    message = (
        "{n, plural, one {# {what, select, ox {ox} other {thing}}} "
        "other {# {what, select, ox {oxen} other {things}}}}"
    )
    assert say(message, n=2, what="ox") == "2 oxen"
    assert say(message, n=1, what="cart") == "1 thing"


def test_apostrophes_and_quoted_braces() -> None:
    assert say("Ann's '{turn}' isn''t #1") == "Ann's {turn} isn't #1"


def test_lists() -> None:
    catalog = Catalog("de", {"and": "und", "or": "oder"})
    assert catalog.listing([]) == ""
    assert catalog.listing(["a"]) == "a"
    assert catalog.listing(["a", "b", "c"]) == "a, b und c"
    assert catalog.listing(["a", "b"], "or") == "a oder b"


def test_arguments() -> None:
    assert arguments("m", "{a} {n, plural, one {{b}} other {#}}") == {"a", "b", "n"}


@pytest.mark.parametrize(
    "message",
    [
        "{a",
        "a}",
        "{a b}",
        "{}",
        "{n, number}",
        "{n, plural, one {#}}",
        "{n, plural, other {#}",
        "{n, plural, other {a} other {b}}",
        "'{ open",
    ],
)
def test_broken_messages_are_refused(message: str) -> None:
    with pytest.raises(MessageError, match="Message 'm': "):
        parse("m", message)


def test_a_missing_message_is_named() -> None:
    with pytest.raises(MessageError, match="no message 'other' in the language 'en'"):
        Catalog("en", {}).say("other")


def test_a_language_without_a_file_is_english() -> None:
    assert general("de").say("seat", number=2) == "Platz 2"
    assert general("fr").say("seat", number=2) == "Seat 2"
