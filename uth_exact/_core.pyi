"""The compiled core as type checkers see it: the declarations of ``csrc/uth.h``, name by name."""

from typing import Any

ffi: Any
"""cffi's own object; its values have no types that a checker could know."""

class _Lib:
    UTH_OK: int
    UTH_BAD_CARD: int
    UTH_DUPLICATE: int
    UTH_BAD_COUNT: int
    UTH_NO_DEAL: int
    UTH_BAD_RULES: int
    UTH_NO_MEMORY: int
    UTH_BROKEN: int
    UTH_BAD_ORDER: int

    UTH_HIGH_CARD: int
    UTH_PAIR: int
    UTH_TWO_PAIR: int
    UTH_THREE_OF_A_KIND: int
    UTH_STRAIGHT: int
    UTH_FLUSH: int
    UTH_FULL_HOUSE: int
    UTH_FOUR_OF_A_KIND: int
    UTH_STRAIGHT_FLUSH: int
    UTH_ROYAL_FLUSH: int

    UTH_LOSE: int
    UTH_LOSE_QUALIFIED: int
    UTH_TIE: int
    UTH_TIE_QUALIFIED: int
    UTH_WIN: int
    UTH_WIN_QUALIFIED: int

    UTH_PREFLOP: int
    UTH_FLOP: int
    UTH_RIVER: int

    UTH_CATEGORIES: int
    UTH_OUTCOMES: int
    UTH_STREETS: int
    UTH_MAX_BETS: int
    UTH_MAX_PAYOFF: int

    UTH_PLAIN: int
    UTH_MAX_TIMES: int

    UTH_ORDER_PIECES: int
    UTH_COUNT_PIECES: int
    UTH_SUM_PIECES: int
    UTH_CHOOSE_PIECES: int
    UTH_OUTCOME_PIECES: int
    UTH_CENSUS_PIECES: int

    def uth_strength(self, cards: Any, count: int, strength: Any, /) -> int: ...
    def uth_count_hands(self, ranks: int, count: int, at_least: int, hands: Any, /) -> int: ...
    def uth_decide(self, spot: Any, rules: Any, flags: int, split: Any, decision: Any, /) -> int: ...

    def uth_seat_new(self, seat: Any, /) -> int: ...
    def uth_seat_decide(self, seat: Any, spot: Any, rules: Any, split: Any, decision: Any, /) -> int: ...
    def uth_seat_sum(self, seat: Any, count: int, spots: Any, times: Any, rules: Any, details: int, sums: Any, /) -> int: ...
    def uth_seat_free(self, seat: Any, /) -> None: ...

    def uth_game_new(self, ranks: int, qualifier: int, game: Any, /) -> int: ...
    def uth_game_order(self, game: Any, piece: int, /) -> int: ...
    def uth_game_count(self, game: Any, piece: int, /) -> int: ...
    def uth_game_census(self, game: Any, piece: int, census: Any, /) -> int: ...
    def uth_game_free(self, game: Any, /) -> None: ...

    def uth_solution_new(self, game: Any, rules: Any, solution: Any, /) -> int: ...
    def uth_solution_sum(self, solution: Any, piece: int, /) -> int: ...
    def uth_solution_choose(self, solution: Any, piece: int, /) -> int: ...
    def uth_solution_finish(self, solution: Any, /) -> int: ...
    def uth_solution_free(self, solution: Any, /) -> None: ...
    def uth_solution_preflop(self, solution: Any, hole: Any, action: Any, decision: Any, /) -> int: ...
    def uth_solution_flop(self, solution: Any, hole: Any, flop: Any, action: Any, decision: Any, /) -> int: ...
    def uth_solution_outcomes(self, solution: Any, piece: int, deals: Any, /) -> int: ...
    UTH_HOLE: int
    UTH_MADE: int
    UTH_USES_HOLE: int
    UTH_BOARD_MADE: int
    UTH_BOARD_SUITED: int
    UTH_BOARD_MATCH: int
    UTH_POCKET_PAIR: int
    UTH_HIDDEN_PAIR: int
    UTH_FLUSH_CARDS: int
    UTH_FLUSH_CARD: int
    UTH_STRAIGHT_DRAW: int
    UTH_OVERCARDS: int
    UTH_KICKER: int
    UTH_DEALER_OUTS: int
    UTH_FEATURES: int
    UTH_MAX_RULES: int
    UTH_PLAY_BEST: int
    UTH_PLAY_FLOP_PIECES: int
    UTH_PLAY_RIVER_PIECES: int
    UTH_PLAY_PIECES: int

    uth_ask_python: Any
    """Not in the header: made by the build, filled by engine_strategy.py."""

    def uth_see(self, hole: Any, board: Any, board_count: int, seen: Any, /) -> int: ...
    def uth_play_new(self, solution: Any, strategy: Any, play: Any, /) -> int: ...
    def uth_play_flops(self, play: Any, piece: int, /) -> int: ...
    def uth_play_rivers(self, play: Any, piece: int, /) -> int: ...
    def uth_play_outcomes(self, play: Any, piece: int, sums: Any, /) -> int: ...
    def uth_play_mistakes(self, play: Any, most: int, mistakes: Any, found: Any, /) -> int: ...
    def uth_play_free(self, play: Any, /) -> None: ...
    def uth_solve_plainly(self, ranks: int, rules: Any, before: Any, /) -> int: ...

lib: _Lib
