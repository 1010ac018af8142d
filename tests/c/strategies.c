/*
 * strategies.c: whole games of small decks played by strategies. The same strategy as rules and as a function ends all deals alike;
 * best play by rules is best play; and what a strategy may not be is refused.
 */
#include "check.h"

/* Rule 1 with a pair or better, rule 0 else; before the flop with a pair in hand. */
static int32_t ask_for_pairs(void *context, const uint8_t *hole, const uint8_t *board, int32_t board_count)
{
    int32_t seen[UTH_FEATURES] = {0};
    ++*(uint64_t *)context;
    if (board_count == 0)
        return hole[0] / 4 == hole[1] / 4;
    require(uth_see(hole, board, board_count, seen) == UTH_OK, "the cards asked about are a flop or river");
    return seen[UTH_MADE] >= UTH_PAIR;
}

static int32_t ask_for_aces(void *context, const uint8_t *hole, const uint8_t *board, int32_t board_count)
{
    (void)board, (void)board_count;
    ++*(uint64_t *)context;
    return hole[0] >= 48 || hole[1] >= 48;
}

/* Gives up, in its way, with so many cards on the board. */
typedef struct {
    int32_t board_count, answer;
} refusal;

static int32_t ask_to_give_up(void *context, const uint8_t *hole, const uint8_t *board, int32_t board_count)
{
    (void)hole, (void)board;
    const refusal *own = context;
    return board_count == own->board_count ? own->answer : 0;
}

/* Rule 0 goes on as cheaply as it may, rule 1 bets, rule 2 does what is not allowed, all others play best. */
static void set_actions(const uth_rules *rules, uth_strategy *strategy)
{
    for (int s = 0; s < UTH_STREETS; s++) {
        const uth_street *street = &rules->street[s];
        for (int rule = 0; rule < UTH_MAX_RULES; rule++)
            strategy->action[s][rule] = UTH_PLAY_BEST;
        strategy->action[s][0] = street->may_check ? -1 : street->may_fold ? -2 : 0;
        strategy->action[s][1] = street->bets ? 0 : strategy->action[s][0];
        strategy->action[s][2] = street->bets;
    }
}

static void play(const uth_solution *solution, const uth_strategy *strategy, uth_play_sums *sums)
{
    uth_mistake mistakes[5];
    int32_t found;
    uth_play *played = play_game(solution, strategy, sums);
    require(uth_play_mistakes(played, 5, mistakes, &found) == UTH_OK && found >= 0 && found <= 5, "its worst mistakes");
    uth_play_free(played);
}

static void require_alike(const uth_solution *solution, const uth_strategy *by_rules, uth_chooser ask)
{
    static uth_play_sums sums[2];
    uint64_t asked = 0;
    uth_strategy by_function = *by_rules;
    by_function.ask = ask;
    by_function.context = &asked;
    play(solution, by_rules, &sums[0]);
    play(solution, &by_function, &sums[1]);
    require(asked && !memcmp(&sums[0].ended, &sums[1].ended, sizeof sums[0].ended), "rules and function end all deals alike");
    for (int street = 0; street < UTH_STREETS; street++)
        for (int rule = 0; rule < UTH_MAX_RULES; rule++) {
            const uth_rule_sum *one = &sums[0].rule[street][rule], *other = &sums[1].rule[street][rule];
            require(one->deals == other->deals && one->wrong == other->wrong && one->cost == other->cost, "each rule decides and loses alike");
        }
}

static void check_best_play(const uth_solution *solution, const uth_rules *rules)
{
    static uth_play_sums sums;
    static uth_split whole, share;
    static const uth_rule_part always = {3, 0, 0};
    uth_strategy best = {.parts = {1, 1, 1}, .part = {&always, &always, &always}};
    set_actions(rules, &best);
    play(solution, &best, &sums);
    memset(&whole, 0, sizeof whole);
    for (int piece = 0; piece < UTH_OUTCOME_PIECES; piece++) {
        require(uth_solution_outcomes(solution, piece, &share) == UTH_OK, "each piece of the outcomes");
        ADD_ALL(&whole, &share);
    }
    require(!memcmp(&whole, &sums.ended, sizeof whole), "best play by one rule ends all deals as best play does");
    for (int street = 0; street < UTH_STREETS; street++)
        require(!sums.rule[street][3].cost && !sums.rule[street][3].wrong, "and loses nothing");
}

static void check_givers_up(const uth_solution *solution, const uth_rules *rules)
{
    static const int32_t boards[] = {0, 3, 5}, answers[] = {-1, UTH_MAX_RULES, 2};
    static uth_play_sums sums;
    for (int i = 0; i < 9; i++) {
        const uth_street *street = &rules->street[i / 3];
        if (!street->bets && !street->may_check && !street->may_fold)
            continue;
        refusal own = {boards[i / 3], answers[i % 3]};
        uth_strategy strategy = {.ask = ask_to_give_up, .context = &own};
        set_actions(rules, &strategy);
        uth_play *played = NULL;
        int32_t status = uth_play_new(solution, &strategy, &played);
        require(status == (i < 3 ? UTH_BAD_RULES : UTH_OK) && !played == (i < 3), "a function gives up before the flop");
        if (i < 3)
            continue;
        status = i < 6 ? uth_play_flops(played, 0) : uth_play_rivers(played, 0);
        require(status == UTH_BAD_RULES, "a function gives up on the flop or river");
        require((i < 6 ? uth_play_flops(played, 0) : uth_play_rivers(played, 0)) == UTH_BAD_ORDER
                    && uth_play_outcomes(played, 0, &sums) == UTH_BAD_ORDER, "and then nothing more can be known");
        uth_play_free(played);
    }
}

