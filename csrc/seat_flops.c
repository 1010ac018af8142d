/*
 * seat_flops.c: best play on every flop of a spot, from the sums over turn and river (seat.h). If the endings are wanted it
 * is counted where an action is played, once for all flops alike, in the places where the flop's sums are.
 */
#include "seat.h"

#include <string.h>

typedef struct {
    int64_t fold;                                       /* the least number if not allowed */
    int64_t scale;                                      /* all sums are so many times as large as they are */
    int64_t total, rest;
} flop_play;

/* Where a flop's sums are: its ranks and, for suits in which a flush is possible, how it is seen from them. */
typedef struct {
    int by_rank, suits;
    int suit[SUITS], place[SUITS];
} flop_place;

/* What the best action is worth; of equal ones the last is taken, as best_choice() does. It is counted for so many flops alike. */
static inline int64_t best_action(uth_seat *seat, const flop_place *flop, int suits, int sums, int64_t fold, int times, int details)
{
    int64_t best = fold;
    int action = -1;
    for (int k = 0; k < sums; k++) {
        int64_t value = seat->by_rank[k][flop->by_rank];
        for (int i = 0; i < suits; i++)
            value += seat->by_suit[k][flop->suit[i]][flop->place[i]];
        action = value >= best ? k : action;
        best = value > best ? value : best;
    }
    for (int k = 0; details && k < seat->ended.counted; k++) {
        int64_t played = action == k ? times : 0;
        seat->ended.by_rank[k][flop->by_rank] += played;
        for (int i = 0; i < suits; i++)
            seat->ended.by_suit[k][flop->suit[i]][flop->place[i]] += played;
    }
    return best;
}

/* At most 91 flops to a sum, each below 1,081 * 990 * 2 * COMMON_WAYS * UTH_MAX_PAYOFF. */
static inline void add_best(flop_play *play, int64_t sum, int times)
{
    int64_t value = sum / play->scale;
    play->rest |= sum - value * play->scale;
    play->total += value * times;
}
_Static_assert(91 * INT64_C(1081) * 990 * 2 * COMMON_WAYS < INT64_MAX / UTH_MAX_PAYOFF, "sums over flops fit");

static int list_live(const suit_cards *suit, uint8_t rank[RANKS])
{
    int count = 0;
    for (rank_set left = suit->live; left; left &= left - 1)
        rank[count++] = (uint8_t)lowest(left);
    return count;
}

/* Three cards of suit s. */
static inline void play_one_suit(uth_seat *seat, int s, int times, int sums, flop_play *play, int details)
{
    uint8_t rank[RANKS];
    int count = list_live(&seat->suit[s], rank), first = series_of((suit_view){0}, 3).first;
    int suits = seat->suit[s].others >= 0;
    flop_place flop = {0, 1, {s}, {0}};
    for (int i = 2; i < count; i++)
        for (int k = 1; k < i; k++) {
            int pair = seat->pair[rank[i]][rank[k]];
            int64_t sum = 0;
            for (int l = 0; l < k; l++) {
                flop.by_rank = seat->triple[pair][rank[l]];
                flop.place[0] = first + seat->sets.place[1 << rank[i] | 1 << rank[k] | 1 << rank[l]];
                sum += best_action(seat, &flop, suits, sums, play->fold, times, details);
            }
            add_best(play, sum, times);
        }
}

/* Two cards of suit s, one of suit t; for a suit that its others leave no flush the last parameters are 0. */
static inline void play_two_suits(uth_seat *seat, int s, int t, int times, int sums, flop_play *play, int details, int from_s, int from_t)
{
    uint8_t rank[RANKS], third[RANKS];
    int count = list_live(&seat->suit[s], rank), thirds = list_live(&seat->suit[t], third);
    int first = series_of((suit_view){0, 1, {0, 0}}, 3).first;
    flop_place flop = {0, 0, {from_s ? s : t, t}, {0}};
    for (int i = 1; i < count; i++)
        for (int k = 0; k < i; k++) {
            int pair = seat->pair[rank[i]][rank[k]];
            int row = first + seat->sets.place[1 << rank[i] | 1 << rank[k]] * RANKS;
            int64_t sum = 0;
            for (int l = 0; l < thirds; l++) {
                flop.by_rank = seat->triple[pair][third[l]];
                flop.place[0] = row + third[l];
                if (from_t)
                    flop.place[from_s] = third[l] * RANK_PAIRS + pair;
                sum += best_action(seat, &flop, from_s + from_t, sums, play->fold, times, details);
            }
            add_best(play, sum, times);
        }
}

/* A card of each of three suits, the first `suits` of which may have a flush. */
static inline void play_three_suits(uth_seat *seat, const int suit[3], int times, int sums, flop_play *play, int details, int suits)
{
    uint8_t rank[3][RANKS];
    int count[3];
    for (int i = 0; i < 3; i++)
        count[i] = list_live(&seat->suit[suit[i]], rank[i]);
    flop_place flop = {0, 0, {suit[0], suit[1], suit[2]}, {0}};
    for (int i = 0; i < count[0]; i++)
        for (int k = 0; k < count[1]; k++) {
            int a = rank[0][i], b = rank[1][k], pair = seat->pair[a][b];
            int64_t sum = 0;
            for (int l = 0; l < count[2]; l++) {
                int c = rank[2][l];
                flop.by_rank = seat->triple[pair][c];
                flop.place[0] = a * RANK_PAIRS + seat->pair[b][c];
                flop.place[1] = b * RANK_PAIRS + seat->pair[a][c];
                flop.place[2] = c * RANK_PAIRS + pair;
                sum += best_action(seat, &flop, suits, sums, play->fold, times, details);
            }
            add_best(play, sum, times);
        }
}

