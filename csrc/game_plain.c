/*
 * game_plain.c: the whole game the plain way, to hold the fast one against. Every board up to suits is taken by itself: all
 * hands on it are sorted by strength once, then walked through from the weakest. It shares the evaluator and the choice
 * of actions with the fast way, and none of its counting.
 */
#include "memory.h"
#include "plain.h"

choice best_on_river(const uth_plain *p, int category, const int32_t outcomes[UTH_OUTCOMES], int64_t worth[1 + UTH_MAX_BETS])
{
    const uth_street *river = &p->rules.street[UTH_RIVER];
    worth[0] = 0;
    for (int bet = 0; bet < river->bets; bet++)
        worth[bet + 1] = settle_outcomes(outcomes, river->payoff[bet][category]);
    return best_choice(river, (int64_t)p->rules.fold * p->boards->dealer_hands, worth);
}

int32_t uth_plain_new(const uth_boards *boards, const uth_rules *rules, uth_plain **result)
{
    int32_t status = check_rules(rules);
    if (status != UTH_OK)
        return status;
    uth_plain *p = take_zeroed(sizeof *p);
    if (!p)
        return UTH_NO_MEMORY;
    p->boards = boards;
    p->rules = *rules;
    p->width = 1 + rules->street[UTH_FLOP].bets;
    p->worth = take_zeroed((size_t)(FLOP_CLASSES * PAIRS * p->width) * sizeof *p->worth);
    if (!p->worth) {
        uth_plain_free(p);
        return UTH_NO_MEMORY;
    }
    *result = p;
    return UTH_OK;
}

void uth_plain_free(uth_plain *p)
{
    if (!p)
        return;
    give_back(p->worth);
    give_back(p);
}

/*
 * One hand on a board that stands for `alike`: what it adds to the bets before the flop and to the board's ten flops. `width` is
 * p->width, given apart so that its loops unroll.
 */
static inline void settle_hand(uth_plain *p, const board_flop flops[FLOPS_OF_A_BOARD], const plain_hand *hand, const int32_t *outcomes, int alike,
                               int width)
{
    const uth_boards *b = p->boards;
    const uth_street *street = p->rules.street;
    int category = category_of(hand->strength);
    int64_t worth[1 + UTH_MAX_BETS] = {0}, river[1 + UTH_MAX_BETS];
    for (int bet = 0; bet < street[UTH_PREFLOP].bets; bet++)
        p->raise[b->pair[hand->x][hand->y]][bet] += alike * (int64_t)settle_outcomes(outcomes, street[UTH_PREFLOP].payoff[bet][category]);
    if (street[UTH_FLOP].may_check)
        worth[0] = alike * best_on_river(p, category, outcomes, river).value;
    for (int bet = 0; bet < width - 1; bet++)
        worth[bet + 1] = alike * (int64_t)settle_outcomes(outcomes, street[UTH_FLOP].payoff[bet][category]);
    for (int k = 0; k < FLOPS_OF_A_BOARD; k++) {
        int place = flops[k].class * PAIRS + b->pair[flops[k].moved[hand->x]][flops[k].moved[hand->y]];
        for (int w = 0; w < width; w++)
            p->worth[place * width + w] += worth[w];
    }
}

int32_t uth_plain_sum(uth_plain *p, int32_t piece)
{
    const uth_boards *b = p->boards;
    if (piece < 0 || piece >= UTH_PLAIN_PIECES)
        return UTH_BAD_COUNT;
    if (p->summed[piece] != PIECE_OPEN)
        return UTH_BAD_ORDER;
    for (int i = first_board(b, piece); i < first_board(b, piece + 1); i++) {
        plain_hand hands[MOST_HANDS];
        int32_t outcomes[MOST_HANDS][UTH_OUTCOMES];
        board_flop flops[FLOPS_OF_A_BOARD];
        int count = sort_hands(b, b->board[i], hands);
        count_outcomes(b, hands, count, p->rules.qualifier, outcomes);
        list_board_flops(b, b->board[i], flops);
        if (p->width == 2)
            for (int k = 0; k < count; k++)
                settle_hand(p, flops, &hands[k], outcomes[k], b->alike[i], 2);
        else
            for (int k = 0; k < count; k++)
                settle_hand(p, flops, &hands[k], outcomes[k], b->alike[i], p->width);
    }
    p->summed[piece] = PIECE_DONE;
    return UTH_OK;
}

/* The hole cards that are alike on a flop share what was summed for any of them, over all flops of its class. */
int32_t worth_on_flop(const uth_plain *p, int class, int x, int y, int64_t worth[1 + UTH_MAX_BETS])
{
    const uth_boards *b = p->boards;
    uint64_t shown = flop_cards(&b->flop[class]);
    int exchanges = 0;
    for (int w = 0; w <= UTH_MAX_BETS; w++)
        worth[w] = 0;
    for (int by = 0; by < EXCHANGES; by++) {
        if (move_cards(b, shown, by) != shown)
            continue;
        exchanges++;
        const int64_t *sum = p->worth + (class * PAIRS + pair_place(b->moved[by][x], b->moved[by][y])) * p->width;
        for (int w = 0; w < p->width; w++)
            worth[w] += sum[w];
    }
    for (int w = 0; w < p->width; w++) {
        if (worth[w] % (exchanges * b->flop[class].flops))
            return UTH_BROKEN;
        worth[w] /= exchanges * b->flop[class].flops;
    }
    return UTH_OK;
}

