/*
 * game.h: the whole game counted, private to the core. Every board, seen by ranks and from one suit (split.h), against
 * every kind of hole cards at once.
 *
 * From a suit, hole cards are of 338 kinds ("columns"): one card suited, both, or none.
 */
#ifndef UTH_GAME_H
#define UTH_GAME_H

#include "showdown.h"
#include "split.h"

enum {
    COLUMNS = 13 * 13 + 78 + 91,
    ONE_SUITED = 0,                                     /* + 13 * suited rank + other rank */
    BOTH_SUITED = 13 * 13,                              /* + higher * (higher - 1) / 2 + lower */
    NONE_SUITED = 13 * 13 + 78,                         /* + rank_pair */
    OTHERS = 91 + 13 + 1,
    HOLE_CLASSES = 169,
    KINDS = 4                                           /* of the player's hand: by ranks, flush, straight flush, royal */
};

/*
 * Dealer hands below the player's, equal to it, and below the qualifier, with the kind of the player's hand, in one word.
 * The player is above or at the qualifier exactly if `below >= unqualified`, or it makes no difference.
 */
typedef uint32_t standing;

static inline standing make_standing(int below, int equal, int unqualified, int kind)
{
    return (standing)below | (standing)equal << 10 | (standing)unqualified << 20 | (standing)kind << 30;
}
static inline int below_of(standing s) { return (int)(s & 1023); }
static inline int equal_of(standing s) { return (int)(s >> 10 & 1023); }
static inline int unqualified_of(standing s) { return (int)(s >> 20 & 1023); }
static inline int kind_of(standing s) { return (int)(s >> 30); }

static inline int kind_of_flush(strength flush)
{
    return category_of(flush) == UTH_FLUSH ? 1 : category_of(flush) - UTH_FULL_HOUSE;
}
static inline int category_of_kind(int kind, int by_ranks) { return kind ? (kind == 1 ? UTH_FLUSH : UTH_FULL_HOUSE + kind) : by_ranks; }
_Static_assert(UTH_STRAIGHT_FLUSH == UTH_FULL_HOUSE + 2 && UTH_ROYAL_FLUSH == UTH_FULL_HOUSE + 3, "kinds 2 and 3");

static inline int is_qualified(standing s) { return below_of(s) >= unqualified_of(s); }

/* A board by ranks: the strengths of all dealer hands, in order. */
typedef struct {
    uint8_t rank[5];                                    /* descending */
    uint8_t possible;                                   /* 0 if the deck has too few cards of a rank */
    uint8_t entries, below_flush, below_qualifier;      /* pairs of ranks that the dealer can hold; a flush would beat those below */
    uint8_t order[RANK_PAIRS];                          /* weakest first; bit 7 marks the last of equal ones */
    uint8_t category[RANK_PAIRS];                       /* of a hand with these hole ranks */
    standing hole[RANK_PAIRS];                          /* flushes disregarded */
} ranked_board;

struct uth_game {
    rank_set deck;
    strength qualifier;
    int dealer_hands;
    rank_sets sets;
    uint16_t set_at[3][1287];                           /* [size - 3][place] */
    uint8_t low[RANK_PAIRS], high[RANK_PAIRS];          /* the ranks of a rank_pair */
    uint8_t pair_of[COLUMNS];                           /* a column's ranks as rank_pair */
    uint16_t clash[COLUMNS];                            /* a column's suited ranks */
    uint16_t column[26][26];                            /* of two cards: suited rank 0..12, other rank 13..25 */
    ranked_board board[RANK_BOARDS];
    uint8_t ways[OTHERS][COLUMNS];                      /* to deal a board's other ranks, given the hole cards */
    four_parts fours;
    suit_view view[SUIT_BOARDS];                        /* .suited is 0 if the deck cannot deal it */
    uint16_t by_ranks[SUIT_BOARDS];                     /* the ranked_board of a suit board */
    standing hole[SUIT_BOARDS][COLUMNS];
};

/* Number of the other ranks of a suit_view: two, one or none. */
static inline int others_index(suit_view view)
{
    if (view.others == 2)
        return rank_pair(view.other[0], view.other[1]);
    return view.others == 1 ? RANK_PAIRS + view.other[0] : RANK_PAIRS + RANKS;
}

static inline int is_dealt(const struct uth_game *game, int rank) { return game->deck >> rank & 1; }

/*
 * Ways to deal a board's ranks `rank[0..count)` when each rank has `left` cards, one less for each time it is listed in
 * the hole ranks x and y (-1 for none).
 */
static inline int ways_to_deal(const uint8_t *rank, int count, int left, int x, int y)
{
    int ways = 1;
    for (int i = 0, repeated = 0; i < count; i++) {
        repeated = i && rank[i] == rank[i - 1] ? repeated + 1 : 0;
        int cards = left - (rank[i] == x) - (rank[i] == y) - repeated;
        if (cards <= 0)
            return 0;
        ways = ways * cards / (repeated + 1);
    }
    return ways;
}

#endif
