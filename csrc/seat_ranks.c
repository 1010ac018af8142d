/* seat_ranks.c: the boards of a spot by ranks, flushes disregarded: where the player stands among the dealer's hands. */
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
static standing to_ranks(const int *below) { return make_standing(below[PLAYER], below[ABOVE_PLAYER], below[QUALIFIER]); }
static standing to_flush(const int *below) { return make_standing(below[FLUSH], below[FLUSH], below[QUALIFIER]); }

/* No card of the dealer unknown. */
static void look_at_hand(uth_seat *seat, int board, grade dealer, const grade bound[BOUNDS])
{
    int below[BOUNDS];
    for (int k = 0; k < BOUNDS; k++)
        below[k] = dealer < bound[k];
    seat->to[TO_RANKS][board].all = to_ranks(below);
    seat->to[TO_FLUSH][board].all = to_flush(below);
}

/* The cards and the ranks that make the dealer a hand below a bound. */
static int count_below(const grade *restrict hand, grade bound, const int16_t *restrict left, int *ranks_below)
{
    int16_t cards = 0, set = 0;
    LANE_BY_LANE
    for (int rank = 0; rank < LANES; rank++) {
        int16_t is_below = (int16_t)-(hand[rank] < bound);
        cards = (int16_t)(cards + (left[rank] & is_below));
        set = (int16_t)(set + (own_bit[rank] & is_below));
    }
    *ranks_below = set;
    return cards;
}

/* One card of the dealer unknown: `hand` is the dealer's with each rank, `left` the cards of it. */
static void look_at_hands(uth_seat *seat, int board, const grade *hand, const lanes left, const grade bound[BOUNDS])
{
    int below[BOUNDS], seen[BOUNDS];
    below[PLAYER] = count_below(hand, bound[PLAYER], left, &seen[PLAYER]);
    below[ABOVE_PLAYER] = count_below(hand, bound[ABOVE_PLAYER], left, &seen[ABOVE_PLAYER]);
    below[QUALIFIER] = count_below(hand, bound[QUALIFIER], left, &seen[QUALIFIER]);
    below[FLUSH] = count_below(hand, bound[FLUSH], left, &seen[FLUSH]);
    seat->to[TO_RANKS][board] = (dealers){to_ranks(below), to_ranks(seen)};
    seat->to[TO_FLUSH][board] = (dealers){to_flush(below), to_flush(seen)};
}

/* The bounds that some of the dealer's hands are below and some are not. */
typedef struct {
    int count;
    int which[BOUNDS];
    grade bound[BOUNDS];
    lanes with[BOUNDS], set[BOUNDS];                    /* hands that hold one given card; ranks that go with a rank */
} pair_bounds;

/* Adds the dealer's hands with so many cards of a rank, `hand` being those with each other one. */
static void add_pairs(pair_bounds *b, const grade *restrict hand, int16_t cards, int16_t bit)
{
    for (int k = 0; k < b->count; k++) {
        int16_t *restrict with = b->with[k], *restrict set = b->set[k], bound = b->bound[k];
        LANE_BY_LANE
        for (int rank = 0; rank < LANES; rank++) {
            int16_t is_below = (int16_t)-(hand[rank] < bound);
            with[rank] = (int16_t)(with[rank] + (cards & is_below));
            set[rank] = (int16_t)(set[rank] | (bit & is_below));
        }
    }
}

/* A card does not go with itself. Returns the hands below, each of which is seen from both its cards. */
static int finish_pairs(const int16_t *restrict left, int16_t *restrict with, const int16_t *restrict set)
{
    int16_t twice = 0;                                  /* at most 45 * 44 */
    LANE_BY_LANE
    for (int rank = 0; rank < LANES; rank++) {
        with[rank] = (int16_t)(with[rank] - ((set[rank] & own_bit[rank]) != 0));
        twice = (int16_t)(twice + left[rank] * with[rank]);
    }
    return twice / 2;
}

