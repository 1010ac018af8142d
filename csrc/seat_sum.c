/* seat_sum.c: sums over many spots before the flop, each played at its best, so that a call is as long as the caller wants. */
#include "seat.h"

#include <string.h>

/* Adds one spot with best play before the flop. */
static void add_spot(uth_seat_sums *sums, prospect *ahead, const uth_rules *rules, uint64_t times, int details)
{
    const uth_street *street = &rules->street[UTH_PREFLOP];
    uth_decision found = decide_on(ahead, rules, UTH_PREFLOP);
    int64_t worth[UTH_MAX_BETS + 1] = {found.check};
    for (int bet = 0; bet < UTH_MAX_BETS; bet++)
        worth[bet + 1] = found.bet[bet];
    choice best = best_choice(street, found.fold, worth);
    int64_t low = best.value & INT64_C(0xffffffff);
    sums->times += times;
    sums->deals += times * ahead->deals;
    sums->units[0] += (int64_t)times * low;
    sums->units[1] += (int64_t)times * ((best.value - low) / (INT64_C(1) << 32));
    *(best.action == CHOOSE_FOLD ? &sums->fold : best.action == CHOOSE_CHECK ? &sums->check : &sums->bet[best.action]) += times;
    if (!details)
        return;
    if (best.action != CHOOSE_CHECK)
        add_table_times(ended_by(&sums->ended, UTH_PREFLOP, best.action), ahead->showdown, times);
    for (int s = UTH_FLOP; s < UTH_STREETS && best.action == CHOOSE_CHECK; s++)
        for (int action = CHOOSE_FOLD; action < rules->street[s].bets; action++)
            if (action != CHOOSE_CHECK)
                add_table_times(ended_by(&sums->ended, s, action), ended_by(&ahead->after_check, s, action), times);
}

/* With so many spots all sums fit: deals are below 2^35 and payoffs below 2^18, so that the upper half of a value is below 2^21. */
_Static_assert(UINT64_C(20975724000) * UTH_MAX_TIMES < UINT64_MAX / 2 && UTH_MAX_TIMES < INT64_MAX >> 32, "sums over spots fit");

int32_t uth_seat_sum(uth_seat *seat, int32_t count, const uth_spot *spots, const uint32_t *times, const uth_rules *rules,
                     int32_t details, uth_seat_sums *sums)
{
    int32_t status = count < 0 ? UTH_BAD_COUNT : check_rules(rules);
    uint64_t all = 0;
    for (int32_t i = 0; i < count && status == UTH_OK; i++) {
        all += times[i];
        status = spots[i].board_count || all > UTH_MAX_TIMES ? UTH_BAD_COUNT : check_spot(&spots[i]);
    }
    uth_seat_sums found;
    memset(&found, 0, sizeof found);
    for (int32_t i = 0; i < count && status == UTH_OK; i++) {
        prospect ahead = {0};
        status = look_ahead_from_seat(seat, &spots[i], rules, details, &ahead);
        if (status == UTH_OK)
            add_spot(&found, &ahead, rules, times[i], details);
    }
    if (status == UTH_OK)
        *sums = found;
    return status;
}
