/*
 * solution.h: the whole game under one settlement. Private to the core.
 *
 * What is settled at the showdown is summed over turn and river for every flop: by ranks, plus a correction for each suit
 * on the flop. Sums are kept FLOP_SCALE times as large as they are for one flop.
 */
#ifndef UTH_SOLUTION_H
#define UTH_SOLUTION_H

#include "choice.h"
#include "flops.h"
#include "game.h"

#include <stddef.h>

enum {
    FLOP_SCALE = 2 * COMMON_WAYS,                       /* turn and river are taken off in either order */
    MAX_WORTH = 1 + UTH_MAX_BETS                        /* river under best play, then the flop's bets */
};

/* A bet's value over all dealer hands is linear in where the player's hand stands. */
typedef struct {
    int32_t sure, below, equal, unqualified;
} form;

/* Two forms in one: the flop's bet times 2^32, plus the river's. */
typedef struct {
    int64_t sure, below, equal, unqualified;
} packed_form;

typedef struct {
    uint8_t card[3];
    uint8_t flops;                                      /* alike up to suits */
    uint16_t by_rank;
    int suits;
    uint8_t suit[3];
    uint16_t by_suit[3];
} flop_class;

struct uth_solution {
    const uth_game *game;
    uth_rules rules;
    uint8_t summed[UTH_SUM_PIECES], chosen[UTH_CHOOSE_PIECES], finished;    /* see pieces.h */
    int width;                                          /* river under best play, then the flop's bets */
    int32_t surrender;                                  /* a fold on the river over all dealer hands; the least number if not allowed */
    form form[UTH_CATEGORIES][2][UTH_STREETS][UTH_MAX_BETS];            /* [category][qualified][street][bet] */
    int is_packed;                                      /* one bet on flop and river each, and none too large */
    packed_form packed[UTH_CATEGORIES][2];
    void *by_board;                                     /* by ranks: int64_t[board][rank_pair] packed, else int32_t[..][..][MAX_WORTH] */
    int64_t *by_rank;                                   /* [flop by ranks][rank_pair][width] */
    int64_t *by_suit;                                   /* [flop from a suit][column][width] */
    int64_t raise_by_rank[RANK_PAIRS][UTH_MAX_BETS];    /* bets before the flop, summed over all boards */
    int64_t raise_by_suit[COLUMNS][UTH_MAX_BETS];
    int flop_classes;
    flop_class flop[FLOP_CLASSES];
    int8_t played[FLOP_CLASSES][1326];                  /* best action on the flop, by two_cards() */
    int64_t checked[UTH_CHOOSE_PIECES][HOLE_CLASSES];   /* best play on the flop, summed over all flops and hands of a class */
    int8_t opened[HOLE_CLASSES];                        /* best action before the flop */
    uth_decision before[HOLE_CLASSES];
};

/* The columns of a piece of a sum: one suited card of the lower or the higher ranks, both suited, none. */
static const int first_column[UTH_SUM_PIECES + 1] = {ONE_SUITED, ONE_SUITED + 7 * 13, BOTH_SUITED, NONE_SUITED, COLUMNS};

/* Number of two cards, the higher first. */
static inline int two_cards(int card, int other) { return card * (card - 1) / 2 + other; }

/* Of two cards, the higher first. */
static inline int hole_class(int card, int other)
{
    int high = rank_of(card), low = rank_of(other);
    return suit_of(card) == suit_of(other) ? 13 * high + low : 13 * low + high;
}

static inline int32_t value_of(form f, standing s)
{
    return f.sure + f.below * below_of(s) + f.equal * equal_of(s) + f.unqualified * unqualified_of(s);
}

static inline int64_t value_of_sum(form f, standing_sum sum)
{
    return (int64_t)f.sure * (int64_t)(sum.unqualified_and_boards >> 32) + (int64_t)f.below * (int64_t)(uint32_t)sum.below_and_equal
         + (int64_t)f.equal * (int64_t)(sum.below_and_equal >> 32) + (int64_t)f.unqualified * (int64_t)(uint32_t)sum.unqualified_and_boards;
}

static inline choice play_river(const uth_solution *s, standing hole, int category)
{
    const uth_street *river = &s->rules.street[UTH_RIVER];
    int qualified = is_qualified(hole);
    int64_t worth[UTH_MAX_BETS + 1];
    worth[0] = 0;
    for (int bet = 0; bet < river->bets; bet++)
        worth[bet + 1] = value_of(s->form[category][qualified][UTH_RIVER][bet], hole);
    return best_choice(river, (int64_t)s->rules.fold * s->game->dealer_hands, worth);
}

/* Adds a row of sums, once or, for a board with two cards to take off alike, more often. */
static inline void add_times(int64_t *restrict to, const int64_t *restrict from, int times, int count)
{
    if (times == 1)
        for (int i = 0; i < count; i++)
            to[i] += from[i];
    else
        for (int i = 0; i < count; i++)
            to[i] += times * from[i];
}

/* Place of a card as seen from a suit. */
static inline int seen_from(int suit, int card) { return suit_of(card) == suit ? rank_of(card) : 13 + rank_of(card); }

/* Check and bets on a flop with these hole cards, times FLOP_SCALE, and the best of them with the fold. */
static inline choice play_flop(const uth_solution *s, const flop_class *flop, int card, int other, int64_t fold, int64_t *worth)
{
    const uth_game *game = s->game;
    const int64_t *by_rank = s->by_rank + ((size_t)flop->by_rank * RANK_PAIRS + (size_t)rank_pair(rank_of(card), rank_of(other))) * (size_t)s->width;
    for (int w = 0; w < s->width; w++)
        worth[w] = by_rank[w];
    for (int k = 0; k < flop->suits; k++) {
        int column = game->column[seen_from(flop->suit[k], card)][seen_from(flop->suit[k], other)];
        const int64_t *by_suit = s->by_suit + ((size_t)flop->by_suit[k] * COLUMNS + (size_t)column) * (size_t)s->width;
        for (int w = 0; w < s->width; w++)
            worth[w] += by_suit[w];
    }
    return best_choice(&s->rules.street[UTH_FLOP], fold, worth);
}

static inline int64_t deals_to_a_flop(const uth_game *game)
{
    return (int64_t)choose(4 * size_of(game->deck) - 5, 2) * game->dealer_hands;
}

static inline int is_in_deck(const uth_game *game, int card) { return is_dealt(game, rank_of(card)); }

#endif
