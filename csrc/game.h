/*
 * game.h: the whole game counted, private to the core. Every board, seen by ranks and from one suit (split.h), against
 * every kind of hole cards at once.
 *
 * From a suit, hole cards are of 338 kinds ("columns"): one card suited, both, or none.
 */
#ifndef UTH_GAME_H
#define UTH_GAME_H

#include "pieces.h"
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
    return category_of(flush) == UTH_FLUSH ? 1 : category_of(flush) - UTH_STRAIGHT_FLUSH + 2;
}

static inline int category_of_kind(int kind, int by_ranks)
{
    static const uint8_t of_flush[KINDS] = {0, UTH_FLUSH, UTH_STRAIGHT_FLUSH, UTH_ROYAL_FLUSH};
    int category = of_flush[kind];
    return kind ? category : by_ranks;
}

static inline int is_qualified(standing s) { return below_of(s) >= unqualified_of(s); }

/* A board by ranks: the strengths of all dealer hands, in order. */
typedef struct {
    uint8_t rank[5];                                    /* descending */
    uint8_t possible;                                   /* 0 if the deck has too few cards of a rank */
    uint8_t entries, below_flush, below_qualifier;      /* pairs of ranks that the dealer can hold; a flush would beat those below */
    uint8_t order[RANK_PAIRS];                          /* weakest first; bit 7 marks the last of equal ones */
    uint8_t category[RANK_PAIRS];                       /* of a hand with these hole ranks */
    uint16_t ways[RANK_PAIRS];                          /* to deal the board, given these hole ranks */
    standing hole[RANK_PAIRS];                          /* flushes disregarded */
} ranked_board;

/* Where hole cards stand, summed over boards: two sums to a word, none of which reaches 990 * 2,118,760 < 2^32. */
typedef struct {
    uint64_t below_and_equal, unqualified_and_boards;
} standing_sum;

static inline void add_standing(standing_sum *sum, int below, int equal, int unqualified, uint64_t boards)
{
    sum->below_and_equal += boards * ((uint64_t)below | (uint64_t)equal << 32);
    sum->unqualified_and_boards += boards * ((uint64_t)unqualified | UINT64_C(1) << 32);
}

typedef standing_sum standing_sums[UTH_CATEGORIES][2][COLUMNS];         /* [category][qualified][column] */

struct uth_game {
    rank_set deck;
    strength qualifier;
    int dealer_hands;
    uint8_t ordered[UTH_ORDER_PIECES], counted[UTH_COUNT_PIECES];          /* see pieces.h */
    rank_sets sets;
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
    standing_sums stands[UTH_COUNT_PIECES];             /* over the boards of one suit, a piece's share */
    uint8_t suit_boards[RANK_BOARDS][COLUMNS];          /* boards of these ranks with three or more cards of one suit, at most 106 */
};

/* The other ranks of a flop seen from a suit, by the flop's number. */
static inline int others_of_flop(int index)
{
    if (index < 13 * 91)
        return index % 91;
    return index < 13 * 91 + 78 * 13 ? RANK_PAIRS + (index - 13 * 91) % 13 : RANK_PAIRS + RANKS;
}

/* Number of the other ranks of a suit_view: two, one or none. */
static inline int others_index(suit_view view)
{
    if (view.others == 2)
        return rank_pair(view.other[0], view.other[1]);
    return view.others == 1 ? RANK_PAIRS + view.other[0] : RANK_PAIRS + RANKS;
}

/*
 * Ways to deal a suit board by column, none where the hole cards hold one of its suited ranks. Boards with the same suited
 * ranks follow each other, so the clashes are kept.
 */
typedef struct {
    rank_set suited;
    uint8_t open[COLUMNS], by_column[COLUMNS];
} board_ways;

static inline void find_ways(const struct uth_game *game, suit_view view, int from, int to, board_ways *ways)
{
    if (ways->suited != view.suited)
        for (int column = from; column < to; column++)
            ways->open[column] = game->clash[column] & view.suited ? 0 : 255;
    ways->suited = view.suited;
    const uint8_t *all = game->ways[others_index(view)];
    for (int column = from; column < to; column++)
        ways->by_column[column] = ways->open[column] & all[column];
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
