/*
 * play.h: how a whole game is played, by best play or by a strategy. Private to the core.
 *
 * Up to suits a river is one of the boards by ranks, on which no flush is possible, or of those seen from the flush suit
 * (split.h), with one kind of hole cards. Where both hole cards are of other suits it matters to the rules of a strategy
 * whether they share one.
 */
#ifndef UTH_PLAY_H
#define UTH_PLAY_H

#include "solution.h"
#include "strategy_rules.h"

enum { RIVER_COLUMNS = COLUMNS + RANK_PAIRS };          /* the last for hole cards of one suit, but not the flush suit */

typedef uint8_t river_by_rank[2][RANK_BOARDS][RANK_PAIRS];             /* [suited] */
typedef uint8_t river_by_suit[SUIT_BOARDS][RIVER_COLUMNS];

struct uth_play {
    const uth_solution *solution;
    uint8_t flops[UTH_PLAY_FLOP_PIECES], rivers[UTH_PLAY_RIVER_PIECES];     /* see pieces.h */
    kept_strategy kept;
    strength (*by_ranks)[RANK_PAIRS];                   /* of hands without a flush */
    uint8_t opening[HOLE_CLASSES];                      /* the rules followed, ... */
    uint8_t on_flop[FLOP_CLASSES][1326];
    river_by_rank *on_river_by_rank;
    river_by_suit *on_river_by_suit;
    int8_t opened[HOLE_CLASSES];                        /* ... and what they do before the flop and on it */
    int8_t played[FLOP_CLASSES][1326];
    uth_rule_sum sum[UTH_PLAY_RIVER_PIECES][UTH_STREETS][UTH_MAX_RULES];    /* a piece's share, but for deals on the river */
};

/* What is played: the table of outcomes follows it. */
typedef struct {
    const uth_solution *solution;
    const int8_t *opened;
    const int8_t (*played)[1326];
    const uth_play *play;                               /* NULL: best play on the river */
} line_of_play;

/* A share of the outcome table, and of the deals that each rule decides on the river; whole sums are modulo 2^64. */
int32_t outcomes_of(line_of_play line, int32_t piece, uth_split *deals, uth_rule_sum river[UTH_MAX_RULES]);

#endif
