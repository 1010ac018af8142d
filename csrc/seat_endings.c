/*
 * seat_endings.c: how the deals of a spot end after a check (seat.h). It is the way of the sums back: which flops are played
 * with an action is known, so in how many deals each board follows such a flop is what its parts say, added up; and the
 * board is then counted as often with the dealer's hands on it, by ranks and, where it may hold a flush, corrected.
 *
 * All counts are so many times as large as they are until the end: COMMON_WAYS, and the orders of the cards taken off.
 */
#include "decision.h"
#include "seat_bounds.h"

#include <string.h>

/* All deals before the flop at once; what is taken off of the ranks again is no more than that. */
_Static_assert(INT64_C(20975724000) * 2 * COMMON_WAYS < INT64_MAX / 2, "the counts fit");

enum { ENDINGS = 1 + UTH_MAX_BETS };                    /* a fold first, then the bets */

/* The best of the river, as best_choice() has it: 0 a fold, otherwise one more than the bet. */
static inline int play_river(const pricing *river, int form, standing s)
{
    int64_t best = river->surrender;
    int action = 0;
    for (int bet = 0; bet < river->bets; bet++) {
        int64_t value = value_of(&river->of[form][bet], s);
        action = value >= best ? bet + 1 : action;
        best = value > best ? value : best;
    }
    return action;
}

/* Boards alike, `deals` of them, by what ends the deal: a river if there is one, else a bet on the flop. */
static inline void end_boards(const pricing *river, int form, standing s, int64_t deals, standing_sum ended[ENDINGS][FORMS])
{
    standing_sum *sum = &ended[river ? play_river(river, form, s) : 0][form];
    uint64_t times = (uint64_t)deals;
    sum->below += times * (uint64_t)below_of(s);
    sum->not_above += times * (uint64_t)not_above_of(s);
    sum->unqualified += times * (uint64_t)unqualified_of(s);
    sum->boards += times;
}

/* From all flops alike to one of them. */
static void share_by_rank(const uth_seat *seat, int cards, int64_t *flops)
{
    int count = choose(RANKS - 1 + cards, cards);
    for (int i = 0; i < count; i++)
        flops[i] = flops[i] ? flops[i] * (COMMON_WAYS / ways_by_rank(seat, cards, i)) : 0;
}

static void put_card_back_by_rank(const uth_seat *seat, int cards, const int64_t *less, int64_t *to)
{
    const rank_shape *shape = &seat->shape[first_multiset[cards]];
    int count = choose(RANKS - 1 + cards, cards);
    for (int i = 0; i < count; i++, shape++) {
        int64_t sum = 0;
        for (int k = 0; k < shape->kinds; k++)
            sum += shape->of[k].times * less[shape->of[k].rest];
        to[i] = sum;
    }
}

static void back_to_boards_by_rank(uth_seat *seat, int64_t *flops)
{
    endings *ended = &seat->ended;
    int boards = choose(RANKS - 1 + seat->to_come, seat->to_come);
    share_by_rank(seat, seat->flop_to_come, flops);
    if (seat->taken_off == 2) {
        put_card_back_by_rank(seat, seat->to_come - 1, flops, ended->four_by_rank);
        flops = ended->four_by_rank;
    }
    put_card_back_by_rank(seat, seat->to_come, flops, ended->board_by_rank);
    for (int i = 0; i < boards; i++)
        ended->board_by_rank[i] *= seat->board[i].deals;
}

static void share_by_suit(const suit_cards *suit, int cards, int64_t *flops)
{
    for (int others = min_of(suit->others, cards); others >= 0; others--) {
        int length = others_of[others], sets = choose(RANKS, cards - others);
        int64_t *row = flops + series(others, cards).first;
        for (int place = 0; place < sets; place++, row += length)
            for (int i = 0; i < length; i++)
                row[i] = row[i] ? row[i] * (COMMON_WAYS / suit->ways[others][i]) : 0;
    }
}

/* What the parts with a card less are for a row of boards or parts: take_card_off() of seat_suits.c, the other way round. */
static inline void put_card_back(const uth_seat *seat, rank_set suited, int others, int cards, const int64_t *less, int64_t *row)
{
    const int64_t *same = less + series(others, cards - 1).first;
    int length = others_of[others];
    for (int i = 0; i < length; i++)
        row[i] = 0;
    for (rank_set left = suited; left; left &= left - 1)
        add_row(row, same + seat->sets.place[suited & ~(left & (~left + 1))] * length, length);
    if (others == 0)
        return;
    const int64_t *fewer = less + series(others - 1, cards - 1).first + seat->sets.place[suited] * others_of[others - 1];
    if (others == 1) {
        for (int a = 0; a < RANKS; a++)
            row[a] += *fewer;
        return;
    }
    for (int a = 0; a < RANKS; row += ++a)              /* of two equal ranks either may be put back */
        for (int b = 0; b <= a; b++)
            row[b] += fewer[a] + fewer[b];
}

