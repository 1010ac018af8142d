/*
 * runout.c: what lies behind a hand before the flop or on it, from the counted boards. The boards are counted once;
 * everything here is sums over them, by ranks plus the corrections suit by suit (boards.h).
 */
#include "boards.h"
#include "decision.h"
#include "memory.h"

#include <stdlib.h>

enum { WIDTH = 2 + UTH_MAX_BETS };                      /* a choice's action + 2: fold, check, bets */
enum { CHECK = CHOOSE_CHECK + 2 };

typedef int64_t row[WIDTH];

/* One number for each action, for every flop and for the parts of four cards on the way to it. */
typedef struct {
    row four_by_rank[RANK_FOURS], four_by_suit[SUITS][SUIT_FOURS];
    row by_rank[RANK_FLOPS], by_suit[SUITS * SUIT_FLOPS];
} flop_rows;

/* Where a flop's rows are. */
typedef struct {
    uint16_t by_rank;
    uint16_t suits;
    uint16_t by_suit[3];
} flop_place;

typedef struct {
    boards counted;
    four_parts fours;
    int flop_count;
    flop_place flop[22100];
    int64_t dealt_by_rank[RANK_FLOPS], dealt_by_suit[SUITS * SUIT_FLOPS];       /* flops of each kind */
    row board_by_rank[RANK_BOARDS];
    flop_rows worth;                                    /* of check and bets, summed over turn, river and dealer hands */
    flop_rows played;                                   /* number of flops that are played with each action */
} runout;

static choice play_river(const uth_rules *rules, int dealer_hands, tally counts, int category)
{
    const uth_street *river = &rules->street[UTH_RIVER];
    int64_t worth[UTH_MAX_BETS + 1] = {0};
    for (int bet = 0; bet < river->bets; bet++)
        worth[bet + 1] = settle(counts, river->payoff[bet][category]);
    return best_choice(river, (int64_t)rules->fold * dealer_hands, worth);
}

/* One board or many alike: its showdowns and, on the flop, the best river play. */
static void look_at_board(const uth_rules *rules, int street, int dealer_hands, tally counts, int category, int64_t times, prospect *out)
{
    add_tally(out->showdown[category], counts, times);
    if (street == UTH_PREFLOP || !rules->street[UTH_FLOP].may_check)
        return;
    choice best = play_river(rules, dealer_hands, counts, category);
    out->check += times * best.value;
    add_tally(ended_by(&out->after_check, UTH_RIVER, best.action)[category], counts, times);
}

static void look_at_boards(const boards *b, const uth_rules *rules, int street, prospect *out)
{
    int64_t stages = street == UTH_PREFLOP ? 10 : 1;    /* a board is dealt as a flop with turn and river in ten ways */
    int64_t dealt = 0;
    for (int i = 0; i < b->rank_count; i++) {
        const rank_board *board = &b->by_rank[i];
        look_at_board(rules, street, b->dealer_hands, board->counts, board->category, stages * board->deals_without_flush, out);
        dealt += board->deals;
    }
    for (int suit = 0; suit < SUITS; suit++) {
        const suit_board *board = b->by_suit[b->twin[suit]];
        for (int i = 0; i < b->suit_count[b->twin[suit]]; i++, board++)
            look_at_board(rules, street, b->dealer_hands, board->counts, board->category, stages * board->deals, out);
    }
    out->deals = (uint64_t)(stages * dealt * b->dealer_hands);
}

static void add_row(row to, const row from, int64_t times)
{
    for (int action = CHECK; action < WIDTH; action++)
        to[action] += times * from[action];
}

/* What check and bets on the flop come to on one board. */
static void value_board(const uth_rules *rules, int dealer_hands, tally counts, int category, row worth)
{
    const uth_street *flop = &rules->street[UTH_FLOP];
    for (int action = 0; action < WIDTH; action++)
        worth[action] = 0;
    if (flop->may_check)
        worth[CHECK] = play_river(rules, dealer_hands, counts, category).value;
    for (int bet = 0; bet < flop->bets; bet++)
        worth[bet + 2] = settle(counts, flop->payoff[bet][category]);
}

