/* seat_bounds.h: the dealer's hands by ranks against bounds, all ranks of one of the dealer's cards at once. Private to the core. */
#ifndef UTH_SEAT_BOUNDS_H
#define UTH_SEAT_BOUNDS_H

#include "seat.h"

/* One number for each rank and nothing behind; loops over all lanes are short and have no branches. */
typedef int16_t lanes[LANES];

/* Compilers that unroll such loops first find no lanes any more. */
#if defined(__GNUC__) && !defined(__clang__)
#define LANE_BY_LANE _Pragma("GCC unroll 1")
#else
#define LANE_BY_LANE
#endif

static const lanes own_bit = {1, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12};

/* Dealer hands are counted that are below each of these. */
enum { PLAYER, ABOVE_PLAYER, QUALIFIER, FLUSH, BOUNDS };

/* Of the dealer's hands so many, or ranks, are below each bound. */
static inline standing to_ranks(const int *below) { return make_standing(below[PLAYER], below[ABOVE_PLAYER], below[QUALIFIER]); }
static inline standing to_flush(const int *below) { return make_standing(below[FLUSH], below[FLUSH], below[QUALIFIER]); }

/* n choose k. */
static const uint8_t ways_to_pick[5][6] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};

/* Ways to deal the ranks of a board when so many cards of each are `live`, and how many of each are left then. */
static inline unsigned deal_ranks(const rank_shape *shape, const lanes live, lanes left)
{
    unsigned deals = 1;
    for (int rank = 0; rank < LANES; rank++)
        left[rank] = live[rank];
    for (int k = 0; k < shape->kinds; k++) {
        int rank = shape->of[k].rank, times = shape->of[k].times;
        deals *= ways_to_pick[live[rank]][times];
        left[rank] = (int16_t)(left[rank] - times);
    }
    return deals;
}

/* Ways to deal so many cards to come that have the ranks of this multiset. */
static inline int ways_by_rank(const uth_seat *seat, int cards, int multiset)
{
    const rank_shape *shape = &seat->shape[first_multiset[cards] + multiset];
    int ways = 1;
    for (int k = 0; k < shape->kinds; k++)
        ways *= ways_to_pick[seat->left[shape->of[k].rank]][shape->of[k].times];
    return ways;
}

/* The five ranks on a board of which these are to come. */
static inline int whole_board(const uth_seat *seat, int board)
{
    for (int known = 0; known < 5 - seat->to_come; known++)
        board = seat->more[seat->known[known]][first_multiset[seat->to_come + known] + board];
    return board;
}

/* The player's hand by ranks on such a board. */
static inline grade player_on(const uth_seat *seat, int five)
{
    return seat->seven[seat->more[seat->hole[0]][first_multiset[5] + five]][seat->hole[1]];
}

/* With both cards of the dealer unknown: what look_at_ranks() needs for any board, and for one. */
void prepare_pairs(uth_seat *seat);
void look_at_pairs(uth_seat *seat, int board);

#endif
