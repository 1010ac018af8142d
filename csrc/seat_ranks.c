/* seat_ranks.c: the boards of a spot by ranks, flushes disregarded: where the player stands among the dealer's hands. */
#include "seat_bounds.h"

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

void look_at_ranks(uth_seat *seat)
{
    int first = first_multiset[seat->to_come], boards = choose(RANKS - 1 + seat->to_come, seat->to_come);
    lanes live = {0};
    for (int rank = 0; rank < RANKS; rank++)
        live[rank] = (int16_t)seat->left[rank];
    if (seat->open == 2)
        prepare_pairs(seat);
    for (int i = 0; i < boards; i++) {
        ranked *board = &seat->board[i];
        lanes left;
        board->deals = (uint16_t)deal_ranks(&seat->shape[first + i], live, left);
        board->suited_deals = board->flush_deals = 0;
        board->suited = 0;
        if (!board->deals)
            continue;
        int five = whole_board(seat, i);
        grade player = player_on(seat, five);
        board->form = (uint8_t)(2 * category_of(seat->strength_of[player]) + (player >= seat->qualifier));
        if (seat->open == 2) {
            look_at_pairs(seat, i);
            continue;
        }
        const grade bound[BOUNDS] = {player, (grade)(player + 1), seat->qualifier, seat->lowest_flush};
        int six = seat->more[seat->dealer[0]][first_multiset[5] + five];
        if (seat->open == 0)
            look_at_hand(seat, i, seat->seven[six][seat->dealer[1]], bound);
        else
            look_at_hands(seat, i, seat->seven[six], left, bound);
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
        int ways = ways_by_rank(seat, cards, i);
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
