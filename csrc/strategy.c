/* strategy.c: what the rules of a strategy say in every spot of the whole game (play.h). */
#include "memory.h"
#include "mistakes.h"
#include "play.h"

#include <stdlib.h>
#include <string.h>

/* Before the flop and on it: every spot has its cards. */

static int32_t choose_openings(uth_play *p)
{
    const uth_solution *s = p->solution;
    for (int card = 1; card < CARDS; card++)
        for (int other = 0; other < card; other++) {
            int class = hole_class(card, other), suited = suit_of(card) == suit_of(other);
            if (suit_of(other) != 0 || suit_of(card) != !suited || !is_in_deck(s->game, card) || !is_in_deck(s->game, other))
                continue;                               /* one hand of each class stands for all: the first two suits */
            sight seen = {.high = rank_of(card), .low = rank_of(other), .suited = suited};
            uint8_t hole[2] = {(uint8_t)card, (uint8_t)other};
            int rule = choose_rule(&p->kept.strategy, &s->rules, UTH_PREFLOP, &seen, hole, NULL, 0);
            if (rule < 0)
                return UTH_BAD_RULES;
            int action = p->kept.strategy.action[UTH_PREFLOP][rule], alike = seen.high == seen.low ? 6 : suited ? 4 : 12;
            action = action == UTH_PLAY_BEST ? s->opened[class] : action;
            p->opening[class] = (uint8_t)rule;
            p->opened[class] = (int8_t)action;
            const uth_decision *d = &s->before[class];
            int64_t worth[3 + UTH_MAX_BETS] = {d->fold, d->check};
            memcpy(worth + 2, d->bet, sizeof d->bet);
            int64_t cost = worth[s->opened[class] + 2] - worth[action + 2];
            uth_rule_sum *sum = &p->sum[0][UTH_PREFLOP][rule];
            sum->spots++;
            sum->deals += (uint64_t)alike * d->deals;
            sum->wrong += cost ? (uint64_t)alike * d->deals : 0;
            sum->cost += alike * cost;
        }
    return UTH_OK;
}

int32_t uth_play_flops(uth_play *p, int32_t piece)
{
    if (piece < 0 || piece >= UTH_PLAY_FLOP_PIECES)
        return UTH_BAD_COUNT;
    if (p->flops[piece] != PIECE_OPEN)
        return UTH_BAD_ORDER;
    p->flops[piece] = PIECE_TAKEN;
    const uth_solution *s = p->solution;
    int64_t deals = deals_to_a_flop(s->game), fold = s->rules.fold * deals * FLOP_SCALE;
    const uth_street *street = &s->rules.street[UTH_FLOP];
    for (int i = piece; i < s->flop_classes && (street->bets || street->may_check || street->may_fold); i += UTH_PLAY_FLOP_PIECES) {
        const flop_class *flop = &s->flop[i];
        uint64_t shown = bit_of(flop->card[0]) | bit_of(flop->card[1]) | bit_of(flop->card[2]);
        for (int card = 1; card < CARDS; card++)
            for (int other = 0; other < card; other++) {
                if (((bit_of(card) | bit_of(other)) & shown) || !is_in_deck(s->game, card) || !is_in_deck(s->game, other))
                    continue;
                uint8_t hole[2] = {(uint8_t)card, (uint8_t)other};
                sight seen = see_flop(hole, flop->card);
                int rule = choose_rule(&p->kept.strategy, &s->rules, UTH_FLOP, &seen, hole, flop->card, 3), place = two_cards(card, other);
                if (rule < 0)
                    return UTH_BAD_RULES;
                int action = p->kept.strategy.action[UTH_FLOP][rule];
                action = action == UTH_PLAY_BEST ? s->played[i][place] : action;
                p->on_flop[i][place] = (uint8_t)rule;
                p->played[i][place] = (int8_t)action;
                uth_rule_sum *sum = &p->sum[piece][UTH_FLOP][rule];
                sum->spots++;
                if (p->opened[hole_class(card, other)] != CHOOSE_CHECK)
                    continue;
                int64_t worth[1 + UTH_MAX_BETS], best = play_flop(s, flop, card, other, fold, worth).value;
                int64_t cost = best - (action == CHOOSE_FOLD ? fold : worth[action + 1]);
                sum->deals += (uint64_t)(flop->flops * deals);
                sum->wrong += cost ? (uint64_t)(flop->flops * deals) : 0;
                sum->cost += flop->flops * (cost / FLOP_SCALE);
            }
    }
    p->flops[piece] = PIECE_DONE;
    return UTH_OK;
}

