/* choice.c: checks a settlement before anything is summed with it. */
#include "choice.h"

static int within_bounds(int32_t payoff) { return payoff >= -UTH_MAX_PAYOFF && payoff <= UTH_MAX_PAYOFF; }

int32_t check_rules(const uth_rules *rules)
{
    int reached = 1;
    if (!within_bounds(rules->fold))
        return UTH_BAD_RULES;
    for (int s = 0; s < UTH_STREETS; s++) {
        const uth_street *street = &rules->street[s];
        if (street->bets < 0 || street->bets > UTH_MAX_BETS)
            return UTH_BAD_RULES;
        if (reached != (street->may_fold || street->may_check || street->bets))
            return UTH_BAD_RULES;
        reached = reached && street->may_check;
        for (int bet = 0; bet < street->bets; bet++)
            for (int category = 0; category < UTH_CATEGORIES; category++)
                for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
                    if (!within_bounds(street->payoff[bet][category][outcome]))
                        return UTH_BAD_RULES;
    }
    return reached ? UTH_BAD_RULES : UTH_OK;            /* nothing to check to on the river */
}
