"""What makes a sound rule sheet unsound: one fault each, with the refusal it must meet."""

from __future__ import annotations

from house import HOUSE

BLIND = HOUSE[HOUSE.index("[blind]") : HOUSE.index("[side_bets")]
TRIPS = HOUSE[HOUSE.index("[side_bets") : HOUSE.index("[[claims")]
NOTES_TO_BLIND = HOUSE[HOUSE.index("notes") : HOUSE.index("[side_bets")]

PAYOUT = 'write odds to one such as "3:2", "3 to 2", "3/2", 1.5, 3, "push" or "lose"'
SIZE = (
    "is not a size in antes; write numbers above 0 and at most 100, with at most three decimals and without quotes, "
    "as in [4, 3], or [] for a street without a bet"
)
HAND = 'is not a hand; write "none", "pair", "pair of 4s", "two pair" or another category'
ADD = 'add what is missing, or default = "push" or "lose" for all rows not named'
KEYS = "qualifier, ante_if_unqualified_dealer_wins, bets, ante, blind, title, source, checked, notes, claims, side_bets"
CASINO_KEYS = "game, qualifier, bets, ante, title, source, checked, notes, claims, side_bets, variants"
ROWS = "royal_flush, straight_flush, four_of_a_kind, full_house, flush, straight, three_of_a_kind, two_pair, pair, high_card"
ROWS_BUT_FLUSH = ROWS.replace(" flush,", "")
SETTINGS = "hand, cards, at_least, dealer_wins, tie, player_wins"

NOT_ODDS = [
    ('"1:5:1"', "'1:5:1'", 'odds have one colon (1.5 to one is 1.5 or "3:2"); '),
    ('"1,5:1"', "'1,5:1'", "a decimal takes a point, not a comma; "),
    ("nan", "nan", ""),
    ('"nan"', "'nan'", ""),
    ("inf", "inf", ""),
    ('"inf"', "'inf'", ""),
    ('"1e999"', "'1e999'", ""),
    ("1e999", "inf", ""),
    ('"1:0"', "'1:0'", ""),
    ('""', "''", ""),
    ("-1", "-1", ""),
    ('"-3:2"', "'-3:2'", ""),
    ('"' + "9" * 60 + '"', "'999999999999999999999999999999999999...", ""),
    ("true", "true", ""),
    ("[3, 2]", "a list", ""),
    ("{ to = 1 }", "a table", ""),
    ('"0 for 1"', "'0 for 1'", ""),
    ('"3:2x"', "'3:2x'", ""),
    ("12345678901", "12345678901", ""),
    ("0x" + "f" * 40, "a number of more than 36 digits", ""),
    ("2026-11-30", "2026-11-30", ""),
    ('"three\\nto two"', "'three\\nto two'", ""),
]
"""A payout as TOML, how the refusal quotes it, and the hint it adds."""

