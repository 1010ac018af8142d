/*
 * seat_suits.c: the boards of a spot that may hold a flush, seen from its suit. They come in rows: the same suited cards
 * with all other ranks, as they are numbered.
 */
#include "seat.h"

#include <stddef.h>

/* Which dealer hands make no flush: none, those without a suited card, without two, or all. */
enum { NO_DEALERS, WITHOUT_SUITED, WITHOUT_PAIR, ALL_DEALERS };

typedef struct {
    int length;
    const uint16_t *by_ranks, *ways;
    int twins;
    int opponent, without;
    int own;                                            /* form of the player's flush, or below 0 */
    standing flushes[2];                                /* dealer hands with a flush, if the player is below a flush or above */
    rank_set open;                                      /* suited cards that the dealer may have */
    int open_ranks;
    uint8_t open_rank[RANKS];
    standing open_pairs[4];
    standing *truth;                                    /* where the player stands on each, or NULL */
} board_row;

/* Dealer hands with a flush: below the player's hand, not above it, unqualified. */
typedef struct {
    grade below, not_above, qualifier;
} flush_bounds;

typedef struct {
    int below, not_above, unqualified;
} flush_count;

static inline void add_flush(flush_count *count, const flush_bounds *bound, grade dealer)
{
    count->below += dealer < bound->below;
    count->not_above += dealer < bound->not_above;
    count->unqualified += dealer < bound->qualifier;
    }

static standing add_times(const flush_count *count, int hands)
{
    return make_standing(count->below, count->not_above, count->unqualified) * (unsigned)hands;
}

/*
 * Dealer hands that make a flush out of what is `known`, board and dealer, and open cards: with no more of the suit, with one
 * or with two.
 */
static standing count_flushes(const uth_seat *seat, const board_row *row, rank_set known, int unsuited, const flush_bounds *bound)
{
    int needed = 5 - seat->sets.size[known];
    flush_count none = {0, 0, 0}, one = none, two = none;
    if (needed <= 0)
        add_flush(&none, bound, seat->flush[known]);
    for (int i = 0; i < row->open_ranks && needed <= 1 && seat->open >= 1; i++)
        add_flush(&one, bound, seat->flush[known | 1u << row->open_rank[i]]);
    for (int i = 1; i < row->open_ranks && seat->open == 2; i++)
        for (int k = 0; k < i; k++)
            add_flush(&two, bound, seat->flush[known | 1u << row->open_rank[i] | 1u << row->open_rank[k]]);
    standing all = add_times(&two, 1);
    if (needed <= 1 && seat->open >= 1)
        all += add_times(&one, choose(unsuited, seat->open - 1));
    if (needed <= 0)
        all += add_times(&none, choose(unsuited, seat->open));
    return all;
}

/* 0 if nobody can hold a flush on the row's boards. */
static int prepare_row(const uth_seat *seat, const suit_cards *suit, rank_set fresh, int others, board_row *row)
{
    rank_set suited = suit->board | fresh, known = suited | suit->dealer, own = suited | suit->hole;
    int needed = 5 - seat->sets.size[known], has_flush = seat->sets.size[own] >= 5;
    if (needed > seat->open && !has_flush)
        return 0;
    row->without = needed <= 0 ? NO_DEALERS : needed > seat->open ? ALL_DEALERS : needed == 1 ? WITHOUT_SUITED : WITHOUT_PAIR;
    row->open = suit->live & ~fresh;
    row->open_ranks = 0;
    for (rank_set left = row->open; left; left &= left - 1)
        row->open_rank[row->open_ranks++] = (uint8_t)lowest(left);
    row->opponent = TO_RANKS;
    row->own = -1;
    /* without a flush the player is below all of the dealer's, or above all but straight flushes */
    flush_bounds bound = {seat->lowest_straight_flush, seat->lowest_straight_flush, seat->qualifier};
    if (has_flush) {
        grade player = seat->flush[own];
        int category = category_of(seat->strength_of[player]);
        bound.below = player;
        bound.not_above = (grade)(player + 1);
        row->opponent = category == UTH_FLUSH ? TO_FLUSH : TO_STRAIGHT_FLUSH;
        row->own = 2 * category + (player >= seat->qualifier);
    }
    row->flushes[1] = needed <= seat->open ? count_flushes(seat, row, known, suit->unsuited - others, &bound) : 0;
    row->flushes[0] = has_flush ? row->flushes[1] : make_standing(0, 0, unqualified_of(row->flushes[1]));
    if (seat->open == 2) {
        standing sets[RANKS];
        for (int rank = 0; rank < RANKS; rank++)
            sets[rank] = row->open >> rank & 1 ? in_each_lane(row->open) : 0;
        pair_sets(sets, row->open_pairs);
    }
    return 1;
}