/* Rivers: a spot stands for all that are alike. */

/*
 * Gives suits to ranks of five board cards and two hole cards, `in_suit` saying which are of the flush suit, the last one.
 * Without a flush suit no three board cards share one.
 */
static int give_suits(const uint8_t rank[7], const uint8_t *in_suit, int suited, int next, uint8_t card[7])
{
    if (next == 7)
        return (suit_of(card[5]) == suit_of(card[6])) == suited;
    for (int suit = in_suit && in_suit[next] ? SUITS - 1 : 0; suit < SUITS - (in_suit && !in_suit[next]); suit++) {
        int taken = 0, alike = 0;
        for (int i = 0; i < next; i++) {
            taken |= card[i] == 4 * rank[next] + suit;
            alike += suit_of(card[i]) == suit;
        }
        if (taken || (!in_suit && next < 5 && alike == 2))
            continue;
        card[next] = (uint8_t)(4 * rank[next] + suit);
        if (give_suits(rank, in_suit, suited, next + 1, card))
            return 1;
    }
    return 0;
}

/* The rule for a river; 0 for one that cannot be dealt. */
static int ask_on_river(const uth_play *p, const uint8_t board[5], rank_set suited_ranks, int x, int y, int suited)
{
    uint8_t rank[7], in_suit[7], card[7];
    rank_set open = suited_ranks;
    for (int i = 0; i < 7; i++) {
        rank[i] = i < 5 ? board[i] : (uint8_t)((i == 5 ? x : y) % 13);
        in_suit[i] = (uint8_t)(i < 5 ? open >> rank[i] & 1 : (i == 5 ? x : y) < 13);
        if (i < 5 && in_suit[i])
            open ^= (rank_set)1 << rank[i];
    }
    if (!give_suits(rank, suited_ranks ? in_suit : NULL, suited, 0, card))
        return 0;
    return choose_rule(&p->kept.strategy, &p->solution->rules, UTH_RIVER, NULL, card + 5, card, 5);
}

/* One river board: `table` takes the rules by column. */
typedef struct {
    const uth_play *play;
    const ranked_board *ranked;
    const strength *by_ranks;
    river_board board;
    uth_rule_sum *sums;
} river;

static int rule_for(river *r, int x, int y, int suited)
{
    const uth_strategy *strategy = &r->play->kept.strategy;
    int rule;
    if (strategy->ask)
        rule = ask_on_river(r->play, r->ranked->rank, r->board.suited, x, y, suited);
    else {
        rank_set own = r->board.suited | (x < 13 ? (rank_set)1 << x : 0) | (y < 13 ? (rank_set)1 << y : 0);
        strength hand = r->by_ranks[rank_pair(x % 13, y % 13)];
        if (r->board.suited && r->play->solution->game->sets.size[own] >= 5) {
            strength flush = flush_strength(own);
            hand = flush > hand ? flush : hand;
        }
        sight seen = see_river(&r->board, x, y, suited, hand);
        rule = find_rule(strategy, UTH_RIVER, &seen);
    }
    if (rule >= 0)
        r->sums[rule].spots++;
    return rule;
}

static int has_two(const river_board *board, int x, int y) { return board->outs.left[y] && board->outs.left[x] > (x == y); }

static river look_at(const uth_play *p, int by_ranks, rank_set suited, uth_rule_sum *sums)
{
    const ranked_board *ranked = &p->solution->game->board[by_ranks];
    ranks held = 0;
    rank_set open = suited;
    uint8_t left[26];
    for (int rank = 0; rank < RANKS; rank++) {
        left[rank] = (uint8_t)(suited && is_dealt(p->solution->game, rank) && !(suited >> rank & 1));
        left[13 + rank] = (uint8_t)((suited ? 3 : 4) * is_dealt(p->solution->game, rank));
    }
    for (int i = 0; i < 5; i++) {
        held = add_rank(held, ranked->rank[i]);
        if (open >> ranked->rank[i] & 1)
            open ^= (rank_set)1 << ranked->rank[i];
        else
            left[13 + ranked->rank[i]]--;
    }
    return (river){p, ranked, p->by_ranks[by_ranks], see_board(held, suited, left), sums};
}

