/* game.c: solves the whole game for one settlement from its counted boards (game_count.c). */
#include "solution.h"

#include <stdlib.h>

static void make_forms(uth_solution *s)
{
    int hands = s->game->dealer_hands;
    for (int street = 0; street < UTH_STREETS; street++)
        for (int bet = 0; bet < s->rules.street[street].bets; bet++)
            for (int category = 0; category < UTH_CATEGORIES; category++) {
                const int32_t *p = s->rules.street[street].payoff[bet][category];
                form *f = s->form[street][bet][category];
                f[0] = (form){hands * p[UTH_LOSE_QUALIFIED], p[UTH_WIN] - p[UTH_LOSE], p[UTH_TIE] - p[UTH_LOSE],
                              p[UTH_LOSE] - p[UTH_LOSE_QUALIFIED]};
                f[1] = (form){hands * p[UTH_LOSE_QUALIFIED], p[UTH_WIN_QUALIFIED] - p[UTH_LOSE_QUALIFIED],
                              p[UTH_TIE_QUALIFIED] - p[UTH_LOSE_QUALIFIED], p[UTH_WIN] - p[UTH_WIN_QUALIFIED]};
            }
}

static inline void value_hand(const uth_solution *s, standing hole, int category, int32_t worth[MAX_WORTH])
{
    int qualified = is_qualified(hole), n = 0;
    worth[n++] = s->rules.street[UTH_FLOP].may_check ? (int32_t)play_river(s, hole, category).value : 0;
    for (int street = UTH_FLOP; street >= UTH_PREFLOP; street--)
        for (int bet = 0; bet < s->rules.street[street].bets; bet++)
            worth[n++] = value_of(s->form[street][bet][category][qualified], hole);
}

/* From parts of four cards to flops. */
static void sum_fours(const parts *fours, int four_count, const int64_t *by_four, int64_t *by_flop, int length, size_t flop_stride)
{
    for (int i = 0; i < four_count; i++)
        for (int k = 0; k < fours[i].count; k++)
            add_times(by_flop + fours[i].part[k].index * flop_stride, by_four + (size_t)i * (size_t)length, fours[i].part[k].times, length);
}

/* The part by ranks. */
static int32_t sum_by_rank(uth_solution *s)
{
    const uth_game *game = s->game;
    size_t row = (size_t)(RANK_PAIRS * s->width);
    int64_t *by_four = calloc(RANK_FOURS * row, sizeof *by_four), *line = malloc(row * sizeof *line);
    if (!by_four || !line) {
        free(by_four);
        free(line);
        return UTH_NO_MEMORY;
    }
    for (int i = 0; i < RANK_BOARDS; i++) {
        const ranked_board *board = &game->board[i];
        if (!board->possible)
            continue;
        for (size_t k = 0; k < row; k++)
            line[k] = 0;
        for (int k = 0; k < board->entries; k++) {
            int pair = board->order[k] & 127;
            int32_t *worth = s->by_board[i][pair];
            value_hand(s, board->hole[pair], board->category[pair], worth);
            int64_t ways = ways_to_deal(board->rank, 5, 4, game->high[pair], game->low[pair]);
            for (int w = 0; w < s->width; w++)
                line[pair * s->width + w] = ways * worth[w];
            for (int w = s->width; w < s->all; w++)
                s->raise_by_rank[pair][w - s->width] += ways * worth[w];
        }
        parts four = rank_parts(board->rank, 5);
        for (int k = 0; k < four.count; k++)
            add_times(by_four + four.part[k].index * row, line, four.part[k].times, (int)row);
    }
    sum_fours(game->fours.by_rank, RANK_FOURS, by_four, s->by_rank, (int)row, row);
    for (uint8_t a = 0; a < RANKS; a++)
        for (uint8_t b = 0; b <= a; b++)
            for (uint8_t c = 0; c <= b; c++) {
                uint8_t rank[3] = {a, b, c};
                int64_t *flop = s->by_rank + (size_t)rank_index(rank, 3) * row;
                for (int pair = 0; pair < RANK_PAIRS; pair++) {
                    int ways = ways_to_deal(rank, 3, 4, game->high[pair], game->low[pair]);
                    for (int w = 0; w < s->width && ways; w++)
                        flop[pair * s->width + w] *= COMMON_WAYS / ways;
                }
            }
    free(by_four);
    free(line);
    return UTH_OK;
}