/* Sizes of the four sets of pairs that both dealer hands and row have: sizes_of() of each, added up. */
static inline standing pairs_of(const standing *pairs, const standing *open)
{
    standing a = pairs[0] & open[0], b = pairs[1] & open[1], c = pairs[2] & open[2], d = pairs[3] & open[3];
    standing once = a ^ b ^ c, twice = (a & b) | ((a ^ b) & c);
    once -= once >> 1 & in_each_lane(0x55555);
    twice -= twice >> 1 & in_each_lane(0x55555);
    d -= d >> 1 & in_each_lane(0x55555);
    once = (once & in_each_lane(0x33333)) + (once >> 2 & in_each_lane(0x33333))
         + (d & in_each_lane(0x33333)) + (d >> 2 & in_each_lane(0x33333));
    twice = (twice & in_each_lane(0x33333)) + (twice >> 2 & in_each_lane(0x33333));
    once = (once & in_each_lane(0xf0f0f)) + (once >> 4 & in_each_lane(0x0f0f));
    twice = (twice & in_each_lane(0xf0f0f)) + (twice >> 4 & in_each_lane(0x0f0f));
    once += 2 * twice;
    return (once & in_each_lane(0x3f)) + (once >> 8 & in_each_lane(0x3f)) + (once >> 16 & in_each_lane(0x1f));
}

/* Dealer hands without a flush against the player on a board. */
static inline standing dealers_without_flush(const uth_seat *seat, const board_row *row, int board, int open, int without)
{
    const dealers *all = &seat->to[row->opponent][board];
    if (without == NO_DEALERS)
        return 0;
    if (without == ALL_DEALERS)
        return all->all;
    if (open == 1)
        return all->all - sizes_of(all->seen & in_each_lane(row->open));
    const dealer_pairs *pairs = &seat->pairs_to[row->opponent][board];
    standing both = pairs_of(pairs->pairs, row->open_pairs);
    if (without == WITHOUT_PAIR)
        return all->all - both;
    standing with = 0;                                  /* each pair of suited cards twice */
    for (int i = 0; i < row->open_ranks; i++)
        with += pairs->with[row->open_rank[i]];
    return all->all - with + both;
}

/*
 * Counts a row of boards if `count`, and keeps where the player stands if there is room for it; prices it if there is a price:
 * what the truth on each board is more than what the ranks say, times the ways to deal it. The last parameters are constants
 * where this is called.
 */
static inline void walk_row(uth_seat *seat, const board_row *row, const pricing *price, int64_t *more, int count, int open, int without,
                            int has_flush, int both)
{
    standing_sum sum = {0, 0, 0, 0};
    for (int k = 0; k < row->length; k++) {
        ranked *board = &seat->board[row->by_ranks[k]];
        int ways = row->ways[k];
        if (!ways) {                                    /* what is kept of this board may be of another spot */
            more[k] = 0;
            continue;
        }
        int form = has_flush ? row->own : board->form;
        standing player = dealers_without_flush(seat, row, row->by_ranks[k], open, without)
                        + row->flushes[has_flush ? 0 : form >= 2 * UTH_FULL_HOUSE];
        if (both)
            more[k] = ways * (price_both(price, form, player) - board->worth);
        else if (price)
            more[k] = ways * (price_apart(price, form, player) - board->worth);
        if (row->truth)
            row->truth[k] = player;
        if (!count)
            continue;
        unsigned deals = (unsigned)(ways * row->twins);
        if (has_flush) {
            board->flush_deals = (uint16_t)(board->flush_deals + deals);
            sum.below += deals * (uint64_t)below_of(player);
            sum.not_above += deals * (uint64_t)not_above_of(player);
            sum.unqualified += deals * (uint64_t)unqualified_of(player);
            sum.boards += deals;
        } else {
            board->suited_deals = (uint16_t)(board->suited_deals + deals);
            board->suited += deals * player;
        }
    }
    if (has_flush && count) {
        standing_sum *all = &seat->stands[row->own];
        all->below += sum.below;
        all->not_above += sum.not_above;
        all->unqualified += sum.unqualified;
        all->boards += sum.boards;
    }
}

