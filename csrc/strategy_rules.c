/* strategy_rules.c: checks the rules of a strategy, keeps them, and asks the function that may stand for them (strategy_rules.h). */
#include "strategy_rules.h"

#include <stdlib.h>
#include <string.h>

static int may_do(const uth_street *street, int action)
{
    if (action == CHOOSE_FOLD || action == CHOOSE_CHECK)
        return action == CHOOSE_FOLD ? street->may_fold : street->may_check;
    return action == UTH_PLAY_BEST || (action >= 0 && action < street->bets);
}

int choose_rule(const uth_strategy *strategy, const uth_rules *rules, int street, const sight *s, const uint8_t hole[2], const uint8_t *board,
                int board_count)
{
    if (!strategy->ask)
        return find_rule(strategy, street, s);
    int rule = strategy->ask(strategy->context, hole, board, board_count);
    int known = rule >= 0 && rule < UTH_MAX_RULES;
    return known && may_do(&rules->street[street], strategy->action[street][rule]) ? rule : -1;
}

/* Before the flop nothing is seen but the hole cards. */
static int is_valid(const uth_strategy *strategy, const uth_rules *rules, int *conditions)
{
    *conditions = 0;
    for (int street = 0; street < UTH_STREETS; street++) {
        const uth_street *allowed = &rules->street[street];
        int decides = allowed->bets || allowed->may_check || allowed->may_fold;
        if (strategy->parts[street] < 0 || (decides && !strategy->ask && !strategy->parts[street]))
            return 0;
        for (int i = 0; i < strategy->parts[street]; i++) {
            const uth_rule_part *rule = &strategy->part[street][i];
            if (rule->rule < 0 || rule->rule >= UTH_MAX_RULES || rule->first < 0 || rule->end < rule->first)
                return 0;
            if (decides && !may_do(allowed, strategy->action[street][rule->rule]))
                return 0;
            *conditions = max_of(*conditions, rule->end);
            for (int k = rule->first; k < rule->end; k++) {
                int feature = strategy->condition[k].feature;
                if (feature < 0 || feature >= UTH_FEATURES || (street == UTH_PREFLOP && feature != UTH_HOLE))
                    return 0;
            }
        }
    }
    return 1;
}

int32_t keep_strategy(const uth_strategy *strategy, const uth_rules *rules, kept_strategy *kept)
{
    int conditions, count = 0, at = 0;
    if (!is_valid(strategy, rules, &conditions))
        return UTH_BAD_RULES;
    for (int street = 0; street < UTH_STREETS; street++)
        count += strategy->parts[street];
    *kept = (kept_strategy){.strategy = *strategy, .suits_matter = strategy->ask != NULL};
    kept->part = calloc((size_t)count + 1, sizeof *kept->part);
    kept->condition = calloc((size_t)conditions + 1, sizeof *kept->condition);
    if (!kept->part || !kept->condition) {
        drop_strategy(kept);
        return UTH_NO_MEMORY;
    }
    kept->strategy.condition = kept->condition;
    if (conditions)
        memcpy(kept->condition, strategy->condition, (size_t)conditions * sizeof *kept->condition);
    for (int street = 0; street < UTH_STREETS; street++) {
        kept->strategy.part[street] = kept->part + at;
        for (int i = 0; i < strategy->parts[street]; i++)
            kept->part[at++] = strategy->part[street][i];
    }
    for (int i = 0; i < strategy->parts[UTH_RIVER]; i++)
        for (int k = strategy->part[UTH_RIVER][i].first; k < strategy->part[UTH_RIVER][i].end; k++)
            kept->suits_matter |= strategy->condition[k].feature == UTH_HOLE;
    return UTH_OK;
}

void drop_strategy(kept_strategy *kept)
{
    free(kept->part);
    free(kept->condition);
    kept->part = NULL;
    kept->condition = NULL;
}
