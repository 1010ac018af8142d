/*
 * uth.h: the whole contract of the compiled core.
 *
 * Cards are ids 0..51: four times the rank (0 = two .. 12 = ace) plus the suit (0..3; suits are equal).
 * Every function checks its arguments, returns a status and writes its result through the last pointer, which is left
 * untouched unless the status is UTH_OK. Functions are pure: no state, no output, any thread. Memory they take they
 * give back. All numbers are exact integers; values are in settlement units (a fixed fraction of the ante that the
 * caller chose), summed over deals.
 *
 * The block between the marks is plain declarations and is read by the build as the definition for Python.
 */
#ifndef UTH_H
#define UTH_H

#include <stdint.h>

/* BEGIN CDEF */

enum uth_status {
    UTH_OK = 0,
    UTH_BAD_CARD = 1,      /* an id above 51 */
    UTH_DUPLICATE = 2,     /* a card in two places */
    UTH_BAD_COUNT = 3,     /* a number of cards that the question does not allow */
    UTH_NO_DEAL = 4,       /* too few cards left to finish the deal */
    UTH_BAD_RULES = 5,     /* a settlement out of bounds */
    UTH_NO_MEMORY = 6,
    UTH_BROKEN = 7,        /* a check of the core on itself failed: report it */
    UTH_BAD_ORDER = 8      /* a piece taken twice, or before what it builds on */
};

enum uth_category {
    UTH_HIGH_CARD, UTH_PAIR, UTH_TWO_PAIR, UTH_THREE_OF_A_KIND, UTH_STRAIGHT, UTH_FLUSH, UTH_FULL_HOUSE,
    UTH_FOUR_OF_A_KIND, UTH_STRAIGHT_FLUSH, UTH_ROYAL_FLUSH
};

/* The showdown as the player sees it, by whether the dealer qualifies: 2 * (0 lose, 1 tie, 2 win) + qualifies. */
enum uth_outcome {
    UTH_LOSE, UTH_LOSE_QUALIFIED, UTH_TIE, UTH_TIE_QUALIFIED, UTH_WIN, UTH_WIN_QUALIFIED
};

enum uth_street_name { UTH_PREFLOP, UTH_FLOP, UTH_RIVER };

#define UTH_CATEGORIES 10
#define UTH_OUTCOMES 6
#define UTH_STREETS 3
#define UTH_MAX_BETS 4
#define UTH_MAX_PAYOFF 131072   /* largest size of a payoff, so that no sum can overflow */

/*
 * Strength of the best five of 5 to 7 different cards: higher is stronger, equal hands are equal numbers.
 * Category << 26 | ranks that make the hand << 13 | kickers, the latter two as sets of ranks (bit 0 = two).
 */
int32_t uth_strength(const uint8_t *cards, int32_t count, uint32_t *strength);

/* The compiler that made the core, in its own words. */
int32_t uth_compiler(const char **name);

/*
 * All hands of 5 to 7 cards of a deck, dealt one by one: by category, and whether they reach the strength `at_least`.
 * `ranks` is the set of ranks in the deck (0x1fff for 52 cards), four suits each.
 */
int32_t uth_count_hands(uint32_t ranks, int32_t count, uint32_t at_least, uint64_t hands[10][2]);

/* What the player may do on a street. Bets stand in order of their size. */
typedef struct {
    int32_t may_fold;
    int32_t may_check;
    int32_t bets;
    int32_t payoff[4][10][6];       /* [bet][category of the player][outcome], net of the whole round */
} uth_street;

typedef struct {
    uint32_t qualifier;             /* the dealer qualifies with this strength or more */
    int32_t fold;                   /* net of the round after a fold */
    uth_street street[3];
} uth_rules;

/* The cards of one decision: what lies on the table and what else the player knows. */
typedef struct {
    uint8_t hole[2];
    uint8_t board[5];
    int32_t board_count;            /* 0, 3 or 5 */
    uint64_t dead;                  /* bit id: out of play, in nobody's hand and not to come */
    /* Seen by the player now and at all later decisions, likewise as bits; none is a card of another place. */
    uint64_t dealer;                /* up to two: the dealer holds them */
    uint64_t flop_seen;             /* before the flop, up to two: they come on the flop */
    uint64_t last_seen;             /* before the flop or on it, at most one: it comes as the turn or the river */
} uth_spot;