static inline void walk_row_of(uth_seat *seat, const board_row *row, const pricing *price, int64_t *more, int count, int open, int without)
{
    int both = price && price->what == PRICE_BOTH && count;
    if (row->own >= 0 && both)
        walk_row(seat, row, price, more, 1, open, without, 1, 1);
    else if (both)
        walk_row(seat, row, price, more, 1, open, without, 0, 1);
    else if (row->own >= 0)
        walk_row(seat, row, price, more, count, open, without, 1, 0);
    else
        walk_row(seat, row, price, more, count, open, without, 0, 0);
}

static void look_at_row(uth_seat *seat, const board_row *row, const pricing *price, int64_t *more, int count)
{
    if (row->without == NO_DEALERS)
        walk_row_of(seat, row, price, more, count, 0, NO_DEALERS);
    else if (row->without == ALL_DEALERS)
        walk_row_of(seat, row, price, more, count, 0, ALL_DEALERS);
    else if (seat->open == 1)
        walk_row_of(seat, row, price, more, count, 1, WITHOUT_SUITED);
    else if (row->without == WITHOUT_SUITED)
        walk_row_of(seat, row, price, more, count, 2, WITHOUT_SUITED);
    else
        walk_row_of(seat, row, price, more, count, 2, WITHOUT_PAIR);
}

/* Adds a row to those with a suited card less. */
static inline void take_suited_off(const uth_seat *seat, rank_set suited, int length, const int64_t *row, int64_t *to)
{
    for (rank_set left = suited; left; left &= left - 1)
        add_row(to + seat->sets.place[suited & ~(left & (~left + 1))] * length, row, length);
}

/* Adds a row of boards or parts of `cards` cards to their parts with a card less: suit_parts(), for a whole row. */
static inline void take_card_off(const uth_seat *seat, rank_set suited, int others, int cards, const int64_t *row, int64_t *to)
{
    int64_t *same = to + series(others, cards - 1).first;
    if (others == 0) {
        take_suited_off(seat, suited, 1, row, same);
        return;
    }
    int64_t *fewer = to + series(others - 1, cards - 1).first + seat->sets.place[suited] * others_of[others - 1];
    if (others == 1) {
        take_suited_off(seat, suited, RANKS, row, same);
        int64_t sum = 0;
        for (int a = 0; a < RANKS; a++)
            sum += row[a];
        *fewer += sum;
        return;
    }
    take_suited_off(seat, suited, RANK_PAIRS, row, same);
    int64_t sum[RANKS] = {0};                           /* of two equal ranks either may be taken off */
    for (int a = 0; a < RANKS; row += ++a) {
        int64_t of_a = 0;
        for (int b = 0; b <= a; b++) {
            of_a += row[b];
            sum[b] += row[b];
        }
        sum[a] += of_a;
    }
    add_row(fewer, sum, RANKS);
}

/* The first number of boards or parts that have `others` cards of other suits or fewer, and how many numbers there are. */
static int first_number(int others, int cards) { return others < 0 ? 0 : series(min_of(others, cards), cards).first; }
static int numbers(int cards) { return series(0, cards).first + choose(RANKS, cards); }

static void clear(int64_t *row, int from, int to)
{
    for (int i = from; i < to; i++)
        row[i] = 0;
}

/* Parts to flops, both numbers of a word apart. */
static void sum_parts(uth_seat *seat, const suit_cards *suit, int cards, int both, int64_t *flops[2])
{
    for (int others = min_of(suit->others, cards); others >= 0; others--) {
        int length = others_of[others];
        const int64_t *row = seat->four + series(others, cards).first;
        int suited = cards - others, sets = choose(RANKS, suited);
        for (int place = 0; place < sets; place++, row += length) {
            rank_set fresh = seat->set_of[suited][place];
            if (fresh & ~suit->live)
                continue;
            if (!both) {
                take_card_off(seat, fresh, others, cards, row, flops[0]);
                continue;
            }
            int64_t half[2][RANK_PAIRS];
            for (int i = 0; i < length; i++) {
                half[0][i] = lower_half(row[i]);
                half[1][i] = upper_half(row[i]);
            }
            take_card_off(seat, fresh, others, cards, half[0], flops[0]);
            take_card_off(seat, fresh, others, cards, half[1], flops[1]);
        }
    }
}

