/* fuzz_decks.h: games of small decks, counted as they are needed. */
#ifndef UTH_FUZZ_DECKS_H
#define UTH_FUZZ_DECKS_H

#include "fuzz.h"

enum { DECKS = 4 };
static const uint32_t decks[DECKS] = {0x1c00, 0x1009, 0x1810, 0x000f};

/* Each deck counted once with the qualifier that it meets first; another one may take its place. */
static uth_game *games[DECKS];
static uint32_t qualifiers[DECKS];

static inline const uth_game *counted(bytes *from, int deck)
{
    uint32_t wanted = qualifier(from);
    if (!games[deck] || byte(from) >= 192) {
        uth_game_free(games[deck]);
        qualifiers[deck] = wanted;
        games[deck] = count_game(decks[deck], wanted);
    }
    return games[deck];
}

static inline uint64_t cards_of(uint32_t ranks)
{
    uint64_t cards = 0;
    for (int card = 0; card < 52; card++)
        cards |= (uint64_t)(ranks >> card / 4 & 1) << card;
    return cards;
}

#endif
