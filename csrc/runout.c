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

/* One number for each action, for every flop and for the parts on the way to it, which have a card more. */
typedef struct {
    row part_by_rank[RANK_FOURS], part_by_suit[SUITS * SUIT_FOURS];
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
    int taken_off;                                      /* cards between board and flop: two, or one if the other is seen */
    int end;                                            /* one more than the last of the actions on the flop */
    four_parts parts;                                   /* what leads from parts to flops, if two */
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

static void look_at_boards(const boards *b, const uth_rules *rules, int street, int taken_off, prospect *out)
{
    int64_t stages = choose(b->to_come, taken_off);     /* ways to deal a board as a flop with turn and river */
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

/* The check and the bets that there are: `end` is one more than the last, and there is mostly one. */
static void add_row(row to, const row from, int64_t times, int end)
{
    to[CHECK] += times * from[CHECK];
    to[CHECK + 1] += times * from[CHECK + 1];
    for (int action = CHECK + 2; action < end; action++)
        to[action] += times * from[action];
}

/* What check and bets on the flop come to on one board. */
static void value_board(const uth_rules *rules, int dealer_hands, tally counts, int category, row worth)
{
    const uth_street *flop = &rules->street[UTH_FLOP];
    worth[CHECK] = flop->may_check ? play_river(rules, dealer_hands, counts, category).value : 0;
    worth[CHECK + 1] = 0;
    for (int bet = 0; bet < flop->bets; bet++)
        worth[bet + 2] = settle(counts, flop->payoff[bet][category]);
}

/* Lists the flops, `missing` cards of which are to come from `live`, and counts how many there are of each kind. */
static void list_flops(runout *r, uint8_t card[3], int missing, uint64_t live)
{
    const boards *b = &r->counted;
    for (; missing && live; live &= live - 1) {
        card[missing - 1] = (uint8_t)lowest(live);      /* hence the highest card in the first place */
        list_flops(r, card, missing - 1, live & (live - 1));
    }
    if (missing)
        return;
    int dealt = b->to_come - r->taken_off;
    uint8_t rank[3];
    for (int i = 0; i < dealt; i++)
        rank[i] = (uint8_t)rank_of(card[i]);
    flop_place *flop = &r->flop[r->flop_count++];
    flop->by_rank = (uint16_t)rank_index(rank, dealt);
    flop->suits = 0;
    r->dealt_by_rank[flop->by_rank]++;
    for (int suit = 0; suit < SUITS; suit++) {
        suit_view view = view_cards(card, dealt, suit);
        if (dealt - b->sets.size[view.suited] + b->known_others[suit] > b->most_others[suit])
            continue;                                   /* no flush any more */
        int place = b->twin[suit] * SUIT_FLOPS + suit_index(&b->sets, view, dealt);
        flop->by_suit[flop->suits++] = (uint16_t)place;
        if (b->twin[suit] == suit)
            r->dealt_by_suit[place]++;
    }
}

/* Where the first card taken off a board leads: to a part or, if one of turn and river is seen, to the flop at once. */
static row *first_by_rank(const runout *r, flop_rows *rows) { return r->taken_off == 2 ? rows->part_by_rank : rows->by_rank; }

static row *first_by_suit(const runout *r, flop_rows *rows, int suit)
{
    return r->taken_off == 2 ? rows->part_by_suit + suit * SUIT_FOURS : rows->by_suit + suit * SUIT_FLOPS;
}

/* Adds to every flop the parts that it is in. */
static void add_parts(row *flops, const parts *within, row *by_part, int count, int end)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < within[i].count; k++)
            add_row(flops[within[i].part[k].index], by_part[i], within[i].part[k].times, end);
}

/* From each board to its flops, a card at a time: sums over all that may follow a flop. */
static void sum_by_flop(runout *r, const uth_rules *rules)
{
    const boards *b = &r->counted;
    flop_rows *worth = &r->worth;
    row *by_rank = first_by_rank(r, worth);
    for (int i = 0; i < b->rank_count; i++) {
        const rank_board *board = &b->by_rank[i];
        value_board(rules, b->dealer_hands, board->counts, board->category, r->board_by_rank[i]);
        parts first = rank_parts(board->rank, b->to_come);
        for (int k = 0; k < first.count; k++)
            add_row(by_rank[first.part[k].index], r->board_by_rank[i], board->deals * first.part[k].times, r->end);
    }
    for (int suit = 0; suit < SUITS; suit++) {
        row *by_suit = first_by_suit(r, worth, suit);
        for (int i = 0; i < b->suit_count[suit]; i++) {
            const suit_board *board = &b->by_suit[suit][i];
            row more;
            value_board(rules, b->dealer_hands, board->counts, board->category, more);
            add_row(more, r->board_by_rank[board->by_ranks], -1, r->end);
            parts first = suit_parts(&b->sets, board->view, b->to_come);
            for (int k = 0; k < first.count; k++)
                add_row(by_suit[first.part[k].index], more, board->deals * first.part[k].times, r->end);
        }
    }
    if (r->taken_off < 2)
        return;
    add_parts(worth->by_rank, r->parts.by_rank, worth->part_by_rank, RANK_FOURS, r->end);
    for (int suit = 0; suit < SUITS; suit++)
        if (b->suit_count[suit])
            add_parts(worth->by_suit + suit * SUIT_FLOPS, r->parts.by_suit, worth->part_by_suit + suit * SUIT_FOURS, SUIT_FOURS, r->end);
}

