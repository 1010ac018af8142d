/* game.c: solves the whole game for one settlement from its counted boards (game_count.c). */
#include "flops.h"
#include "memory.h"
#include "solution.h"

#include <stdlib.h>

static void make_forms(uth_solution *s)
{
    int hands = s->game->dealer_hands;
    for (int street = 0; street < UTH_STREETS; street++)
        for (int bet = 0; bet < s->rules.street[street].bets; bet++)
            for (int category = 0; category < UTH_CATEGORIES; category++) {
                const int32_t *p = s->rules.street[street].payoff[bet][category];
                form(*f)[UTH_STREETS][UTH_MAX_BETS] = s->form[category];
                f[0][street][bet] = (form){hands * p[UTH_LOSE_QUALIFIED], p[UTH_WIN] - p[UTH_LOSE], p[UTH_TIE] - p[UTH_LOSE],
                              p[UTH_LOSE] - p[UTH_LOSE_QUALIFIED]};
                f[1][street][bet] = (form){hands * p[UTH_LOSE_QUALIFIED], p[UTH_WIN_QUALIFIED] - p[UTH_LOSE_QUALIFIED],
                              p[UTH_TIE_QUALIFIED] - p[UTH_LOSE_QUALIFIED], p[UTH_WIN] - p[UTH_WIN_QUALIFIED]};
            }
}

enum { PACKED_PAYOFF = 4096 };
_Static_assert(144 * 2 * 990 * (int64_t)PACKED_PAYOFF < INT32_MAX, "packed sums fit");

static void pack_forms(uth_solution *s)
{
    const uth_street *flop = &s->rules.street[UTH_FLOP], *river = &s->rules.street[UTH_RIVER];
    if (flop->bets != 1 || river->bets != 1 || !flop->may_check)
        return;
    s->is_packed = s->rules.fold >= -PACKED_PAYOFF && s->rules.fold <= PACKED_PAYOFF;
    for (int category = 0; category < UTH_CATEGORIES; category++)
        for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++) {
            int32_t f = flop->payoff[0][category][outcome], r = river->payoff[0][category][outcome];
            s->is_packed = s->is_packed && max_of(max_of(f, -f), max_of(r, -r)) <= PACKED_PAYOFF;
        }
    const int64_t high = INT64_C(1) << 32;
    for (int category = 0; category < UTH_CATEGORIES; category++)
        for (int qualified = 0; qualified < 2; qualified++) {
            form f = s->form[category][qualified][UTH_FLOP][0], r = s->form[category][qualified][UTH_RIVER][0];
            s->packed[category][qualified] = (packed_form){f.sure * high + r.sure, f.below * high + r.below, f.equal * high + r.equal,
                                                           f.unqualified * high + r.unqualified};
        }
}

static inline int32_t lower_half(int64_t both) { return (int32_t)(uint32_t)(uint64_t)both; }
static inline int64_t upper_half(int64_t both) { return (both - lower_half(both)) / (INT64_C(1) << 32); }

/* Best play on the river in the lower half of a word, the flop's bet in the upper. */
static inline int64_t packed_value(const uth_solution *s, standing hole, int category)
{
    const packed_form *f = &s->packed[category][is_qualified(hole)];
    int64_t both = f->sure + f->below * below_of(hole) + f->equal * equal_of(hole) + f->unqualified * unqualified_of(hole);
    return both + max_of(s->surrender - lower_half(both), 0);
}

static void value_hand(const uth_solution *s, standing hole, int category, int32_t worth[MAX_WORTH])
{
    worth[0] = s->rules.street[UTH_FLOP].may_check ? (int32_t)play_river(s, hole, category).value : 0;
    for (int bet = 0; bet + 1 < s->width; bet++)
        worth[bet + 1] = value_of(s->form[category][is_qualified(hole)][UTH_FLOP][bet], hole);
}

/* The part by ranks. */
static int32_t sum_by_rank(uth_solution *s)
{
    const uth_game *game = s->game;
    size_t row = (size_t)(RANK_PAIRS * s->width);
    int64_t *by_four = take_zeroed(RANK_FOURS * row * sizeof *by_four), *line = malloc(row * sizeof *line);
    if (!by_four || !line) {
        give_back(by_four);
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
            size_t place = (size_t)i * RANK_PAIRS + (size_t)pair;
            int32_t apart[MAX_WORTH], *worth = s->is_packed ? apart : ((int32_t(*)[MAX_WORTH])s->by_board)[place];
            if (s->is_packed) {
                int64_t both = packed_value(s, board->hole[pair], board->category[pair]);
                ((int64_t *)s->by_board)[place] = both;
                worth[0] = lower_half(both);
                worth[1] = (int32_t)upper_half(both);
            } else
                value_hand(s, board->hole[pair], board->category[pair], worth);
            for (int w = 0; w < s->width; w++)
                line[pair * s->width + w] = (int64_t)board->ways[pair] * worth[w];
        }
        parts four = rank_parts(board->rank, 5);
        for (int k = 0; k < four.count; k++)
            add_times(by_four + four.part[k].index * row, line, four.part[k].times, (int)row);
    }
    for (int i = 0; i < RANK_FOURS; i++)
        for (int k = 0; k < game->fours.by_rank[i].count; k++) {
            part flop = game->fours.by_rank[i].part[k];
            add_times(s->by_rank + flop.index * row, by_four + (size_t)i * row, flop.times, (int)row);
        }
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
    give_back(by_four);
    free(line);
    return UTH_OK;
}

