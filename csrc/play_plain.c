/*
 * play_plain.c: the whole game played out the plain way, by best play or by a strategy: once it is known what is done
 * before the flop and on every flop, the boards are walked again, and with every hand the deals are counted by what ends them.
 */
#include "memory.h"
#include "mistakes.h"
#include "plain.h"
#include "strategy_rules.h"

#include <stdlib.h>
#include <string.h>

struct uth_plain_line {
    const uth_plain *plain;
    int by_rules;                                       /* a strategy is followed; else best play */
    kept_strategy kept;
    uint8_t opening[PAIRS];                             /* the rules followed, ... */
    uint8_t on_flop[FLOP_CLASSES][PAIRS];
    int8_t opened[PAIRS];                               /* ... and what they do before the flop and on it */
    int8_t played[FLOP_CLASSES][PAIRS];
    uth_rule_sum sum[UTH_RIVER][UTH_MAX_RULES];
};

static int is_dealt_with(const uth_boards *b, int x, int y, uint64_t shown)
{
    uint64_t hole = bit_of(x) | bit_of(y);
    return !(hole & shown) && !(hole & ~b->deck);
}

static void charge(uth_rule_sum *sum, int64_t deals, int64_t cost)
{
    sum->deals += (uint64_t)deals;
    sum->wrong += cost ? (uint64_t)deals : 0;
    sum->cost += cost;
}

static int32_t choose_openings(uth_plain_line *line)
{
    const uth_plain *p = line->plain;
    const uth_strategy *strategy = &line->kept.strategy;
    for (int x = 1; x < CARDS; x++)
        for (int y = 0; y < x; y++) {
            if (!is_dealt_with(p->boards, x, y, 0))
                continue;
            sight seen = {.high = rank_of(x), .low = rank_of(y), .suited = suit_of(x) == suit_of(y)};
            uint8_t hole[2] = {(uint8_t)x, (uint8_t)y};
            int place = pair_place(x, y), rule = choose_rule(strategy, &p->rules, UTH_PREFLOP, &seen, hole, NULL, 0);
            if (rule < 0)
                return UTH_BAD_RULES;
            int action = strategy->action[UTH_PREFLOP][rule];
            action = action == UTH_PLAY_BEST ? p->opened[place] : action;
            const uth_decision *d = &p->before[place];
            int64_t worth[3 + UTH_MAX_BETS] = {d->fold, d->check};
            memcpy(worth + 2, d->bet, sizeof d->bet);
            line->opening[place] = (uint8_t)rule;
            line->opened[place] = (int8_t)action;
            line->sum[UTH_PREFLOP][rule].spots++;
            charge(&line->sum[UTH_PREFLOP][rule], (int64_t)d->deals, worth[p->opened[place] + 2] - worth[action + 2]);
        }
    return UTH_OK;
}

/* What an action on the flop is worth less than the best one, over the deals to one flop. */
static int32_t cost_on_flop(const uth_plain *p, int class, int x, int y, int action, int64_t *cost)
{
    int64_t fold = (int64_t)p->rules.fold * choose(p->boards->cards - 5, 2) * p->boards->dealer_hands, worth[1 + UTH_MAX_BETS];
    int32_t status = worth_on_flop(p, class, x, y, worth);
    if (status == UTH_OK)
        *cost = best_choice(&p->rules.street[UTH_FLOP], fold, worth).value - (action == CHOOSE_FOLD ? fold : worth[action + 1]);
    return status;
}

