"""What must hold of every answer of the core, whatever the question; cheap enough to be asked each time.

Nothing here computes an answer. Each function raises ``InvariantError`` if a number contradicts another one.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

from uth_exact.engine import Census, Decided, Table
from uth_exact.errors import InvariantError
from uth_exact.rules import CHECK, FOLD, Category, Result, Rules, Street
from uth_exact.settlement import Payoffs, Settlement, compile_rules


def require(holds: bool, message: str, where: str = "") -> None:
    if not holds:
        raise InvariantError("broken_sums", message, where)


def deals_of(left: int, flop: int, last: int, dealer: int) -> int:
    """Deals of so many cards to the flop, then to turn and river, then to the dealer, with so many cards left."""
    return comb(left, flop) * comb(left - flop, last) * comb(left - flop - last, dealer)


def check_values(rules: Rules, street: Street, decided: Decided, deals: int) -> None:
    """It counts these deals, a fold costs the same in each of them, and who checks is free to fold later."""
    settlement = compile_rules(rules)
    require(decided.deals == deals, f"{rules.name}: {decided.deals} deals were counted, there are {deals}", rules.name)
    require(decided.fold == settlement.fold * deals, f"{rules.name}: a fold is not worth the same in every deal", rules.name)
    later = _reached_by_checking(rules, street)
    if CHECK in rules.actions[street] and any(FOLD in rules.actions[each] for each in later):
        require(decided.check >= decided.fold, f"{rules.name}: a check is worth less than a check and a fold", rules.name)


def check_decided(rules: Rules, street: Street, decided: Decided, deals: int) -> None:
    """Also: the showdowns are all deals, every bet is worth what they pay, and a check at least what any later bet would.

    With details, the endings after a check are all deals too, and worth the check.
    """
    check_values(rules, street, decided, deals)
    settlement = compile_rules(rules)
    counted = _count(decided.showdown)
    require(counted == deals, f"{rules.name}: {counted} showdowns were counted, there are {deals}", rules.name)
    for value, (bet, payoffs) in zip(decided.bets, settlement.bets[street], strict=False):
        require(value == _worth(decided.showdown, payoffs), f"{rules.name}: {bet.name} is not worth what its showdowns pay", bet.name)
    if CHECK not in rules.actions[street]:
        return
    for each in _reached_by_checking(rules, street):
        for bet, payoffs in settlement.bets[each]:
            least = _worth(decided.showdown, payoffs)
            require(decided.check >= least, f"{rules.name}: a check is worth less than a check and then always {bet.name}", bet.name)
    if decided.fold_after_check:
        _check_endings(rules, settlement, decided)


def _check_endings(rules: Rules, settlement: Settlement, decided: Decided) -> None:
    folded = sum(map(_count, decided.fold_after_check))
    ended, won = folded, folded * settlement.fold
    for tables, bets in zip(decided.bet_after_check, settlement.bets, strict=True):
        for table, (_, payoffs) in zip(tables, bets, strict=True):
            ended += _count(table)
            won += _worth(table, payoffs)
    message = f"{rules.name}: after a check {ended} deals end, worth {won}, not {decided.deals} worth {decided.check}"
    require((ended, won) == (decided.deals, decided.check), message, rules.name)


def check_census(census: Census, cards: int) -> None:
    """All showdowns of a deck, and as many of each kind as with player and dealer exchanged, who are dealt alike."""
    counts = {
        (player, dealer, result): sum(census[player][dealer][result]) for player in Category for dealer in Category for result in Result
    }
    deals = deals_of(cards, 2, 5, 2)
    require(sum(counts.values()) == deals, f"{sum(counts.values())} showdowns were counted, there are {deals}", "census")
    mirrored = all(count == counts[dealer, player, Result(2 - result)] for (player, dealer, result), count in counts.items())
    require(mirrored, "player and dealer do not have the same hands as often", "census")


def _reached_by_checking(rules: Rules, street: Street) -> Iterable[Street]:
    """The later streets that may be come to by checking from ``street`` on."""
    while CHECK in rules.actions[street]:
        street = Street(street + 1)
        yield street


def _count(table: Table) -> int:
    return sum(map(sum, table))


def _worth(table: Table, payoffs: Payoffs) -> int:
    """What deals pay, in settlement units."""
    return sum(deals * paid for row, pays in zip(table, payoffs, strict=True) for deals, paid in zip(row, pays, strict=True) if deals)
