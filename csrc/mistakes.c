/* mistakes.c: the flops on which a strategy loses most, up to suits. */
#include "memory.h"
#include "play.h"

static int turned(int card, const int suit[SUITS]) { return 4 * rank_of(card) + suit[suit_of(card)]; }

/* The permutations of the suits that leave a flop as it is; returns their number. */
static int list_turns(const uint8_t flop[3], int turn[24][SUITS])
{
    uint64_t shown = bit_of(flop[0]) | bit_of(flop[1]) | bit_of(flop[2]);
    int count = 0;
    for (int i = 0; i < SUITS * SUITS * SUITS * SUITS; i++) {
        int suit[SUITS] = {i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6}, seen = 0;
        for (int k = 0; k < SUITS; k++)
            seen |= 1 << suit[k];
        if (seen != 15 || (bit_of(turned(flop[0], suit)) | bit_of(turned(flop[1], suit)) | bit_of(turned(flop[2], suit))) != shown)
            continue;
        for (int k = 0; k < SUITS; k++)
            turn[count][k] = suit[k];
        count++;
    }
    return count;
}

/* How many hole cards are like these on the flop up to suits; 0 unless these are the first of them. */
static int count_alike(int card, int other, int turn[24][SUITS], int turns)
{
    int here = two_cards(card, other), same = 0;
    for (int i = 0; i < turns; i++) {
        int a = turned(card, turn[i]), b = turned(other, turn[i]), there = two_cards(max_of(a, b), min_of(a, b));
        if (there < here)
            return 0;
        same += there == here;
    }
    return turns / same;
}

/* Keeps the worst ones, the worst first. */
static void keep(uth_mistake *mistakes, int32_t most, int32_t *count, uth_mistake new)
{
    if (*count == most && new.cost <= mistakes[most - 1].cost)
        return;
    int at = *count < most ? (*count)++ : most - 1;
    for (; at > 0 && mistakes[at - 1].cost < new.cost; at--)
        mistakes[at] = mistakes[at - 1];
    mistakes[at] = new;
}

int32_t uth_play_mistakes(const uth_play *p, int32_t most, uth_mistake *mistakes, int32_t *found)
{
    const uth_solution *s = p->solution;
    int64_t deals = deals_to_a_flop(s->game), fold = s->rules.fold * deals * FLOP_SCALE;
    int32_t count = 0;
    if (most < 1)
        return UTH_BAD_COUNT;
    if (!all_done(p->flops, UTH_PLAY_FLOP_PIECES))
        return UTH_BAD_ORDER;
    for (int i = 0; i < s->flop_classes; i++) {
        const flop_class *flop = &s->flop[i];
        uint64_t shown = bit_of(flop->card[0]) | bit_of(flop->card[1]) | bit_of(flop->card[2]);
        int turn[24][SUITS], turns = list_turns(flop->card, turn);
        for (int card = 1; card < CARDS; card++)
            for (int other = 0; other < card; other++) {
                int place = two_cards(card, other), action = p->played[i][place], best = s->played[i][place];
                if (((bit_of(card) | bit_of(other)) & shown) || !is_in_deck(s->game, card) || !is_in_deck(s->game, other))
                    continue;
                if (action == best || p->opened[hole_class(card, other)] != CHOOSE_CHECK)
                    continue;
                int64_t worth[1 + UTH_MAX_BETS], value = play_flop(s, flop, card, other, fold, worth).value;
                int64_t cost = (value - (action == CHOOSE_FOLD ? fold : worth[action + 1])) / FLOP_SCALE;
                int alike = cost ? count_alike(card, other, turn, turns) * flop->flops : 0;
                if (alike)
                    keep(mistakes, most, &count, (uth_mistake){{(uint8_t)card, (uint8_t)other}, {flop->card[0], flop->card[1], flop->card[2]},
                         p->on_flop[i][place], action, best, (uint64_t)(alike * deals), alike * cost});
            }
    }
    *found = count;
    return UTH_OK;
}
