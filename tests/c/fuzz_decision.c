/*
 * fuzz_decision.c: single decisions. uth_decide, uth_seat_new, uth_seat_decide, uth_seat_sum and uth_seat_free. Two
 * seats, one of them without shortcuts, serve all inputs, so that what a seat keeps from one to the next is tried too; what it found is
 * held against uth_decide, which keeps nothing.
 */
#include "fuzz.h"

/* Cards left that finish the deal, few enough for the plain way. */
static uth_spot take_spot(bytes *from)
{
    static const int boards[] = {0, 3, 5};
    uth_spot spot = {.board_count = number(from, 3)};
    if (spot.board_count >= 0 && spot.board_count < 3)
        spot.board_count = boards[spot.board_count];
    uint64_t taken = 0;
    take_cards(from, spot.hole, 2, &taken);
    take_cards(from, spot.board, spot.board_count == 3 || spot.board_count == 5 ? spot.board_count : 0, &taken);
    int seen = byte(from), suits = byte(from);
    spot.dealer = take_set(from, seen % 3 + (seen > 250), &taken);
    spot.last_seen = take_set(from, seen / 3 % 2 * (spot.board_count < 5 || seen > 230) + (seen > 250), &taken);
    spot.flop_seen = take_set(from, seen / 6 % 3 * (spot.board_count < 3 || seen > 230) + (seen > 250), &taken);
    int live = below(from, 8) + (spot.board_count == 0 ? 6 : spot.board_count == 3 ? 4 : 2);
    if (spot.board_count > 0)
        live += 3 * below(from, 8);
    uint64_t left = ~taken & ((UINT64_C(1) << 52) - 1), kept = 0;
    for (int i = 0; i < live && (left & ~kept); i++) {
        int card = below(from, 52);
        if (suits % 4)
            card = card / 4 * 4 + card % (suits % 4);   /* few suits make flushes common */
        while (!(left >> card & 1) || kept >> card & 1)
            card = (card + 1) % 52;
        kept |= UINT64_C(1) << card;
    }
    spot.dead = left & ~kept;
    if (byte(from) > 250)
        spot.dead ^= UINT64_C(1) << below(from, 64);
    return spot;
}

static int32_t decide(const uth_spot *spot, const uth_rules *rules, int32_t flags, uth_split *split, uth_decision *decision)
{
    memset(decision, UNTOUCHED, sizeof *decision);
    if (split)
        memset(split, UNTOUCHED, sizeof *split);
    int32_t status = uth_decide(spot, rules, flags, split, decision);
    require(is_known(status, UTH_BAD_RULES), "a spot is decided or refused, and no sum is broken");
    require(status == UTH_OK || is_untouched(decision, sizeof *decision), "a refusal leaves the decision untouched");
    require(status == UTH_OK || !split || is_untouched(split, sizeof *split), "a refusal leaves the endings untouched");
    return status;
}

/* Whether rules are possible at all. */
static int32_t decide_rules(const uth_rules *rules)
{
    static const uth_spot river = {.hole = {0, 1}, .board = {2, 3, 4, 5, 6}, .board_count = 5};
    uth_decision decision;
    return decide(&river, rules, 0, NULL, &decision);
}

static uth_spot exchange_suits(const uth_spot *spot, int exchange)
{
    uth_spot other = *spot;
    for (int i = 0; i < 2; i++)
        other.hole[i] = exchanged(spot->hole[!i], exchange);
    for (int i = 0; i < spot->board_count; i++)
        other.board[i] = exchanged(spot->board[i], exchange);
    other.dead = exchanged_set(spot->dead, exchange);
    other.dealer = exchanged_set(spot->dealer, exchange);
    other.flop_seen = exchanged_set(spot->flop_seen, exchange);
    other.last_seen = exchanged_set(spot->last_seen, exchange);
    return other;
}