/* Every action's value, summed over all ways to complete the deal, the later decisions being the best. */
typedef struct {
    uint64_t deals;
    int64_t fold;
    int64_t check;
    int64_t bet[4];
    uint64_t showdown[10][6];       /* deals by [category of the player][outcome] if the player stays in */
} uth_decision;

/* How the deals end when the player checks and then plays best: deals by the street and action that ended them. */
typedef struct {
    uint64_t fold[3][10][6];        /* [street][category][outcome that a showdown would have had] */
    uint64_t bet[3][4][10][6];      /* [street][bet][category][outcome] */
} uth_split;

enum uth_flags {
    UTH_PLAIN = 1                   /* walk through every deal one by one; for checking, and slow before the flop */
};

/*
 * Decide one spot. Equal actions: the one that stakes more counts as chosen (bets from the largest, check, fold).
 * `split` may be NULL, which saves a third of the time.
 */
int32_t uth_decide(const uth_spot *spot, const uth_rules *rules, int32_t flags, uth_split *split, uth_decision *decision);

/*
 * A seat takes many decisions one after the other, several times as fast before the flop: it keeps its memory and what any
 * two decisions share. It gives what uth_decide gives. One thread at a time may use it. With no card of the dealer seen,
 * spots whose hole cards have the same ranks should follow each other. With UTH_PLAIN it shares nothing, and walks through
 * every deal.
 */
typedef struct uth_seat uth_seat;

int32_t uth_seat_new(int32_t flags, uth_seat **seat);
int32_t uth_seat_decide(uth_seat *seat, const uth_spot *spot, const uth_rules *rules, uth_split *split, uth_decision *decision);
void uth_seat_free(uth_seat *seat);

#define UTH_MAX_TIMES 268435456 /* most spots of one call, each as often as it counts, so that no sum can overflow */

/* Sums over spots before the flop, with the best action in each. */
typedef struct {
    uint64_t times;                 /* the spots, each as often as it counts; likewise all that follows */
    uint64_t deals;
    int64_t units[2];               /* the value over all deals is units[0] + 2^32 * units[1] */
    uint64_t fold, check, bet[4];   /* the spots by their best action */
    uth_split ended;                /* with `details`, all deals by the street and action that end them; else zeros */
} uth_seat_sums;

/*
 * Spot i counts times[i] times, none of them has a board. The endings of all deals take up to as long as the rest, `details`
 * 0 saves that. A call takes as long as its spots, up to a few milliseconds each.
 */
int32_t uth_seat_sum(uth_seat *seat, int32_t count, const uth_spot *spots, const uint32_t *times, const uth_rules *rules,
                     int32_t details, uth_seat_sums *sums);

/*
 * The whole game, counted once for a deck and a qualifier and then solved for any number of settlements. The work comes in
 * independent pieces that may run on any threads; a call is a few hundredths of a second.
 *
 *   uth_game_new, uth_game_order(piece) for each piece, then uth_game_count(piece) for each piece
 *   uth_solution_new, uth_solution_sum(piece), then uth_solution_choose(piece), then uth_solution_finish
 *   and, for the table of outcomes, uth_solution_outcomes(piece).
 *
 * What is counted or chosen is so once: a piece taken again or too early is refused (UTH_BAD_ORDER), one that found no memory
 * may be taken again. Results may be asked for any number of times.
 */
typedef struct uth_game uth_game;
typedef struct uth_solution uth_solution;

#define UTH_ORDER_PIECES 4
#define UTH_COUNT_PIECES 8
#define UTH_SUM_PIECES 4
#define UTH_CHOOSE_PIECES 2
#define UTH_OUTCOME_PIECES 5
#define UTH_CENSUS_PIECES 4

/* `ranks` is the set of ranks in the deck (0x1fff for 52 cards), four suits each; the dealer qualifies with `qualifier`. */
int32_t uth_game_new(uint32_t ranks, uint32_t qualifier, uth_game **game);
int32_t uth_game_order(uth_game *game, int32_t piece);
int32_t uth_game_count(uth_game *game, int32_t piece);
void uth_game_free(uth_game *game);

/*
 * All showdowns of a counted game (two hole cards each and a board of five, each such triple once): by category of the player's
 * hand and of the dealer's, by who wins (0 the dealer, 1 nobody, 2 the player), and whether the dealer qualifies. The
 * pieces' tables add up to the whole modulo 2^64, and a single one means nothing.
 */
typedef struct {
    uint64_t showdowns[10][10][3][2];
} uth_census;

int32_t uth_game_census(const uth_game *game, int32_t piece, uth_census *census);

