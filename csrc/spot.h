/* spot.h: the cards of one decision as sets. Private to the core. */
#ifndef UTH_SPOT_H
#define UTH_SPOT_H

#include "cards.h"
#include "uth.h"

static inline uint64_t hole_cards(const uth_spot *spot) { return bit_of(spot->hole[0]) | bit_of(spot->hole[1]); }

static inline uint64_t board_cards(const uth_spot *spot)
{
    uint64_t cards = 0;
    for (int i = 0; i < spot->board_count; i++)
        cards |= bit_of(spot->board[i]);
    return cards;
}

/* Cards that may still be dealt, to the board or to the dealer. */
static inline uint64_t unseen_cards(const uth_spot *spot)
{
    uint64_t seen = spot->dead | spot->dealer | spot->flop_seen | spot->last_seen;
    return (bit_of(CARDS) - 1) & ~(seen | hole_cards(spot) | board_cards(spot));
}

/* How many unseen cards complete the flop, then the turn and river, then the dealer's hand. */
static inline int flop_to_come(const uth_spot *spot) { return spot->board_count ? 0 : 3 - size_of(spot->flop_seen); }
static inline int last_to_come(const uth_spot *spot) { return spot->board_count == 5 ? 0 : 2 - size_of(spot->last_seen); }
static inline int dealer_to_come(const uth_spot *spot) { return 2 - size_of(spot->dealer); }

#endif
