/* seat.c: many decisions before the flop, one after the other (seat.h). */
#include "seat.h"
#include "spot.h"

#include <stddef.h>

static void take_spot(uth_seat *seat, const uth_spot *spot, const uth_rules *rules)
{
    uint64_t live = unseen_cards(spot), hole = hole_cards(spot), board = spot->flop_seen | spot->last_seen;
    seat->flop_to_come = flop_to_come(spot);
    seat->taken_off = last_to_come(spot);
    seat->to_come = seat->flop_to_come + seat->taken_off;
    seat->open = dealer_to_come(spot);
    seat->hands = choose(size_of(live) - seat->to_come, seat->open);
    seat->hands_with_card = size_of(live) - seat->to_come - 1;
    seat->qualifier = grade_of(seat, rules->qualifier);
    for (int i = 0; i < 2; i++)
        seat->hole[i] = rank_of(spot->hole[i]);
    int n = 0;
    for (uint64_t left = spot->dealer; left; left &= left - 1)
        seat->dealer[n++] = rank_of(lowest(left));
    n = 0;
    for (uint64_t left = board; left; left &= left - 1)
        seat->known[n++] = rank_of(lowest(left));
    seat->dead_count = 0;
    for (uint64_t left = size_of(spot->dead) > MOST_DEAD ? 0 : spot->dead; left; left &= left - 1)
        seat->dead[seat->dead_count++] = rank_of(lowest(left));
    for (int rank = 0; rank < RANKS; rank++)
        seat->left[rank] = size_of(live >> (4 * rank) & 15);
    for (int s = 0; s < SUITS; s++) {
        suit_cards *suit = &seat->suit[s];
        suit->live = ranks_of_suit(live, s);
        suit->hole = ranks_of_suit(hole, s);
        suit->board = ranks_of_suit(board, s);
        suit->dealer = ranks_of_suit(spot->dealer, s);
        suit->unsuited = size_of(live) - size_of(suit->live);
        /* five of the suit, held cards and board cards, make a flush */
        int held = max_of(size_of(suit->hole), size_of(suit->dealer) + seat->open);
        suit->others = min_of(2, held - (size_of(board) - size_of(suit->board)));
        suit->twin = s;
        suit->twins = 1;
        for (int other = 0; other < s && suit->twin == s; other++) {
            const suit_cards *o = &seat->suit[other];
            if (o->live == suit->live && !(suit->hole | suit->board | suit->dealer | o->hole | o->board | o->dealer)) {
                suit->twin = other;
                seat->suit[other].twins++;
            }
        }
        for (int a = 0; a < RANKS; a++) {
            int of_a = seat->left[a] - (int)(suit->live >> a & 1);
            suit->ways[1][a] = (uint16_t)of_a;
            for (int b = 0; b < a; b++)
                suit->ways[2][rank_pair(a, b)] = (uint16_t)(of_a * suit->ways[1][b]);
            suit->ways[2][rank_pair(a, a)] = (uint16_t)(of_a * (of_a - 1) / 2);
        }
        suit->ways[0][0] = 1;
    }
}

/* Values of a bet as forms: of a player below the qualifier, and of one who is not. */
static bet_form form_of(const int32_t p[UTH_OUTCOMES], int qualified, int hands)
{
    if (!qualified)
        return (bet_form){(int64_t)hands * p[UTH_LOSE_QUALIFIED], p[UTH_WIN] - p[UTH_TIE], p[UTH_TIE] - p[UTH_LOSE],
                      p[UTH_LOSE] - p[UTH_LOSE_QUALIFIED]};
    return (bet_form){(int64_t)hands * p[UTH_LOSE_QUALIFIED], p[UTH_WIN_QUALIFIED] - p[UTH_TIE_QUALIFIED],
                  p[UTH_TIE_QUALIFIED] - p[UTH_LOSE_QUALIFIED], p[UTH_WIN] - p[UTH_WIN_QUALIFIED]};
}

void price_river(const uth_seat *seat, const uth_rules *rules, pricing *price)
{
    const uth_street *river = &rules->street[UTH_RIVER];
    price->what = PRICE_RIVER;
    price->bets = river->bets;
    price->surrender = river->may_fold ? rules->fold * (int64_t)seat->hands : -(int64_t)UTH_MAX_PAYOFF * 990;
    for (int f = 0; f < FORMS; f++)
        for (int bet = 0; bet < river->bets; bet++)
            price->of[f][bet] = form_of(river->payoff[bet][f / 2], f % 2, seat->hands);
}

static void price_bet(const uth_seat *seat, const uth_rules *rules, int bet, pricing *price)
{
    price->what = PRICE_BET;
    for (int f = 0; f < FORMS; f++)
        price->of[f][0] = form_of(rules->street[UTH_FLOP].payoff[bet][f / 2], f % 2, seat->hands);
}

enum { SMALL_PAYOFF = 4096 };
/* A part of four cards with fewer than three of other suits is in 144 boards at most: 3 or 9 ways, times 48 or 12 cards. */
_Static_assert(144 * 2 * 990 * (int64_t)SMALL_PAYOFF < INT32_MAX, "words of two sums fit");

static int is_small(int32_t payoff) { return payoff >= -SMALL_PAYOFF && payoff <= SMALL_PAYOFF; }