/* The game must be counted, and outlive the solution. Its qualifier stands for that of the rules. */
int32_t uth_solution_new(const uth_game *game, const uth_rules *rules, uth_solution **solution);
int32_t uth_solution_sum(uth_solution *solution, int32_t piece);
int32_t uth_solution_choose(uth_solution *solution, int32_t piece);
int32_t uth_solution_finish(uth_solution *solution);
void uth_solution_free(uth_solution *solution);

/*
 * Before the flop, for the hole class of two cards: `deals` and every sum are those of uth_decide with these hole cards.
 * `action` is the best: -2 fold, -1 check, otherwise the bet.
 */
int32_t uth_solution_preflop(const uth_solution *solution, const uint8_t hole[2], int32_t *action, uth_decision *decision);

/* On the flop: check and bets summed over the deals, likewise (no showdown table). */
int32_t uth_solution_flop(const uth_solution *solution, const uint8_t hole[2], const uint8_t flop[3], int32_t *action, uth_decision *decision);

/*
 * A piece of the outcome table, after uth_solution_finish: all deals by the street and action that end them, folds with
 * the outcome that a showdown would have had. The pieces' tables add up to the whole modulo 2^64; a single one means
 * nothing, for it may hold corrections below zero.
 */
int32_t uth_solution_outcomes(const uth_solution *solution, int32_t piece, uth_split *deals);

/*
 * What a player sees on the flop and on the river, each as a number below 192. Ranks are 0..12, 13 where there is none.
 * uth_exact/features.py defines them card by card.
 */
enum uth_feature {
    UTH_HOLE,                       /* class of the hole cards: 13 * high + low if suited, else 13 * low + high */
    UTH_MADE,                       /* category of the best five cards */
    UTH_USES_HOLE,                  /* a hole card takes part in what makes the hand, kickers aside */
    UTH_BOARD_MADE,                 /* category of the board alone */
    UTH_BOARD_SUITED,               /* most board cards of one suit; on the river 0 for fewer than 3 */
    UTH_BOARD_MATCH,                /* which board rank a hole card pairs: 1 the highest; 0 none */
    UTH_POCKET_PAIR,
    UTH_HIDDEN_PAIR,                /* a pair with at least one hole card */
    UTH_FLUSH_CARDS,                /* most cards of a suit that a hole card has; 0 for fewer than 3, on the river 5 */
    UTH_FLUSH_CARD,                 /* rank of the highest hole card of that suit */
    UTH_STRAIGHT_DRAW,              /* on the flop, ranks that complete a straight */
    UTH_OVERCARDS,                  /* hole cards above the board */
    UTH_KICKER,                     /* rank of the highest hole card that does not make the hand */
    UTH_DEALER_OUTS,                /* on the river, unseen cards that with the board alone beat the player's hand */
    UTH_FEATURES
};

int32_t uth_see(const uint8_t hole[2], const uint8_t *board, int32_t board_count, int32_t seen[14]);

/*
 * A strategy: for each street rules in order, the first whose conditions all hold says what is done. A rule may stand in
 * several parts, one for each alternative. Instead a function may be asked, with cards that stand for all alike; it
 * returns the number of a rule, or one below 0 to give up (UTH_BAD_RULES).
 */
typedef struct {
    int32_t feature;
    uint64_t allowed[3];            /* bit v: the number v is allowed */
} uth_condition;

typedef struct {
    int32_t rule;                   /* its number, below UTH_MAX_RULES */
    int32_t first, end;             /* its conditions */
} uth_rule_part;

typedef int32_t (*uth_chooser)(void *context, const uint8_t *hole, const uint8_t *board, int32_t board_count);

#define UTH_MAX_RULES 128
#define UTH_PLAY_BEST 9             /* an action besides -2 fold, -1 check and the bets: what is best from there on */

typedef struct {
    int32_t parts[3];               /* by street; before the flop only the class of the hole cards is seen */
    const uth_rule_part *part[3];
    const uth_condition *condition;
    int32_t action[3][128];         /* of each rule */
    uth_chooser ask;                /* or NULL */
    void *context;
} uth_strategy;

/*
 * The whole game played by a strategy, after uth_solution_finish:
 *
 *   uth_play_new, uth_play_flops(piece) and uth_play_rivers(piece), then uth_play_outcomes(piece).
 *
 * uth_play_outcomes gives its share of the outcome table and, for each rule, of what it does; whole sums as with
 * uth_solution_outcomes.
 */
