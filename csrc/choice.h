/* choice.h: the actions of a street and the best of them. Private to the core. */
#ifndef UTH_CHOICE_H
#define UTH_CHOICE_H

#include "uth.h"

enum { CHOOSE_FOLD = -2, CHOOSE_CHECK = -1 };           /* otherwise the number of the bet */

typedef struct {
    int64_t value;
    int action;
} choice;

/*
 * Equal actions: the larger bet before the smaller, any bet before the check, that before the fold. `worth` holds the
 * check first, then the bets; `fold` is the fold's payoff over the same deals.
 */
static inline choice best_choice(const uth_street *street, int64_t fold, const int64_t *worth)
{
    choice best = {INT64_MIN, CHOOSE_FOLD};
    if (street->may_fold)
        best.value = fold;
    for (int bet = street->may_check ? CHOOSE_CHECK : 0; bet < street->bets; bet++)
        if (worth[bet + 1] >= best.value)
            best = (choice){worth[bet + 1], bet};
    return best;
}

/* UTH_OK if the settlement is within bounds and every street that can be reached, and no other, has actions. */
int32_t check_rules(const uth_rules *rules);

#endif