/* Both unknown. */
static void look_at_pairs(uth_seat *seat, int board, int five, const lanes left, const grade bound[BOUNDS])
{
    static const lanes none = {0};
    lanes all, any;
    int below[BOUNDS];
    const int16_t *with[BOUNDS], *set[BOUNDS];
    pair_bounds some;
    some.count = 0;
    for (int rank = 0; rank < LANES; rank++) {
        all[rank] = (int16_t)seat->hands_with_card;
        any[rank] = (1 << RANKS) - 1;
    }
    for (int k = 0; k < BOUNDS; k++) {
        int is_least = bound[k] <= seat->weakest[five], is_most = bound[k] > seat->strongest[five];
        below[k] = is_most ? seat->hands : 0;
        with[k] = is_most ? all : none;
        set[k] = is_most ? any : none;
        if (is_least || is_most)
            continue;
        some.bound[some.count] = bound[k];
        some.which[some.count++] = k;
    }
    for (int k = 0; k < some.count; k++)
        for (int rank = 0; rank < LANES; rank++)
            some.with[k][rank] = some.set[k][rank] = 0;
    for (int other = 0; other < RANKS; other++)
        add_pairs(&some, seat->seven[seat->more[other][first_multiset[5] + five]], left[other], own_bit[other]);
    for (int k = 0; k < some.count; k++) {
        below[some.which[k]] = finish_pairs(left, some.with[k], some.set[k]);
        with[some.which[k]] = some.with[k];
        set[some.which[k]] = some.set[k];
    }
    seat->to[TO_RANKS][board].all = to_ranks(below);
    seat->to[TO_FLUSH][board].all = to_flush(below);
    dealer_pairs *ranks_pairs = &seat->pairs_to[TO_RANKS][board], *flush_pairs = &seat->pairs_to[TO_FLUSH][board];
    standing sets[2][RANKS];
    for (int rank = 0; rank < RANKS; rank++) {
        standing unqualified = make_standing(0, 0, with[QUALIFIER][rank]), sets_unqualified = make_standing(0, 0, set[QUALIFIER][rank]);
        ranks_pairs->with[rank] = unqualified | make_standing(with[PLAYER][rank], with[ABOVE_PLAYER][rank], 0);
        flush_pairs->with[rank] = unqualified | make_standing(with[FLUSH][rank], with[FLUSH][rank], 0);
        sets[0][rank] = sets_unqualified | make_standing(set[PLAYER][rank], set[ABOVE_PLAYER][rank], 0);
        sets[1][rank] = sets_unqualified | make_standing(set[FLUSH][rank], set[FLUSH][rank], 0);
    }
    pair_sets(sets[0], ranks_pairs->pairs);
    pair_sets(sets[1], flush_pairs->pairs);
}

void stand_to_straight_flush(uth_seat *seat, int board)
{
    const standing unqualified = make_standing(0, 0, (1 << LANE) - 1);
    const standing any_rank = make_standing((1 << RANKS) - 1, (1 << RANKS) - 1, 0);
    const dealers *flush = &seat->to[TO_FLUSH][board];
    seat->to[TO_STRAIGHT_FLUSH][board] = (dealers){(flush->all & unqualified) | make_standing(seat->hands, seat->hands, 0),
                                                   (flush->seen & unqualified) | any_rank};
    if (seat->open < 2)
        return;
    const dealer_pairs *pairs = &seat->pairs_to[TO_FLUSH][board];
    dealer_pairs *straight = &seat->pairs_to[TO_STRAIGHT_FLUSH][board];
    standing any[RANKS];
    for (int rank = 0; rank < RANKS; rank++) {
        straight->with[rank] = (pairs->with[rank] & unqualified) | make_standing(seat->hands_with_card, seat->hands_with_card, 0);
        any[rank] = any_rank;
    }
    pair_sets(any, straight->pairs);
    for (int i = 0; i < 4; i++)
        straight->pairs[i] |= pairs->pairs[i] & unqualified;
}

/* n choose k. */
static const uint8_t ways_to_pick[5][6] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};