/* Bets before the flop: nothing is decided after them, so sums of where the hands stand are enough. */
static void sum_raises(uth_solution *s)
{
    const uth_game *game = s->game;
    for (int bet = 0; bet < s->rules.street[UTH_PREFLOP].bets; bet++) {
        for (int i = 0; i < RANK_BOARDS; i++) {
            const ranked_board *board = &game->board[i];
            int64_t worth[RANK_PAIRS] = {0};
            for (int k = 0; k < board->entries; k++) {
                int pair = board->order[k] & 127;
                standing hole = board->hole[pair];
                worth[pair] = value_of(s->form[board->category[pair]][is_qualified(hole)][UTH_PREFLOP][bet], hole);
                s->raise_by_rank[pair][bet] += worth[pair] * board->ways[pair];
            }
            for (int column = 0; column < COLUMNS && board->possible; column++)
                s->raise_by_suit[column][bet] -= worth[game->pair_of[column]] * game->suit_boards[i][column];
        }
        for (int piece = 0; piece < UTH_COUNT_PIECES; piece++)
            for (int category = 0; category < UTH_CATEGORIES; category++)
                for (int qualified = 0; qualified < 2; qualified++) {
                    form f = s->form[category][qualified][UTH_PREFLOP][bet];
                    for (int column = 0; column < COLUMNS; column++)
                        s->raise_by_suit[column][bet] += value_of_sum(f, game->stands[piece][category][qualified][column]);
                }
    }
}

/* One board from a suit: what its truth adds to what the ranks say, for some columns; [column][width]. */
static void correct_line(const uth_solution *s, int board, const uint8_t *ways, int first, int columns, int64_t *line)
{
    const uth_game *game = s->game;
    const int32_t(*by_ranks)[MAX_WORTH] = (const int32_t(*)[MAX_WORTH])s->by_board + (size_t)game->by_ranks[board] * RANK_PAIRS;
    for (int k = 0; k < columns; k++) {
        int column = first + k, pair = game->pair_of[column];
        standing hole = game->hole[board][column];
        int32_t worth[MAX_WORTH];
        value_hand(s, hole, category_of_kind(kind_of(hole), game->board[game->by_ranks[board]].category[pair]), worth);
        for (int w = 0; w < s->width; w++)
            line[k * s->width + w] = ways[column] * ((int64_t)worth[w] - by_ranks[pair][w]);
    }
}

/*
 * The same for one bet on the river and one on the flop of payoffs that are not too large, as in the games as they are
 * played: both numbers in one word, the flop's bet above the river, which halves the work. Sums of words are words of sums
 * as long as the river's part fits; what is summed before it is taken apart are at most 144 boards.
 */
static void correct_packed_line(const uth_solution *s, int board, const uint8_t *restrict ways, int first, int columns, int64_t *restrict line)
{
    const uth_game *game = s->game;
    const uint8_t *category_by_ranks = game->board[game->by_ranks[board]].category;
    const int64_t *by_ranks = (const int64_t *)s->by_board + (size_t)game->by_ranks[board] * RANK_PAIRS;
    const standing *hole = game->hole[board];
    for (int k = 0; k < columns; k++) {
        int column = first + k, pair = game->pair_of[column];
        standing h = hole[column];
        line[k] = 0;
        if (!ways[column])
            continue;
        int64_t both = packed_value(s, h, category_of_kind(kind_of(h), category_by_ranks[pair]));
        line[k] = ways[column] * (both - by_ranks[pair]);
    }
}