FAULTS = [
    ('flush = "3:2"\n', 'flushh = "3:2"\n', "unknown_row", f"blind: flushh: unknown row; did you mean flush? known: {ROWS}, default"),
    ('flush = "3:2"\n', "zzz = 1\n", "unknown_row", f"blind: zzz: unknown row; known: {ROWS}, default"),
    (
        'straight = 1\ndefault = "push"\n', "", "missing_row",
        f'blind: no row for straight, three_of_a_kind, two_pair, pair, high_card; {ADD}',
    ),
    ('default = "push"', 'default = "nothing"', "bad_odds", f"blind: default: 'nothing' is not odds; {PAYOUT}"),
    (
        'flush = "3:2"', 'flush = "3:2"\nflush = "3:2"', "not_toml",
        "not TOML: a row or table is there twice; take one out (at line 20, column 14)",
    ),
    (
        'flush = "3:2"', "flush = 1.50000000000000000001", "not_toml",
        "not TOML: 1.50000000000000000001 has more digits than can be told apart; round it",
    ),
    (
        'flush = "3:2"', "flush = 1e-99999999999999999999", "not_toml",
        "not TOML: 1e-99999999999999999999 has more digits than can be told apart; round it",
    ),
    ("[blind]\n", "[blind]\n[blind]\n", "not_toml", "not TOML: a row or table is there twice; take one out (at line 15, column 7)"),
    (BLIND, "", "missing_table", "blind: the table is missing; write [blind] and below it a row for each category"),
    (BLIND, "[blind]\n", "empty_table", "blind: the table is empty; give it a row or take it out"),
    (NOTES_TO_BLIND, "blind = 3\n", "wrong_type", "blind: 3 is not a table; write [blind] on a line of its own and its rows below"),
    (TRIPS, "[side_bets.trips]\n", "empty_table", "side_bets: trips: the table is empty; give it a row or take it out"),
    (TRIPS, "[side_bets.trips]\ncards = 7\n", "missing_row", f'side_bets: trips: no row for {ROWS}; {ADD}'),
    (
        "[side_bets.trips]", "[side_bets.Trips]", "bad_name",
        "side_bets: Trips: no name for a side bet; use at most 40 small letters, digits, - and _",
    ),
    (
        "[side_bets.trips]", "[side_bets.ante]", "bad_name",
        "side_bets: ante: the name belongs to the main game; call the side bet something else",
    ),
    (
        "[side_bets.trips]", "[side_bet.trips]", "unknown_key",
        f"side_bet: unknown key; did you mean side_bets? known: game, {KEYS}, variants",
    ),
    ("cards = 7", "cards = 8", "bad_choice", "side_bets: trips: cards: 8 is not a choice here; write 5, 6 or 7 without quotes"),
    ("cards = 7", "cards = 7.0", "bad_choice", "side_bets: trips: cards: 7.0 is not a choice here; write 5, 6 or 7 without quotes"),
    (
        "cards = 7", 'cards = 5\ntie = "push"', "bad_choice",
        "side_bets: trips: cards: a bet on the dealer's hand or on who wins is settled on all 7 cards; write 7",
    ),
    (
        "cards = 7", 'hand = "loser"', "bad_choice",
        'side_bets: trips: hand: \'loser\' is not a choice here; write "player" or "dealer" or "worse" or "better"',
    ),
    ("cards = 7", 'tie = "win"', "bad_choice", 'side_bets: trips: tie: \'win\' is not a choice here; write "pay" or "push" or "lose"'),
    (
        "cards = 7", 'at_least = "straight"', "useless_row",
        "side_bets: trips: three_of_a_kind: the hand is below at_least and always loses; take the row out or lower at_least",
    ),
    ("cards = 7", 'at_least = "ace"', "bad_hand", f"side_bets: trips: at_least: 'ace' {HAND}"),
    (
        "cards = 7", "card = 7", "unknown_row",
        f"side_bets: trips: card: unknown row; did you mean cards? known: {ROWS}, default, {SETTINGS}",
    ),
    (
        'game = "ultimate-texas-holdem"', 'game = "ultimate-texas-hold\'em"', "unknown_game",
        'game: unknown game "ultimate-texas-hold\'em"; did you mean ultimate-texas-holdem? known: ultimate-texas-holdem, casino-holdem',
    ),
    ('game = "ultimate-texas-holdem"\n', "", "missing_key", 'game is missing; write game = "ultimate-texas-holdem"'),
    ('game = "ultimate-texas-holdem"', "game = 1", "wrong_type", "game: 1 is not text; put it in quotes"),
    (
        'game = "ultimate-texas-holdem"', 'game = "casino-holdem"', "unknown_key",
        f"ante_if_unqualified_dealer_wins: unknown key; known: {CASINO_KEYS}",
    ),
    (
        'qualifier = "pair"', 'qualifer = "pair"', "unknown_key",
        f"qualifer: unknown key; did you mean qualifier? known: game, {KEYS}, variants",
    ),
    ('qualifier = "pair"', 'qualifier = "pear"', "bad_hand", f"qualifier: 'pear' {HAND}"),
    ('qualifier = "pair"', 'qualifier = "pair of 1s"', "bad_hand", f"qualifier: 'pair of 1s' {HAND}"),
    ('qualifier = "pair"', 'qualifier = "two pair of 4s"', "bad_hand", f"qualifier: 'two pair of 4s' {HAND}"),
    ('qualifier = "pair"', "qualifier = 4", "wrong_type", "qualifier: 4 is not text; put it in quotes"),
    (
        'dealer_wins = "push"', 'dealer_wins = "win"', "bad_choice",
        'ante_if_unqualified_dealer_wins: \'win\' is not a choice here; write "push" or "lose"',
    ),
    (
        "checked = 2026-11-30", 'checked = "yesterday"', "wrong_type",
        "checked: 'yesterday' is not a date; write it as 2026-01-31 without quotes",
    ),
    (
        "checked = 2026-11-30", "checked = 2026-11-30T10:00:00", "wrong_type",
        "checked: 2026-11-30 10:00:00 is not a date; write it as 2026-01-31 without quotes",
    ),
    (
        'notes = ["Seven seats."]', 'notes = "Seven seats."', "wrong_type",
        'notes: \'Seven seats.\' is not a list of texts; write notes = ["..."]',
    ),
    ('notes = ["Seven seats."]', "notes = [7]", "wrong_type", "notes: 7 is not text; put it in quotes"),
    (
        'title = "House rules"', 'title = "House\\nrules"', "bad_text",
        "title: 'House\\nrules' is not one printable line of at most 200 characters; shorten it",
    ),
    ("preflop = [4, 3]", "preflop = [4, 0]", "bad_bets", f"bets: preflop: 0 {SIZE}"),
    ("preflop = [4, 3]", "preflop = [-4]", "bad_bets", f"bets: preflop: -4 {SIZE}"),
    ("preflop = [4, 3]", "preflop = [1e9]", "bad_bets", f"bets: preflop: 1000000000.0 {SIZE}"),
    ("preflop = [4, 3]", "preflop = [1e-300]", "bad_bets", f"bets: preflop: 1e-300 {SIZE}"),
    ("preflop = [4, 3]", "preflop = [0.3333]", "bad_bets", f"bets: preflop: 0.3333 {SIZE}"),
    (
        'flush = "3:2"', 'flush = "10000000:1"', "overflow",
        "payouts too large to add up exactly: the largest payoff, 10000005 antes, is 10000005 units and the limit is 131072; "
        "most of it is 10000000 on blind (flush); lower it",
    ),
    (
        'flush = "3:2"', 'flush = "999999999:999999998"', "overflow",
        "payouts too large to add up exactly: the largest payoff, 505 antes, is 504999998990 units and the limit is 131072; "
        "most of it is 500 on blind (royal flush); the finest is 999999999/999999998 on blind (flush), "
        "all together need units of 1/999999998 ante; lower it or take rounder payouts and bets",
    ),
    (
        'qualifier = "none"\n', "[variants.no-qualifier.blind]\nroyal_flush = 200_000\ndefault = 0\n", "overflow",
        "variants: no-qualifier: payouts too large to add up exactly: the largest payoff, 200005 antes, is 200005 units "
        "and the limit is 131072; most of it is 200000 on blind (royal flush); lower it",
    ),
    ("preflop = [4, 3]", "preflop = [nan]", "bad_bets", f"bets: preflop: nan {SIZE}"),
    ("preflop = [4, 3]", 'preflop = ["2x"]', "bad_bets", f"bets: preflop: '2x' {SIZE}"),
    ("preflop = [4, 3]", "preflop = [true]", "bad_bets", f"bets: preflop: true {SIZE}"),
    ("preflop = [4, 3]", "preflop = [3, 3.0]", "bad_bets", "bets: preflop: 3.0 is listed twice; take one out"),
    ("preflop = [4, 3]", "preflop = [5, 4, 3, 2, 1]", "bad_bets", "bets: preflop: 5 sizes, but a street takes at most 4; take some out"),
    (
        "preflop = [4, 3]", "preflop = 4", "bad_bets",
        "bets: preflop: 4 is not a list of sizes; write preflop = [4, 3], or [] for a street without a bet",
    ),
    ("preflop = [4, 3]", "turn = [2]", "unknown_key", "bets: turn: unknown key; known: preflop, flop, river, fold"),
    (
        "preflop = [4, 3]\nflop = [2]\nriver = [1]", "preflop = []\nflop = []\nriver = []", "no_bets",
        "bets: no street has a bet; list a size, as in river = [1]",
    ),
    ("fold = true", 'fold = "yes"', "wrong_type", "bets: fold: 'yes' is neither true nor false; write one of them without quotes"),
    (
        'printed = "97.82%"', 'printed = "97,82%"', "bad_claim",
        'claims 1: printed: \'97,82%\' is not a printed return; write a percentage with a decimal point, as "97.82%"',
    ),
    (
        'printed = "97.82%"', 'printed = "97.82"', "bad_claim",
        'claims 1: printed: \'97.82\' is not a printed return; write a percentage with a decimal point, as "97.82%"',
    ),
    ('printed = "97.82%"', "printed = 97.82", "wrong_type", "claims 1: printed: 97.82 is not text; put it in quotes"),
    ('printed = "97.82%"', 'figure = "rtp"', "not_toml", "not TOML: a row or table is there twice; take one out (at line 38, column 15)"),
    (
        'figure = "return"', 'figure = "standard deviation"', "bad_claim",
        'claims 1: printed: \'97.82%\' is not a printed standard deviation; write a number without percent sign, as "4.94"',
    ),
    (
        'on = "ante"', 'on = "antes"', "bad_claim",
        "claims 1: on: a return is not given on 'antes'; did you mean ante? known: ante, initial stake, total wager, trips",
    ),
    ('on = "ante"\n', "", "missing_key", 'claims 1: on is missing; write on = "ante"'),
    (
        'on = "ante"', 'on = "ante"\nrounded = "down"', "unknown_key",
        "claims 1: rounded: unknown key; did you mean rounding? known: name, printed, figure, on, rounding, origin",
    ),
    (
        'printed = "97.82%"', 'printed = "97.82%"\nrounding = "floor"', "bad_choice",
        'claims 1: rounding: \'floor\' is not a choice here; write "nearest" or "down" or "up"',
    ),
    (
        'printed = "97.82%"', 'printed = "97.82%"\n[[claims]]\nname = "return"\non = "trips"\nprinted = "96%"', "duplicate_claim",
        "claims 2: name: 'return' is the name of another claim too; give each its own",
    ),
    ("[[claims]]", "[claims]", "wrong_type", "claims: a table is not a list of tables; write [[claims]] with two brackets on each side"),
    (
        "[variants.no-qualifier]", '[variants."no qualifier"]', "bad_name",
        "variants: 'no qualifier': no name for a variant; use at most 40 small letters, digits, - and _",
    ),
    ('qualifier = "none"\n', 'qualifier = "nine"\n', "bad_hand", f"variants: no-qualifier: qualifier: 'nine' {HAND}"),
    (
        'qualifier = "none"\n', 'qualifiers = "none"\n', "unknown_key",
        f"variants: no-qualifier: qualifiers: unknown key; did you mean qualifier? known: {KEYS}",
    ),
    (
        'qualifier = "none"\n', "[variants.no-qualifier.blind]\nflush = 2\n", "missing_row",
        f'variants: no-qualifier: blind: no row for {ROWS_BUT_FLUSH}; {ADD}',
    ),
    ('qualifier = "none"\n', "", "empty_table", "variants: no-qualifier: the table is empty; give it a row or take it out"),
    ('title = "House rules"', "title = House rules", "not_toml", "not TOML: Invalid value (at line 1, column 9)"),
    (
        'title = "House rules"', 'title "House rules"', "not_toml",
        "not TOML: Expected '=' after a key in a key/value pair (at line 1, column 7)",
    ),
    ('title = "House rules"', 'title = "' + "x" * 300 + '"', "long_line", "line 1 has more than 300 characters; break it"),
    ('title = "House rules"', 'title = "House\n"', "not_toml", "not TOML: Illegal character '\\n' (at line 1, column 15)"),
    ('notes = ["Seven seats."]', "notes = " + "[" * 150, "not_toml", "not TOML: Invalid value (at line 8, column 2)"),
    ('title = "House rules"', '"a\\nb" = 1', "unknown_key", f"'a\\nb': unknown key; known: game, {KEYS}, variants"),
]
"""Text of ``HOUSE``, what stands there instead, the code and the message after the file's name."""
