/*
 * game_outcomes.c: how all deals of the game end, under best play or with a strategy. The way back of game.c: from the
 * flops on which a line of play is followed to the boards that come of them.
 */
#include "memory.h"
#include "play.h"

#include <stdlib.h>

/* The lines of play after a check before the flop: an action on it, by its number + 2. */
enum { FOLD_ON_FLOP, CHECK_TWICE, BET_ON_FLOP, LINES = BET_ON_FLOP + UTH_MAX_BETS };

/* How deals end: with an action's number + 2 on a street. A check ends none. */
enum { ENDINGS = 2 + UTH_MAX_BETS };

/* Where hands stand, summed over deals, by how they ended, category and whether the player is at or above the qualifier. */
typedef struct {
    uint64_t boards, below, equal, unqualified;
} standing_total;

typedef standing_total endings[UTH_STREETS][ENDINGS][UTH_CATEGORIES][2];

static inline void add_ending(standing_total totals[UTH_CATEGORIES][2], standing hole, int category, int64_t times)
{
    standing_total *total = &totals[category][is_qualified(hole)];
    uint64_t n = (uint64_t)times;                       /* may be below zero: all sums are modulo 2^64 */
    total->boards += n;
    total->below += n * (uint64_t)below_of(hole);
    total->equal += n * (uint64_t)equal_of(hole);
    total->unqualified += n * (uint64_t)unqualified_of(hole);
}

static void add_outcomes(uint64_t deals[UTH_OUTCOMES], const standing_total *total, int qualified, int dealer_hands)
{
    uint64_t lose = total->boards * (uint64_t)dealer_hands - total->below - total->equal;
    uint64_t lose_unqualified = qualified ? 0 : total->unqualified - total->below - total->equal;
    uint64_t win_unqualified = qualified ? total->unqualified : total->below;
    deals[UTH_LOSE] += lose_unqualified;
    deals[UTH_LOSE_QUALIFIED] += lose - lose_unqualified;
    deals[qualified ? UTH_TIE_QUALIFIED : UTH_TIE] += total->equal;
    deals[UTH_WIN] += win_unqualified;
    deals[UTH_WIN_QUALIFIED] += total->below - win_unqualified;
}

static void report(const uth_solution *s, endings ended, uth_split *deals)
{
    *deals = (uth_split){0};
    for (int street = 0; street < UTH_STREETS; street++)
        for (int action = CHOOSE_FOLD; action < UTH_MAX_BETS; action++) {
            uint64_t(*table)[UTH_OUTCOMES] = action == CHOOSE_FOLD ? deals->fold[street] : deals->bet[street][max_of(action, 0)];
            for (int category = 0; category < UTH_CATEGORIES && action != CHOOSE_CHECK; category++)
                for (int qualified = 0; qualified < 2; qualified++)
                    add_outcomes(table[category], &ended[street][action + 2][category][qualified], qualified, s->game->dealer_hands);
        }
}

/*
 * Deals that end before the flop. Nothing is decided on the boards, so sums of where hands stand are enough: by ranks on
 * boards without a flush suit, and what was counted for the others.
 */
static void end_before_flop(line_of_play line, endings ended)
{
    const uth_game *game = line.solution->game;
    for (int card = 1; card < CARDS; card++)
        for (int other = 0; other < card; other++) {
            if (!is_in_deck(game, card) || !is_in_deck(game, other) || line.opened[hole_class(card, other)] == CHOOSE_CHECK)
                continue;
            /* one hand of each class stands for all: the first two suits */
            int alike = rank_of(card) == rank_of(other) ? 6 : suit_of(card) == suit_of(other) ? 4 : 12;
            if (suit_of(other) != 0 || suit_of(card) != (alike == 4 ? 0 : 1))
                continue;
            standing_total(*totals)[2] = ended[UTH_PREFLOP][line.opened[hole_class(card, other)] + 2];
            int pair = rank_pair(rank_of(card), rank_of(other)), column[SUITS], times = 10 * alike;
            for (int suit = 0; suit < SUITS; suit++)
                column[suit] = game->column[seen_from(suit, card)][seen_from(suit, other)];
            for (int i = 0; i < RANK_BOARDS; i++) {
                const ranked_board *board = &game->board[i];
                int boards = board->ways[pair];
                for (int suit = 0; suit < SUITS; suit++)
                    boards -= game->suit_boards[i][column[suit]];
                if (boards)
                    add_ending(totals, board->hole[pair], board->category[pair], (int64_t)times * boards);
            }
            for (int suit = 0; suit < SUITS; suit++)
                for (int piece = 0; piece < UTH_COUNT_PIECES; piece++)
                    for (int category = 0; category < UTH_CATEGORIES; category++)
                        for (int qualified = 0; qualified < 2; qualified++) {
                            standing_sum sum = game->stands[piece][category][qualified][column[suit]];
                            standing_total *total = &totals[category][qualified];
                            total->boards += (uint64_t)times * (sum.unqualified_and_boards >> 32);
                            total->below += (uint64_t)times * (uint32_t)sum.below_and_equal;
                            total->equal += (uint64_t)times * (sum.below_and_equal >> 32);
                            total->unqualified += (uint64_t)times * (uint32_t)sum.unqualified_and_boards;
                        }
        }
}

