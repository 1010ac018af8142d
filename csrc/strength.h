/*
 * strength.h: strength of a hand as one number, higher is stronger. Private to the core.
 *
 * category << 26 | set of the ranks that make the hand << 13 | set of the kickers. Sets compare as numbers the way
 * players compare them: highest rank first.
 */
#ifndef UTH_STRENGTH_H
#define UTH_STRENGTH_H

#include "cards.h"
#include "uth.h"

typedef uint32_t strength;

#define STRENGTH(category, made, kickers) ((strength)(category) << 26 | (strength)(made) << 13 | (strength)(kickers))

static inline int category_of(strength s) { return (int)(s >> 26); }

static inline rank_set top(rank_set set) { return (rank_set)1 << highest(set); }

static inline rank_set without_lowest(rank_set set, int count)
{
    while (count-- > 0)
        set &= set - 1;
    return set;
}

/* The highest rank of the best straight in the set, alone in a set; empty if there is none. */
static inline rank_set straight_in(rank_set set)
{
    uint32_t low_ace = set << 1 | set >> 12;            /* bit 0 = ace as one, bit 1 = two, ... */
    uint32_t starts = low_ace & low_ace >> 1 & low_ace >> 2 & low_ace >> 3 & low_ace >> 4;
    return starts ? (rank_set)1 << (highest(starts) + 3) : 0;
}

/* Best five of `count` cards (5 to 7) by their ranks alone, as if no flush were possible. */
static inline strength rank_strength(ranks held, int count)
{
    rank_set singles = at_least(held, 1), pairs = at_least(held, 2), triples = at_least(held, 3);
    rank_set straight = straight_in(singles);
    int spare = count - 5;                              /* cards that do not play */

    if (pairs) {
        rank_set quads = at_least(held, 4);
        if (quads)
            return STRENGTH(UTH_FOUR_OF_A_KIND, quads, top(singles ^ quads));
        if (triples) {
            rank_set triple = top(triples);
            if (pairs ^ triple)
                return STRENGTH(UTH_FULL_HOUSE, triple, top(pairs ^ triple));
            if (!straight)
                return STRENGTH(UTH_THREE_OF_A_KIND, triple, without_lowest(singles ^ triple, spare));
        }
        if (!straight) {
            rank_set high = top(pairs), rest = pairs ^ high;
            if (rest) {
                rank_set low = top(rest);
                return STRENGTH(UTH_TWO_PAIR, high | low, top(singles ^ high ^ low));
            }
            return STRENGTH(UTH_PAIR, high, without_lowest(singles ^ high, spare));
        }
    }
    if (straight)
        return STRENGTH(UTH_STRAIGHT, straight, 0);
    return STRENGTH(UTH_HIGH_CARD, 0, without_lowest(singles, spare));
}

/* Best flush from the ranks held in one suit, five or more. */
static inline strength flush_strength(rank_set suited)
{
    rank_set straight = straight_in(suited);
    if (straight)
        return STRENGTH(straight >> 12 ? UTH_ROYAL_FLUSH : UTH_STRAIGHT_FLUSH, straight, 0);
    return STRENGTH(UTH_FLUSH, without_lowest(suited, size_of(suited) - 5), 0);
}

/* Cards as the evaluator sees them: the multiset of ranks and, suit by suit, the ranks held. */
typedef struct {
    ranks held;
    rank_set suit[SUITS];
} cards_held;

static inline void hold(cards_held *cards, int card)
{
    cards->held = add_rank(cards->held, rank_of(card));
    cards->suit[suit_of(card)] |= (rank_set)1 << rank_of(card);
}

/* The better of a hand by its ranks and the flushes that the cards hold. */
static inline strength or_flush(strength best, const cards_held *cards)
{
    for (int suit = 0; suit < SUITS; suit++)
        if (without_lowest(cards->suit[suit], 4)) {     /* five or more */
            strength flush = flush_strength(cards->suit[suit]);
            if (flush > best)
                best = flush;
        }
    return best;
}

static inline strength strength_of(const cards_held *cards, int count) { return or_flush(rank_strength(cards->held, count), cards); }

#endif
