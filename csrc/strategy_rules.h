/* strategy_rules.h: what the rules of a strategy say in one spot. Private to the core. */
#ifndef UTH_STRATEGY_RULES_H
#define UTH_STRATEGY_RULES_H

#include "choice.h"
#include "sight.h"

/* A strategy with all that it points to, so that the caller's may go. */
typedef struct {
    uth_strategy strategy;
    uth_rule_part *part;
    uth_condition *condition;
    int suits_matter;                                   /* on the river, of hole cards without a flush */
} kept_strategy;

/* Checks a strategy and keeps it. Every street with actions needs a rule or a function to ask. */
int32_t keep_strategy(const uth_strategy *strategy, const uth_rules *rules, kept_strategy *kept);
void drop_strategy(kept_strategy *kept);

/* The rule for a spot, -1 if there is none; where a function may have to be asked. */
int choose_rule(const uth_strategy *strategy, const uth_rules *rules, int street, const sight *s, const uint8_t hole[2], const uint8_t *board,
                int board_count);

static inline int fits(const uth_strategy *strategy, const uth_rule_part *rule, const sight *s)
{
    for (int i = rule->first; i < rule->end; i++) {
        const uth_condition *condition = &strategy->condition[i];
        int value = feature_of(s, condition->feature);
        if (!(condition->allowed[value >> 6] >> (value & 63) & 1))
            return 0;
    }
    return 1;
}

/* The first rule that fits, or -1. */
static inline int find_rule(const uth_strategy *strategy, int street, const sight *s)
{
    for (int i = 0; i < strategy->parts[street]; i++)
        if (fits(strategy, &strategy->part[street][i], s))
            return strategy->part[street][i].rule;
    return -1;
}

#endif