/* The columns of a piece: one suited card of the lower or the higher ranks, both suited, none. */
static const int first_column[UTH_SUM_PIECES + 1] = {ONE_SUITED, ONE_SUITED + 7 * 13, BOTH_SUITED, NONE_SUITED, COLUMNS};

/* Corrections for the flushes of one suit, for a piece of the columns. */
int32_t uth_solution_sum(uth_solution *s, int32_t piece)
{
    if (piece < 0 || piece >= UTH_SUM_PIECES)
        return UTH_BAD_COUNT;
    const uth_game *game = s->game;
    int first = first_column[piece], columns = first_column[piece + 1] - first, width = s->width;
    size_t row = (size_t)(columns * width), stride = (size_t)(COLUMNS * width);
    int64_t *by_four = calloc(SUIT_FOURS * row, sizeof *by_four), *line = malloc(row * sizeof *line);
    if (!by_four || !line) {
        free(by_four);
        free(line);
        return UTH_NO_MEMORY;
    }
    for (int i = 0; i < SUIT_BOARDS; i++) {
        suit_view view = game->view[i];
        if (!view.suited)
            continue;
        const ranked_board *board = &game->board[game->by_ranks[i]];
        const uint8_t *ways_for = game->ways[others_index(view)];
        for (int k = 0; k < columns; k++) {
            int column = first + k, pair = game->pair_of[column];
            int64_t ways = game->clash[column] & view.suited ? 0 : ways_for[column];
            if (!ways) {
                for (int w = 0; w < width; w++)
                    line[k * width + w] = 0;
                continue;
            }
            standing hole = game->hole[i][column];
            const int32_t *by_ranks = s->by_board[game->by_ranks[i]][pair];
            int32_t worth[MAX_WORTH];
            value_hand(s, hole, category_of_kind(kind_of(hole), board->category[pair]), worth);
            for (int w = 0; w < width; w++)
                line[k * width + w] = ways * (worth[w] - by_ranks[w]);
            for (int w = width; w < s->all; w++)
                s->raise_by_suit[column][w - width] += ways * (worth[w] - by_ranks[w]);
        }
        parts four = suit_parts(&game->sets, view, 5);
        for (int k = 0; k < four.count; k++)
            add_times(by_four + four.part[k].index * row, line, four.part[k].times, (int)row);
    }
    sum_fours(game->fours.by_suit, SUIT_FOURS, by_four, s->by_suit + (size_t)(first * width), (int)row, stride);
    for (int i = 0; i < SUIT_FLOPS; i++) {
        int others = i < 13 * 91 ? i % 91 : i < 13 * 91 + 78 * 13 ? RANK_PAIRS + (i - 13 * 91) % 13 : RANK_PAIRS + RANKS;
        int64_t *flop = s->by_suit + (size_t)i * stride;
        for (int column = first; column < first + columns; column++)
            for (int w = 0; w < width && game->ways[others][column]; w++)
                flop[column * width + w] *= COMMON_WAYS / game->ways[others][column];
    }
    free(by_four);
    free(line);
    return UTH_OK;
}

/* Finds the rows of a flop; ranks descending. */
static flop_class place_flop(const uth_game *game, int a, int b, int c)
{
    flop_class found = {.card = {(uint8_t)a, (uint8_t)b, (uint8_t)c}}, *flop = &found;
    uint8_t rank[3] = {(uint8_t)rank_of(a), (uint8_t)rank_of(b), (uint8_t)rank_of(c)};
    flop->by_rank = (uint16_t)rank_index(rank, 3);
    for (int suit = 0; suit < SUITS; suit++) {
        suit_view view = {0};
        for (int i = 0; i < 3; i++)
            if (suit_of(flop->card[i]) == suit)
                view.suited = (uint16_t)(view.suited | 1 << rank[i]);
            else if (view.others < 2)
                view.other[view.others++] = rank[i];
        if (view.suited) {
            flop->suit[flop->suits] = (uint8_t)suit;
            flop->by_suit[flop->suits++] = (uint16_t)suit_index(&game->sets, view, 3);
        }
    }
    return found;
}