void look_at_ranks(uth_seat *seat)
{
    int first = first_multiset[seat->to_come], boards = choose(RANKS - 1 + seat->to_come, seat->to_come);
    lanes live = {0};
    for (int rank = 0; rank < RANKS; rank++)
        live[rank] = (int16_t)seat->left[rank];
    for (int i = 0; i < boards; i++) {
        const rank_shape *shape = &seat->shape[first + i];
        ranked *board = &seat->board[i];
        lanes left;
        for (int rank = 0; rank < LANES; rank++)
            left[rank] = live[rank];
        unsigned deals = 1;
        for (int k = 0; k < shape->kinds; k++) {
            int rank = shape->of[k].rank, times = shape->of[k].times;
            deals *= ways_to_pick[live[rank]][times];
            left[rank] = (int16_t)(left[rank] - times);
        }
        board->deals = (uint16_t)deals;
        board->suited_deals = board->flush_deals = 0;
        board->suited = 0;
        if (!deals)
            continue;
        int five = i;
        for (int known = 0; known < 5 - seat->to_come; known++)
            five = seat->more[seat->known[known]][first_multiset[seat->to_come + known] + five];
        int place = first_multiset[5] + five;
        grade player = seat->seven[seat->more[seat->hole[0]][place]][seat->hole[1]];
        const grade bound[BOUNDS] = {player, (grade)(player + 1), seat->qualifier, seat->lowest_flush};
        board->form = (uint8_t)(2 * category_of(seat->strength_of[player]) + (player >= seat->qualifier));
        if (seat->open == 0)
            look_at_hand(seat, i, seat->seven[seat->more[seat->dealer[0]][place]][seat->dealer[1]], bound);
        else if (seat->open == 1)
            look_at_hands(seat, i, seat->seven[seat->more[seat->dealer[0]][place]], left, bound);
        else
            look_at_pairs(seat, i, five, left, bound);
    }
}

/* Adds the rows of single numbers for the boards to the parts with a card less, or for the parts to the flops. */
static void take_card_off(const uth_seat *seat, int cards, const int64_t *from, int64_t *to)
{
    const rank_shape *shape = &seat->shape[first_multiset[cards]];
    int count = choose(RANKS - 1 + cards, cards);
    for (int i = 0; i < count; i++, shape++)
        for (int k = 0; k < shape->kinds; k++)
            to[shape->of[k].rest] += shape->of[k].times * from[i];
}

static void clear(int64_t *row, int count)
{
    for (int i = 0; i < count; i++)
        row[i] = 0;
}

/* From boards to flops; `worth` has a number for each board, times its deals. */
static void sum_to_flops(uth_seat *seat, const int64_t *worth, int64_t *flops)
{
    int cards = seat->to_come;
    clear(flops, RANK_FLOPS);
    if (seat->taken_off == 2) {
        int64_t *fours = seat->four_by_rank;
        clear(fours, RANK_FOURS);
        take_card_off(seat, cards, worth, fours);
        worth = fours;
        cards--;
    }
    take_card_off(seat, cards, worth, flops);
    cards--;
    int count = choose(RANKS - 1 + cards, cards);
    for (int i = 0; i < count; i++) {
        const rank_shape *shape = &seat->shape[first_multiset[cards] + i];
        int ways = 1;
        for (int k = 0; k < shape->kinds; k++)
            ways *= ways_to_pick[seat->left[shape->of[k].rank]][shape->of[k].times];
        flops[i] *= ways > 0 ? COMMON_WAYS / ways : 0;
    }
}

void sum_ranks(uth_seat *seat, const pricing *price, int sum)
{
    int boards = choose(RANKS - 1 + seat->to_come, seat->to_come);
    int64_t *worth = seat->worth[0], *second = seat->worth[1];
    for (int i = 0; i < boards; i++) {
        ranked *board = &seat->board[i];
        worth[i] = second[i] = 0;
        if (!board->deals)
            continue;
        standing all = seat->to[TO_RANKS][i].all;
        if (price->what == PRICE_BOTH) {
            board->worth = price_both(price, board->form, all);
            worth[i] = board->deals * (int64_t)lower_half(board->worth);
            second[i] = board->deals * upper_half(board->worth);
        } else {
            board->worth = price_apart(price, board->form, all);
            worth[i] = board->deals * board->worth;
        }
    }
    sum_to_flops(seat, worth, seat->by_rank[sum]);
    if (price->what == PRICE_BOTH)
        sum_to_flops(seat, second, seat->by_rank[sum + 1]);
}