static int32_t choose_on_flop(uth_plain_line *line, int class)
{
    const uth_plain *p = line->plain;
    const uth_strategy *strategy = &line->kept.strategy;
    const flop_alike *flop = &p->boards->flop[class];
    int64_t deals = (int64_t)choose(p->boards->cards - 5, 2) * p->boards->dealer_hands;
    for (int x = 1; x < CARDS; x++)
        for (int y = 0; y < x; y++) {
            if (!is_dealt_with(p->boards, x, y, flop_cards(flop)))
                continue;
            uint8_t hole[2] = {(uint8_t)x, (uint8_t)y};
            sight seen = see_flop(hole, flop->card);
            int place = pair_place(x, y), rule = choose_rule(strategy, &p->rules, UTH_FLOP, &seen, hole, flop->card, 3);
            if (rule < 0)
                return UTH_BAD_RULES;
            int action = strategy->action[UTH_FLOP][rule];
            action = action == UTH_PLAY_BEST ? p->played[class][place] : action;
            line->on_flop[class][place] = (uint8_t)rule;
            line->played[class][place] = (int8_t)action;
            uth_rule_sum *sum = &line->sum[UTH_FLOP][rule];
            sum->spots++;
            if (line->opened[place] != CHOOSE_CHECK)
                continue;
            int64_t cost = 0;
            int32_t status = cost_on_flop(p, class, x, y, action, &cost);
            if (status != UTH_OK)
                return status;
            charge(sum, flop->flops * deals, flop->flops * cost);
        }
    return UTH_OK;
}

int32_t uth_plain_line_new(const uth_plain *plain, const uth_strategy *strategy, uth_plain_line **result)
{
    if (plain->chosen != PIECE_DONE)
        return UTH_BAD_ORDER;
    uth_plain_line *line = take_zeroed(sizeof *line);
    if (!line)
        return UTH_NO_MEMORY;
    line->plain = plain;
    line->by_rules = strategy != NULL;
    int32_t status = UTH_OK;
    if (!strategy) {
        memcpy(line->opened, plain->opened, sizeof line->opened);
        memcpy(line->played, plain->played, sizeof line->played);
    } else
        status = keep_strategy(strategy, &plain->rules, &line->kept);
    if (strategy && status == UTH_OK)
        status = choose_openings(line);
    for (int class = 0; strategy && class < plain->boards->flops && has_actions(&plain->rules.street[UTH_FLOP]) && status == UTH_OK; class++)
        status = choose_on_flop(line, class);
    if (status != UTH_OK) {
        uth_plain_line_free(line);
        return status;
    }
    *result = line;
    return UTH_OK;
}

void uth_plain_line_free(uth_plain_line *line)
{
    if (!line)
        return;
    drop_strategy(&line->kept);
    give_back(line);
}

/* One board as the player sees it on the river. */
typedef struct {
    uint8_t card[5];
    int alike, suit;
    cards_held held;
    river_board seen;
    board_flop flops[FLOPS_OF_A_BOARD];
} plain_river;

static plain_river look_at_board(const uth_boards *b, uint64_t board, int alike)
{
    plain_river r = {.alike = alike};
    int n = 0;
    for (uint64_t left = board; left; left &= left - 1) {
        r.card[n++] = (uint8_t)lowest(left);
        hold(&r.held, lowest(left));
    }
    r.suit = flush_suit(&r.held);
    r.seen = see_cards(&r.held, b->ranks, r.suit);
    list_board_flops(b, board, r.flops);
    return r;
}

/* Adds dealer hands by outcome to a table, so many times. */
static void end_deals(uint64_t deals[UTH_CATEGORIES][UTH_OUTCOMES], int category, const int32_t outcomes[UTH_OUTCOMES], int times)
{
    for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
        deals[category][outcome] += (uint64_t)outcomes[outcome] * (uint64_t)times;
}

static void end_with(uth_split *ended, int street, int action, int category, const int32_t outcomes[UTH_OUTCOMES], int times)
{
    if (times)
        end_deals(action == CHOOSE_FOLD ? ended->fold[street] : ended->bet[street][action], category, outcomes, times);
}

/* The rule for hole cards on a river, -1 if there is none. */
static int rule_on_river(const uth_plain_line *line, const plain_river *r, const plain_hand *hand)
{
    const uth_plain *p = line->plain;
    uint8_t hole[2] = {hand->x, hand->y};
    int x = rank_of(hand->x) + (suit_of(hand->x) == r->suit ? 0 : 13), y = rank_of(hand->y) + (suit_of(hand->y) == r->suit ? 0 : 13);
    sight seen = see_river(&r->seen, x, y, suit_of(hand->x) == suit_of(hand->y), hand->strength);
    return choose_rule(&line->kept.strategy, &p->rules, UTH_RIVER, &seen, hole, r->card, 5);
}