static void add_flop_class(uth_solution *s, int a, int b, int c, int flops)
{
    if (!is_in_deck(s->game, a) || !is_in_deck(s->game, b) || !is_in_deck(s->game, c))
        return;
    s->flop[s->flop_classes] = place_flop(s->game, a, b, c);
    s->flop[s->flop_classes++].flops = (uint8_t)flops;
}

/* The 1,755 flops up to suits, ranks descending. */
static void list_flop_classes(uth_solution *s)
{
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b <= a; b++)
            for (int c = 0; c <= b; c++) {
                int x = 4 * a, y = 4 * b, z = 4 * c;    /* of the first suit; + 1, + 2 of others */
                if (a == b && b == c)
                    add_flop_class(s, x, y + 1, z + 2, 4);
                else if (a == b || b == c) {
                    add_flop_class(s, x, y + (a == b), z + (b == c), 12);   /* the third card in the suit of one of the pair */
                    add_flop_class(s, x, y + 1, z + 2, 12);
                } else {
                    add_flop_class(s, x, y, z, 4);
                    add_flop_class(s, x, y, z + 1, 12);
                    add_flop_class(s, x, y + 1, z, 12);
                    add_flop_class(s, x + 1, y, z, 12);
                    add_flop_class(s, x, y + 1, z + 2, 24);
                }
            }
}

int32_t uth_solution_choose(uth_solution *s, int32_t piece)
{
    if (piece < 0 || piece >= UTH_CHOOSE_PIECES)
        return UTH_BAD_COUNT;
    const uth_game *game = s->game;
    int64_t fold = s->rules.fold * deals_to_a_flop(game) * FLOP_SCALE;
    for (int i = piece; i < s->flop_classes; i += UTH_CHOOSE_PIECES) {
        const flop_class *flop = &s->flop[i];
        uint64_t shown = bit_of(flop->card[0]) | bit_of(flop->card[1]) | bit_of(flop->card[2]);
        for (int card = 1; card < CARDS; card++) {
            if (shown & bit_of(card) || !is_in_deck(game, card))
                continue;
            for (int other = 0; other < card; other++) {
                if (shown & bit_of(other) || !is_in_deck(game, other))
                    continue;
                int64_t worth[UTH_MAX_BETS + 1];
                choice best = play_flop(s, flop, card, other, fold, worth);
                if (best.value % FLOP_SCALE)
                    return UTH_BROKEN;
                s->played[i][card][other] = (int8_t)best.action;
                s->checked[piece][hole_class(card, other)] += flop->flops * (best.value / FLOP_SCALE);
            }
        }
    }
    return UTH_OK;
}

int32_t uth_solution_finish(uth_solution *s)
{
    const uth_game *game = s->game;
    const uth_street *street = &s->rules.street[UTH_PREFLOP];
    int64_t deals = choose(4 * size_of(game->deck) - 2, 3) * deals_to_a_flop(game);
    for (int high = 0; high < RANKS; high++)
        for (int low = 0; low < RANKS; low++) {
            if (!is_dealt(game, high) || !is_dealt(game, low))
                continue;
            int card = 4 * high, other = 4 * low + (low >= high);           /* below the diagonal suited, else offsuit or pairs */
            int class = hole_class(card, other);
            uth_decision *d = &s->before[class];
            *d = (uth_decision){.deals = (uint64_t)deals, .fold = s->rules.fold * deals};
            int64_t worth[UTH_MAX_BETS + 1] = {0};
            for (int piece = 0; piece < UTH_CHOOSE_PIECES; piece++)
                worth[0] += s->checked[piece][class];
            int combinations = high == low ? 6 : low < high ? 4 : 12;
            if (worth[0] % combinations)
                return UTH_BROKEN;
            d->check = worth[0] /= combinations;
            for (int bet = 0; bet < street->bets; bet++) {
                int64_t sum = s->raise_by_rank[rank_pair(high, low)][bet];
                for (int suit = 0; suit < SUITS; suit++)
                    sum += s->raise_by_suit[game->column[seen_from(suit, card)][seen_from(suit, other)]][bet];
                d->bet[bet] = worth[bet + 1] = 10 * sum;                    /* a board is dealt as flop and rest in ten ways */
            }
            s->opened[class] = (int8_t)best_choice(street, d->fold, worth).action;
        }
    return UTH_OK;
}

