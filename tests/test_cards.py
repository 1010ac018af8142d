"""Cards: what can be written, what is refused, and the 169 classes of hole cards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth_exact.cards import (
    DECK,
    HOLE_CLASSES,
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    Card,
    as_cards,
    check_distinct,
    format_cards,
    hole_class,
    parse_cards,
    parse_exactly,
)
from uth_exact.errors import CardError, UthError

CARDS = st.lists(st.sampled_from(DECK), unique=True, max_size=52)


def refused(text: str, where: str = "cards") -> CardError:
    with pytest.raises(CardError) as caught:
        parse_cards(text, where)
    return caught.value


# Cards


def test_the_deck_holds_52_cards() -> None:
    """Thirteen ranks in four suits, each card once, numbered by rank and then by suit."""
    assert len(set(DECK)) == 52
    assert [str(card) for card in DECK] == [rank + suit for rank in RANKS for suit in SUITS]
    assert [card.id for card in DECK] == list(range(52))
    assert (str(DECK[0]), str(DECK[-1])) == ("2c", "As")


def test_rank_and_suit() -> None:
    """A two has rank 0, an ace rank 12; clubs are suit 0, spades suit 3."""
    assert (Card.of("2c").rank, Card.of("2c").suit) == (0, 0)
    assert (Card.of("Td").rank, Card.of("Td").suit) == (8, 1)
    assert (Card.of("As").rank, Card.of("As").suit) == (12, 3)


def test_cards_sort_by_rank_then_suit() -> None:
    """An ace of clubs sorts above a king of spades."""
    assert format_cards(sorted(parse_cards("AcKs2h2dAs"))) == "2d2hKsAcAs"


@pytest.mark.parametrize("wrong", [-1, 52, 0.0, "As", None])
def test_no_card_has_another_id(wrong: object) -> None:
    """A card's id is a whole number from 0 to 51."""
    with pytest.raises(CardError) as caught:
        Card(wrong)  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.message) == ("unknown_card", f"a card's id is 0 to 51, not {wrong!r}")


@given(st.sampled_from(DECK))
def test_a_card_prints_as_it_reads(card: Card) -> None:
    """Printed and read again a card is the same; its repr makes it."""
    assert Card.of(str(card)) == card
    assert eval(repr(card)) == card


# Notation


@given(CARDS)
def test_parse_and_print_are_inverse(cards: list[Card]) -> None:
    """Any cards printed and read again are the same cards in the same order."""
    assert parse_cards(format_cards(cards)) == tuple(cards)


SEPARATOR = st.sampled_from(["", " ", ",", ", ", "  ", "\t", "\n", "] [", ") (", " ,, "])


@given(CARDS, st.data())
def test_every_notation_reads_alike(cards: list[Card], data: st.DataObject) -> None:
    """Any letter case, T or 10, letter or symbol, and any separators between cards give the same cards."""
    text = data.draw(SEPARATOR)
    for card in cards:
        rank, suit = RANKS[card.rank], SUITS[card.suit]
        ranks = [rank, rank.lower()] + (["10"] if rank == "T" else [])
        suits = [suit, suit.upper(), SUIT_SYMBOLS[suit], SUIT_SYMBOLS[suit] + "\ufe0f"]
        text += data.draw(st.sampled_from(ranks)) + data.draw(st.sampled_from(suits)) + data.draw(SEPARATOR)
    assert parse_cards(text) == tuple(cards)


@pytest.mark.parametrize(
    "text",
    [
        "AsTd",
        "astd",
        "ASTD",
        "aStD",
        "As10d",
        "as 10D",
        "As Td",
        "As,Td",
        "As, Td",
        "[As][Td]",
        "[As Td]",
        "(As), (Td)",
        "[As, Td]",
        "A♠T♦",
        "A♠ 10♦",
        "A♠️10♦️",
        "a♤t♢",
        "  As\tTd\n",
        "As\u00a0Td",
        "A s T d",
        "A ♠ 10\td",
    ],
)
def test_notations(text: str) -> None:
    """The ace of spades and the ten of diamonds, as people write them."""
    assert parse_cards(text) == (Card.of("As"), Card.of("Td"))


