"""The dealer's outs on the river: unseen cards that with the board alone beat the player's hand, by what they make."""

from __future__ import annotations

from uth_exact.cards import DECK, Card, format_cards
from uth_exact.decision import Analysis
from uth_exact.features import dealer_outs
from uth_exact.reference import best_of
from uth_exact.terminal import Screen
from uth_exact.words import hand_words


def _outs(analysis: Analysis) -> tuple[dict[str, list[Card]], int]:
    """Outs by the hand that each makes of the board, the strongest first, and the number of unseen cards."""
    found: dict[str, list[Card]] = {}
    outs = dealer_outs(analysis.hole, analysis.board, analysis.dead)
    for card in sorted(outs, key=lambda card: (best_of((*analysis.board, card)), card), reverse=True):
        found.setdefault(hand_words((card,), analysis.board), []).append(card)
    return found, len(DECK) - len(analysis.hole) - len(analysis.board) - len(analysis.dead)


def outs_json(analysis: Analysis) -> dict[str, object]:
    """The entry ``dealer_outs`` of ``hand --json``."""
    outs, unseen = _outs(analysis)
    by_hand = [{"hand": words, "cards": format_cards(cards)} for words, cards in outs.items()]
    return {"count": sum(map(len, outs.values())), "of": unseen, "by_hand": by_hand}


def outs_text(analysis: Analysis, screen: Screen) -> list[str]:
    """Outs as ``hand`` prints them: how many, and which make what."""
    outs, unseen = _outs(analysis)
    plain = Screen(screen.width, symbols=screen.symbols)
    count = sum(map(len, outs.values()))
    lines = screen.wrap(f"dealer outs: {count} of {unseen} unseen cards beat you with the board alone" + (", making" if count else ""))
    width = max((len(words) for words in outs), default=0) + 2
    for words, cards in outs.items():
        shown = " ".join(map(plain.card, cards))
        if width + len("  ") + 12 > screen.width:
            lines += [*screen.wrap(words), *screen.wrap(shown, "", 2)]
        else:
            lines += screen.wrap(shown, words, width)
    return lines
