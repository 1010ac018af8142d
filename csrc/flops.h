/* flops.h: the 1,755 flops up to suits, in one order everywhere. Private to the core. */
#ifndef UTH_FLOPS_H
#define UTH_FLOPS_H

#include "cards.h"
#include "uth.h"

enum { FLOP_CLASSES = 1755 };

typedef struct {
    uint8_t card[3];                                    /* ranks descending */
    uint8_t flops;                                      /* alike up to suits */
} flop_alike;

static inline void add_flop_alike(rank_set deck, int x, int y, int z, int flops, flop_alike *list, int *count)
{
    if (deck >> rank_of(x) & deck >> rank_of(y) & deck >> rank_of(z) & 1)
        list[(*count)++] = (flop_alike){{(uint8_t)x, (uint8_t)y, (uint8_t)z}, (uint8_t)flops};
}

/* The flops of a deck of these ranks, of those alike one; returns their number. */
static inline int list_flops_alike(rank_set deck, flop_alike list[FLOP_CLASSES])
{
    int count = 0;
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b <= a; b++)
            for (int c = 0; c <= b; c++) {
                int x = 4 * a, y = 4 * b, z = 4 * c;    /* of the first suit; + 1, + 2 of others */
                if (a == b && b == c)
                    add_flop_alike(deck, x, y + 1, z + 2, 4, list, &count);
                else if (a == b || b == c) {
                    /* the third card in the suit of one of the pair, or not */
                    add_flop_alike(deck, x, y + (a == b), z + (b == c), 12, list, &count);
                    add_flop_alike(deck, x, y + 1, z + 2, 12, list, &count);
                } else {
                    add_flop_alike(deck, x, y, z, 4, list, &count);
                    add_flop_alike(deck, x, y, z + 1, 12, list, &count);
                    add_flop_alike(deck, x, y + 1, z, 12, list, &count);
                    add_flop_alike(deck, x + 1, y, z, 12, list, &count);
                    add_flop_alike(deck, x, y + 1, z + 2, 24, list, &count);
                }
            }
    return count;
}

/* UTH_OK if these are different cards of a deck of these ranks; the flop may be NULL. */
static inline int32_t check_hole_and_flop(rank_set deck, const uint8_t *hole, const uint8_t *flop)
{
    uint64_t seen = 0;
    for (int i = 0; i < (flop ? 5 : 2); i++) {
        uint8_t card = i < 2 ? hole[i] : flop[i - 2];
        if (card >= CARDS || !(deck >> rank_of(card) & 1))
            return UTH_BAD_CARD;
        if (seen & bit_of(card))
            return UTH_DUPLICATE;
        seen |= bit_of(card);
    }
    return UTH_OK;
}

#endif
