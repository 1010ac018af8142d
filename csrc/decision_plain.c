/*
 * decision_plain.c: one decision the plain way, card by card: every flop, every turn and river, every dealer hand. Only where
 * that takes minutes, before the flop, is something kept: how the dealer's hands fall on a board, which comes up ten times, its
 * flop being any three of it.
 */
#include "decision.h"
#include "memory.h"
#include "plain.h"
#include "spot.h"

enum {
    BOARDS = 2598960,
    FEW = 10000000                                      /* showdowns on different boards, in less than a second */
};

typedef struct {
    const uth_spot *spot;
    const uth_rules *rules;
    const tally *by_board;                              /* by board_place(), or NULL */
} looking;

static int board_place(uint64_t board)
{
    int place = 0;
    for (int i = 1; i <= 5; i++, board &= board - 1)
        place += choose(lowest(board), i);
    return place;
}

static void hold_all(cards_held *held, uint64_t cards)
{
    for (; cards; cards &= cards - 1)
        hold(held, lowest(cards));
}

/*
 * Each of these takes what is dealt so far, how many cards are `missing`, which may be next (those after the last one, so that
 * no set of cards comes twice), and counts all that follows.
 */

/* The dealer's hands: board and dealer together, against one hand of the player. */
static void deal_dealer(const cards_held *dealer, int missing, uint64_t next, strength player, strength qualifier, tally *counts)
{
    if (!missing)
        *counts += one_of(player, strength_of(dealer, 7), qualifier);
    for (; missing && next; next &= next - 1) {
        cards_held more = *dealer;
        hold(&more, lowest(next));
        deal_dealer(&more, missing - 1, next & (next - 1), player, qualifier, counts);
    }
}

/* A full board, against all the dealer's hands. */
typedef struct {
    int category;
    int64_t deals;
    tally counts;
} full_board;

static full_board deal_out(const looking *l, uint64_t board, uint64_t live)
{
    cards_held own = {0}, dealer = {0};
    hold_all(&own, board | hole_cards(l->spot));
    strength player = strength_of(&own, 7);
    full_board full = {category_of(player), choose(size_of(live), dealer_to_come(l->spot)), 0};
    if (l->by_board) {
        full.counts = l->by_board[board_place(board)];
        return full;
    }
    hold_all(&dealer, board | l->spot->dealer);
    deal_dealer(&dealer, dealer_to_come(l->spot), live, player, l->rules->qualifier, &full.counts);
    return full;
}

/* Adds a full board, on which the river is played at its best, to what a check on the flop leads to. */
static void check_to_river(const looking *l, full_board full, prospect *out)
{
    const uth_street *river = &l->rules->street[UTH_RIVER];
    out->deals += (uint64_t)full.deals;
    add_tally(out->showdown[full.category], full.counts, 1);
    if (!l->rules->street[UTH_FLOP].may_check)
        return;
    int64_t worth[UTH_MAX_BETS + 1] = {0};
    for (int bet = 0; bet < river->bets; bet++)
        worth[bet + 1] = settle(full.counts, river->payoff[bet][full.category]);
    choice best = best_choice(river, l->rules->fold * full.deals, worth);
    out->check += best.value;
    add_tally(ended_by(&out->after_check, UTH_RIVER, best.action)[full.category], full.counts, 1);
}

static void deal_rivers(const looking *l, uint64_t board, int missing, uint64_t next, uint64_t live, prospect *out)
{
    for (; missing && next; next &= next - 1) {
        uint64_t card = bit_of(lowest(next));
        deal_rivers(l, board | card, missing - 1, next & (next - 1), live & ~card, out);
    }
    if (!missing)
        check_to_river(l, deal_out(l, board, live), out);
}

/* Adds a flop, with all that follows when it is played at its best, to what a check before it leads to. */
static void check_to_flop(const looking *l, prospect *flop, prospect *out)
{
    const uth_street *street = &l->rules->street[UTH_FLOP];
    out->deals += flop->deals;
    add_table(out->showdown, flop->showdown);
    if (!l->rules->street[UTH_PREFLOP].may_check)
        return;
    int64_t worth[UTH_MAX_BETS + 1];
    value_actions(flop, street, worth);
    choice best = best_choice(street, l->rules->fold * (int64_t)flop->deals, worth);
    out->check += best.value;
    if (best.action != CHOOSE_CHECK) {
        add_table(ended_by(&out->after_check, UTH_FLOP, best.action), flop->showdown);
        return;
    }
    add_table(out->after_check.fold[UTH_RIVER], flop->after_check.fold[UTH_RIVER]);
    for (int bet = 0; bet < UTH_MAX_BETS; bet++)
        add_table(out->after_check.bet[UTH_RIVER][bet], flop->after_check.bet[UTH_RIVER][bet]);
}