/* Some columns of one view: by ranks (piece 0) or from a suit. */
typedef struct {
    int piece, first, columns;
    int suited;                                         /* hole cards of one suit only, or none of these; -1: all */
    int flops, fours, boards;
    const parts *four_parts;
} column_slice;

/* The last two pieces take the hole cards of one suit from the first and the fifth, where that does not follow from the column. */
static column_slice slice_of(line_of_play line, int piece)
{
    const uth_game *game = line.solution->game;
    int suited = piece >= UTH_OUTCOME_PIECES, view = suited ? (piece - UTH_OUTCOME_PIECES) * (UTH_OUTCOME_PIECES - 1) : piece;
    if (!line.play || !line.play->kept.suits_matter || (!suited && view != 0 && view != UTH_OUTCOME_PIECES - 1))
        suited = -1;
    if (view == 0)
        return (column_slice){0, 0, RANK_PAIRS, suited, RANK_FLOPS, RANK_FOURS, RANK_BOARDS, game->fours.by_rank};
    int first = first_column[view - 1];
    return (column_slice){view, first, first_column[view] - first, suited, SUIT_FLOPS, SUIT_FOURS, SUIT_BOARDS, game->fours.by_suit};
}

static inline int is_in_slice(column_slice slice, int card, int other)
{
    return slice.suited < 0 || slice.suited == (suit_of(card) == suit_of(other));
}

/* The cards that one and the other hole card can be in these columns, seen from a suit; whether they are the same list. */
static int list_cards(const uth_game *game, column_slice slice, uint64_t shown, int suit, int *one, int *ones, int *two, int *twos)
{
    int split = slice.piece && slice.first < BOTH_SUITED;               /* exactly one suited card, of some ranks */
    *ones = *twos = 0;
    for (int card = 0; card < CARDS; card++) {
        if (shown & bit_of(card) || !is_in_deck(game, card))
            continue;
        int suited = suit_of(card) == suit, wanted = slice.piece == 0 || suited == (slice.first == BOTH_SUITED);
        if (split)
            wanted = suited && 13 * rank_of(card) >= slice.first && 13 * rank_of(card) < slice.first + slice.columns;
        if (wanted)
            one[(*ones)++] = card;
        if (split ? !suited : wanted)
            two[(*twos)++] = card;
    }
    return !split;
}

/* Flops with hole cards in these columns, by the line that is played on them: [line][flop][column]. */
static void count_lines(line_of_play line, column_slice slice, int64_t *played)
{
    const uth_solution *s = line.solution;
    const uth_game *game = s->game;
    size_t flops = (size_t)(slice.flops * slice.columns);
    for (int i = 0; i < s->flop_classes; i++) {
        const flop_class *flop = &s->flop[i];
        uint64_t shown = bit_of(flop->card[0]) | bit_of(flop->card[1]) | bit_of(flop->card[2]);
        for (int k = 0; k < (slice.piece ? flop->suits : 1); k++) {
            int suit = slice.piece ? flop->suit[k] : 0, one[CARDS], two[CARDS], ones, twos;
            int same = list_cards(game, slice, shown, suit, one, &ones, two, &twos);
            int64_t *here = played + (slice.piece ? flop->by_suit[k] : flop->by_rank) * slice.columns;
            for (int a = 0; a < ones; a++)
                for (int b = 0; b < (same ? a : twos); b++) {
                    int card = max_of(one[a], two[b]), other = min_of(one[a], two[b]);
                    int column = slice.piece ? game->column[seen_from(suit, card)][seen_from(suit, other)] - slice.first
                                             : rank_pair(rank_of(card), rank_of(other));
                    if (line.opened[hole_class(card, other)] == CHOOSE_CHECK && is_in_slice(slice, card, other))
                        here[(size_t)(line.played[i][two_cards(card, other)] + 2) * flops + (size_t)column] += flop->flops;
                }
        }
    }
}