/* Best play on every flop, for each two hole cards summed over the flops. */
static int32_t choose_on_flops(uth_plain *p, int64_t check[PAIRS])
{
    const uth_boards *b = p->boards;
    int64_t fold = (int64_t)p->rules.fold * choose(b->cards - 5, 2) * b->dealer_hands;
    for (int class = 0; class < b->flops; class++)
        for (int x = 1; x < CARDS; x++)
            for (int y = 0; y < x; y++) {
                uint64_t hole = bit_of(x) | bit_of(y);
                if (hole & flop_cards(&b->flop[class]) || hole & ~b->deck)
                    continue;
                int64_t worth[1 + UTH_MAX_BETS];
                int32_t status = worth_on_flop(p, class, x, y, worth);
                if (status != UTH_OK)
                    return status;
                choice best = best_choice(&p->rules.street[UTH_FLOP], fold, worth);
                p->played[class][pair_place(x, y)] = (int8_t)best.action;
                check[pair_place(x, y)] += b->flop[class].flops * best.value;
            }
    return UTH_OK;
}

int32_t uth_plain_choose(uth_plain *p)
{
    const uth_boards *b = p->boards;
    const uth_street *street = &p->rules.street[UTH_PREFLOP];
    int64_t deals = (int64_t)choose(b->cards - 2, 3) * choose(b->cards - 5, 2) * b->dealer_hands;
    if (p->chosen != PIECE_OPEN || !all_done(p->summed, UTH_PLAIN_PIECES))
        return UTH_BAD_ORDER;
    int64_t *check = take_zeroed(PAIRS * sizeof *check);
    if (!check)
        return UTH_NO_MEMORY;
    int32_t status = street->may_check ? choose_on_flops(p, check) : UTH_OK;
    for (int x = 1; x < CARDS && status == UTH_OK; x++)
        for (int y = 0; y < x; y++) {
            int place = pair_place(x, y);
            if ((bit_of(x) | bit_of(y)) & ~b->deck)
                continue;
            /* a pair's flops and boards were summed over all that are alike up to suits: back to one; a board has ten flops */
            int64_t worth[1 + UTH_MAX_BETS] = {0};
            for (int by = 0; by < EXCHANGES; by++) {
                int moved = pair_place(b->moved[by][x], b->moved[by][y]);
                worth[0] += check[moved];
                for (int bet = 0; bet < street->bets; bet++)
                    worth[bet + 1] += FLOPS_OF_A_BOARD * p->raise[moved][bet];
            }
            for (int w = 0; w <= UTH_MAX_BETS; w++) {
                status = worth[w] % EXCHANGES ? UTH_BROKEN : status;
                worth[w] /= EXCHANGES;
            }
            uth_decision d = {.deals = (uint64_t)deals, .fold = p->rules.fold * deals, .check = worth[0]};
            for (int bet = 0; bet < UTH_MAX_BETS; bet++)
                d.bet[bet] = worth[bet + 1];
            p->before[place] = d;
            p->opened[place] = (int8_t)best_choice(street, d.fold, worth).action;
        }
    give_back(check);
    p->chosen = status == UTH_OK ? PIECE_DONE : PIECE_TAKEN;
    return status;
}

static int32_t check_cards(const uth_plain *p, const uint8_t *hole, const uint8_t *flop)
{
    return p->chosen == PIECE_DONE ? check_hole_and_flop(p->boards->ranks, hole, flop) : UTH_BAD_ORDER;
}

int32_t uth_plain_preflop(const uth_plain *p, const uint8_t hole[2], uth_decision *decision)
{
    int32_t status = check_cards(p, hole, NULL);
    if (status == UTH_OK)
        *decision = p->before[pair_place(hole[0], hole[1])];
    return status;
}

int32_t uth_plain_flop(const uth_plain *p, const uint8_t hole[2], const uint8_t flop[3], uth_decision *decision)
{
    const uth_boards *b = p->boards;
    int64_t deals = (int64_t)choose(b->cards - 5, 2) * b->dealer_hands, worth[1 + UTH_MAX_BETS];
    int32_t status = check_cards(p, hole, flop);
    if (status != UTH_OK)
        return status;
    int place = triple_place(flop[0], flop[1], flop[2]), class = b->flop_class[place];
    const uint8_t *moved = b->moved[b->flop_by[place]];
    status = worth_on_flop(p, class, moved[hole[0]], moved[hole[1]], worth);
    if (status != UTH_OK)
        return status;
    uth_decision d = {.deals = (uint64_t)deals, .fold = p->rules.fold * deals, .check = worth[0]};
    for (int bet = 0; bet < p->rules.street[UTH_FLOP].bets; bet++)
        d.bet[bet] = worth[bet + 1];
    *decision = d;
    return UTH_OK;
}

int32_t uth_solve_plainly(uint32_t deck, const uth_rules *rules, uth_decision before[1326])
{
    uth_boards *boards = NULL;
    uth_plain *plain = NULL;
    int32_t status = check_rules(rules);
    if (status == UTH_OK)
        status = uth_boards_new(deck, &boards);
    if (status == UTH_OK)
        status = uth_plain_new(boards, rules, &plain);
    for (int piece = 0; piece < UTH_PLAIN_PIECES && status == UTH_OK; piece++)
        status = uth_plain_sum(plain, piece);
    if (status == UTH_OK)
        status = uth_plain_choose(plain);
    for (int place = 0; place < PAIRS && status == UTH_OK; place++)
        before[place] = plain->before[place];
    uth_plain_free(plain);
    uth_boards_free(boards);
    return status;
}
