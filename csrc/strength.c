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

static void deal_on(cards_held held, int next, int to_come, int count, uint64_t hands[UTH_CATEGORIES])
{
    if (to_come == 0) {
        hands[category_of(strength_of(&held, count))]++;
        return;
    }
    for (int card = next; card <= CARDS - to_come; card++) {
        cards_held more = held;
        hold(&more, card);
        deal_on(more, card + 1, to_come - 1, count, hands);
    }
}

int32_t uth_count_categories(int32_t count, uint64_t hands[UTH_CATEGORIES])
{
    if (count < 5 || count > 7)
        return UTH_BAD_COUNT;
    for (int category = 0; category < UTH_CATEGORIES; category++)
        hands[category] = 0;
    deal_on((cards_held){0}, 0, count, count, hands);
    return UTH_OK;
}