/* From all flops alike to their share of each, times COMMON_WAYS. */
static void share_flops(const uth_game *game, column_slice slice, int64_t *played)
{
    uint8_t rank[3] = {0};
    for (int flop = 0; flop < slice.flops; flop++) {
        for (int column = 0; column < slice.columns; column++) {
            int64_t *here = &played[flop * slice.columns + column];
            if (*here)
                *here *= COMMON_WAYS / (slice.piece ? game->ways[others_of_flop(flop)][slice.first + column]
                                                    : ways_to_deal(rank, 3, 4, game->high[column], game->low[column]));
        }
        /* the next flop by ranks, in the order of rank_index */
        if (rank[2] < rank[1])
            rank[2]++;
        else if (rank[1] < rank[0])
            rank[1]++, rank[2] = 0;
        else
            rank[0]++, rank[1] = rank[2] = 0;
    }
}

/* Hole cards that are checked before the flop, by column; each suit takes the part of "suited" in turn. */
static void count_holes(line_of_play line, column_slice slice, int holes[COLUMNS])
{
    const uth_game *game = line.solution->game;
    for (int column = 0; column < COLUMNS; column++)
        holes[column] = 0;
    for (int card = 1; card < CARDS; card++)
        for (int other = 0; other < card; other++) {
            if (!is_in_deck(game, card) || !is_in_deck(game, other) || line.opened[hole_class(card, other)] != CHOOSE_CHECK)
                continue;
            if (!is_in_slice(slice, card, other))
                continue;
            if (slice.piece == 0)
                holes[rank_pair(rank_of(card), rank_of(other))]++;
            for (int suit = 0; suit < SUITS && slice.piece; suit++)
                holes[game->column[seen_from(suit, card)][seen_from(suit, other)]]++;
        }
}

/* What is done on the river, and what the rule that says so loses. */
static int action_on_river(line_of_play line, uth_rule_sum river[UTH_MAX_RULES], int rule, standing hole, int category, int64_t times)
{
    const uth_solution *s = line.solution;
    choice best = play_river(s, hole, category);
    if (!line.play)
        return best.action;
    int hands = s->game->dealer_hands, action = line.play->kept.strategy.action[UTH_RIVER][rule];
    uth_rule_sum *sum = &river[rule];
    sum->deals += (uint64_t)(times * hands);
    if (action == UTH_PLAY_BEST)
        return best.action;
    int64_t value = action == CHOOSE_FOLD ? s->rules.fold * hands : value_of(s->form[category][is_qualified(hole)][UTH_RIVER][action], hole);
    sum->cost += (best.value - value) * times;
    if (value < best.value)
        sum->wrong += (uint64_t)(times * hands);
    return action;
}

/* The rule for a river, if there are rules and the line of play goes on to it. */
static inline int rule_on_river(line_of_play line, column_slice slice, int board, int column)
{
    if (!line.play)
        return 0;
    if (slice.piece == 0)
        return (*line.play->on_river_by_rank)[slice.suited == 1][board][column];
    return (*line.play->on_river_by_suit)[board][slice.suited == 1 ? column - NONE_SUITED + COLUMNS : column];
}

static inline void add_deals(line_of_play line, endings ended, uth_rule_sum *river, int how, int rule, standing hole, int category, int64_t times)
{
    int street = how == CHECK_TWICE ? UTH_RIVER : UTH_FLOP;
    int ending = how == CHECK_TWICE ? action_on_river(line, river, rule, hole, category, times) + 2 : how;
    add_ending(ended[street][ending], hole, category, times);
}

/*
 * The boards that come of each line of play. The deals of all lines together are known, so the first line takes what the
 * others leave. less[board][pair] of a line collects what corrections take off the boards by ranks.
 */
