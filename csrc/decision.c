/*
 * decision.c: one player decision, exact over every completion of the deal. It checks what it is asked, decides the
 * river by walking through the dealer's hands, and holds the plain way for the other streets: every flop, every turn
 * and river, every dealer hand.
 */
#include "decision.h"
#include "spot.h"

#include <stddef.h>
#include <stdlib.h>

_Static_assert(INT64_C(27813810024000) < INT64_MAX / 2 / UTH_MAX_PAYOFF, "no sum over deals overflows");

int32_t check_spot(const uth_spot *spot)
{
    if (spot->board_count != 0 && spot->board_count != 3 && spot->board_count != 5)
        return UTH_BAD_COUNT;
    const uint64_t sets[] = {spot->dead, spot->dealer, spot->flop_seen, spot->last_seen};
    uint64_t seen = 0;
    for (int i = 0; i < 4; i++) {
        if (sets[i] >> CARDS)
            return UTH_BAD_CARD;
        if (seen & sets[i])
            return UTH_DUPLICATE;
        seen |= sets[i];
    }
    if (size_of(spot->dealer) > 2 || size_of(spot->flop_seen) > (spot->board_count ? 0 : 2)
        || size_of(spot->last_seen) > (spot->board_count == 5 ? 0 : 1))
        return UTH_BAD_COUNT;
    for (int i = 0; i < 2 + spot->board_count; i++) {
        uint8_t card = i < 2 ? spot->hole[i] : spot->board[i - 2];
        if (card >= CARDS)
            return UTH_BAD_CARD;
        if (seen & bit_of(card))
            return UTH_DUPLICATE;
        seen |= bit_of(card);
    }
    if (CARDS - size_of(seen) < flop_to_come(spot) + last_to_come(spot) + dealer_to_come(spot))
        return UTH_NO_DEAL;
    return UTH_OK;
}

/*
 * The plain way deals card by card. Each of these takes what is dealt so far, how many cards are `missing`, which may be
 * next (those after the last one, so that no set of cards comes twice), and counts all that follows.
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

static void hold_all(cards_held *held, uint64_t cards)
{
    for (; cards; cards &= cards - 1)
        hold(held, lowest(cards));
}

/* A full board: every dealer hand. */
static void walk_dealers(const uth_spot *spot, uint64_t board, uint64_t live, const uth_rules *rules, prospect *out)
{
    cards_held own = {0}, dealer = {0};
    hold_all(&own, board | hole_cards(spot));
    hold_all(&dealer, board | spot->dealer);
    strength player = strength_of(&own, 7);
    tally counts = 0;
    deal_dealer(&dealer, dealer_to_come(spot), live, player, rules->qualifier, &counts);
    out->deals = (uint64_t)choose(size_of(live), dealer_to_come(spot));
    add_tally(out->showdown[category_of(player)], counts, 1);
}

static int64_t value_of_bet(deals_table showdown, const int32_t payoff[UTH_CATEGORIES][UTH_OUTCOMES])
{
    int64_t sum = 0;
    for (int category = 0; category < UTH_CATEGORIES; category++)
        for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
            sum += (int64_t)showdown[category][outcome] * payoff[category][outcome];
    return sum;
}

/* The check's value first, then the bets', as best_choice() takes them. */
static void value_actions(prospect *ahead, const uth_street *street, int64_t worth[UTH_MAX_BETS + 1])
{
    worth[0] = ahead->check;
    for (int bet = 0; bet < street->bets; bet++)
        worth[bet + 1] = value_of_bet(ahead->showdown, street->payoff[bet]);
}

/* Adds one board of a later street, played at its best, to what a check leads to. */
static void check_to(prospect *next, int street, const uth_rules *rules, prospect *out)
{
    out->deals += next->deals;
    add_table(out->showdown, next->showdown);
    if (!rules->street[street - 1].may_check)
        return;
    int64_t worth[UTH_MAX_BETS + 1];
    value_actions(next, &rules->street[street], worth);
    choice best = best_choice(&rules->street[street], rules->fold * (int64_t)next->deals, worth);
    out->check += best.value;
    if (best.action != CHOOSE_CHECK) {
        add_table(ended_by(&out->after_check, street, best.action), next->showdown);
        return;
    }
    for (int s = 0; s < UTH_STREETS; s++) {
        add_table(out->after_check.fold[s], next->after_check.fold[s]);
        for (int bet = 0; bet < UTH_MAX_BETS; bet++)
            add_table(out->after_check.bet[s][bet], next->after_check.bet[s][bet]);
    }
}

