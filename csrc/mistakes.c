/* mistakes.c: the flops on which a strategy loses most, up to suits (mistakes.h). */
#include "mistakes.h"

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
    int same = 0;
    for (int i = 0; i < turns; i++) {
        int a = turned(card, turn[i]), b = turned(other, turn[i]), high = max_of(a, b), low = min_of(a, b);
        if (high < card || (high == card && low < other))
            return 0;
        same += high == card && low == other;
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

int32_t find_mistakes(const void *line, look_at_flop *look, const flop_alike *flops, int count, int32_t most, uth_mistake *mistakes, int32_t *found)
{
    int32_t kept = 0;
    if (most < 1)
        return UTH_BAD_COUNT;
    for (int i = 0; i < count; i++) {
        const flop_alike *flop = &flops[i];
        uint64_t shown = bit_of(flop->card[0]) | bit_of(flop->card[1]) | bit_of(flop->card[2]);
        int turn[24][SUITS], turns = list_turns(flop->card, turn);
        for (int card = 1; card < CARDS; card++)
            for (int other = 0; other < card; other++) {
                uth_mistake mistake = {{(uint8_t)card, (uint8_t)other}, {flop->card[0], flop->card[1], flop->card[2]}, 0, 0, 0, 0, 0};
                if ((bit_of(card) | bit_of(other)) & shown)
                    continue;
                int32_t status = look(line, i, card, other, &mistake);
                if (status != UTH_OK)
                    return status;
                int alike = mistake.cost ? count_alike(card, other, turn, turns) * flop->flops : 0;
                mistake.deals *= (uint64_t)alike;
                mistake.cost *= alike;
                if (alike)
                    keep(mistakes, most, &kept, mistake);
            }
    }
    *found = kept;
    return UTH_OK;
}