/* One bet on the river and one on the flop of payoffs that are not too large, as in the games as they are played. */
static int price_both_at_once(const uth_seat *seat, const uth_rules *rules, pricing *price)
{
    const uth_street *flop = &rules->street[UTH_FLOP], *river = &rules->street[UTH_RIVER];
    if (flop->bets != 1 || river->bets != 1 || !flop->may_check || !is_small(rules->fold))
        return 0;
    for (int category = 0; category < UTH_CATEGORIES; category++)
        for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
            if (!is_small(flop->payoff[0][category][outcome]) || !is_small(river->payoff[0][category][outcome]))
                return 0;
    pricing above;
    price_river(seat, rules, price);
    price_bet(seat, rules, 0, &above);
    price->what = PRICE_BOTH;
    const int64_t high = INT64_C(1) << 32;
    for (int f = 0; f < FORMS; f++) {
        bet_form *both = &price->of[f][0];
        const bet_form *bet = &above.of[f][0];
        *both = (bet_form){both->sure + high * bet->sure, both->below + high * bet->below, both->not_above + high * bet->not_above,
                       both->unqualified + high * bet->unqualified};
    }
    return 1;
}

static void sum_all(uth_seat *seat, const pricing *price, int sum)
{
    sum_ranks(seat, price, sum);
    sum_suits(seat, price, sum, sum == 0);
}

/* What follows a check, summed for every flop. */
static void sum_later_streets(uth_seat *seat, const uth_rules *rules)
{
    const uth_street *flop = &rules->street[UTH_FLOP];
    pricing price;
    seat->sums = 0;
    if (price_both_at_once(seat, rules, &price)) {
        sum_all(seat, &price, 0);
        seat->sums = 2;
        return;
    }
    if (flop->may_check) {
        price_river(seat, rules, &price);
        sum_all(seat, &price, seat->sums++);
    }
    for (int bet = 0; bet < flop->bets; bet++) {
        price_bet(seat, rules, bet, &price);
        sum_all(seat, &price, seat->sums++);
    }
}

void add_standings(const uth_seat *seat, const standing_sum sum[FORMS], uint64_t times, uint64_t deals[UTH_CATEGORIES][UTH_OUTCOMES])
{
    for (int f = 0; f < FORMS; f++) {
        uint64_t *row = deals[f / 2], all = times * sum[f].boards * (uint64_t)seat->hands;
        uint64_t below = times * sum[f].below, not_above = times * sum[f].not_above, unqualified = times * sum[f].unqualified;
        if (f % 2) {                                    /* a dealer who does not qualify is below the player */
            row[UTH_WIN] += unqualified;
            row[UTH_WIN_QUALIFIED] += below - unqualified;
            row[UTH_TIE_QUALIFIED] += not_above - below;
            row[UTH_LOSE_QUALIFIED] += all - not_above;
        } else {                                        /* and one who does is above */
            row[UTH_WIN] += below;
            row[UTH_TIE] += not_above - below;
            row[UTH_LOSE] += unqualified - not_above;
            row[UTH_LOSE_QUALIFIED] += all - unqualified;
        }
    }
}

/* The showdowns if the player stays in: to the boards seen from a suit come those on which nobody can hold a flush. */
static void count_showdowns(uth_seat *seat, prospect *out)
{
    uint64_t orders = (uint64_t)choose(seat->to_come, seat->taken_off), hands = (uint64_t)seat->hands;
    int boards = choose(RANKS - 1 + seat->to_come, seat->to_come);
    for (int i = 0; i < boards; i++) {
        const ranked *board = &seat->board[i];
        if (!board->deals)
            continue;
        unsigned by_ranks = (unsigned)(board->deals - board->flush_deals);
        standing all = board->suited + seat->to[TO_RANKS][i].all * (by_ranks - board->suited_deals);
        standing_sum *sum = &seat->stands[board->form];
        sum->below += (uint64_t)below_of(all);
        sum->not_above += (uint64_t)not_above_of(all);
        sum->unqualified += (uint64_t)unqualified_of(all);
        sum->boards += by_ranks;
        out->deals += orders * hands * board->deals;
    }
    add_standings(seat, seat->stands, orders, out->showdown);
}

static int32_t look_ahead_quickly(uth_seat *seat, const uth_spot *spot, const uth_rules *rules, int details, prospect *out)
{
    int may_check = rules->street[UTH_PREFLOP].may_check;
    int32_t status = UTH_OK;
    take_spot(seat, spot, rules);
    seat->details = details && may_check;
    for (int f = 0; f < FORMS; f++)
        seat->stands[f] = (standing_sum){0, 0, 0, 0};
    look_at_ranks(seat);
    if (may_check) {
        sum_later_streets(seat, rules);
        status = choose_on_flops(seat, rules, &out->check);
    } else
        sum_suits(seat, NULL, 0, 1);
    count_showdowns(seat, out);
    if (status == UTH_OK && seat->details)
        status = split_by_ending(seat, rules, out->showdown, &out->after_check);
    return status;
}

int32_t look_ahead_from_seat(uth_seat *seat, const uth_spot *spot, const uth_rules *rules, int details, prospect *out)
{
    int32_t status =
        seat->plain ? look_ahead_plainly(spot, rules, out) : look_ahead_quickly(seat, spot, rules, details, out);
    if (status == UTH_OK && !consistent(out, rules, UTH_PREFLOP, details && rules->street[UTH_PREFLOP].may_check))
        status = UTH_BROKEN;
    return status;
}

int32_t uth_seat_decide(uth_seat *seat, const uth_spot *spot, const uth_rules *rules, uth_split *split, uth_decision *decision)
{
    int32_t status = check_spot(spot);
    if (status == UTH_OK)
        status = check_rules(rules);
    if (status != UTH_OK || spot->board_count > 0)
        return status != UTH_OK ? status : uth_decide(spot, rules, seat->plain ? UTH_PLAIN : 0, split, decision);
    prospect ahead = {0};
    status = look_ahead_from_seat(seat, spot, rules, split != NULL, &ahead);
    if (status != UTH_OK)
        return status;
    *decision = decide_on(&ahead, rules, UTH_PREFLOP);
    if (split)
        *split = ahead.after_check;
    return UTH_OK;
}
