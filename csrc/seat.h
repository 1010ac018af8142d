/*
 * seat.h: a seat at the table, from which many decisions before the flop are taken one after the other. Private to the
 * core. What any two of them share is made once: strengths by ranks, and how boards are numbered and fall into parts.
 *
 * As in boards.h the boards are counted by ranks, then those that may hold a flush once more from its suit.
 */
#ifndef UTH_SEAT_H
#define UTH_SEAT_H

#include "choice.h"
#include "decision.h"
#include "split.h"

enum {
    RANK_SIXES = 18564, RANK_SEVENS = 50388,
    MULTISETS = 1 + 13 + 91 + 455 + 1820 + 6188,        /* of up to five ranks */
    SUIT_TWOS = 91 + 13 * 13 + 78, SUIT_ONES = 13 + 13, /* cards seen from a suit, as SUIT_FLOPS */
    SUIT_VIEWS = SUIT_ONES + SUIT_TWOS + SUIT_FLOPS + SUIT_FOURS + SUIT_BOARDS,
    LANES = 16,                                         /* ranks, filled up so that a compiler may take several at once */
    GRADES = 4824,                                      /* hands of seven cards that differ in strength */
    FORMS = 2 * UTH_CATEGORIES,                         /* 2 * category of the player + whether at or above the qualifier */
    MAX_SUMS = 1 + UTH_MAX_BETS,                        /* what is summed for each flop: the river under best play, the bets */
    SUIT_ROWS = 286 + 715 + 1287                        /* sets of three to five suited ranks */
};

/* Numbers of multisets of ranks, and of cards seen from a suit, start here by how many cards they are. */
static const int first_multiset[] = {0, 1, 14, 105, 560, 2380};
static const int first_view[] = {0, 0, SUIT_ONES, SUIT_ONES + SUIT_TWOS, SUIT_ONES + SUIT_TWOS + SUIT_FLOPS,
                                 SUIT_ONES + SUIT_TWOS + SUIT_FLOPS + SUIT_FOURS};
static const int others_of[] = {1, RANKS, RANK_PAIRS};  /* multisets of no, one and two other ranks */

/* Place of a strength among all that there are, from the weakest. */
typedef int16_t grade;

/*
 * Three numbers of dealer hands in one word: below the player's hand, not above it, and unqualified. Also three sets of up
 * to 20 things, one for each. Lanes are added, subtracted and multiplied as one number; 990 hands times the 1,024 ways to
 * deal a board of given ranks stay within a lane.
 */
typedef uint64_t standing;

enum { LANE = 21 };
_Static_assert(990 * 1024 < 1 << LANE, "a standing holds all deals of a board's ranks");

static inline standing in_each_lane(uint64_t n) { return n | n << LANE | n << 2 * LANE; }

static inline standing make_standing(int64_t below, int64_t not_above, int64_t unqualified)
{
    return (standing)below | (standing)not_above << LANE | (standing)unqualified << 2 * LANE;
}
static inline int64_t below_of(standing s) { return (int64_t)(s & ((1 << LANE) - 1)); }
static inline int64_t not_above_of(standing s) { return (int64_t)(s >> LANE & ((1 << LANE) - 1)); }
static inline int64_t unqualified_of(standing s) { return (int64_t)(s >> 2 * LANE); }

/* In each lane the size of its set: size_of(), for three sets at once. */
static inline standing sizes_of(standing sets)
{
    sets -= sets >> 1 & in_each_lane(0x55555);
    sets = (sets & in_each_lane(0x33333)) + (sets >> 2 & in_each_lane(0x33333));
    sets = (sets & in_each_lane(0xf0f0f)) + (sets >> 4 & in_each_lane(0x0f0f));
    return (sets + (sets >> 8) + (sets >> 16)) & in_each_lane(0x1f);
}

/* A multiset of ranks: its different ranks, descending, how often each is held, and what is left without one of it. */
typedef struct {
    uint8_t kinds;
    struct {
        uint8_t rank, times;
        uint16_t rest;
    } of[5];
} rank_shape;

/* The player's hand by ranks, or any flush, or a straight flush: dealer hands that make no flush stand differently to it. */
enum { TO_RANKS, TO_FLUSH, TO_STRAIGHT_FLUSH, OPPONENTS };

/* Dealer hands by ranks against one of these. `seen` are sets of ranks that one more card of the dealer may have. */
typedef struct {
    standing all, seen;
} dealers;

/* The same with two cards unknown: the hands that hold one given card, and the pairs of ranks; see pair_sets(). */
typedef struct {
    standing with[RANKS];
    standing pairs[4];
} dealer_pairs;

