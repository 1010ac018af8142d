/*
 * plain.h: the boards of a deck up to suits, taken one by one: the plain way, to hold the fast one against. Private to the
 * core.
 *
 * Boards that an exchange of suits carries into each other are alike, and one of them stands for all. On it every hand is
 * evaluated by itself. Nothing here knows ranks apart from suits, columns or corrections.
 */
#ifndef UTH_PLAIN_H
#define UTH_PLAIN_H

#include "choice.h"
#include "flops.h"
#include "pieces.h"
#include "strength.h"

enum {
    PAIRS = 1326,
    TRIPLES = 22100,
    EXCHANGES = 24,
    BOARD_CLASSES = 134459,
    MOST_HANDS = 47 * 46 / 2,
    FLOPS_OF_A_BOARD = 10
};

struct uth_boards {
    rank_set ranks;
    uint64_t deck;
    int cards, dealer_hands;
    uint8_t moved[EXCHANGES][CARDS];                    /* a card after an exchange of suits, the first of which moves nothing */
    uint8_t back[EXCHANGES];                            /* the exchange that undoes it */
    uint16_t pair[CARDS][CARDS];                        /* pair_place() of two cards */
    int flops, boards;
    flop_alike flop[FLOP_CLASSES];
    uint16_t flop_class[TRIPLES];                       /* by triple_place() */
    uint8_t flop_by[TRIPLES];                           /* the exchange of suits that leads to the one that stands for its class */
    uint64_t board[BOARD_CLASSES];
    uint8_t alike[BOARD_CLASSES];                       /* number of boards that it stands for */
};

static inline int pair_place(int x, int y)
{
    int high = max_of(x, y);
    return high * (high - 1) / 2 + min_of(x, y);
}

static inline int triple_place(int x, int y, int z)
{
    int high = max_of(x, max_of(y, z)), low = min_of(x, min_of(y, z)), middle = x + y + z - high - low;
    return choose(high, 3) + choose(middle, 2) + low;
}

static inline uint64_t move_cards(const struct uth_boards *b, uint64_t cards, int by)
{
    uint64_t moved = 0;
    for (; cards; cards &= cards - 1)
        moved |= bit_of(b->moved[by][lowest(cards)]);
    return moved;
}

static inline uint64_t flop_cards(const flop_alike *flop) { return bit_of(flop->card[0]) | bit_of(flop->card[1]) | bit_of(flop->card[2]); }

/* The boards of a piece of the work: neighbours, for they share flops. */
static inline int first_board(const struct uth_boards *b, int piece) { return (int)((int64_t)b->boards * piece / UTH_PLAIN_PIECES); }

/* Two hole cards on a board, and the dealer's hands by outcome against them. */
typedef struct {
    strength strength;
    uint8_t x, y;
} plain_hand;

/* Every hand on a board, in no order; returns their number. */
int list_hands(const struct uth_boards *b, uint64_t board, plain_hand hands[MOST_HANDS]);

/* The same from the weakest to the strongest. */
int sort_hands(const struct uth_boards *b, uint64_t board, plain_hand hands[MOST_HANDS]);

/* How the dealer's hands fall against each of the sorted hands. */
void count_outcomes(const struct uth_boards *b, const plain_hand *hands, int count, strength qualifier, int32_t outcomes[][UTH_OUTCOMES]);

/* A board's ten flops: the class of each, and the exchange of suits that leads to the flop that stands for it. */
typedef struct {
    int class;
    const uint8_t *moved;
} board_flop;

void list_board_flops(const struct uth_boards *b, uint64_t board, board_flop flops[FLOPS_OF_A_BOARD]);

/* A bet's payoffs over dealer hands by outcome; below 990 * UTH_MAX_PAYOFF < 2^27. */
static inline int32_t settle_outcomes(const int32_t outcomes[UTH_OUTCOMES], const int32_t payoff[UTH_OUTCOMES])
{
    int32_t sum = 0;
    for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
        sum += outcomes[outcome] * payoff[outcome];
    return sum;
}

/* The whole game under one settlement. */
struct uth_plain {
    const struct uth_boards *boards;
    uth_rules rules;
    int width;                                          /* river under best play, then the flop's bets */
    uint8_t summed[UTH_PLAIN_PIECES], chosen;           /* see pieces.h */
    int64_t raise[PAIRS][UTH_MAX_BETS];                 /* bets before the flop, summed over boards */
    int64_t *worth;                                     /* [class of the flop][hole cards][width], summed over boards */
    int8_t played[FLOP_CLASSES][PAIRS];                 /* best action on the flop */
    int8_t opened[PAIRS];                               /* and before it */
    uth_decision before[PAIRS];
};

/* Check and bets on the flop that stands for a class, summed over all deals. UTH_BROKEN if a sum does not divide. */
int32_t worth_on_flop(const struct uth_plain *p, int class, int x, int y, int64_t worth[1 + UTH_MAX_BETS]);

/* What is best on the river against these dealer hands: the bets' values in `worth` from its second place on. */
choice best_on_river(const struct uth_plain *p, int category, const int32_t outcomes[UTH_OUTCOMES], int64_t worth[1 + UTH_MAX_BETS]);

static inline int has_actions(const uth_street *street) { return street->bets || street->may_check || street->may_fold; }

#endif
