"""The seeded generators: fixed numbers, so that every version, machine and build agrees."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

import sandtable
from sandtable.kernel.rng import (
    MOST,
    QuickRng,
    Rng,
    SecureRng,
    secure,
    seed_commitment,
    seeded,
)

#: Quick: seed, stream -> both numbers of the state, eight numbers below 1000, then eight below 6.
KNOWN = [
    (
        7,
        "",
        (449983286, 1029786404),
        [930, 788, 235, 958, 885, 691, 875, 169],
        [4, 2, 1, 3, 1, 0, 5, 2],
    ),
    (
        "seven",
        "",
        (627848187, 1129598192),
        [975, 790, 21, 463, 673, 539, 160, 177],
        [5, 4, 3, 5, 0, 5, 5, 3],
    ),
    (
        7,
        "faiyum",
        (45370916, 931324942),
        [377, 559, 638, 105, 153, 86, 542, 318],
        [0, 0, 5, 5, 4, 3, 2, 2],
    ),
    (
        -1,
        "",
        (535143160, 1538588071),
        [880, 891, 615, 464, 233, 291, 486, 263],
        [0, 2, 2, 5, 0, 4, 2, 4],
    ),
    (
        10**30,
        "",
        (1637412769, 1407860266),
        [249, 254, 706, 900, 670, 853, 529, 851],
        [4, 5, 2, 3, 2, 2, 4, 0],
    ),
]


@pytest.mark.parametrize(("seed", "stream", "start", "thousands", "dice"), KNOWN)
def test_known_quick_numbers(
    seed: object, stream: str, start: tuple[int, int], thousands: list[int], dice: list[int]
) -> None:
    rng = seeded(seed, stream)
    assert (rng.first, rng.second) == start
    assert [rng.below(1000) for _ in range(8)] == thousands
    assert [rng.below(6) for _ in range(8)] == dice


def test_published_check_value() -> None:
    """Both parts after ten thousand steps from (1, 1), as the generator's author gives them."""
    rng = QuickRng(1, 1)
    for _ in range(10_000):
        rng.below(1)
    assert (rng.first, rng.second) == (1919456777, 2006618587)


def test_known_quick_shuffle() -> None:
    items = list(range(20))
    seeded(1).shuffle(items)
    assert items == [4, 6, 7, 5, 1, 0, 2, 11, 17, 16, 13, 14, 18, 19, 12, 10, 3, 8, 9, 15]


@pytest.mark.parametrize("items", [[], [5]])
def test_shuffle_of_little(items: list[int]) -> None:
    rng = seeded(1)
    before = (rng.first, rng.second)
    shuffled = items[:]
    rng.shuffle(shuffled)
    assert shuffled == items
    assert (rng.first, rng.second) == before, "nothing was drawn"


BOTH = pytest.mark.parametrize("make", [seeded, secure])
Make = Callable[..., Rng]


@BOTH
def test_copy_goes_on_alike_and_apart(make: Make) -> None:
    rng = make(3)
    for _ in range(40):
        other = rng.copy()
        assert other.position() == rng.position()
        drawn = [rng.below(100) for _ in range(20)]
        assert [other.below(100) for _ in range(20)] == drawn
        rng.below(100)
        assert rng.position() != other.position()


@BOTH
def test_bounds(make: Make) -> None:
    rng = make(1)
    assert rng.below(1) == 0
    assert 0 <= rng.below(MOST) < MOST
    for bound in (0, -1, MOST + 1):
        with pytest.raises(ValueError, match="a bound is a number from 1 to"):
            rng.below(bound)


def test_streams_of_one_seed_differ() -> None:
    starts = {(seeded(1, s).first, seeded(1, s).second) for s in ("", "a", "b", "faiyum")}
    assert len(starts) == 4


@BOTH
@pytest.mark.parametrize("bound", [2, 3, 6, 7, 56])
def test_numbers_are_spread_evenly(make: Make, bound: int) -> None:
    rng = make(bound, "even")
    drawn = 20_000
    counts = [0] * bound
    for _ in range(drawn):
        counts[rng.below(bound)] += 1
    expected = drawn / bound
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    assert chi_square < 3 * bound + 20, "far beyond what chance explains"


@BOTH
def test_every_order_of_four_comes_up(make: Make) -> None:
    rng = make(9, "orders")
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(4800):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        counts[tuple(items)] = counts.get(tuple(items), 0) + 1
    assert len(counts) == 24
    assert min(counts.values()) > 130
    assert max(counts.values()) < 280


def test_the_commitment_of_a_seed_is_fixed() -> None:
    """Published before a game, compared after it, perhaps by another version."""
    seed = "00112233445566778899aabbccddeeff"
    assert seed_commitment(seed) == (
        "f0d7c01771351021ea03be64c7f9c8c7521219f7760b27c03a236671a1b1bf09"
    )
    assert seed_commitment(7) == seed_commitment("7"), "they deal the same game"
    assert len({seed_commitment(number) for number in range(100)}) == 100


# -- the secure generator --------------------------------------------------------------------------