typedef struct uth_play uth_play;

typedef struct {
    uint64_t spots;                 /* that it is the first to fit, of all up to suits, reached or not */
    uint64_t deals;                 /* that it decides */
    uint64_t wrong;                 /* of them, where another action is better from there on */
    int64_t cost;                   /* what it loses there against best play from there on, in settlement units */
} uth_rule_sum;

typedef struct {
    uth_split ended;
    uth_rule_sum rule[3][128];
} uth_play_sums;

#define UTH_PLAY_FLOP_PIECES 8
#define UTH_PLAY_RIVER_PIECES 16
#define UTH_PLAY_PIECES 7

int32_t uth_play_new(const uth_solution *solution, const uth_strategy *strategy, uth_play **play);
int32_t uth_play_flops(uth_play *play, int32_t piece);
int32_t uth_play_rivers(uth_play *play, int32_t piece);
int32_t uth_play_outcomes(const uth_play *play, int32_t piece, uth_play_sums *sums);
void uth_play_free(uth_play *play);

/* The flops on which the strategy loses most, with all hole cards and flops alike up to suits, the worst first. */
typedef struct {
    uint8_t hole[2], flop[3];
    int32_t rule, does, best;       /* actions as above */
    uint64_t deals;                 /* of all that are alike */
    int64_t cost;                   /* over these deals */
} uth_mistake;

int32_t uth_play_mistakes(const uth_play *play, int32_t most, uth_mistake *mistakes, int32_t *found);

/*
 * The plain way, for checking: every board up to suits by itself, one after the other, with no sum shared between two. The
 * integers are those of the functions above, some twenty times as slowly. The work comes in UTH_PLAIN_PIECES pieces.
 */
typedef struct uth_boards uth_boards;
typedef struct uth_plain uth_plain;
typedef struct uth_plain_line uth_plain_line;

#define UTH_PLAIN_PIECES 128

/* Classes up to suits, that is, up to an exchange of suits: 169, 1,755, 134,459, 1,286,792 and 123,156,254 with 52 cards. */
typedef struct {
    int64_t holes, flops, boards, holes_on_flops, holes_on_boards;
} uth_classes;

/* The boards of a deck of these ranks, four suits each. */
int32_t uth_boards_new(uint32_t ranks, uth_boards **boards);
void uth_boards_free(uth_boards *boards);
int32_t uth_boards_count(const uth_boards *boards, uth_classes *classes);

/* A piece of the census, as uth_game_census gives it. */
int32_t uth_boards_census(const uth_boards *boards, uint32_t qualifier, int32_t piece, uth_census *census);

/*
 * uth_plain_new, uth_plain_sum(piece) for each piece by one thread at a time, then uth_plain_choose; what follows asks it. A
 * piece or a choice taken again or too early is refused (UTH_BAD_ORDER). The boards must outlive it.
 */
int32_t uth_plain_new(const uth_boards *boards, const uth_rules *rules, uth_plain **plain);
int32_t uth_plain_sum(uth_plain *plain, int32_t piece);
int32_t uth_plain_choose(uth_plain *plain);
void uth_plain_free(uth_plain *plain);

/* As uth_solution_preflop and uth_solution_flop. */
int32_t uth_plain_preflop(const uth_plain *plain, const uint8_t hole[2], uth_decision *decision);
int32_t uth_plain_flop(const uth_plain *plain, const uint8_t hole[2], const uint8_t flop[3], uth_decision *decision);

/*
 * The game played out after uth_plain_choose, by a strategy or, if that is NULL, by best play: the sums of uth_play_outcomes,
 * in pieces that may run on any threads. A function is asked for every two cards on every flop and board up to suits,
 * 147 million times, and `spots` counts these; it must answer alike to cards alike, or the sums are those of no strategy.
 */
int32_t uth_plain_line_new(const uth_plain *plain, const uth_strategy *strategy, uth_plain_line **line);
int32_t uth_plain_line_play(const uth_plain_line *line, int32_t piece, uth_play_sums *sums);
int32_t uth_plain_line_mistakes(const uth_plain_line *line, int32_t most, uth_mistake *mistakes, int32_t *found);
void uth_plain_line_free(uth_plain_line *line);

/* The decision before the flop for each two cards x > y at [x * (x - 1) / 2 + y], zeros for cards that are not in the deck. */
int32_t uth_solve_plainly(uint32_t ranks, const uth_rules *rules, uth_decision before[1326]);

/* END CDEF */

#endif
