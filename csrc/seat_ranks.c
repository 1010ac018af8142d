/* seat_ranks.c: the boards of a spot by ranks, flushes disregarded: where the player stands among the dealer's hands. */
#include "seat.h"

/* One number for each rank and nothing behind; loops over all lanes are short and have no branches. */
typedef int16_t lanes[LANES];

static const lanes own_bit = {1, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12};

/* Dealer hands are counted that are below each of these. */
enum { PLAYER, ABOVE_PLAYER, QUALIFIER, FLUSH, BOUNDS };

static void stand_to_all(uth_seat *seat, int board, const int *below, const int *seen, int hands, int any)
{
    const int straight_flush[] = {hands, any};
    for (int k = 0; k < 2; k++) {
        const int *of = k ? seen : below;
        standing to_ranks = make_standing(of[PLAYER], of[ABOVE_PLAYER], of[QUALIFIER]);
        standing to_flush = make_standing(of[FLUSH], of[FLUSH], of[QUALIFIER]);
        standing to_straight = make_standing(straight_flush[k], straight_flush[k], of[QUALIFIER]);
        *(k ? &seat->to[TO_RANKS][board].seen : &seat->to[TO_RANKS][board].all) = to_ranks;
        *(k ? &seat->to[TO_FLUSH][board].seen : &seat->to[TO_FLUSH][board].all) = to_flush;
        *(k ? &seat->to[TO_STRAIGHT_FLUSH][board].seen : &seat->to[TO_STRAIGHT_FLUSH][board].all) = to_straight;
    }
}

/* No card of the dealer unknown. */
static void look_at_hand(uth_seat *seat, int board, grade dealer, const grade bound[BOUNDS])
{
    int below[BOUNDS], none[BOUNDS] = {0};
    for (int k = 0; k < BOUNDS; k++)
        below[k] = dealer < bound[k];
    stand_to_all(seat, board, below, none, 1, 0);
}

/* One card of the dealer unknown: `hand` is the dealer's with each rank, `left` the cards of it. */
static void look_at_hands(uth_seat *seat, int board, const grade *hand, const lanes left, const grade bound[BOUNDS])
{
    int below[BOUNDS], seen[BOUNDS];
    for (int k = 0; k < BOUNDS; k++) {
        int16_t cards = 0, set = 0;
        for (int rank = 0; rank < LANES; rank++) {
            int16_t is_below = (int16_t)-(hand[rank] < bound[k]);
            cards = (int16_t)(cards + (left[rank] & is_below));
            set = (int16_t)(set + (own_bit[rank] & is_below));
        }
        below[k] = cards;
        seen[k] = set;
    }
    stand_to_all(seat, board, below, seen, seat->hands, (1 << RANKS) - 1);
}

/* Both unknown: `six` are the board's ranks with each one more. */
static void look_at_pairs(uth_seat *seat, int board, const uint16_t *six, const lanes left, const grade bound[BOUNDS])
{
    lanes with[BOUNDS] = {{0}}, set[BOUNDS] = {{0}};
    for (int other = 0; other < RANKS; other++) {
        const grade *hand = seat->seven[six[other]];
        int16_t cards = left[other], bit = own_bit[other];
        for (int k = 0; k < BOUNDS; k++)
            for (int rank = 0; rank < LANES; rank++) {
                with[k][rank] = (int16_t)(with[k][rank] + (hand[rank] < bound[k] ? cards : 0));
                set[k][rank] = (int16_t)(set[k][rank] | (hand[rank] < bound[k] ? bit : 0));
            }
    }
    int twice[BOUNDS] = {0}, none[BOUNDS] = {0}, cards = 0;
    standing sets[OPPONENTS - 1][RANKS];
    for (int rank = 0; rank < RANKS; rank++)
        cards += left[rank];
    for (int rank = 0; rank < RANKS; rank++) {
        for (int k = 0; k < BOUNDS; k++) {
            with[k][rank] = (int16_t)(with[k][rank] - (set[k][rank] >> rank & 1));      /* a card does not go with itself */
            twice[k] += with[k][rank] * left[rank];
        }
        standing unqualified = make_standing(0, 0, with[QUALIFIER][rank]);
        seat->pairs_to[TO_RANKS][board].with[rank] = unqualified | make_standing(with[PLAYER][rank], with[ABOVE_PLAYER][rank], 0);
        seat->pairs_to[TO_FLUSH][board].with[rank] = unqualified | make_standing(with[FLUSH][rank], with[FLUSH][rank], 0);
        seat->pairs_to[TO_STRAIGHT_FLUSH][board].with[rank] = unqualified | make_standing(cards - 1, cards - 1, 0);
        sets[TO_RANKS][rank] = make_standing(set[PLAYER][rank], set[ABOVE_PLAYER][rank], set[QUALIFIER][rank]);
        sets[TO_FLUSH][rank] = make_standing(set[FLUSH][rank], set[FLUSH][rank], set[QUALIFIER][rank]);
    }
    for (int k = 0; k < BOUNDS; k++)
        twice[k] /= 2;
    stand_to_all(seat, board, twice, none, seat->hands, 0);
    pair_sets(sets[TO_RANKS], seat->pairs_to[TO_RANKS][board].pairs);
    pair_sets(sets[TO_FLUSH], seat->pairs_to[TO_FLUSH][board].pairs);
    standing all[RANKS];
    for (int rank = 0; rank < RANKS; rank++)
        all[rank] = sets[TO_FLUSH][rank] | make_standing((1 << RANKS) - 1, (1 << RANKS) - 1, 0);
    pair_sets(all, seat->pairs_to[TO_STRAIGHT_FLUSH][board].pairs);
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
        five += first_multiset[5];
        grade player = seat->seven[seat->more[seat->hole[0]][five]][seat->hole[1]];
        const grade bound[BOUNDS] = {player, (grade)(player + 1), seat->qualifier, seat->lowest_flush};
        board->form = (uint8_t)(2 * category_of(seat->strength_of[player]) + (player >= seat->qualifier));
        if (seat->open == 0)
            look_at_hand(seat, i, seat->seven[seat->more[seat->dealer[0]][five]][seat->dealer[1]], bound);
        else if (seat->open == 1)
            look_at_hands(seat, i, seat->seven[seat->more[seat->dealer[0]][five]], left, bound);
        else {
            uint16_t six[RANKS];
            for (int rank = 0; rank < RANKS; rank++)
                six[rank] = seat->more[rank][five];
            look_at_pairs(seat, i, six, left, bound);
        }
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