static int32_t rules_by_ranks(uth_play *p, int board, uth_rule_sum *sums)
{
    river r = look_at(p, board, 0, sums);
    for (int x = 13; x < 26; x++)
        for (int y = 13; y <= x; y++)
            for (int suited = 0; suited < 2 - (x == y) && has_two(&r.board, x, y); suited++) {
                int pair = rank_pair(x - 13, y - 13);
                uint8_t *rule = &(*p->on_river_by_rank)[suited][board][pair];
                if (suited && !p->kept.suits_matter) {
                    *rule = (*p->on_river_by_rank)[0][board][pair];
                    continue;
                }
                int found = rule_for(&r, x, y, suited);
                if (found < 0)
                    return UTH_BAD_RULES;
                *rule = (uint8_t)found;
            }
    return UTH_OK;
}

static int32_t rules_by_suit(uth_play *p, int board, uth_rule_sum *sums)
{
    const uth_game *game = p->solution->game;
    river r = look_at(p, game->by_ranks[board], game->view[board].suited, sums);
    for (int x = 0; x < 26; x++)
        for (int y = 0; y <= x; y++) {
            if (!has_two(&r.board, x, y))
                continue;
            int both = x < 13 && y < 13, either = y >= 13 && x != y && p->kept.suits_matter;
            for (int suited = both; suited <= (both || either); suited++) {
                int found = rule_for(&r, x, y, suited), column = game->column[x][y];
                if (found < 0)
                    return UTH_BAD_RULES;
                (*p->on_river_by_suit)[board][suited && either ? column - NONE_SUITED + COLUMNS : column] = (uint8_t)found;
            }
        }
    return UTH_OK;
}

/* Whether one rule decides every river: then there is nothing to look at. */
static int one_for_all(const uth_play *p)
{
    const uth_rule_part *first = p->kept.strategy.part[UTH_RIVER];
    return !p->kept.strategy.ask && first->first == first->end;
}

static int32_t find_river_rules(uth_play *p, int32_t piece)
{
    const uth_game *game = p->solution->game;
    const uth_street *street = &p->solution->rules.street[UTH_RIVER];
    if (!street->bets && !street->may_fold)
        return UTH_OK;                                  /* the game is decided before */
    uth_rule_sum *sums = p->sum[piece][UTH_RIVER];
    if (one_for_all(p)) {
        int rule = p->kept.strategy.part[UTH_RIVER]->rule;
        sums[rule].spots = 1;
        if (piece == 0) {
            memset(*p->on_river_by_rank, rule, sizeof *p->on_river_by_rank);
            memset(*p->on_river_by_suit, rule, sizeof *p->on_river_by_suit);
        }
        return UTH_OK;
    }
    int32_t status = UTH_OK;
    for (int i = piece; i < RANK_BOARDS && status == UTH_OK; i += UTH_PLAY_RIVER_PIECES)
        if (game->board[i].possible)
            status = rules_by_ranks(p, i, sums);
    for (int i = piece; i < SUIT_BOARDS && status == UTH_OK; i += UTH_PLAY_RIVER_PIECES)
        if (game->view[i].suited)
            status = rules_by_suit(p, i, sums);
    return status;
}

int32_t uth_play_rivers(uth_play *p, int32_t piece)
{
    if (piece < 0 || piece >= UTH_PLAY_RIVER_PIECES)
        return UTH_BAD_COUNT;
    if (p->rivers[piece] != PIECE_OPEN)
        return UTH_BAD_ORDER;
    p->rivers[piece] = PIECE_TAKEN;
    int32_t status = find_river_rules(p, piece);
    if (status == UTH_OK)
        p->rivers[piece] = PIECE_DONE;
    return status;
}

static void rate_by_ranks(const uth_game *game, strength (*by_ranks)[RANK_PAIRS])
{
    for (int i = 0; i < RANK_BOARDS; i++) {
        ranks held = 0;
        for (int k = 0; k < 5; k++)
            held = add_rank(held, game->board[i].rank[k]);
        for (int pair = 0; pair < RANK_PAIRS && game->board[i].possible; pair++)
            by_ranks[i][pair] = rank_strength(add_rank(add_rank(held, game->high[pair]), game->low[pair]), 7);
    }
}

