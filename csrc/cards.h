/*
 * cards.h: cards, sets of ranks and multisets of ranks. Private to the core.
 *
 * A set of ranks is 13 bits, bit 0 = two. A multiset of ranks ("ranks") keeps four such sets in one word: lane k
 * (bits 16k and up) holds the ranks that occur more than k times, so adding a card is a few bit operations and the
 * pairs, triples and quadruples lie ready.
 */
#ifndef UTH_CARDS_H
#define UTH_CARDS_H

#include <stdint.h>

enum { CARDS = 52, RANKS = 13, SUITS = 4, RANK_PAIRS = 91 };

typedef uint32_t rank_set;
typedef uint64_t ranks;

static inline int rank_of(int card) { return card >> 2; }
static inline int suit_of(int card) { return card & 3; }
static inline uint64_t bit_of(int card) { return UINT64_C(1) << card; }

static inline int min_of(int a, int b) { return a < b ? a : b; }
static inline int max_of(int a, int b) { return a < b ? b : a; }

/* Number of elements; sets here are small, so clearing the lowest bit beats a library call. */
static inline int size_of(uint64_t set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

static inline int lowest(uint64_t set)
{
#if defined(__GNUC__)
    return __builtin_ctzll(set);
#else
    int n = 0;
    while (!(set >> n & 1))
        n++;
    return n;
#endif
}

static inline int highest(uint32_t set)
{
#if defined(__GNUC__)
    return 31 - __builtin_clz(set);
#else
    int n = 31;
    while (!(set >> n & 1))
        n--;
    return n;
#endif
}

static inline ranks add_rank(ranks held, int rank)
{
    uint64_t bit = UINT64_C(1) << rank;
    uint64_t full = held & (bit | bit << 16 | bit << 32);
    return held | bit | full << 16;
}

static inline rank_set at_least(ranks held, int times) { return (rank_set)(held >> (16 * (times - 1)) & 0x1fff); }

/* Ranks of the cards of one suit in a set of cards. */
static inline rank_set ranks_of_suit(uint64_t cards, int suit)
{
    rank_set set = 0;
    for (int rank = 0; rank < RANKS; rank++)
        set |= (rank_set)(cards >> (4 * rank + suit) & 1) << rank;
    return set;
}

/* n choose k for the small k that cards need. */
static inline int choose(int n, int k)
{
    switch (k) {
    case 0: return 1;
    case 1: return n;
    case 2: return n * (n - 1) / 2;
    case 3: return n * (n - 1) * (n - 2) / 6;
    case 4: return n < 4 ? 0 : n * (n - 1) * (n - 2) / 6 * (n - 3) / 4;
    case 5: return n < 5 ? 0 : n * (n - 1) * (n - 2) / 6 * (n - 3) / 4 * (n - 4) / 5;
    default: return n < 6 ? 0 : n * (n - 1) * (n - 2) / 6 * (n - 3) / 4 * (n - 4) / 5 * (n - 5) / 6;
    }
}

/* Place of the pair of ranks {a, b} among all 91, {a, a} included, ordered by the higher rank. */
static inline int rank_pair(int a, int b)
{
    int high = max_of(a, b);
    return high * (high + 1) / 2 + min_of(a, b);
}

#endif