@pytest.mark.parametrize("text", ["", " ", ",", "[]", "( )"])
def test_nothing_is_no_cards(text: str) -> None:
    """Without a card written there is none."""
    assert parse_cards(text) == ()


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("1s", "1s"),
        ("Ax", "Ax"),
        ("A", "A"),
        ("s", "s"),
        ("AsK", "K"),
        ("A, s", "A"),
        ("1 0s", "1"),
        ("11c", "11c"),
        ("01c", "01c"),
        ("0c", "0c"),
        ("As-Kd", "-Kd"),
        ("As;Kd", ";Kd"),
        ("AsKd?", "?"),
        ("joker", "joker"),
        ("Assss", "sss"),
        ("sA", "sA"),
        ("A♠K♦♦", "♦"),
        ("\uff12c", "\uff12c"),
        ("A\u017f", "A\u017f"),
        ("\u212as", "\u212as"),
        ("x" * 5000, "x" * 12),
    ],
)
def test_what_is_no_card_is_refused(text: str, rest: str) -> None:
    """The message quotes from where no card can be read, briefly, and says how cards are written.

    A full-width 2, a long s and the Kelvin sign are not the letters and digits that they resemble.
    """
    error = refused(text, "board")
    assert error.code == "unknown_card"
    assert error.where == "board"
    assert error.message == (
        f"board: no card can be read at {rest!r}: write rank 2-9, T or 10, J, Q, K, A and suit c, d, h, s, as in AsTd"
    )


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever is written, it is cards or a ``CardError``; cards read print again as themselves."""
    try:
        cards = parse_cards(text)
    except CardError:
        return
    assert parse_cards(format_cards(cards)) == cards


def test_a_card_given_twice_is_refused() -> None:
    """Each card exists once, however it is written."""
    error = refused("As Kd A♠", "hole")
    assert (error.code, error.where) == ("duplicate_card", "hole")
    assert error.message == "As is given twice in hole: each card exists once"


def test_a_card_in_two_places_is_refused() -> None:
    """A card cannot be in hand and on the board; the message names it and both places."""
    with pytest.raises(CardError) as caught:
        check_distinct({"hole": parse_cards("AsKd"), "board": parse_cards("2c3cKd")})
    assert (caught.value.code, caught.value.where) == ("duplicate_card", "board")
    assert caught.value.message == "Kd is given in hole and in board: each card exists once"


def test_different_cards_are_accepted() -> None:
    """Cards in several places, each once, are fine."""
    check_distinct({"hole": parse_cards("AsKd"), "board": parse_cards("2c3c4c"), "dead": ()})


@pytest.mark.parametrize(
    ("text", "count", "message"),
    [
        ("As", 2, "hole: 2 cards needed, 1 given"),
        ("AsKsQs", 2, "hole: 2 cards needed, 3 given"),
        ("", 1, "hole: 1 card needed, 0 given"),
    ],
)
def test_too_few_or_too_many_are_refused(text: str, count: int, message: str) -> None:
    """The message says how many cards are needed and how many were given."""
    with pytest.raises(CardError) as caught:
        parse_exactly(text, count, "hole")
    assert (caught.value.code, caught.value.message, caught.value.where) == ("card_count", message, "hole")


@pytest.mark.parametrize(("text", "count"), [("", 0), ("AsKs", 2)])
def test_one_card_is_one_card(text: str, count: int) -> None:
    """A text for a single card holds exactly one."""
    with pytest.raises(CardError, match=f"card: 1 card needed, {count} given"):
        Card.of(text)


def test_cards_are_taken_as_text_or_as_cards() -> None:
    """Text is read, cards are taken in their order, from any iterable, and so are texts of one card each."""
    cards = (Card.of("As"), Card.of("Kd"))
    assert as_cards("AsKd") == as_cards(cards) == as_cards(list(cards)) == as_cards(iter(cards)) == cards
    assert as_cards(["As", "Kd"]) == as_cards((Card.of("As"), "kd")) == cards
    with pytest.raises(CardError, match="dead: 1 card needed, 2 given"):
        as_cards(["AsKd"], "dead")


@pytest.mark.parametrize("wrong", [None, 51, Card.of("As")])
def test_what_is_neither_text_nor_cards_is_refused_by_name(wrong: object) -> None:
    """Nothing, a number or a card by itself are no cards; the message names what they were given for."""
    with pytest.raises(CardError) as caught:
        as_cards(wrong, "board")  # type: ignore[arg-type]
    assert caught.value.message == f"board: {wrong!r} is neither text nor cards; give text as in 'AsTd', or several cards"
    assert caught.value.where == "board"


@pytest.mark.parametrize(
    ("text", "example"),
    [("AKs", "AsKs"), ("AKo", "AsKh"), ("ak", "AsKh"), ("QQ", "QsQh"), (" T9s ", "Ts9s"), ("10 9o", None), ("109o", "10s9h")],
)
def test_a_class_of_hands_is_no_cards(text: str, example: str | None) -> None:
    """``AKs`` names four hands: the message asks for two cards and shows how they are written."""
    message = refused(text, "hole").message
    if example is None:
        assert "no card can be read" in message
    else:
        assert message == f"hole: {text.strip()} names no cards but a class of hands: name two cards, as in {example}"
        assert len(parse_cards(example)) == 2


def test_what_only_looks_like_a_card_is_refused() -> None:
    """A number or nothing among the cards is none, and a card twice among them is refused as well."""
    for wrong in (51, None):
        with pytest.raises(CardError) as caught:
            as_cards([Card.of("Kd"), wrong], "dead")  # type: ignore[list-item]
        assert (caught.value.code, caught.value.message) == ("unknown_card", f"dead: {wrong!r} is no card")
    with pytest.raises(CardError, match="As is given twice in dead"):
        as_cards([Card.of("As"), Card.of("As")], "dead")


def test_a_card_error_is_a_value_error() -> None:
    """Callers may catch it as their own kind, as any error of the package, or as ``ValueError``."""
    error = refused("zz")
    assert isinstance(error, UthError)
    assert isinstance(error, ValueError)
    assert str(error) == error.message


# Classes of hole cards


def test_there_are_169_classes_of_1326_hands() -> None:
    """13 pairs of 6 combinations, 78 suited classes of 4 and 78 offsuit of 12 make all C(52,2) = 1,326 hands once."""
    sizes = {name: len(combos) for name, combos in HOLE_CLASSES.items()}
    pairs = [size for name, size in sizes.items() if len(name) == 2]
    suited = [size for name, size in sizes.items() if name.endswith("s")]
    offsuit = [size for name, size in sizes.items() if name.endswith("o")]
    assert (pairs, suited, offsuit) == ([6] * 13, [4] * 78, [12] * 78)
    assert len(HOLE_CLASSES) == 13 + 78 + 78 == 169
    assert len({frozenset(combo) for combos in HOLE_CLASSES.values() for combo in combos}) == 1326


def test_each_combination_belongs_to_its_class() -> None:
    """A class holds the hands that are named by it, higher card first."""
    for name, combos in HOLE_CLASSES.items():
        assert {hole_class(*combo) for combo in combos} == {name}
        assert all(high > low for high, low in combos)


@pytest.mark.parametrize(
    ("hole", "name"),
    [("AsAh", "AA"), ("2c2d", "22"), ("AsKs", "AKs"), ("KsAs", "AKs"), ("AsKh", "AKo"), ("5dKh", "K5o")],
)
def test_names_of_classes(hole: str, name: str) -> None:
    """Pairs have two letters; other hands the higher rank, the lower rank and s or o, whichever card comes first."""
    assert hole_class(*parse_cards(hole)) == name
