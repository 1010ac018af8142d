/*
 * sight.h: what a player sees in hole cards and board, as numbers that the rules of a strategy ask for. Private to the core.
 * The numbers are defined in uth.h and, card by card, in uth_exact/features.py.
 */
#ifndef UTH_SIGHT_H
#define UTH_SIGHT_H

#include "strength.h"

enum { NO_RANK = RANKS };                               /* where a feature is a rank and there is none */

/* What one unseen card makes of a board, by place: suited ranks 0..12, other ranks 13..25. */
typedef struct {
    uint8_t left[26];                                   /* cards that are not on the board */
    strength with[26];                                  /* board and card, six cards */
} outs_table;

typedef struct {
    int high, low;                                      /* ranks of the hole cards */
    int suited;                                         /* hole cards of one suit */
    rank_set board;                                     /* its different ranks */
    strength hand, board_hand;                          /* of three board cards without kickers */
    int board_suited, flush_cards, flush_card;
    const outs_table *outs;                             /* on the river, else NULL */
    int place[2];                                       /* of the hole cards in it */
} sight;

/* A strength without its kickers. The kicker of a full house is its pair. */
static inline strength without_kickers(strength s) { return category_of(s) == UTH_FULL_HOUSE ? s : s & ~STRENGTH(0, 0, 0x1fff); }

static inline int straight_draw(const sight *s)
{
    rank_set held = s->board | (rank_set)1 << s->high | (rank_set)1 << s->low;
    int completing = 0;
    if (s->outs || category_of(s->hand) >= UTH_STRAIGHT)
        return 0;
    for (int rank = 0; rank < RANKS; rank++)
        completing += straight_in(held | (rank_set)1 << rank) != 0;
    return completing;
}

static inline int board_match(const sight *s)
{
    for (rank_set left = s->board, place = 1; left; left ^= top(left), place++)
        if (highest(left) == s->high || highest(left) == s->low)
            return (int)place;
    return 0;
}

static inline int kicker(const sight *s)
{
    int category = category_of(s->hand);
    rank_set made = s->hand >> 13 & 0x1fff;
    if (category >= UTH_STRAIGHT && category != UTH_FOUR_OF_A_KIND)
        return NO_RANK;
    if (!(made >> s->high & 1))
        return s->high;
    return made >> s->low & 1 ? NO_RANK : s->low;
}

static inline int dealer_outs(const sight *s)
{
    int outs = 0;
    if (!s->outs)
        return 0;
    for (int place = 0; place < 26; place++)
        if (s->outs->with[place] > s->hand)
            outs += s->outs->left[place] - (place == s->place[0]) - (place == s->place[1]);
    return outs;
}

static inline int feature_of(const sight *s, int feature)
{
    switch (feature) {
    case UTH_HOLE: return s->suited ? 13 * s->high + s->low : 13 * s->low + s->high;
    case UTH_MADE: return category_of(s->hand);
    case UTH_USES_HOLE: return without_kickers(s->hand) > without_kickers(s->board_hand);
    case UTH_BOARD_MADE: return category_of(s->board_hand);
    case UTH_BOARD_SUITED: return s->board_suited;
    case UTH_BOARD_MATCH: return board_match(s);
    case UTH_POCKET_PAIR: return s->high == s->low;
    case UTH_HIDDEN_PAIR: return s->high == s->low || board_match(s) > 0;
    case UTH_FLUSH_CARDS: return s->flush_cards;
    case UTH_FLUSH_CARD: return s->flush_card;
    case UTH_STRAIGHT_DRAW: return straight_draw(s);
    case UTH_OVERCARDS: return (s->high > highest(s->board)) + (s->low > highest(s->board));
    case UTH_KICKER: return kicker(s);
    default: return dealer_outs(s);
    }
}

/* What is seen on a flop, card by card. */
sight see_flop(const uint8_t hole[2], const uint8_t flop[3]);

/* On a board of five whose cards in the flush suit are `suited`, none if no flush is possible. */
typedef struct {
    rank_set board, suited;
    strength hand;
    outs_table outs;
} river_board;

river_board see_board(ranks held, rank_set suited, const uint8_t left[26]);

/* The suit of three or more of five board cards; 4 if there is none. */
int flush_suit(const cards_held *board);

/* A board of five cards, its flush suit as above, with a deck of these ranks. */
river_board see_cards(const cards_held *board, rank_set deck, int suit);

/*
 * Hole cards on it: places 0..12 for a rank of the flush suit, 13..25 for others; `hand` is the player's, `suited` says
 * whether both are of one suit.
 */
static inline sight see_river(const river_board *board, int x, int y, int suited, strength hand)
{
    int u = x % 13, v = y % 13;
    sight s = {max_of(u, v), min_of(u, v), suited, board->board, hand, board->hand, 0, 0, NO_RANK, &board->outs, {x, y}};
    rank_set own = (x < 13 ? (rank_set)1 << u : 0) | (y < 13 ? (rank_set)1 << v : 0);
    s.board_suited = size_of(board->suited);
    if (own && size_of(board->suited | own) >= 5) {
        s.flush_cards = size_of(board->suited | own);
        s.flush_card = highest(own);
    }
    return s;
}

#endif