static void back_to_parts(uth_seat *seat, const suit_cards *suit, const int64_t *flops)
{
    int cards = seat->to_come - 1;
    for (int others = min_of(suit->others, cards); others >= 0; others--) {
        int64_t *row = seat->ended.four + series(others, cards).first;
        int suited = cards - others, sets = choose(RANKS, suited);
        for (int place = 0; place < sets; place++, row += others_of[others])
            if (!(seat->set_of[suited][place] & ~suit->live))
                put_card_back(seat, seat->set_of[suited][place], others, cards, flops, row);
    }
}

/* A row seen from its suit: the truth is counted, and what the ranks say of these boards is left out. */
static inline void end_row(uth_seat *seat, const suit_row *row, const int64_t *from, const pricing *river,
                           standing_sum ended[ENDINGS][FORMS])
{
    int cards = seat->to_come, others = row->others, length = others_of[others];
    suit_series own = series(others, cards);
    int at = own.first + row->place * own.step;
    const uint16_t *by_ranks = seat->by_ranks + first_view[cards] + at, *ways = seat->suit[row->suit].ways[others];
    const standing *truth = seat->ended.truth[row->suit] + at;
    int64_t deals[RANK_PAIRS];
    put_card_back(seat, seat->set_of[cards - others][row->place], others, cards, from, deals);
    for (int k = 0; k < length; k++) {
        int64_t times = deals[k] * ways[k];
        if (!times)
            continue;
        end_boards(river, row->own >= 0 ? row->own : seat->board[by_ranks[k]].form, truth[k], times, ended);
        seat->ended.board_by_rank[by_ranks[k]] -= times;
    }
}

/* All deals whose flop is played with one of the actions counted; `river` follows it, or is NULL. */
static void end_flops(uth_seat *seat, int action, const pricing *river, standing_sum ended[ENDINGS][FORMS])
{
    int last = -1;
    const int64_t *from = NULL;
    back_to_boards_by_rank(seat, seat->ended.by_rank[action]);
    for (int i = 0; i < seat->ended.rows; i++) {        /* suit by suit */
        const suit_row *row = &seat->ended.row[i];
        if (row->suit != last) {
            int64_t *flops = seat->ended.by_suit[action][row->suit];
            share_by_suit(&seat->suit[row->suit], seat->flop_to_come, flops);
            from = flops;
            if (seat->taken_off == 2) {
                back_to_parts(seat, &seat->suit[row->suit], flops);
                from = seat->ended.four;
            }
            last = row->suit;
        }
        end_row(seat, row, from, river, ended);
    }
    int boards = choose(RANKS - 1 + seat->to_come, seat->to_come);
    for (int i = 0; i < boards; i++)
        if (seat->ended.board_by_rank[i])
            end_boards(river, seat->board[i].form, seat->to[TO_RANKS][i].all, seat->ended.board_by_rank[i], ended);
}

/* Makes the counts as large as they are; 0 if that leaves a rest. */
static int divide(standing_sum *sum, uint64_t by)
{
    uint64_t rest = sum->below % by | sum->not_above % by | sum->unqualified % by | sum->boards % by;
    *sum = (standing_sum){sum->below / by, sum->not_above / by, sum->unqualified / by, sum->boards / by};
    return rest == 0;
}

int32_t split_by_ending(uth_seat *seat, const uth_rules *rules, deals_table showdown, uth_split *split)
{
    const uth_street *flop = &rules->street[UTH_FLOP];
    int first = flop->may_check ? CHOOSE_CHECK : 0;     /* the first of the sums */
    pricing river;
    deals_table *rest = NULL;
    if (flop->may_check)
        price_river(seat, rules, &river);
    if (flop->may_fold)
        rest = &split->fold[UTH_FLOP];
    else if (seat->ended.counted < seat->sums)
        rest = &split->bet[UTH_FLOP][seat->ended.counted + first];
    if (rest)
        add_table(*rest, showdown);
    for (int k = 0; k < seat->ended.counted; k++) {
        int action = k + first, is_check = action == CHOOSE_CHECK;
        standing_sum ended[ENDINGS][FORMS];
        memset(ended, 0, sizeof ended);
        end_flops(seat, k, is_check ? &river : NULL, ended);
        for (int e = 0; e < (is_check ? 1 + river.bets : 1); e++) {
            deals_table deals = {{0}};
            for (int f = 0; f < FORMS; f++)
                if (!divide(&ended[e][f], (uint64_t)seat->taken_off * COMMON_WAYS))
                    return UTH_BROKEN;
            add_standings(seat, ended[e], 1, deals);
            add_table(is_check ? ended_by(split, UTH_RIVER, e - 1 < 0 ? CHOOSE_FOLD : e - 1) : split->bet[UTH_FLOP][action], deals);
            for (int category = 0; rest && category < UTH_CATEGORIES; category++)
                for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
                    (*rest)[category][outcome] -= deals[category][outcome];
        }
    }
    return UTH_OK;
}
