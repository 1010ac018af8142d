/*
 * boards.h: every board of one hand, counted. Private to the core.
 *
 * A board can make a flush in one suit at most. So the boards are counted twice: once by ranks alone, as if there were
 * no flushes; then, for each suit, those on which player or dealer may hold a flush in it, by what they are to that suit.
 * Any sum over boards is the sum of the first plus, for the second, the true value less the one by ranks.
 */
#ifndef UTH_BOARDS_H
#define UTH_BOARDS_H

#include "showdown.h"
#include "split.h"
#include "spot.h"

/* All boards of the same ranks. `deals` is the number of ways to deal the cards still to come. */
typedef struct {
    tally counts;                                       /* dealer hands by outcome, flushes disregarded */
    uint16_t deals;
    uint16_t deals_without_flush;                       /* those on which nobody can hold a flush */
    uint8_t category;
    uint8_t rank[5];                                    /* of the cards still to come, descending */
} rank_board;

/* All boards that look alike from one suit and may hold a flush in it. */
typedef struct {
    tally counts;                                       /* dealer hands by outcome, in truth */
    uint16_t deals;
    uint16_t by_ranks;                                  /* the rank_board of the same ranks */
    uint8_t category;
    suit_view view;                                     /* of the cards still to come */
} suit_board;

typedef struct {
    rank_sets sets;
    int to_come;                                        /* cards of each board that nobody has seen */
    int dealer_hands;                                   /* to each board */
    int left[RANKS];                                    /* cards that may still come, by rank */
    rank_set suit_left[SUITS];
    int twin[SUITS];                                    /* an earlier suit with the same boards, or the suit itself */
    int rank_count;
    int suit_count[SUITS];                              /* 0 for a suit that has an earlier twin */
    int known_others[SUITS];                            /* board cards already known that are not of the suit */
    int most_others[SUITS];                             /* board cards not of the suit that still allow a flush: 0 to 2 */
    rank_board by_rank[RANK_BOARDS];
    suit_board by_suit[SUITS][SUIT_BOARDS];
} boards;

/* All boards of a spot: those that hold the cards on the table and the cards seen to come. */
int32_t count_boards(const uth_spot *spot, strength qualifier, boards *out);

#endif