/* Corrections for the flushes of one suit, for a piece of the columns. */
int32_t uth_solution_sum(uth_solution *s, int32_t piece)
{
    if (piece < 0 || piece >= UTH_SUM_PIECES)
        return UTH_BAD_COUNT;
    if (s->summed[piece] != PIECE_OPEN)
        return UTH_BAD_ORDER;
    const uth_game *game = s->game;
    int first = first_column[piece], columns = first_column[piece + 1] - first, width = s->width;
    size_t length = (size_t)(columns * width), stride = (size_t)(COLUMNS * width), row = s->is_packed ? (size_t)columns : length;
    int64_t *by_four = take_zeroed(SUIT_FOURS * row * sizeof *by_four), *line = malloc(length * sizeof *line);
    if (!by_four || !line) {
        give_back(by_four);
        free(line);
        return UTH_NO_MEMORY;
    }
    board_ways ways = {0};
    for (int i = 0; i < SUIT_BOARDS; i++) {
        if (!game->view[i].suited)
            continue;
        find_ways(game, game->view[i], first, first + columns, &ways);
        if (s->is_packed)
            correct_packed_line(s, i, ways.by_column, first, columns, line);
        else
            correct_line(s, i, ways.by_column, first, columns, line);
        parts four = suit_parts(&game->sets, game->view[i], 5);
        for (int k = 0; k < four.count; k++)
            add_times(by_four + four.part[k].index * row, line, four.part[k].times, (int)row);
    }
    for (int i = 0; i < SUIT_FOURS; i++) {
        const int64_t *sums = by_four + (size_t)i * row;
        if (s->is_packed) {
            for (size_t k = 0; k < row; k++) {
                line[2 * k] = lower_half(sums[k]);
                line[2 * k + 1] = upper_half(sums[k]);
            }
            sums = line;
        }
        const parts *flops = &game->fours.by_suit[i];
        for (int k = 0; k < flops->count; k++)
            add_times(s->by_suit + flops->part[k].index * stride + (size_t)(first * width), sums, flops->part[k].times, (int)length);
    }
    for (int i = 0; i < SUIT_FLOPS; i++) {
        const uint8_t *to_deal = game->ways[others_of_flop(i)];
        int64_t *flop = s->by_suit + (size_t)i * stride;
        for (int column = first; column < first + columns; column++)
            for (int w = 0; w < width && to_deal[column]; w++)
                flop[column * width + w] *= COMMON_WAYS / to_deal[column];
    }
    s->summed[piece] = PIECE_DONE;
    give_back(by_four);
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
        suit_view view = view_flop(flop->card, suit);
        if (view.suited) {
            flop->suit[flop->suits] = (uint8_t)suit;
            flop->by_suit[flop->suits++] = (uint16_t)suit_index(&game->sets, view, 3);
        }
    }
    return found;
}

/* The flops up to suits and their rows. */
static void place_flops(uth_solution *s)
{
    flop_alike list[FLOP_CLASSES];
    s->flop_classes = list_flops_alike(s->game->deck, list);
    for (int i = 0; i < s->flop_classes; i++) {
        s->flop[i] = place_flop(s->game, list[i].card[0], list[i].card[1], list[i].card[2]);
        s->flop[i].flops = list[i].flops;
    }
}

/* Best play on one flop for all hole cards; `width` is s->width, given apart so that its loops unroll. */
static inline int32_t choose_on_flop(uth_solution *s, int place, int piece, int64_t fold, size_t width)
{
    const uth_game *game = s->game;
    const flop_class *flop = &s->flop[place];
    uint64_t shown = bit_of(flop->card[0]) | bit_of(flop->card[1]) | bit_of(flop->card[2]);
    uint8_t seen[3][CARDS];
    for (int k = 0; k < flop->suits; k++)
        for (int card = 0; card < CARDS; card++)
            seen[k][card] = (uint8_t)seen_from(flop->suit[k], card);
    int64_t rest = 0;
    for (int card = 1; card < CARDS; card++) {
        if (shown & bit_of(card) || !is_in_deck(game, card))
            continue;
        const int64_t *by_rank = s->by_rank + ((size_t)flop->by_rank * RANK_PAIRS + (size_t)rank_pair(rank_of(card), 0)) * width;
        const uint16_t *column[3];
        for (int k = 0; k < flop->suits; k++)
            column[k] = game->column[seen[k][card]];
        for (int other = 0; other < card; other++) {
            if (shown & bit_of(other) || !is_in_deck(game, other))
                continue;
            int64_t worth[UTH_MAX_BETS + 1];
            for (size_t w = 0; w < width; w++)
                worth[w] = by_rank[(size_t)rank_of(other) * width + w];
            for (int k = 0; k < flop->suits; k++) {
                const int64_t *more = s->by_suit + ((size_t)flop->by_suit[k] * COLUMNS + column[k][seen[k][other]]) * width;
                for (size_t w = 0; w < width; w++)
                    worth[w] += more[w];
            }
            choice best = best_choice(&s->rules.street[UTH_FLOP], fold, worth);
            int64_t value = best.value / FLOP_SCALE;
            rest |= best.value - value * FLOP_SCALE;
            s->played[place][two_cards(card, other)] = (int8_t)best.action;
            s->checked[piece][hole_class(card, other)] += flop->flops * value;
        }
    }
    return rest ? UTH_BROKEN : UTH_OK;
}