/* How all deals of one hand on one board end. */
static int32_t play_out(const uth_plain_line *line, const plain_river *r, const plain_hand *hand, const int32_t outcomes[UTH_OUTCOMES],
                        uth_play_sums *sums)
{
    const uth_plain *p = line->plain;
    int category = category_of(hand->strength), opened = line->opened[p->boards->pair[hand->x][hand->y]], checked = 0;
    if (opened != CHOOSE_CHECK)
        end_with(&sums->ended, UTH_PREFLOP, opened, category, outcomes, FLOPS_OF_A_BOARD * r->alike);
    for (int k = 0; k < FLOPS_OF_A_BOARD && opened == CHOOSE_CHECK; k++) {
        const uint8_t *moved = r->flops[k].moved;
        int action = line->played[r->flops[k].class][p->boards->pair[moved[hand->x]][moved[hand->y]]];
        if (action == CHOOSE_CHECK)
            checked += r->alike;
        else
            end_with(&sums->ended, UTH_FLOP, action, category, outcomes, r->alike);
    }
    if (!has_actions(&p->rules.street[UTH_RIVER]))
        return checked ? UTH_BROKEN : UTH_OK;
    if (!line->by_rules && !checked)
        return UTH_OK;
    int64_t worth[1 + UTH_MAX_BETS], fold = (int64_t)p->rules.fold * p->boards->dealer_hands;
    choice best = best_on_river(p, category, outcomes, worth);
    int action = best.action;
    if (line->by_rules) {
        int rule = rule_on_river(line, r, hand);
        if (rule < 0)
            return UTH_BAD_RULES;
        int does = line->kept.strategy.action[UTH_RIVER][rule];
        action = does == UTH_PLAY_BEST ? action : does;
        uth_rule_sum *sum = &sums->rule[UTH_RIVER][rule];
        sum->spots++;
        charge(sum, (int64_t)checked * p->boards->dealer_hands, checked * (best.value - (action == CHOOSE_FOLD ? fold : worth[action + 1])));
    }
    end_with(&sums->ended, UTH_RIVER, action, category, outcomes, checked);
    return UTH_OK;
}

int32_t uth_plain_line_play(const uth_plain_line *line, int32_t piece, uth_play_sums *result)
{
    const uth_boards *b = line->plain->boards;
    if (piece < 0 || piece >= UTH_PLAIN_PIECES)
        return UTH_BAD_COUNT;
    uth_play_sums *sums = calloc(1, sizeof *sums);
    if (!sums)
        return UTH_NO_MEMORY;
    if (piece == 0)
        memcpy(sums->rule, line->sum, sizeof line->sum);
    int32_t status = UTH_OK;
    for (int i = first_board(b, piece); i < first_board(b, piece + 1) && status == UTH_OK; i++) {
        plain_hand hands[MOST_HANDS];
        int32_t outcomes[MOST_HANDS][UTH_OUTCOMES];
        int count = sort_hands(b, b->board[i], hands);
        count_outcomes(b, hands, count, line->plain->rules.qualifier, outcomes);
        plain_river river = look_at_board(b, b->board[i], b->alike[i]);
        for (int k = 0; k < count && status == UTH_OK; k++)
            status = play_out(line, &river, &hands[k], outcomes[k], sums);
    }
    if (status == UTH_OK)
        *result = *sums;
    free(sums);
    return status;
}

static int32_t look_for_mistake(const void *of, int flop, int card, int other, uth_mistake *mistake)
{
    const uth_plain_line *line = of;
    const uth_plain *p = line->plain;
    int place = pair_place(card, other), action = line->played[flop][place], best = p->played[flop][place];
    if (!is_dealt_with(p->boards, card, other, 0) || action == best || line->opened[place] != CHOOSE_CHECK)
        return UTH_OK;
    mistake->rule = line->on_flop[flop][place];
    mistake->does = action;
    mistake->best = best;
    mistake->deals = (uint64_t)choose(p->boards->cards - 5, 2) * (uint64_t)p->boards->dealer_hands;
    return cost_on_flop(p, flop, card, other, action, &mistake->cost);
}

int32_t uth_plain_line_mistakes(const uth_plain_line *line, int32_t most, uth_mistake *mistakes, int32_t *found)
{
    return find_mistakes(line, look_for_mistake, line->plain->boards->flop, line->plain->boards->flops, most, mistakes, found);
}