/* From all flops alike to one of them. Taking off turn and river in either order has counted each board twice. */
static int share_among(row *rows, const int64_t *dealt, int count, int orders)
{
    int64_t rest = 0;
    for (int i = 0; i < count; i++)
        for (int action = CHECK; action < WIDTH && dealt[i]; action++) {
            rest |= rows[i][action] % (orders * dealt[i]);
            rows[i][action] /= orders * dealt[i];
        }
    return rest == 0;
}

/* Best play on every flop. */
static void choose_on_flops(runout *r, const uth_rules *rules, int64_t deals_to_a_flop, prospect *out)
{
    for (int i = 0; i < r->flop_count; i++) {
        const flop_place *flop = &r->flop[i];
        row worth = {0};
        add_row(worth, r->worth.by_rank[flop->by_rank], 1, r->end);
        for (int k = 0; k < flop->suits; k++)
            add_row(worth, r->worth.by_suit[flop->by_suit[k]], 1, r->end);
        choice best = best_choice(&rules->street[UTH_FLOP], rules->fold * deals_to_a_flop, worth + CHECK);
        out->check += best.value;
        r->played.by_rank[flop->by_rank][best.action + 2]++;
        for (int k = 0; k < flop->suits; k++)
            r->played.by_suit[flop->by_suit[k]][best.action + 2]++;
    }
}

/* The way back: how often a part or a board follows a flop that was played with each action, times COMMON_WAYS. */
static void scale_flops(row *flops, const int64_t *dealt, int count)
{
    for (int i = 0; i < count; i++)
        for (int action = 0; action < WIDTH && dealt[i]; action++)
            flops[i][action] *= COMMON_WAYS / dealt[i];
}

static void spread_rows(row *flops, const parts *within, row *by_part, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < within[i].count; k++)
            for (int action = 0; action < WIDTH; action++)
                by_part[i][action] += within[i].part[k].times * flops[within[i].part[k].index][action];
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

static void times_on_board(parts first, row *by_part, int64_t deals, int orders, row times)
{
    for (int action = 0; action < WIDTH; action++) {
        times[action] = 0;
        for (int k = 0; k < first.count; k++)
            times[action] += first.part[k].times * by_part[first.part[k].index][action];
        times[action] = times[action] * deals / (orders * COMMON_WAYS);
    }
}

static void split_by_ending(runout *r, const uth_rules *rules, uth_split *split)
{
    const boards *b = &r->counted;
    flop_rows *played = &r->played;
    int orders = r->taken_off;                          /* 2 for two cards, 1 for one */
    scale_flops(played->by_rank, r->dealt_by_rank, RANK_FLOPS);
    scale_flops(played->by_suit, r->dealt_by_suit, SUITS * SUIT_FLOPS);
    if (r->taken_off == 2)
        spread_rows(played->by_rank, r->parts.by_rank, played->part_by_rank, RANK_FOURS);
    for (int i = 0; i < b->rank_count; i++) {
        const rank_board *board = &b->by_rank[i];
        row times;
        times_on_board(rank_parts(board->rank, b->to_come), first_by_rank(r, played), board->deals, orders, times);
        split_board(rules, b->dealer_hands, board->counts, board->category, times, split);
    }
    for (int suit = 0; suit < SUITS; suit++) {
        if (!b->suit_count[suit])
            continue;
        if (r->taken_off == 2)
            spread_rows(played->by_suit + suit * SUIT_FLOPS, r->parts.by_suit, played->part_by_suit + suit * SUIT_FOURS, SUIT_FOURS);
        for (int i = 0; i < b->suit_count[suit]; i++) {
            const suit_board *board = &b->by_suit[suit][i];
            const rank_board *plain = &b->by_rank[board->by_ranks];
            row times, less;
            times_on_board(suit_parts(&b->sets, board->view, b->to_come), first_by_suit(r, played, suit), board->deals, orders, times);
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
    runout *r = take_zeroed(sizeof *r);
    if (!r)
        return UTH_NO_MEMORY;
    r->taken_off = last_to_come(spot);
    r->end = rules->street[UTH_FLOP].bets + 2;
    int32_t status = count_boards(spot, rules->qualifier, &r->counted);
    if (status == UTH_OK)
        look_at_boards(&r->counted, rules, street, r->taken_off, out);
    if (status == UTH_OK && street == UTH_PREFLOP && rules->street[UTH_PREFLOP].may_check) {
        uint8_t flop[3];
        if (r->taken_off == 2)
            list_parts(&r->counted.sets, r->counted.to_come - 1, &r->parts);
        list_flops(r, flop, flop_to_come(spot), unseen_cards(spot));
        sum_by_flop(r, rules);
        if (!share_among(r->worth.by_rank, r->dealt_by_rank, RANK_FLOPS, r->taken_off)
            || !share_among(r->worth.by_suit, r->dealt_by_suit, SUITS * SUIT_FLOPS, r->taken_off))
            status = UTH_BROKEN;
        choose_on_flops(r, rules, (int64_t)(out->deals / (uint64_t)r->flop_count), out);
        if (details)
            split_by_ending(r, rules, &out->after_check);
    }
    give_back(r);
    return status;
}