int32_t uth_solution_new(const uth_game *game, const uth_rules *rules, uth_solution **result)
{
    int32_t status = check_rules(rules);
    if (status != UTH_OK)
        return status;
    uth_solution *s = calloc(1, sizeof *s);
    if (!s)
        return UTH_NO_MEMORY;
    s->game = game;
    s->rules = *rules;
    s->width = 1 + rules->street[UTH_FLOP].bets;
    s->all = s->width + rules->street[UTH_PREFLOP].bets;
    s->by_rank = calloc((size_t)(RANK_FLOPS * RANK_PAIRS * s->width), sizeof *s->by_rank);
    s->by_suit = calloc((size_t)(SUIT_FLOPS * COLUMNS * s->width), sizeof *s->by_suit);
    status = s->by_rank && s->by_suit ? UTH_OK : UTH_NO_MEMORY;
    if (status == UTH_OK) {
        make_forms(s);
        list_flop_classes(s);
        status = sum_by_rank(s);
    }
    if (status != UTH_OK) {
        uth_solution_free(s);
        return status;
    }
    *result = s;
    return UTH_OK;
}

void uth_solution_free(uth_solution *s)
{
    if (!s)
        return;
    free(s->by_rank);
    free(s->by_suit);
    free(s);
}

static int32_t check_cards(const uth_game *game, const uint8_t *hole, const uint8_t *flop)
{
    uint64_t seen = 0;
    for (int i = 0; i < (flop ? 5 : 2); i++) {
        uint8_t card = i < 2 ? hole[i] : flop[i - 2];
        if (card >= CARDS || !is_in_deck(game, card))
            return UTH_BAD_CARD;
        if (seen & bit_of(card))
            return UTH_DUPLICATE;
        seen |= bit_of(card);
    }
    return UTH_OK;
}

int32_t uth_solution_preflop(const uth_solution *s, const uint8_t hole[2], int32_t *action, uth_decision *decision)
{
    int32_t status = check_cards(s->game, hole, NULL);
    if (status != UTH_OK)
        return status;
    *action = s->opened[hole_class(hole[0], hole[1])];
    *decision = s->before[hole_class(hole[0], hole[1])];
    return UTH_OK;
}

int32_t uth_solution_flop(const uth_solution *s, const uint8_t hole[2], const uint8_t flop[3], int32_t *action, uth_decision *decision)
{
    int32_t status = check_cards(s->game, hole, flop);
    if (status != UTH_OK)
        return status;
    int a = max_of(flop[0], max_of(flop[1], flop[2])), c = min_of(flop[0], min_of(flop[1], flop[2]));
    flop_class place = place_flop(s->game, a, flop[0] + flop[1] + flop[2] - a - c, c);
    int64_t deals = deals_to_a_flop(s->game), worth[UTH_MAX_BETS + 1];
    *action = play_flop(s, &place, hole[0], hole[1], s->rules.fold * deals * FLOP_SCALE, worth).action;
    uth_decision d = {.deals = (uint64_t)deals, .fold = s->rules.fold * deals, .check = worth[0] / FLOP_SCALE};
    for (int bet = 0; bet < s->rules.street[UTH_FLOP].bets; bet++)
        d.bet[bet] = worth[bet + 1] / FLOP_SCALE;
    *decision = d;
    return UTH_OK;
}