/* Deals the `missing` board cards of a street in every way and goes on to it by a check: to the river, or the flop with all that follows. */
static void deal_street(const uth_spot *spot, uint64_t board, int missing, uint64_t next, uint64_t live, const uth_rules *rules, int street,
                        prospect *out)
{
    for (; missing && next; next &= next - 1) {
        uint64_t card = bit_of(lowest(next));
        deal_street(spot, board | card, missing - 1, next & (next - 1), live & ~card, rules, street, out);
    }
    if (missing)
        return;
    prospect ahead = {0};
    if (street == UTH_RIVER)
        walk_dealers(spot, board, live, rules, &ahead);
    else
        deal_street(spot, board | spot->last_seen, last_to_come(spot), live, live, rules, UTH_RIVER, &ahead);
    check_to(&ahead, street, rules, out);
}

static void look_ahead_plainly(const uth_spot *spot, const uth_rules *rules, prospect *out)
{
    uint64_t live = unseen_cards(spot), board = board_cards(spot);
    if (spot->board_count == 5)
        walk_dealers(spot, board, live, rules, out);
    else if (spot->board_count == 3)
        deal_street(spot, board | spot->last_seen, last_to_come(spot), live, live, rules, UTH_RIVER, out);
    else
        deal_street(spot, spot->flop_seen, flop_to_come(spot), live, live, rules, UTH_FLOP, out);
}

int consistent(prospect *ahead, const uth_rules *rules, int street, int details)
{
    uint64_t deals = 0;
    for (int category = 0; category < UTH_CATEGORIES; category++)
        for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
            deals += ahead->showdown[category][outcome];
    if (deals != ahead->deals)
        return 0;
    if (!details || !rules->street[street].may_check)
        return 1;
    int64_t value = 0;
    uint64_t ended = 0;
    for (int s = 0; s < UTH_STREETS; s++)
        for (int action = CHOOSE_FOLD; action < UTH_MAX_BETS; action++) {
            if (action == CHOOSE_CHECK)
                continue;
            uint64_t(*table)[UTH_OUTCOMES] = ended_by(&ahead->after_check, s, action);
            uint64_t count = 0;
            for (int category = 0; category < UTH_CATEGORIES; category++)
                for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
                    count += table[category][outcome];
            ended += count;
            value += action == CHOOSE_FOLD ? rules->fold * (int64_t)count : value_of_bet(table, rules->street[s].payoff[action]);
        }
    return ended == ahead->deals && value == ahead->check;
}

uth_decision decide_on(prospect *ahead, const uth_rules *rules, int street)
{
    uth_decision result = {.deals = ahead->deals, .fold = rules->fold * (int64_t)ahead->deals};
    int64_t worth[UTH_MAX_BETS + 1] = {0};
    value_actions(ahead, &rules->street[street], worth);
    result.check = worth[0];
    for (int bet = 0; bet < UTH_MAX_BETS; bet++)
        result.bet[bet] = worth[bet + 1];
    add_table(result.showdown, ahead->showdown);
    return result;
}

int32_t uth_decide(const uth_spot *spot, const uth_rules *rules, int32_t flags, uth_split *split, uth_decision *decision)
{
    int32_t status = check_spot(spot);
    if (status == UTH_OK)
        status = check_rules(rules);
    if (status != UTH_OK)
        return status;
    int street = spot->board_count == 0 ? UTH_PREFLOP : spot->board_count == 3 ? UTH_FLOP : UTH_RIVER;

    prospect ahead = {0};
    if (street == UTH_RIVER || flags & UTH_PLAIN)
        look_ahead_plainly(spot, rules, &ahead);
    else
        status = look_ahead_by_ranks(spot, rules, split != NULL, &ahead);
    if (status != UTH_OK)
        return status;
    if (!consistent(&ahead, rules, street, split != NULL))
        return UTH_BROKEN;

    *decision = decide_on(&ahead, rules, street);
    if (split)
        *split = ahead.after_check;
    return UTH_OK;
}