static void require_refused(const uth_solution *solution, const uth_strategy *strategy, const char *property)
{
    uth_play *played = NULL;
    require(uth_play_new(solution, strategy, &played) == UTH_BAD_RULES && !played, property);
}

/* On the last street that decides. */
static void check_refusals(const uth_solution *solution, const uth_rules *rules)
{
    int last = rules->street[UTH_RIVER].bets ? UTH_RIVER : rules->street[UTH_FLOP].bets ? UTH_FLOP : UTH_PREFLOP;
    uth_condition condition;
    uth_rule_part part[2];
    uth_strategy good = aces_first(&condition, part), bad;
    set_actions(rules, &good);
    bad = good;
    bad.action[last][1] = rules->street[last].bets;
    require_refused(solution, &bad, "an action that is not allowed");
    bad.action[last][1] = -3;
    require_refused(solution, &bad, "an action that there is not");
    bad = good;
    bad.parts[last] = 0;
    require_refused(solution, &bad, "a street without rules");
    bad.parts[last] = -1;
    require_refused(solution, &bad, "fewer rules than none");
    for (int fault = 0; fault < 7; fault++) {
        uth_condition other = condition;
        uth_rule_part parts[2] = {part[0], part[1]};
        bad = good;
        bad.condition = &other;
        for (int street = 0; street < UTH_STREETS; street++)
            bad.part[street] = parts;
        if (fault == 0)
            other.feature = UTH_FEATURES;
        else if (fault == 1)
            other.feature = -1;
        else if (fault == 2)
            other.feature = UTH_MADE;                   /* before the flop */
        else if (fault < 5)
            parts[1].rule = fault == 3 ? -1 : UTH_MAX_RULES;
        else if (fault == 5)
            parts[1].first = -1;
        else
            parts[1].end = 0;
        require_refused(solution, &bad, "a feature, a rule or conditions that are not there");
    }
    uth_condition never = {.feature = UTH_HOLE};
    bad = good;
    bad.condition = &never;
    bad.parts[UTH_PREFLOP] = 1;
    require_refused(solution, &bad, "hole cards that no rule fits");
}

/* On the flop and river: a strategy is taken, and is at its end where no rule fits. */
static void check_gaps(const uth_solution *solution, const uth_rules *rules)
{
    static const uth_condition never = {.feature = UTH_MADE};
    static const uth_rule_part always = {3, 0, 0}, gap = {3, 0, 1};
    uth_strategy strategy = {.parts = {1, 1, 1}, .part = {&always, &gap, &gap}, .condition = &never};
    set_actions(rules, &strategy);
    uth_play *played = NULL;
    require(uth_play_new(solution, &strategy, &played) == UTH_OK, "a strategy is taken");
    int flop = rules->street[UTH_FLOP].bets || rules->street[UTH_FLOP].may_check, river = rules->street[UTH_RIVER].bets > 0;
    require(uth_play_flops(played, 1) == (flop ? UTH_BAD_RULES : UTH_OK), "a flop that no rule fits");
    require(uth_play_rivers(played, 1) == (river ? UTH_BAD_RULES : UTH_OK), "a river that no rule fits");
    uth_play_free(played);
}

int main(void)
{
    for (int kind = 0; kind < KINDS_OF_RULES; kind++) {
        uth_rules rules = rules_of(kind, 1u << 26);
        uth_game *game = count_game(0x1c08, rules.qualifier);
        uth_solution *solution = solve_game(game, &rules);
        uth_condition condition[2];
        uth_rule_part part[2];
        uth_strategy strategy = aces_first(condition, part);
        set_actions(&rules, &strategy);
        require_alike(solution, &strategy, ask_for_aces);

        /* the same part before the flop asks for pairs in hand, later for made ones */
        uth_rule_part in_hand[2] = {{1, 0, 1}, {0, 1, 1}}, made[2] = {{1, 1, 2}, {0, 2, 2}};
        condition[0] = (uth_condition){.feature = UTH_HOLE};
        condition[1] = (uth_condition){UTH_MADE, {~UINT64_C(1), 0, 0}};
        for (int rank = 0; rank < 13; rank++)
            condition[0].allowed[14 * rank >> 6] |= UINT64_C(1) << (14 * rank & 63);
        strategy.part[UTH_PREFLOP] = in_hand;
        strategy.part[UTH_FLOP] = strategy.part[UTH_RIVER] = made;
        require_alike(solution, &strategy, ask_for_pairs);

        check_best_play(solution, &rules);
        check_givers_up(solution, &rules);
        check_refusals(solution, &rules);
        check_gaps(solution, &rules);
        uth_solution_free(solution);
        uth_game_free(game);
    }
    printf("strategies: rules and functions end all deals alike in %d kinds of games, best play is best\n", KINDS_OF_RULES);
    return 0;
}
