/*
 * showdown.h: outcomes of a showdown and counts of them. Private to the core.
 *
 * A tally holds how many dealer hands lead to each of the six outcomes, ten bits for each in one word. There are at most
 * C(45,2) = 990 dealer hands to a board, so no field can overflow, and tallies add and subtract as plain numbers.
 */
#ifndef UTH_SHOWDOWN_H
#define UTH_SHOWDOWN_H

#include "strength.h"

typedef uint64_t tally;

enum { TALLY_BITS = 10 };
_Static_assert(45 * 44 / 2 < 1 << TALLY_BITS && UTH_OUTCOMES * TALLY_BITS <= 64, "a tally holds all dealer hands");

/* The outcome as a shift into the tally: 2 * (0 lose, 1 tie, 2 win) + whether the dealer qualifies. */
static inline int outcome_shift(strength player, strength dealer, strength qualifier)
{
    int outcome = 2 * ((player > dealer) + (player >= dealer)) + (dealer >= qualifier);
    return TALLY_BITS * outcome;
}

static inline tally one_of(strength player, strength dealer, strength qualifier)
{
    return UINT64_C(1) << outcome_shift(player, dealer, qualifier);
}

static inline int64_t tallied(tally counts, int outcome) { return (int64_t)(counts >> (TALLY_BITS * outcome) & 1023); }

/* Sum of a bet's payoffs over the dealer hands tallied; below 990 * UTH_MAX_PAYOFF < 2^27. */
static inline int64_t settle(tally counts, const int32_t payoff[UTH_OUTCOMES])
{
    int64_t sum = 0;
    for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
        sum += tallied(counts, outcome) * payoff[outcome];
    return sum;
}

/* Adds `times` times a tally to deals by outcome; `times` may be negative, the table as a whole never is. */
static inline void add_tally(uint64_t deals[UTH_OUTCOMES], tally counts, int64_t times)
{
    for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
        deals[outcome] += (uint64_t)(tallied(counts, outcome) * times);
}

#endif