static void deal_flops(const looking *l, uint64_t board, int missing, uint64_t next, uint64_t live, prospect *out)
{
    for (; missing && next; next &= next - 1) {
        uint64_t card = bit_of(lowest(next));
        deal_flops(l, board | card, missing - 1, next & (next - 1), live & ~card, out);
    }
    if (missing)
        return;
    prospect flop = {0};
    deal_rivers(l, board | l->spot->last_seen, last_to_come(l->spot), live, live, &flop);
    check_to_flop(l, &flop, out);
}

/* How the dealer's hands fall on a board, from the strengths of all hands on one that is alike: `by` leads to it. */
static tally count_dealers(const struct uth_boards *b, const uth_spot *spot, strength qualifier, strength of[CARDS][CARDS], uint64_t live, int by)
{
    const uint8_t *moved = b->moved[by];
    strength player = of[moved[spot->hole[0]]][moved[spot->hole[1]]];
    int first[2 * CARDS], second[CARDS], firsts = 0, seconds = 0, known = size_of(spot->dealer);
    tally counts = 0;
    for (; live; live &= live - 1)
        second[seconds++] = moved[lowest(live)];
    for (uint64_t dealer = spot->dealer; dealer; dealer &= dealer - 1)
        first[firsts++] = moved[lowest(dealer)];
    if (known == 2)
        return one_of(player, of[first[0]][first[1]], qualifier);
    for (int i = 0; i < (known ? 1 : seconds); i++)
        for (int k = 0; k < (known ? seconds : i); k++)
            counts += one_of(player, of[known ? first[0] : second[i]][second[k]], qualifier);
    return counts;
}

/* The boards of a spot before the flop: on one of those alike every hand is evaluated, and then each of them is counted. */
static int32_t count_boards_alike(const uth_spot *spot, strength qualifier, tally *by_board)
{
    struct uth_boards *b;
    int32_t status = uth_boards_new(0x1fff, &b);
    if (status != UTH_OK)
        return status;
    uint64_t live = unseen_cards(spot), to_come = spot->flop_seen | spot->last_seen;
    for (int i = 0; i < b->boards; i++) {
        plain_hand hands[MOST_HANDS];
        strength of[CARDS][CARDS];
        int count = list_hands(b, b->board[i], hands);
        for (int k = 0; k < count; k++)
            of[hands[k].x][hands[k].y] = of[hands[k].y][hands[k].x] = hands[k].strength;
        for (int by = 0; by < EXCHANGES; by++) {
            uint64_t board = move_cards(b, b->board[i], b->back[by]);
            tally *counts = &by_board[board_place(board)];
            if (!*counts && !(board & ~(live | to_come)) && !(to_come & ~board))
                *counts = count_dealers(b, spot, qualifier, of, live & ~board, by);
        }
    }
    uth_boards_free(b);
    return UTH_OK;
}

int32_t look_ahead_plainly(const uth_spot *spot, const uth_rules *rules, prospect *out)
{
    looking l = {spot, rules, NULL};
    uint64_t live = unseen_cards(spot), board = board_cards(spot);
    if (spot->board_count == 5) {
        full_board full = deal_out(&l, board, live);
        out->deals = (uint64_t)full.deals;
        add_tally(out->showdown[full.category], full.counts, 1);
        return UTH_OK;
    }
    if (spot->board_count == 3) {
        deal_rivers(&l, board | spot->last_seen, last_to_come(spot), live, live, out);
        return UTH_OK;
    }
    int missing = flop_to_come(spot) + last_to_come(spot), left = size_of(live);
    if ((int64_t)choose(left, missing) * choose(left - missing, dealer_to_come(spot)) <= FEW) {
        deal_flops(&l, spot->flop_seen, flop_to_come(spot), live, live, out);
        return UTH_OK;
    }
    tally *by_board = take_zeroed(BOARDS * sizeof *by_board);
    int32_t status = by_board ? count_boards_alike(spot, rules->qualifier, by_board) : UTH_NO_MEMORY;
    l.by_board = by_board;
    if (status == UTH_OK)
        deal_flops(&l, spot->flop_seen, flop_to_come(spot), live, live, out);
    give_back(by_board);
    return status;
}