int32_t uth_solution_choose(uth_solution *s, int32_t piece)
{
    if (piece < 0 || piece >= UTH_CHOOSE_PIECES)
        return UTH_BAD_COUNT;
    if (!all_done(s->summed, UTH_SUM_PIECES) || s->chosen[piece] != PIECE_OPEN)
        return UTH_BAD_ORDER;
    s->chosen[piece] = PIECE_TAKEN;
    int64_t fold = s->rules.fold * deals_to_a_flop(s->game) * FLOP_SCALE;
    int32_t status = UTH_OK;
    int flops = s->rules.street[UTH_PREFLOP].may_check ? s->flop_classes : 0;               /* or no flop is decided */
    for (int i = piece; i < flops && status == UTH_OK; i += UTH_CHOOSE_PIECES)
        status = s->width == 2 ? choose_on_flop(s, i, piece, fold, 2) : choose_on_flop(s, i, piece, fold, (size_t)s->width);
    if (status == UTH_OK)
        s->chosen[piece] = PIECE_DONE;
    return status;
}

int32_t uth_solution_finish(uth_solution *s)
{
    const uth_game *game = s->game;
    const uth_street *street = &s->rules.street[UTH_PREFLOP];
    if (!all_done(s->chosen, UTH_CHOOSE_PIECES) || s->finished != PIECE_OPEN)
        return UTH_BAD_ORDER;
    s->finished = PIECE_TAKEN;
    int64_t deals = choose(4 * size_of(game->deck) - 2, 3) * deals_to_a_flop(game);
    for (int high = 0; high < RANKS; high++)
        for (int low = 0; low < RANKS; low++) {
            if (!is_dealt(game, high) || !is_dealt(game, low))
                continue;
            int card = 4 * high, other = 4 * low + (low >= high);           /* below the diagonal suited, else offsuit or pairs */
            int class = hole_class(max_of(card, other), min_of(card, other));
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
    s->finished = PIECE_DONE;
    return UTH_OK;
}

int32_t uth_solution_new(const uth_game *game, const uth_rules *rules, uth_solution **result)
{
    int32_t status = check_rules(rules);
    if (status == UTH_OK && !all_done(game->counted, UTH_COUNT_PIECES))
        status = UTH_BAD_ORDER;
    if (status != UTH_OK)
        return status;
    uth_solution *s = take_zeroed(sizeof *s);
    if (!s)
        return UTH_NO_MEMORY;
    s->game = game;
    s->rules = *rules;
    s->width = 1 + rules->street[UTH_FLOP].bets;
    s->surrender = rules->street[UTH_RIVER].may_fold ? rules->fold * game->dealer_hands : -UTH_MAX_PAYOFF * 990;
    s->by_rank = take_zeroed((size_t)(RANK_FLOPS * RANK_PAIRS * s->width) * sizeof *s->by_rank);
    s->by_suit = take_zeroed((size_t)(SUIT_FLOPS * COLUMNS * s->width) * sizeof *s->by_suit);
    make_forms(s);
    pack_forms(s);
    s->by_board = take_zeroed((size_t)RANK_BOARDS * RANK_PAIRS * (s->is_packed ? sizeof(int64_t) : sizeof(int32_t[MAX_WORTH])));
    status = s->by_rank && s->by_suit && s->by_board ? UTH_OK : UTH_NO_MEMORY;
    if (status == UTH_OK) {
        place_flops(s);
        sum_raises(s);
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
    give_back(s->by_rank);
    give_back(s->by_suit);
    give_back(s->by_board);
    give_back(s);
}

static int32_t check_cards(const uth_solution *s, const uint8_t *hole, const uint8_t *flop)
{
    return s->finished == PIECE_DONE ? check_hole_and_flop(s->game->deck, hole, flop) : UTH_BAD_ORDER;
}

int32_t uth_solution_preflop(const uth_solution *s, const uint8_t hole[2], int32_t *action, uth_decision *decision)
{
    int32_t status = check_cards(s, hole, NULL);
    if (status != UTH_OK)
        return status;
    int class = hole_class(max_of(hole[0], hole[1]), min_of(hole[0], hole[1]));
    *action = s->opened[class];
    *decision = s->before[class];
    return UTH_OK;
}

int32_t uth_solution_flop(const uth_solution *s, const uint8_t hole[2], const uint8_t flop[3], int32_t *action, uth_decision *decision)
{
    int32_t status = check_cards(s, hole, flop);
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