/* The same if the parts are the flops. */
static void copy_parts(const uth_seat *seat, int both, int from, int to, int64_t *flops[2])
{
    for (int i = from; i < to; i++)
        if (both) {
            flops[0][i] = lower_half(seat->four[i]);
            flops[1][i] = upper_half(seat->four[i]);
        } else
            flops[0][i] = seat->four[i];
}

/* From all flops alike to one of them. */
static void share(const suit_cards *suit, int cards, int64_t *flops)
{
    for (int others = min_of(suit->others, cards); others >= 0; others--) {
        int64_t share_of[RANK_PAIRS];
        int length = others_of[others];
        for (int i = 0; i < length; i++)
            share_of[i] = suit->ways[others][i] ? COMMON_WAYS / suit->ways[others][i] : 0;
        int64_t *row = flops + series(others, cards).first;
        int sets = choose(RANKS, cards - others);
        for (int place = 0; place < sets; place++, row += length)
            for (int i = 0; i < length; i++)
                row[i] *= share_of[i];
    }
}

/* Keeps a row for the way back from flops to boards. */
static standing *keep_row(uth_seat *seat, int suit, int others, int place, int at, int own)
{
    endings *ended = &seat->ended;
    ended->row[ended->rows++] = (suit_row){(uint8_t)suit, (uint8_t)others, (int8_t)own, (uint16_t)place};
    return ended->truth[suit] + at;
}

static void walk_suit(uth_seat *seat, int s, const pricing *price, int count)
{
    const suit_cards *suit = &seat->suit[s];
    int cards = seat->to_come;
    for (int others = min_of(suit->others, cards); others >= 0; others--) {
        suit_series own = series(others, cards);
        board_row row;
        row.length = others_of[others];
        row.ways = suit->ways[others];
        row.twins = suit->twins;
        int suited = cards - others, sets = choose(RANKS, suited);
        for (int place = 0; place < sets; place++) {
            rank_set fresh = seat->set_of[suited][place];
            if (fresh & ~suit->live || !prepare_row(seat, suit, fresh, others, &row))
                continue;
            int at = own.first + place * own.step;
            row.by_ranks = seat->by_ranks + first_view[cards] + at;
            row.truth = seat->details && count ? keep_row(seat, s, others, place, at, row.own) : NULL;
            for (int k = 0; k < row.length && row.opponent == TO_STRAIGHT_FLUSH; k++)
                stand_to_straight_flush(seat, row.by_ranks[k]);
            int64_t more[RANK_PAIRS];
            look_at_row(seat, &row, price, more, count);
            if (price)
                take_card_off(seat, fresh, others, cards, more, seat->four);
        }
    }
}

void sum_suits(uth_seat *seat, const pricing *price, int sum, int first)
{
    int both = price && price->what == PRICE_BOTH, less = seat->to_come - 1, flop = seat->flop_to_come;
    if (first)
        seat->ended.rows = 0;
    for (int s = 0; s < SUITS; s++) {
        const suit_cards *suit = &seat->suit[s];
        if (suit->twin != s || suit->others < 0)
            continue;
        if (price)
            clear(seat->four, first_number(suit->others, less), numbers(less));
        walk_suit(seat, s, price, first);
        if (!price)
            continue;
        int64_t *flops[2] = {seat->by_suit[sum][s], both ? seat->by_suit[sum + 1][s] : NULL};
        int from = first_number(suit->others, flop), to = numbers(flop);
        if (seat->taken_off == 1)
            copy_parts(seat, both, from, to, flops);
        else {
            for (int k = 0; k <= both; k++)
                clear(flops[k], from, to);
            sum_parts(seat, suit, less, both, flops);
        }
        for (int k = 0; k <= both; k++)
            share(suit, flop, flops[k]);
    }
}