/* Lists the flops and counts how many there are of each kind. */
static void list_flops(runout *r, uint64_t live)
{
    const boards *b = &r->counted;
    for (uint64_t x = live; x; x &= x - 1)
        for (uint64_t y = x & (x - 1); y; y &= y - 1)
            for (uint64_t z = y & (y - 1); z; z &= z - 1) {
                uint8_t card[3] = {(uint8_t)lowest(z), (uint8_t)lowest(y), (uint8_t)lowest(x)};
                uint8_t rank[3] = {(uint8_t)rank_of(card[0]), (uint8_t)rank_of(card[1]), (uint8_t)rank_of(card[2])};
                flop_place *flop = &r->flop[r->flop_count++];
                flop->by_rank = (uint16_t)rank_index(rank, 3);
                flop->suits = 0;
                r->dealt_by_rank[flop->by_rank]++;
                for (int suit = 0; suit < SUITS; suit++) {
                    suit_view view = view_flop(card, suit);
                    if (!view.suited)
                        continue;
                    int place = b->twin[suit] * SUIT_FLOPS + suit_index(&b->sets, view, 3);
                    flop->by_suit[flop->suits++] = (uint16_t)place;
                    if (b->twin[suit] == suit)
                        r->dealt_by_suit[place]++;
                }
            }
}

/* From each board to its flops, a card at a time: sums over all that may follow a flop. */
static void sum_by_flop(runout *r, const uth_rules *rules)
{
    const boards *b = &r->counted;
    flop_rows *worth = &r->worth;
    for (int i = 0; i < b->rank_count; i++) {
        const rank_board *board = &b->by_rank[i];
        value_board(rules, b->dealer_hands, board->counts, board->category, r->board_by_rank[i]);
        parts four = rank_parts(board->rank, 5);
        for (int k = 0; k < four.count; k++)
            add_row(worth->four_by_rank[four.part[k].index], r->board_by_rank[i], board->deals * four.part[k].times);
    }
    for (int i = 0; i < RANK_FOURS; i++)
        for (int k = 0; k < r->fours.by_rank[i].count; k++)
            add_row(worth->by_rank[r->fours.by_rank[i].part[k].index], worth->four_by_rank[i], r->fours.by_rank[i].part[k].times);

    for (int suit = 0; suit < SUITS; suit++) {
        row *by_four = worth->four_by_suit[suit];
        for (int i = 0; i < b->suit_count[suit]; i++) {
            const suit_board *board = &b->by_suit[suit][i];
            row more;
            value_board(rules, b->dealer_hands, board->counts, board->category, more);
            add_row(more, r->board_by_rank[board->by_ranks], -1);
            parts four = suit_parts(&b->sets, board->view, 5);
            for (int k = 0; k < four.count; k++)
                add_row(by_four[four.part[k].index], more, board->deals * four.part[k].times);
        }
        if (b->suit_count[suit])
            for (int i = 0; i < SUIT_FOURS; i++)
                for (int k = 0; k < r->fours.by_suit[i].count; k++)
                    add_row(worth->by_suit[suit * SUIT_FLOPS + r->fours.by_suit[i].part[k].index], by_four[i],
                            r->fours.by_suit[i].part[k].times);
    }
}

/* From all flops alike to one of them. Taking off turn and river in either order has counted each board twice. */
static int share_among(row *rows, const int64_t *dealt, int count)
{
    int64_t rest = 0;
    for (int i = 0; i < count; i++)
        for (int action = CHECK; action < WIDTH && dealt[i]; action++) {
            rest |= rows[i][action] % (2 * dealt[i]);
            rows[i][action] /= 2 * dealt[i];
        }
    return rest == 0;
}

/* Best play on every flop. */
static void choose_on_flops(runout *r, const uth_rules *rules, int64_t deals_to_a_flop, prospect *out)
{
    for (int i = 0; i < r->flop_count; i++) {
        const flop_place *flop = &r->flop[i];
        row worth = {0};
        add_row(worth, r->worth.by_rank[flop->by_rank], 1);
        for (int k = 0; k < flop->suits; k++)
            add_row(worth, r->worth.by_suit[flop->by_suit[k]], 1);
        choice best = best_choice(&rules->street[UTH_FLOP], rules->fold * deals_to_a_flop, worth + CHECK);
        out->check += best.value;
        r->played.by_rank[flop->by_rank][best.action + 2]++;
        for (int k = 0; k < flop->suits; k++)
            r->played.by_suit[flop->by_suit[k]][best.action + 2]++;
    }
}