static void spread_lines(line_of_play followed, column_slice slice, const int *lines, int count, const int64_t *by_four, int64_t *with,
                         int64_t *less, endings ended, uth_rule_sum *river)
{
    int holes[COLUMNS];
    count_holes(followed, slice, holes);
    const uth_game *game = followed.solution->game;
    size_t row = (size_t)slice.columns, fours = row * (size_t)slice.fours;
    const size_t board_pairs = (size_t)RANK_BOARDS * RANK_PAIRS;
    board_ways suit_ways = {0};
    for (int i = 0; i < slice.boards; i++) {
        if (slice.piece ? !game->view[i].suited : !game->board[i].possible)
            continue;
        int by_ranks = slice.piece ? game->by_ranks[i] : i;
        const ranked_board *board = &game->board[by_ranks];
        parts four = slice.piece ? suit_parts(&game->sets, game->view[i], 5) : rank_parts(board->rank, 5);
        if (slice.piece)
            find_ways(game, game->view[i], slice.first, slice.first + slice.columns, &suit_ways);
        for (int line = 1; line < count; line++) {
            int64_t *here = with + (size_t)line * row;
            for (size_t k = 0; k < row; k++)
                here[k] = 0;
            for (int k = 0; k < four.count; k++)
                add_times(here, by_four + (size_t)(line - 1) * fours + four.part[k].index * row, four.part[k].times, slice.columns);
        }
        for (int k = 0; k < slice.columns; k++) {
            int column = slice.first + k, pair = slice.piece ? game->pair_of[column] : k;
            int64_t ways = slice.piece ? suit_ways.by_column[column] : board->ways[k], rest = 10 * ways * holes[column];
            if (!rest)
                continue;
            standing hole = slice.piece ? game->hole[i][column] : board->hole[pair];
            int category = category_of_kind(kind_of(hole), board->category[pair]), rule = rule_on_river(followed, slice, i, column);
            for (int line = count - 1; line >= 0; line--) {
                int64_t times = line ? with[(size_t)line * row + (size_t)k] * ways / FLOP_SCALE : rest;
                if (!times)
                    continue;
                rest -= times;
                add_deals(followed, ended, river, lines[line], rule, hole, category, times);
                less[(size_t)line * board_pairs + (size_t)(by_ranks * RANK_PAIRS + pair)] -= times;
            }
        }
    }
    column_slice by_ranks = slice;
    by_ranks.piece = 0;
    by_ranks.suited = slice.first == BOTH_SUITED ? 1 : slice.suited;
    for (int line = 0; line < count && slice.piece; line++)
        for (int i = 0; i < RANK_BOARDS; i++)
            for (int pair = 0; pair < RANK_PAIRS; pair++) {
                int64_t times = less[(size_t)line * board_pairs + (size_t)(i * RANK_PAIRS + pair)];
                standing hole = game->board[i].hole[pair];
                int category = game->board[i].category[pair];
                if (times)
                    add_deals(followed, ended, river, lines[line], rule_on_river(followed, by_ranks, i, pair), hole, category, times);
            }
}

int32_t outcomes_of(line_of_play line, int32_t piece, uth_split *deals, uth_rule_sum river[UTH_MAX_RULES])
{
    const uth_game *game = line.solution->game;
    column_slice slice = slice_of(line, piece);
    size_t row = (size_t)slice.columns, flops = row * (size_t)slice.flops, fours = row * (size_t)slice.fours;
    int64_t *played = take_zeroed(LINES * flops * sizeof *played);
    if (!played)
        return UTH_NO_MEMORY;
    count_lines(line, slice, played);
    int lines[LINES], count = 0;
    for (int how = 0; how < LINES; how++) {
        size_t used = 0;
        while (used < flops && !played[(size_t)how * flops + used])
            used++;
        if (used < flops)
            lines[count++] = how;
    }

    size_t tables = (size_t)max_of(count, 1);
    int64_t *by_four = take_zeroed((tables - 1) * fours * sizeof *by_four), *with = take_zeroed(tables * row * sizeof *with);
    int64_t *less = take_zeroed(tables * RANK_BOARDS * RANK_PAIRS * sizeof *less);
    endings *ended = take_zeroed(sizeof *ended);
    int32_t status = by_four && with && less && ended ? UTH_OK : UTH_NO_MEMORY;
    if (status == UTH_OK) {
        for (int k = 1; k < count; k++) {
            int64_t *flop = played + (size_t)lines[k] * flops;
            share_flops(game, slice, flop);
            for (size_t i = 0; i < (size_t)slice.fours; i++)
                for (int n = 0; n < slice.four_parts[i].count; n++)
                    add_times(by_four + (size_t)(k - 1) * fours + i * row, flop + slice.four_parts[i].part[n].index * row,
                              slice.four_parts[i].part[n].times, slice.columns);
        }
        spread_lines(line, slice, lines, count, by_four, with, less, *ended, river);
        if (piece == 0)
            end_before_flop(line, *ended);
        report(line.solution, *ended, deals);
    }
    give_back(played);
    give_back(by_four);
    give_back(with);
    give_back(less);
    give_back(ended);
    return status;
}

int32_t uth_solution_outcomes(const uth_solution *s, int32_t piece, uth_split *deals)
{
    if (piece < 0 || piece >= UTH_OUTCOME_PIECES)
        return UTH_BAD_COUNT;
    if (s->finished != PIECE_DONE)
        return UTH_BAD_ORDER;
    return outcomes_of((line_of_play){s, s->opened, s->played, NULL}, piece, deals, NULL);
}
