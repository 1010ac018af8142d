/* strength.c: the public doors to the evaluator. */
#include "strength.h"

int32_t uth_strength(const uint8_t *cards, int32_t count, uint32_t *result)
{
    if (count < 5 || count > 7)
        return UTH_BAD_COUNT;
    cards_held held = {0};
    uint64_t seen = 0;
    for (int32_t i = 0; i < count; i++) {
        if (cards[i] >= CARDS)
            return UTH_BAD_CARD;
        if (seen & bit_of(cards[i]))
            return UTH_DUPLICATE;
        seen |= bit_of(cards[i]);
        hold(&held, cards[i]);
    }
    *result = strength_of(&held, count);
    return UTH_OK;
}

static void deal_on(rank_set deck, cards_held held, int next, int to_come, int count, strength at_least, uint64_t hands[UTH_CATEGORIES][2])
{
    strength by_rank = 0;
    for (int card = next, rank = RANKS; card <= CARDS - to_come; card++) {
        if (!(deck >> rank_of(card) & 1))
            continue;
        cards_held more = held;
        hold(&more, card);
        if (to_come > 1) {
            deal_on(deck, more, card + 1, to_come - 1, count, at_least, hands);
            continue;
        }
        if (rank != rank_of(card)) {                    /* last cards of one rank are alike but for flushes */
            rank = rank_of(card);
            by_rank = rank_strength(more.held, count);
        }
        strength found = or_flush(by_rank, &more);
        hands[category_of(found)][found >= at_least]++;
    }
}

int32_t uth_count_hands(uint32_t deck, int32_t count, uint32_t at_least, uint64_t hands[UTH_CATEGORIES][2])
{
    if (count < 5 || count > 7)
        return UTH_BAD_COUNT;
    if (deck >> RANKS)
        return UTH_BAD_CARD;
    for (int category = 0; category < UTH_CATEGORIES; category++)
        hands[category][0] = hands[category][1] = 0;
    deal_on(deck, (cards_held){0}, 0, count, count, at_least, hands);
    return UTH_OK;
}