/* The way back: how often a board follows a flop that was played with each action, times 2 * COMMON_WAYS. */
static void spread_rows(row *flops, const int64_t *dealt, int flop_count, const parts *fours, row *by_four, int four_count)
{
    for (int i = 0; i < flop_count; i++)
        for (int action = 0; action < WIDTH && dealt[i]; action++)
            flops[i][action] *= COMMON_WAYS / dealt[i];
    for (int i = 0; i < four_count; i++)
        for (int k = 0; k < fours[i].count; k++)
            for (int action = 0; action < WIDTH; action++)
                by_four[i][action] += fours[i].part[k].times * flops[fours[i].part[k].index][action];
}

/* Deals on boards alike, by how the flop was played and, after another check, the river. */
static void split_board(const uth_rules *rules, int dealer_hands, tally counts, int category, const row times, uth_split *split)
{
    for (int action = 0; action < WIDTH; action++) {
        int street = UTH_FLOP, ending = action - 2;
        if (!times[action])
            continue;
        if (action == CHECK) {
            street = UTH_RIVER;
            ending = play_river(rules, dealer_hands, counts, category).action;
        }
        add_tally(ended_by(split, street, ending)[category], counts, times[action]);
    }
}

static void times_on_board(parts four, row *by_four, int64_t deals, row times)
{
    for (int action = 0; action < WIDTH; action++) {
        times[action] = 0;
        for (int k = 0; k < four.count; k++)
            times[action] += four.part[k].times * by_four[four.part[k].index][action];
        times[action] = times[action] * deals / (2 * COMMON_WAYS);
    }
}

static void split_by_ending(runout *r, const uth_rules *rules, uth_split *split)
{
    const boards *b = &r->counted;
    flop_rows *played = &r->played;
    spread_rows(played->by_rank, r->dealt_by_rank, RANK_FLOPS, r->fours.by_rank, played->four_by_rank, RANK_FOURS);
    for (int i = 0; i < b->rank_count; i++) {
        const rank_board *board = &b->by_rank[i];
        row times;
        times_on_board(rank_parts(board->rank, 5), played->four_by_rank, board->deals, times);
        split_board(rules, b->dealer_hands, board->counts, board->category, times, split);
    }
    for (int suit = 0; suit < SUITS; suit++) {
        row *by_four = played->four_by_suit[suit];
        if (!b->suit_count[suit])
            continue;
        spread_rows(played->by_suit + suit * SUIT_FLOPS, r->dealt_by_suit + suit * SUIT_FLOPS, SUIT_FLOPS,
                    r->fours.by_suit, by_four, SUIT_FOURS);
        for (int i = 0; i < b->suit_count[suit]; i++) {
            const suit_board *board = &b->by_suit[suit][i];
            const rank_board *plain = &b->by_rank[board->by_ranks];
            row times, less;
            times_on_board(suit_parts(&b->sets, board->view, 5), by_four, board->deals, times);
            for (int action = 0; action < WIDTH; action++)
                less[action] = -times[action];
            split_board(rules, b->dealer_hands, board->counts, board->category, times, split);
            split_board(rules, b->dealer_hands, plain->counts, plain->category, less, split);
        }
    }
}

int32_t look_ahead_by_ranks(const uth_spot *spot, const uth_rules *rules, int details, prospect *out)
{
    int street = spot->board_count ? UTH_FLOP : UTH_PREFLOP;
    uint64_t live = (bit_of(CARDS) - 1) & ~(spot->dead | bit_of(spot->hole[0]) | bit_of(spot->hole[1]));
    for (int i = 0; i < spot->board_count; i++)
        live &= ~bit_of(spot->board[i]);

    runout *r = take_zeroed(sizeof *r);
    if (!r)
        return UTH_NO_MEMORY;
    int32_t status = count_boards(spot->hole, spot->board, spot->board_count, live, rules->qualifier, &r->counted);
    if (status == UTH_OK)
        look_at_boards(&r->counted, rules, street, out);
    if (status == UTH_OK && street == UTH_PREFLOP && rules->street[UTH_PREFLOP].may_check) {
        list_four_parts(&r->counted.sets, &r->fours);
        list_flops(r, live);
        sum_by_flop(r, rules);
        if (!share_among(r->worth.by_rank, r->dealt_by_rank, RANK_FLOPS)
            || !share_among(r->worth.by_suit, r->dealt_by_suit, SUITS * SUIT_FLOPS))
            status = UTH_BROKEN;
        choose_on_flops(r, rules, (int64_t)(out->deals / (uint64_t)r->flop_count), out);
        if (details)
            split_by_ending(r, rules, &out->after_check);
    }
    give_back(r);
    return status;
}
