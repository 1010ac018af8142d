"""What a screen can show: its width, colours and characters; cards drawn and tables laid out for it."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from uth_exact.cards import RANKS, SUIT_SYMBOLS, SUITS, Card

WIDEST = 96
"""Lines longer than this are hard to read, however wide the screen."""

NARROWEST = 24
"""Below this nothing can be laid out; lines may then be longer than the screen."""

USUAL = 80
"""Width assumed when there is no screen to ask, as in a pipe."""

_SYMBOLS = "♣♦♥♠╭─╮│╰╯░"
_CARD_WIDTH = 4
_GAP = "  "


@dataclass(frozen=True, slots=True)
class Screen:
    """The abilities of the place that text is written to."""

    width: int = USUAL
    colour: bool = False
    symbols: bool = False
    """Suits and box lines exist in the encoding; otherwise everything is ASCII."""

    @classmethod
    def of(cls, stream: TextIO, environ: Mapping[str, str]) -> Screen:
        """The abilities of ``stream``: ``NO_COLOR``, ``TERM`` and ``COLUMNS`` are respected, and what is no terminal gets no colour."""
        terminal = stream.isatty()
        colour = terminal and not environ.get("NO_COLOR") and environ.get("TERM", "dumb") != "dumb"
        return cls(max(NARROWEST, min(WIDEST, _columns(stream, environ))), colour, _has_symbols(stream.encoding))

    def strong(self, text: str) -> str:
        """``text`` made to stand out, where there are colours."""
        return f"\033[1m{text}\033[0m" if self.colour and text else text

    def faint(self, text: str) -> str:
        """``text`` made to stand back, where there are colours."""
        return f"\033[2m{text}\033[0m" if self.colour and text else text

    def card(self, card: Card | None) -> str:
        """Two characters for a card, its suit coloured; for ``None``, the back of a card."""
        if card is None:
            return self.faint("░░") if self.symbols else "--"
        text = RANKS[card.rank] + (SUIT_SYMBOLS[SUITS[card.suit]] if self.symbols else SUITS[card.suit])
        return f"\033[31m{text}\033[0m" if self.colour and SUITS[card.suit] in "dh" else text

    def wrap(self, text: str, label: str = "", hang: int = 0) -> list[str]:
        """``text`` broken into indented lines; after ``label``, in a column that begins ``hang`` characters further in.

        It begins below the label where that is too long for the column, or the column more than half the screen away.
        """
        first, rest = _GAP + label.ljust(hang), _GAP + " " * hang
        above: list[str] = []
        if len(rest) > self.width // 2 or (label and len(label) >= hang):
            above, first = [_GAP + label] if label else [], _GAP * 2
            rest = first
        return above + textwrap.wrap(
            text, self.width, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
        )


def draw(groups: Mapping[str, Sequence[Card | None]], screen: Screen) -> list[str]:
    """Cards in titled groups, side by side where the screen is wide enough, else one below the other."""
    blocks = [_block(title, cards, screen) for title, cards in groups.items()]
    between = _GAP * 2
    if len(_GAP) + sum(width for width, _ in blocks) + len(between) * (len(blocks) - 1) > screen.width:
        return [(_GAP + line).rstrip() for _, lines in blocks for line, _ in lines]
    rows = zip(*([line + " " * (width - length) for line, length in lines] for width, lines in blocks), strict=True)
    return [(_GAP + between.join(row)).rstrip() for row in rows]


def _block(title: str, cards: Sequence[Card | None], screen: Screen) -> tuple[int, list[tuple[str, int]]]:
    """Width of a drawn group, and its lines with their visible lengths, which colours would hide."""
    lines = [(title, len(title))]
    if screen.symbols:
        length = _CARD_WIDTH * len(cards)
        lines.append(("╭──╮" * len(cards), length))
        lines.append(("".join(f"│{screen.card(card)}│" for card in cards), length))
        lines.append(("╰──╯" * len(cards), length))
    else:
        lines.append((" ".join(map(screen.card, cards)), 3 * len(cards) - 1))
    return max(length for _, length in lines), lines


def align(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Header and rows in columns: the first to the left, the others to the right."""
    everything = [header, *rows]
    first, *others = (max(map(len, column)) for column in zip(*everything, strict=True))
    return [
        _GAP + _GAP.join([row[0].ljust(first), *(cell.rjust(width) for cell, width in zip(row[1:], others, strict=True))]).rstrip()
        for row in everything
    ]


def fits(lines: Sequence[str], screen: Screen) -> bool:
    """Whether the lines, still without colours, are no wider than the screen."""
    return max(map(len, lines)) <= screen.width


def table(header: Sequence[str], rows: Sequence[Sequence[str]], screen: Screen, *, strong: int = -1, total: bool = False) -> list[str]:
    """A table in columns or, on a screen too narrow for them, with each row's cells below each other.

    Row number ``strong`` stands out; with ``total`` a line sets off the last row, the sum of the others.
    """
    lines = align(header, rows)
    if not fits(lines, screen):
        return _stacked(header, rows, screen, strong)
    head, body = lines[0], lines[1:]
    if 0 <= strong < len(body):
        body[strong] = screen.strong(body[strong])
    if total:
        rule = _GAP + ("─" if screen.symbols else "-") * (max(map(len, lines)) - len(_GAP))
        body.insert(len(body) - 1, screen.faint(rule))
    return [screen.faint(head), *body]


def _stacked(header: Sequence[str], rows: Sequence[Sequence[str]], screen: Screen, strong: int) -> list[str]:
    lines = [screen.faint(_GAP + header[0])]
    for number, row in enumerate(rows):
        title = _GAP + row[0]
        lines.append(screen.strong(title) if number == strong else title)
        named = [(name, cell) for name, cell in zip(header[1:], row[1:], strict=True) if cell]
        column = max((len(name) for name, _ in named), default=0)
        for name, cell in named:
            line = f"{_GAP}{_GAP}{name.ljust(column)}{_GAP}{cell}"
            if len(line) > screen.width:
                lines.append(f"{_GAP}{_GAP}{name}")
                line = f"{_GAP}{_GAP}{_GAP}{cell}"
            lines.append(line)
    return lines


def _columns(stream: TextIO, environ: Mapping[str, str]) -> int:
    wanted = environ.get("COLUMNS", "")
    if wanted.isascii() and wanted.isdigit() and 0 < len(wanted) < 6 and int(wanted):
        return int(wanted)
    try:
        return os.get_terminal_size(stream.fileno()).columns or USUAL
    except (OSError, ValueError):
        return USUAL


def _has_symbols(encoding: str | None) -> bool:
    try:
        (_SYMBOLS * 20).encode(encoding or "ascii")  # idna takes a few characters, and no line
    except (UnicodeError, LookupError):
        return False
    return True