/* The same with nothing dead; `sets` are the ranks that go with a rank. */
typedef struct {
    standing all, with[RANKS], sets[RANKS];
} pairs_of_all;

/* All that those depend on. */
typedef struct {
    int to_come;
    int hole[2], known[3];
    grade qualifier;
    int16_t left[LANES];
} pairs_key;

enum { MOST_DEAD = 4 };                                 /* left out one by one; of more, none is counted in the first place */

/* A board by ranks. What stands in the ways of its boards that are seen from a suit is kept apart. */
typedef struct {
    int64_t worth;                                      /* by ranks; see pricing */
    standing suited;                                    /* sum over the deals seen from a suit, the player without a flush */
    uint16_t deals;
    uint16_t suited_deals, flush_deals;                 /* of those, seen from a suit: the player without a flush, with one */
    uint8_t form;
} ranked;

/* A bet's value over all dealer hands is linear in where the player's hand stands. */
typedef struct {
    int64_t sure, below, not_above, unqualified;
} bet_form;

/* What is summed over turn and river: best play on the river, a bet on the flop, or both, the bet times 2^32. */
typedef struct {
    enum { PRICE_RIVER, PRICE_BET, PRICE_BOTH } what;
    int bets;                                           /* on the river */
    int64_t surrender;                                  /* a fold on the river; the least number if not allowed */
    bet_form of[FORMS][UTH_MAX_BETS];                       /* the river's bets, or [0] for the flop's or both */
} pricing;

/* Sums of standings, field by field. */
typedef struct {
    uint64_t below, not_above, unqualified, boards;
} standing_sum;

/* A row of boards seen from a suit: the same suited cards to come, with all other ranks. */
typedef struct {
    uint8_t suit, others;
    int8_t own;                                         /* form of the player's flush, or below 0 */
    uint16_t place;                                     /* of the suited cards' set */
} suit_row;

/* What it takes to tell how deals end: the rows on which somebody may hold a flush, and how flops are played. */
typedef struct {
    int rows;
    suit_row row[SUITS * SUIT_ROWS];
    standing truth[SUITS][SUIT_BOARDS];                 /* where the player stands on their boards */
    int counted;                                        /* so many of the sums are actions whose flops are counted */
    int64_t by_rank[MAX_SUMS][RANK_FLOPS];              /* flops that are played so, then times COMMON_WAYS for one flop */
    int64_t by_suit[MAX_SUMS][SUITS][SUIT_FLOPS];
    int64_t four_by_rank[RANK_FOURS], four[SUIT_FOURS]; /* the way back: parts of four cards, then boards by ranks */
    int64_t board_by_rank[RANK_BOARDS];
} endings;

typedef struct {
    rank_set live;                                      /* cards that may come */
    rank_set hole, board, dealer;                       /* known ones */
    int others;                                         /* cards to come that a board with a flush may have of other suits; or below 0 */
    int twin, twins;                                    /* an earlier suit of which all is the same, or itself; how many are */
    int unsuited;                                       /* cards left of other suits */
    uint16_t ways[3][RANK_PAIRS];                       /* to deal other ranks, by how many */
} suit_cards;

struct uth_seat {
    /* made once */
    rank_sets sets;
    uint16_t set_of[6][1287];                           /* by size and place */
    uint8_t pair[RANKS][RANKS];                         /* rank_pair() */
    uint16_t triple[RANK_PAIRS][RANKS];                 /* a pair and a rank more, as rank_index() */
    int grades;
    strength strength_of[GRADES];
    grade lowest_flush, lowest_straight_flush;
    grade flush[1 << RANKS];                            /* of five to seven suited ranks */
    rank_shape shape[MULTISETS];
    uint16_t more[RANKS][MULTISETS];                    /* a multiset and a rank more */
    grade seven[RANK_SIXES][LANES];                     /* six ranks and one more */
    grade weakest[RANK_BOARDS], strongest[RANK_BOARDS]; /* hands by ranks to five ranks on the board */
    uint16_t by_ranks[SUIT_VIEWS];                      /* the ranks of cards seen from a suit */

    /* the spot at hand */
    int to_come, flop_to_come, taken_off, open;         /* cards of board and flop, cards between them, cards of the dealer */
    int hands, hands_with_card;                         /* of the dealer; those that hold one given card, with two unknown */
    int left[RANKS];
    int dead_count, dead[MOST_DEAD];                    /* ranks */
    int hole[2], dealer[2], known[3];                   /* ranks; of cards known to come on the board */
    grade qualifier;
    suit_cards suit[SUITS];
    int sums;
    standing_sum stands[FORMS];
    ranked board[RANK_BOARDS];
    dealers to[OPPONENTS][RANK_BOARDS];
    pairs_key counted;
    pairs_of_all pairs_of_all[TO_FLUSH + 1][RANK_BOARDS];
    dealer_pairs pairs_to[OPPONENTS][RANK_BOARDS];
    int64_t four[SUIT_FOURS];
    int64_t by_rank[MAX_SUMS][RANK_FLOPS];              /* for one flop, times COMMON_WAYS and the orders of the cards taken off */
    int64_t by_suit[MAX_SUMS][SUITS][SUIT_FLOPS];
    int64_t worth[2][RANK_BOARDS], four_by_rank[RANK_FOURS];
    int details;                                        /* whether the endings are counted */
    endings ended;
};