int32_t uth_play_new(const uth_solution *solution, const uth_strategy *strategy, uth_play **result)
{
    if (solution->finished != PIECE_DONE)
        return UTH_BAD_ORDER;
    uth_play *p = take_zeroed(sizeof *p);
    if (!p)
        return UTH_NO_MEMORY;
    p->solution = solution;
    p->by_ranks = take_zeroed(RANK_BOARDS * sizeof *p->by_ranks);
    p->on_river_by_rank = take_zeroed(sizeof *p->on_river_by_rank);
    p->on_river_by_suit = take_zeroed(sizeof *p->on_river_by_suit);
    int32_t status = keep_strategy(strategy, &solution->rules, &p->kept);
    if (status == UTH_OK && !(p->by_ranks && p->on_river_by_rank && p->on_river_by_suit))
        status = UTH_NO_MEMORY;
    if (status == UTH_OK) {
        rate_by_ranks(solution->game, p->by_ranks);
        status = choose_openings(p);
    }
    if (status != UTH_OK) {
        uth_play_free(p);
        return status;
    }
    *result = p;
    return UTH_OK;
}

void uth_play_free(uth_play *p)
{
    if (!p)
        return;
    give_back(p->by_ranks);
    give_back(p->on_river_by_rank);
    give_back(p->on_river_by_suit);
    drop_strategy(&p->kept);
    give_back(p);
}

int32_t uth_play_outcomes(const uth_play *p, int32_t piece, uth_play_sums *result)
{
    if (piece < 0 || piece >= UTH_PLAY_PIECES)
        return UTH_BAD_COUNT;
    if (!all_done(p->flops, UTH_PLAY_FLOP_PIECES) || !all_done(p->rivers, UTH_PLAY_RIVER_PIECES))
        return UTH_BAD_ORDER;
    uth_play_sums *sums = calloc(1, sizeof *sums);
    if (!sums)
        return UTH_NO_MEMORY;
    int32_t status = UTH_OK;
    if (piece < UTH_OUTCOME_PIECES || p->kept.suits_matter)
        status = outcomes_of((line_of_play){p->solution, p->opened, p->played, p}, piece, &sums->ended, sums->rule[UTH_RIVER]);
    for (int share = 0; share < UTH_PLAY_RIVER_PIECES && piece == 0; share++)
        for (int street = 0; street < UTH_STREETS; street++)
            for (int rule = 0; rule < UTH_MAX_RULES; rule++) {
                const uth_rule_sum *sum = &p->sum[share][street][rule];
                uth_rule_sum *to = &sums->rule[street][rule];
                to->spots += sum->spots;
                to->deals += sum->deals;
                to->wrong += sum->wrong;
                to->cost += sum->cost;
            }
    if (status == UTH_OK)
        *result = *sums;
    free(sums);
    return status;
}

static int32_t look_for_mistake(const void *line, int flop, int card, int other, uth_mistake *mistake)
{
    const uth_play *p = line;
    const uth_solution *s = p->solution;
    int place = two_cards(card, other), action = p->played[flop][place], best = s->played[flop][place];
    if (!is_in_deck(s->game, card) || !is_in_deck(s->game, other) || action == best || p->opened[hole_class(card, other)] != CHOOSE_CHECK)
        return UTH_OK;
    int64_t deals = deals_to_a_flop(s->game), fold = s->rules.fold * deals * FLOP_SCALE;
    int64_t worth[1 + UTH_MAX_BETS], value = play_flop(s, &s->flop[flop], card, other, fold, worth).value;
    mistake->rule = p->on_flop[flop][place];
    mistake->does = action;
    mistake->best = best;
    mistake->deals = (uint64_t)deals;
    mistake->cost = (value - (action == CHOOSE_FOLD ? fold : worth[action + 1])) / FLOP_SCALE;
    return UTH_OK;
}

int32_t uth_play_mistakes(const uth_play *p, int32_t most, uth_mistake *mistakes, int32_t *found)
{
    if (!all_done(p->flops, UTH_PLAY_FLOP_PIECES))
        return UTH_BAD_ORDER;
    flop_alike flops[FLOP_CLASSES];
    int count = list_flops_alike(p->solution->game->deck, flops);
    return find_mistakes(p, look_for_mistake, flops, count, most, mistakes, found);
}