static inline void play_patterns(uth_seat *seat, int sums, flop_play *play, int details)
{
    int two[SUITS][SUITS] = {{0}}, three[SUITS][SUITS][SUITS] = {{{0}}};
    for (int s = 0; s < SUITS; s++)                     /* twins, whose flops are worth the same, at once */
        for (int t = 0; t < SUITS; t++) {
            if (s == t)
                continue;
            two[seat->suit[s].twin][seat->suit[t].twin]++;
            for (int u = 0; u < s && s < t; u++)
                three[seat->suit[u].twin][seat->suit[s].twin][seat->suit[t].twin]++;
        }
    for (int s = 0; s < SUITS; s++) {
        if (seat->suit[s].twin == s)
            play_one_suit(seat, s, seat->suit[s].twins, sums, play, details);
        for (int t = 0; t < SUITS; t++) {
            int from_s = seat->suit[s].others >= 1, from_t = seat->suit[t].others >= 2;
            if (two[s][t] && from_s && from_t)
                play_two_suits(seat, s, t, two[s][t], sums, play, details, 1, 1);
            else if (two[s][t] && from_s)
                play_two_suits(seat, s, t, two[s][t], sums, play, details, 1, 0);
            else if (two[s][t])
                play_two_suits(seat, s, t, two[s][t], sums, play, details, 0, from_t);
            for (int u = 0; u < SUITS; u++) {
                if (!three[s][t][u])
                    continue;
                const int all[3] = {s, t, u};
                int suit[3], suits = 0, n = 0;
                for (int possible = 1; possible >= 0; possible--)
                    for (int i = 0; i < 3; i++)
                        if ((seat->suit[all[i]].others >= 2) == possible) {
                            suit[n++] = all[i];
                            suits += possible;
                        }
                if (suits == 0)
                    play_three_suits(seat, suit, three[s][t][u], sums, play, details, 0);
                else if (suits == 1)
                    play_three_suits(seat, suit, three[s][t][u], sums, play, details, 1);
                else
                    play_three_suits(seat, suit, three[s][t][u], sums, play, details, suits);
            }
        }
    }
}

/* Flops of which cards are known: one or two are dealt, and they are few. */
static void play_rest_of_flop(uth_seat *seat, uint8_t card[3], int missing, uint64_t live, flop_play *play)
{
    for (; missing && live; live &= live - 1) {
        card[missing - 1] = (uint8_t)lowest(live);      /* hence the highest card in the first place */
        play_rest_of_flop(seat, card, missing - 1, live & (live - 1), play);
    }
    if (missing)
        return;
    int dealt = seat->flop_to_come;
    uint8_t rank[3];
    for (int i = 0; i < dealt; i++)
        rank[i] = (uint8_t)rank_of(card[i]);
    flop_place flop = {rank_index(rank, dealt), 0, {0}, {0}};
    for (int s = 0; s < SUITS; s++) {
        suit_view view = view_cards(card, dealt, s);
        if (dealt - seat->sets.size[view.suited] > seat->suit[s].others)
            continue;                                   /* no flush any more */
        flop.suit[flop.suits] = seat->suit[s].twin;
        flop.place[flop.suits++] = suit_index(&seat->sets, view, dealt);
    }
    add_best(play, best_action(seat, &flop, flop.suits, seat->sums, play->fold, 1, seat->details), 1);
}

/* Of the actions on the flop all are counted but the last: what is left is played so. A check is counted, for the river follows it. */
static void count_from_nothing(uth_seat *seat, const uth_street *flop)
{
    endings *ended = &seat->ended;
    ended->counted = max_of(seat->sums - !flop->may_fold, flop->may_check != 0);
    for (int k = 0; k < ended->counted; k++) {
        memset(ended->by_rank[k], 0, sizeof ended->by_rank[k]);
        memset(ended->by_suit[k], 0, sizeof ended->by_suit[k]);
    }
}

int32_t choose_on_flops(uth_seat *seat, const uth_rules *rules, int64_t *check)
{
    uint64_t live = 0;
    int cards = 0;
    for (int s = 0; s < SUITS; s++)
        for (rank_set left = seat->suit[s].live; left; left &= left - 1, cards++)
            live |= bit_of(4 * lowest(left) + s);
    flop_play play = {INT64_MIN, seat->taken_off * COMMON_WAYS, 0, 0};
    if (rules->street[UTH_FLOP].may_fold)
        play.fold = rules->fold * play.scale * choose(cards - seat->flop_to_come, seat->taken_off) * seat->hands;
    uint8_t card[3];
    if (seat->details)
        count_from_nothing(seat, &rules->street[UTH_FLOP]);
    if (seat->flop_to_come < 3)
        play_rest_of_flop(seat, card, seat->flop_to_come, live, &play);
    else if (seat->details)
        play_patterns(seat, seat->sums, &play, 1);
    else if (seat->sums == 2)
        play_patterns(seat, 2, &play, 0);
    else
        play_patterns(seat, seat->sums, &play, 0);
    *check = play.total;
    return play.rest ? UTH_BROKEN : UTH_OK;
}