/* The first strength that is not below this one, as a grade. */
static inline grade grade_of(const uth_seat *seat, strength wanted)
{
    int low = 0, high = seat->grades;
    while (low < high) {
        int middle = (low + high) / 2;
        if (seat->strength_of[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return (grade)low;
}

static inline int64_t value_of(const bet_form *f, standing s)
{
    return f->sure + f->below * below_of(s) + f->not_above * not_above_of(s) + f->unqualified * unqualified_of(s);
}

static inline int32_t lower_half(int64_t both) { return (int32_t)(uint32_t)(uint64_t)both; }
static inline int64_t upper_half(int64_t both) { return (both - lower_half(both)) / (INT64_C(1) << 32); }

static inline int64_t price_both(const pricing *p, int form, standing s)
{
    int64_t both = value_of(&p->of[form][0], s);
    int64_t more = p->surrender - lower_half(both);
    return both + (more > 0 ? more : 0);
}

static inline int64_t price_apart(const pricing *p, int form, standing s)
{
    if (p->what == PRICE_BET)
        return value_of(&p->of[form][0], s);
    int64_t best = p->surrender;
    for (int bet = 0; bet < p->bets; bet++) {
        int64_t value = value_of(&p->of[form][bet], s);
        best = value > best ? value : best;
    }
    return best;
}

/*
 * Pairs of different ranks as four words of up to twenty, from the set for each rank of those that go with it; of the 13
 * sets only the ranks below their own are taken, 12 + 8, 11 + 9, 10 + 7 + 3 and 6 + 5 + 4 + 2 + 1 of them to a word.
 */
static inline void pair_sets(const standing sets[RANKS], standing words[4])
{
#define BELOW(rank, shift) ((sets[rank] & in_each_lane((1u << (rank)) - 1)) << (shift))
    words[0] = BELOW(12, 0) | BELOW(8, 12);
    words[1] = BELOW(11, 0) | BELOW(9, 11);
    words[2] = BELOW(10, 0) | BELOW(7, 10) | BELOW(3, 17);
    words[3] = BELOW(6, 0) | BELOW(5, 6) | BELOW(4, 11) | BELOW(2, 15) | BELOW(1, 17);
#undef BELOW
}

/* The spot's boards by ranks; their dealers. */
void look_at_ranks(uth_seat *seat);

/* A board's dealers against a straight flush of the player, which is rare, from those against a flush. */
void stand_to_straight_flush(uth_seat *seat, int board);

/* Numbers of boards, parts or flops of so many cards seen from a suit, by how many are of other suits. */
static inline suit_series series(int others, int cards) { return series_of((suit_view){0, (uint8_t)others, {0, 0}}, cards); }

/* What lies behind a spot before the flop, spot and rules being checked; *out is zeroed. after_check is counted if `details`. */
int32_t look_ahead_from_seat(uth_seat *seat, const uth_spot *spot, const uth_rules *rules, int details, prospect *out);

static inline void add_row(int64_t *restrict to, const int64_t *restrict from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] += from[i];
}

/* The river's bets and fold. */
void price_river(const uth_seat *seat, const uth_rules *rules, pricing *price);

/* Adds the boards by ranks to their flops. */
void sum_ranks(uth_seat *seat, const pricing *price, int sum);

/* Boards seen from their suits: counted if `first`; what the truth adds to the ranks goes to their flops if there is a price. */
void sum_suits(uth_seat *seat, const pricing *price, int sum, int first);

/* Best play on all flops, the sums being made. */
int32_t choose_on_flops(uth_seat *seat, const uth_rules *rules, int64_t *check);

/* Adds sums of standings, all taken so many `times`, to deals by category and outcome. */
void add_standings(const uth_seat *seat, const standing_sum sum[FORMS], uint64_t times, uint64_t deals[UTH_CATEGORIES][UTH_OUTCOMES]);

/* How all deals end after a check, those flops being counted; `showdown` is how they would end if the player stays in. */
int32_t split_by_ending(uth_seat *seat, const uth_rules *rules, uint64_t showdown[UTH_CATEGORIES][UTH_OUTCOMES], uth_split *split);

#endif
