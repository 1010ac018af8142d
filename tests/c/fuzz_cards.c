/* fuzz_cards.c: single hands. uth_strength, uth_see and uth_count_hands; and uth_compiler. */
#include "fuzz.h"

/* A copy just as long as it says, so that a sanitizer sees its end. */
static uint8_t *copy(const uint8_t *cards, int count)
{
    uint8_t *all = malloc(count > 0 ? (size_t)count : 1);
    require(all != NULL, "there is memory");
    if (count > 0)
        memcpy(all, cards, (size_t)count);
    return all;
}

static uint32_t rate(const uint8_t *cards, int32_t count, int32_t expected)
{
    uint32_t strength;
    uint8_t *own = copy(cards, count > 7 || count < 0 ? 0 : count);
    memset(&strength, UNTOUCHED, sizeof strength);
    int32_t status = uth_strength(own, count, &strength);
    require(status == expected, "a hand is rated if its cards are possible, different and 5 to 7");
    require(status == UTH_OK || is_untouched(&strength, sizeof strength), "a refusal leaves the strength untouched");
    free(own);
    return strength;
}

/* What is wrong with some cards in their order, as the core looks at them. */
static int32_t fault_of(const uint8_t *cards, int count)
{
    uint64_t seen = 0;
    for (int i = 0; i < count; i++) {
        if (cards[i] > 51)
            return UTH_BAD_CARD;
        if (seen >> cards[i] & 1)
            return UTH_DUPLICATE;
        seen |= UINT64_C(1) << cards[i];
    }
    return UTH_OK;
}

static void fuzz_strength(bytes *from)
{
    uint8_t cards[7], changed[7];
    uint64_t taken = 0;
    int32_t count = number(from, 3);
    count = count >= 0 && count < 3 ? count + 5 : count;
    int exchange = below(from, 24), first = below(from, 7);
    take_cards(from, cards, 7, &taken);
    int32_t expected = count < 5 || count > 7 ? UTH_BAD_COUNT : fault_of(cards, count);
    uint32_t strength = rate(cards, count, expected);
    if (expected != UTH_OK)
        return;
    for (int i = 0; i < count; i++)
        changed[i] = exchanged(cards[(first + i) % count], exchange);
    require(rate(changed, count, UTH_OK) == strength, "neither the order of the cards nor an exchange of suits changes a strength");
    require(strength >> 26 <= UTH_ROYAL_FLUSH, "a strength begins with a category");
    if (count > 5)
        require(rate(cards, count - 1, UTH_OK) <= strength, "a card more makes no hand weaker");
}

static void see(const uint8_t *hole, const uint8_t *board, int32_t count, int32_t expected, int32_t seen[UTH_FEATURES])
{
    uint8_t *own_hole = copy(hole, 2), *own_board = copy(board, count == 3 || count == 5 ? count : 0);
    memset(seen, UNTOUCHED, UTH_FEATURES * sizeof seen[0]);
    int32_t status = uth_see(own_hole, own_board, count, seen);
    require(status == expected, "cards are seen if they are possible, different and on a flop or river");
    require(status == UTH_OK || is_untouched(seen, UTH_FEATURES * sizeof seen[0]), "a refusal leaves what is seen untouched");
    free(own_hole);
    free(own_board);
}

static void fuzz_see(bytes *from)
{
    uint8_t cards[7], changed[7];
    int32_t seen[UTH_FEATURES], again[UTH_FEATURES];
    uint64_t taken = 0;
    int32_t count = number(from, 4);
    count = count == 0 || count == 1 ? 3 : count == 2 || count == 3 ? 5 : count;
    int exchange = below(from, 24);
    take_cards(from, cards, 7, &taken);
    uint8_t in_order[7] = {cards[2], cards[3], cards[4], cards[5], cards[6]};          /* the board is looked at first */
    if (count == 3 || count == 5)
        memcpy(in_order + count, cards, 2);
    int32_t expected = count != 3 && count != 5 ? UTH_BAD_COUNT : fault_of(in_order, count + 2);
    see(cards, cards + 2, count, expected, seen);
    if (expected != UTH_OK)
        return;
    for (int i = 0; i < 7; i++)
        changed[i] = exchanged(cards[i ^ (i < 2)], exchange);
    see(changed, changed + 2, count, UTH_OK, again);
    require(!memcmp(seen, again, sizeof seen), "neither the order of the hole cards nor an exchange of suits changes what is seen");
    require((uint32_t)seen[UTH_MADE] == rate(cards, count + 2, UTH_OK) >> 26, "a made hand is the category of the best five cards");
    for (int feature = 0; feature < UTH_FEATURES; feature++)
        require(seen[feature] >= 0 && seen[feature] < 192, "what is seen is a number below 192");
}

static void fuzz_count_hands(bytes *from)
{
    uint64_t hands[UTH_CATEGORIES][2], all = 0, expected = 1;
    uint32_t ranks = 0, at_least = qualifier(from);
    for (int i = below(from, 4); i >= 0; i--)
        ranks |= 1u << below(from, 13);
    if (byte(from) >= 240)
        ranks |= (uint32_t)word(from) | 0x2000;
    int32_t count = number(from, 3);
    count = count >= 0 && count < 3 ? count + 5 : count;
    memset(hands, UNTOUCHED, sizeof hands);
    int32_t status = uth_count_hands(ranks, count, at_least, hands);
    require(status == (count < 5 || count > 7 ? UTH_BAD_COUNT : ranks >> 13 ? UTH_BAD_CARD : UTH_OK), "hands of 5 to 7 cards of 13 ranks");
    if (status != UTH_OK) {
        require(is_untouched(hands, sizeof hands), "a refusal leaves the counts untouched");
        return;
    }
    uint64_t cards = 0;
    for (int rank = 0; rank < 13; rank++)
        cards += 4 * (ranks >> rank & 1);
    for (uint64_t i = 0; i < (uint64_t)count; i++)
        expected = cards < i ? 0 : expected * (cards - i) / (i + 1);
    for (int category = 0; category < UTH_CATEGORIES; category++) {
        all += hands[category][0] + hands[category][1];
        require(!hands[category][0] || (uint32_t)category <= at_least >> 26, "better categories reach a strength");
    }
    require(all == expected, "every hand is counted once");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes from = {data, data + size};
    const char *compiler = NULL;
    require(uth_compiler(&compiler) == UTH_OK && compiler && strlen(compiler) > 3, "the core knows its compiler");
    switch (below(&from, 8)) {
    case 0: fuzz_count_hands(&from); break;
    case 1: case 2: case 3: fuzz_see(&from); break;
    default: fuzz_strength(&from);
    }
    return 0;
}
