/*
 * fuzz.h: bytes as arguments for the core, as the header allows them and as it does not. Bytes that are wanted beyond the end
 * are zeros.
 */
#ifndef UTH_FUZZ_H
#define UTH_FUZZ_H

#include "check.h"

typedef struct {
    const uint8_t *at, *end;
} bytes;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline uint8_t byte(bytes *from) { return from->at < from->end ? *from->at++ : 0; }

static inline uint64_t word(bytes *from)
{
    uint64_t all = 0;
    for (int i = 0; i < 8; i++)
        all = all << 8 | byte(from);
    return all;
}

static inline int below(bytes *from, int limit) { return byte(from) % limit; }

/* Mostly a number from 0 to limit - 1, else any. */
static inline int32_t number(bytes *from, int limit)
{
    static const int32_t odd[] = {-1, INT32_MIN, INT32_MAX, 255, 256, -2};
    int kind = byte(from);
    if (kind < 224)
        return kind % limit;
    return kind < 248 ? limit + kind % 3 - 1 : odd[kind % 6];
}

/* Results are filled with this before a call and must still be full of it after one that failed. */
enum { UNTOUCHED = 0xa5 };

static inline int is_untouched(const void *result, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const uint8_t *)result)[i] != UNTOUCHED)
            return 0;
    return 1;
}

static inline int is_known(int32_t status, int end) { return status >= UTH_OK && status <= end; }

/* Cards, mostly different ones and not in `taken`, which takes them up. */
static inline void take_cards(bytes *from, uint8_t *card, int count, uint64_t *taken)
{
    for (int i = 0; i < count; i++) {
        card[i] = byte(from);
        if (card[i] >= 250 || *taken == (UINT64_C(1) << 52) - 1)
            continue;                                   /* above 51, or in two places */
        if (card[i] < 248)
            for (card[i] %= 52; *taken >> card[i] & 1;)
                card[i] = (uint8_t)((card[i] + 1) % 52);
        card[i] %= 52;
        *taken |= UINT64_C(1) << card[i];
    }
}

/* A set of cards not in `taken`, mostly. */
static inline uint64_t take_set(bytes *from, int count, uint64_t *taken)
{
    uint64_t set = 0;
    for (int i = 0; i < count; i++) {
        uint8_t card;
        take_cards(from, &card, 1, taken);
        set |= UINT64_C(1) << (card & 63);
    }
    return set;
}

/* Payoffs as they are played, near the bounds, and beyond. */
static inline int32_t payoff(bytes *from)
{
    int kind = byte(from), size = (int)(word(from) & 0xffffff);
    if (kind < 128)
        return size % 2001 - 1000;
    if (kind < 160)
        return size % 8200 - 4100;                      /* near what the core packs */
    if (kind < 200)
        return size % (2 * UTH_MAX_PAYOFF + 1) - UTH_MAX_PAYOFF;
    if (kind < 255)
        return kind % 2 ? UTH_MAX_PAYOFF : -UTH_MAX_PAYOFF;
    return size % 2 ? UTH_MAX_PAYOFF + 1 : INT32_MIN;
}

static inline uint32_t qualifier(bytes *from)
{
    int kind = byte(from);
    if (kind < 192)
        return (uint32_t)(kind % 10) << 26 | (kind < 96 ? 0 : (uint32_t)word(from) & 0x3ffffff);
    return kind < 240 ? 1u << 26 : (uint32_t)word(from);
}

/* Rules of a game: as played, or any payoffs under any actions. */
static inline uth_rules take_rules(bytes *from)
{
    uth_rules rules = byte(from) % 2 ? ultimate(qualifier(from)) : ultimate_wide(qualifier(from));
    int changes = byte(from);
    if (changes < 64)
        return rules;
    if (changes >= 160)
        for (int s = 0; s < UTH_STREETS; s++) {
            uth_street *street = &rules.street[s];
            int actions = byte(from);
            street->may_fold = actions & 1;
            street->may_check = s < UTH_RIVER ? !(actions & 2) : (actions & 0xf0) == 0xf0;
            street->bets = actions >> 2 & 3;
            if (actions >> 4 == 9)
                street->bets = number(from, UTH_MAX_BETS + 1);
        }
    if (changes >= 230)
        for (int s = 0; s < UTH_STREETS; s++)           /* every payoff at a bound */
            for (int i = 0; i < UTH_MAX_BETS * UTH_CATEGORIES * UTH_OUTCOMES; i++)
                (&rules.street[s].payoff[0][0][0])[i] = (changes ^ i) & 1 ? UTH_MAX_PAYOFF : -UTH_MAX_PAYOFF;
    for (int i = 0; i < changes % 32; i++)
        rules.street[below(from, UTH_STREETS)].payoff[below(from, UTH_MAX_BETS)][below(from, UTH_CATEGORIES)][below(from, UTH_OUTCOMES)] = payoff(from);
    if (changes & 32)
        rules.fold = payoff(from);
    return rules;
}

/* A card after an exchange of suits, of which there are 24. */
static inline uint8_t exchanged(uint8_t card, int exchange)
{
    uint8_t suit[4] = {0, 1, 2, 3};
    for (int i = 3; i > 0; exchange /= i + 1, i--) {
        int k = exchange % (i + 1);
        uint8_t moved = suit[i];
        suit[i] = suit[k];
        suit[k] = moved;
    }
    return (uint8_t)(card & ~3) | suit[card & 3];
}

static inline uint64_t exchanged_set(uint64_t set, int exchange)
{
    uint64_t all = 0;
    for (uint8_t card = 0; card < 52; card++)
        if (set >> card & 1)
            all |= UINT64_C(1) << exchanged(card, exchange);
    return all;
}

#endif