#: seed, purpose -> the key, twenty numbers below 1000 (more than a block), then eight below 6.
KNOWN_SECURE = [
    (
        7,
        "faiyum",
        "d1f0693b7974f38286fd82e388e558d3c84b583e63dcf920e404c03a31aba1a6",
        "614 456 261 951 509 85 816 133 548 715 987 367 666 998 405 484 105 430 263 27",
        [5, 3, 4, 0, 3, 1, 2, 4],
    ),
    (
        "00112233445566778899aabbccddeeff",
        "",
        "f092f2eae613eb82ee456f9e653b0048ab9b55b43bc799a4377152d328a8e529",
        "925 72 907 744 375 466 954 52 810 756 880 18 798 440 160 134 25 374 960 844",
        [2, 1, 3, 1, 3, 2, 1, 4],
    ),
    (
        10**30,
        "x",
        "9674af8e0fdd8b23df320b66c5e068a943fa7a611ae8d4c61160761ecfba8a05",
        "71 247 30 968 559 553 736 352 69 505 390 663 587 34 276 373 541 464 751 714",
        [2, 2, 1, 5, 4, 2, 5, 4],
    ),
]


@pytest.mark.parametrize(("seed", "purpose", "key", "thousands", "dice"), KNOWN_SECURE)
def test_known_secure_numbers(
    seed: object, purpose: str, key: str, thousands: str, dice: list[int]
) -> None:
    rng = secure(seed, purpose)
    assert rng.key.hex() == key
    assert " ".join(str(rng.below(1000)) for _ in range(20)) == thousands
    assert [rng.below(6) for _ in range(8)] == dice


def test_known_secure_shuffle_and_stream() -> None:
    items = list(range(20))
    secure(1).shuffle(items)
    assert items == [3, 14, 18, 2, 10, 9, 5, 17, 13, 7, 4, 12, 1, 0, 8, 19, 11, 16, 6, 15]
    rng = secure(1, "faiyum").stream("draw pile")
    assert [rng.below(100) for _ in range(8)] == [36, 32, 46, 15, 45, 84, 10, 82]


def test_streams_do_not_depend_on_each_other() -> None:
    """Neither on what another one drew, nor on the order in which they are asked for."""
    rng = secure(5, "game")
    fresh = rng.stream("b").below(MOST)
    one = rng.stream("a")
    for _ in range(100):
        one.below(7)
        rng.below(7)
    assert rng.stream("b").below(MOST) == fresh
    firsts = {rng.stream(f"hand {n}").below(MOST) for n in range(200)}
    assert len(firsts) == 200


def test_the_state_behind_a_game_is_too_large_to_search() -> None:
    """Version 0.1 dealt everything with 62 bits, which one look at the table gave away."""
    for name in sandtable.games():
        rng = sandtable.game(name).new(players=3, seed=1).state.rng
        assert isinstance(rng, SecureRng)
        assert len(rng.key) * 8 >= 128


def plain_numbers(seed: object, purpose: str) -> Callable[[int], int]:
    """The secure generator as its description says, written once more."""
    key = hashlib.blake2b(f"sandtable deal:{seed}".encode(), digest_size=32).digest()
    numbers: list[int] = []
    blocks = 0

    def below(bound: int) -> int:
        nonlocal blocks
        while True:
            if not numbers:
                data = key + blocks.to_bytes(8, "little") + purpose.encode()
                block = hashlib.blake2b(data).digest()
                numbers.extend(int.from_bytes(block[i : i + 4], "little") for i in range(0, 64, 4))
                blocks += 1
            number = numbers.pop(0)
            if number < 2**32 // bound * bound:
                return number % bound

    return below


def test_the_seed_alone_decides_the_deal() -> None:
    """Whoever has the seed can compute a deal with nothing but a hash, each pile apart."""
    seed = "f0e1d2c3b4a5968778695a4b3c2d1e0f"
    state = sandtable.game("faiyum").new(players=3, seed=seed).state
    deck = list(state.deck)  # type: ignore[attr-defined]
    pile = state.pile  # type: ignore[attr-defined]
    final = sorted(deck[pile:])
    again = shuffled(final_stack_before(seed), plain_numbers(seed, "faiyum/final stack"))
    assert sorted(again) == final
    assert again == deck[pile:]


def shuffled(items: list[int], below: Callable[[int], int]) -> list[int]:
    for i in range(len(items) - 1, 0, -1):
        j = below(i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def final_stack_before(seed: str) -> list[int]:
    """The final stack before it is shuffled, from the shuffle of the blue cards."""
    from sandtable.games.faiyum import constants

    blue = shuffled(list(range(2, 113, 2)), plain_numbers(seed, "faiyum/draw pile"))
    yellow = [114, 116, 118, 120]
    return sorted(blue[: constants.TURNED_UP])[constants.MARKET :] + yellow + constants.DISASTERS


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 40])
def test_the_secure_shuffle_is_the_common_one(size: int) -> None:
    """Also where numbers are left out: a block of the highest ones is, but for bounds of two."""
    for block in (b"", b"\xff" * 64):
        rngs = [secure(size, "shuffle") for _ in range(2)]
        if block:
            for rng in rngs:
                rng.block, rng.blocks, rng.at = block, 1, 0
        own, common = list(range(size)), list(range(size))
        rngs[0].shuffle(own)
        Rng.shuffle(rngs[1], common)
        assert own == common
        assert rngs[0].position() == rngs[1].position()