static void fuzz_spot(bytes *from, uth_seat *seat, const uth_rules *rules)
{
    static uth_split split, other_split;
    uth_decision decision, other;
    uth_spot spot = take_spot(from);
    int exchange = below(from, 24);
    int32_t status = decide(&spot, rules, 0, &split, &decision);
    require(decide(&spot, rules, 0, NULL, &other) == status && !memcmp(&other, &decision, sizeof other), "endings or not, a decision is the same");
    memset(&other, UNTOUCHED, sizeof other);
    memset(&other_split, UNTOUCHED, sizeof other_split);
    int details = exchange % 2;
    require(uth_seat_decide(seat, &spot, rules, details ? &other_split : NULL, &other) == status && !memcmp(&other, &decision, sizeof other)
                && (!details || !memcmp(&other_split, &split, sizeof split)), "a seat decides the same");
    require(decide(&spot, rules, UTH_PLAIN, &other_split, &other) == status && !memcmp(&other, &decision, sizeof other)
                && !memcmp(&other_split, &split, sizeof split), "fast and plain way give the same integers");
    if (status != UTH_OK)
        return;
    uth_spot alike = exchange_suits(&spot, exchange);
    require(decide(&alike, rules, 0, &other_split, &other) == UTH_OK && !memcmp(&other, &decision, sizeof other)
                && !memcmp(&other_split, &split, sizeof split), "an exchange of suits changes nothing");
    uint64_t showdowns = 0;
    for (int i = 0; i < UTH_CATEGORIES * UTH_OUTCOMES; i++)
        showdowns += decision.showdown[i / UTH_OUTCOMES][i % UTH_OUTCOMES];
    require(showdowns == decision.deals && decision.deals > 0, "the showdowns are all deals");
    require(decision.fold == rules->fold * (int64_t)decision.deals, "a fold loses the same in every deal");
}

static int64_t best_value(const uth_decision *d, const uth_street *street, int *action)
{
    int64_t best = street->may_fold ? d->fold : INT64_MIN;
    *action = -2;
    for (int other = street->may_check ? -1 : 0; other < street->bets; other++)
        if ((other < 0 ? d->check : d->bet[other]) >= best) {
            best = other < 0 ? d->check : d->bet[other];
            *action = other;
        }
    return best;
}

/* Several spots in a call: the sums of single decisions, in numbers that may be as large as they get. */
static void fuzz_sum(bytes *from, uth_seat *seat, const uth_rules *rules)
{
    enum { MOST = 3 };
    uth_spot spot[MOST];
    uint32_t times[MOST];
    uth_seat_sums sums;
    uint64_t all = 0, deals = 0, by_action[UTH_MAX_BETS + 2] = {0}, ended = 0;
    int32_t count = number(from, MOST + 1), expected = UTH_OK, details = byte(from) % 2;
    int64_t low = 0, high = 0;
    for (int i = 0; i < count && i < MOST; i++) {
        spot[i] = take_spot(from);
        times[i] = byte(from) < 250 ? byte(from) : (uint32_t)word(from);
    }
    if (count > MOST)
        count = MOST;
    memset(&sums, UNTOUCHED, sizeof sums);
    int32_t status = uth_seat_sum(seat, count, spot, times, rules, details, &sums);
    for (int i = 0; i < count && expected == UTH_OK; i++) {
        uth_decision d;
        int action;
        expected = decide(&spot[i], rules, 0, NULL, &d);
        all += times[i];
        if (spot[i].board_count || all > UTH_MAX_TIMES)
            expected = UTH_BAD_COUNT;
        if (expected != UTH_OK)
            break;
        int64_t best = best_value(&d, &rules->street[UTH_PREFLOP], &action), rest = best & INT64_C(0xffffffff);
        deals += times[i] * d.deals;
        low += times[i] * rest;
        high += times[i] * ((best - rest) / (INT64_C(1) << 32));
        by_action[action + 2] += times[i];
    }
    require((status == UTH_OK) == (count >= 0 && expected == UTH_OK && decide_rules(rules) == UTH_OK), "spots are summed if each can be decided");
    if (status != UTH_OK) {
        require(is_known(status, UTH_BAD_RULES) && is_untouched(&sums, sizeof sums), "a refusal leaves the sums untouched");
        return;
    }
    require(sums.times == all && sums.deals == deals && sums.units[0] == low && sums.units[1] == high, "the sums are those of single decisions");
    require(sums.fold == by_action[0] && sums.check == by_action[1] && !memcmp(sums.bet, by_action + 2, sizeof sums.bet), "each spot has its best action");
    for (size_t i = 0; i < sizeof sums.ended / sizeof ended; i++)
        ended += ((const uint64_t *)&sums.ended)[i];
    require(ended == (details ? deals : 0), "with details all deals end");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uth_seat *seats[2];
    bytes from = {data, data + size};
    int which = byte(&from), plain = which % 4 == 0;
    if (!seats[plain] || which >= 252) {
        uth_seat_free(seats[plain]);
        require(uth_seat_new(plain ? UTH_PLAIN : 0, &seats[plain]) == UTH_OK, "a seat is taken");
    }
    uth_seat *seat = seats[plain];
    uth_rules rules = take_rules(&from);
    if (below(&from, 4) == 0)
        fuzz_sum(&from, seat, &rules);
    for (int spots = 1 + below(&from, 2); spots > 0; spots--)
        fuzz_spot(&from, seat, &rules);
    return 0;
}
