/* decision.c: one player decision, exact over every completion of the deal: what it is asked, and what any answer must be. */
#include "decision.h"
#include "spot.h"

#include <stddef.h>

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

static int64_t value_of_bet(deals_table showdown, const int32_t payoff[UTH_CATEGORIES][UTH_OUTCOMES])
{
    int64_t sum = 0;
    for (int category = 0; category < UTH_CATEGORIES; category++)
        for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
            sum += (int64_t)showdown[category][outcome] * payoff[category][outcome];
    return sum;
}

void value_actions(prospect *ahead, const uth_street *street, int64_t worth[UTH_MAX_BETS + 1])
{
    worth[0] = ahead->check;
    for (int bet = 0; bet < street->bets; bet++)
        worth[bet + 1] = value_of_bet(ahead->showdown, street->payoff[bet]);
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
        status = look_ahead_plainly(spot, rules, &ahead);
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
