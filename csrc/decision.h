/* decision.h: what the ways of deciding a spot share. Private to the core. */
#ifndef UTH_DECISION_H
#define UTH_DECISION_H

#include "choice.h"
#include "showdown.h"

typedef uint64_t deals_table[UTH_CATEGORIES][UTH_OUTCOMES];

/* What lies behind a spot: the showdowns if the player stays in, the value of a check, and how deals end after one. */
typedef struct {
    uint64_t deals;
    deals_table showdown;
    int64_t check;
    uth_split after_check;
} prospect;

static inline void add_table_times(deals_table to, deals_table from, uint64_t times)
{
    for (int category = 0; category < UTH_CATEGORIES; category++)
        for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
            to[category][outcome] += times * from[category][outcome];
}

static inline void add_table(deals_table to, deals_table from) { add_table_times(to, from, 1); }

/* The table in which deals are counted that end on `street` with this fold or bet. */
static inline uint64_t (*ended_by(uth_split *split, int street, int action))[UTH_OUTCOMES]
{
    return action == CHOOSE_FOLD ? split->fold[street] : split->bet[street][action];
}

/* UTH_OK if the cards of a spot are possible and the deal can be finished. */
int32_t check_spot(const uth_spot *spot);

/* The check's value first, then the bets', as best_choice() takes them. */
void value_actions(prospect *ahead, const uth_street *street, int64_t worth[UTH_MAX_BETS + 1]);

/* What must hold of any answer: each deal is counted once, and counting its endings gives the check's value again. */
int consistent(prospect *ahead, const uth_rules *rules, int street, int details);

/* Every action's value, from what lies behind the spot. */
uth_decision decide_on(prospect *ahead, const uth_rules *rules, int street);

/*
 * The plain way (decision_plain.c): every flop, every turn and river, every dealer hand. The spot is checked, *out is zeroed.
 */
int32_t look_ahead_plainly(const uth_spot *spot, const uth_rules *rules, prospect *out);

/*
 * The fast way (runout.c): boards by ranks, the flush suit set apart. The spot has 0 or 3 board cards and is checked,
 * *out is zeroed; after_check is counted only if `details`.
 */
int32_t look_ahead_by_ranks(const uth_spot *spot, const uth_rules *rules, int details, prospect *out);

#endif
