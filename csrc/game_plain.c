/*
 * game_plain.c: the whole game the plain way, to hold the fast one against. Every board up to suits is taken by itself: all
 * hands on it are sorted by strength once, then walked through from the weakest. It shares the evaluator and the choice
 * of actions with the fast way, and none of its counting.
 */
#include "choice.h"
#include "memory.h"
#include "showdown.h"

enum { PAIRS = 1326, FLOPS = 22100, PERMUTATIONS = 24, WIDTH = 1 + 2 * UTH_MAX_BETS };

typedef struct {
    uint16_t place;                                     /* of the two cards, see pair_place() */
    strength strength;
} pair_strength;

typedef struct {
    const uth_rules *rules;
    uint64_t deck;
    int cards, dealer_hands, width;
    uint8_t moved[PERMUTATIONS][CARDS];                 /* a card after an exchange of suits */
    int flop_count;
    uint16_t flop_class[FLOPS];                         /* by flop_place() */
    uint8_t flop_by[FLOPS];                             /* the exchange of suits that leads to the first of its class */
    uint8_t flop[FLOPS][3];                             /* of each class, the first */
    int flops[FLOPS];                                   /* and their number */
    int64_t raise[PAIRS][UTH_MAX_BETS];                 /* bets before the flop, summed over boards */
    int64_t (*worth)[1 + UTH_MAX_BETS];                 /* [class of the flop * PAIRS + hole]: river under best play, flop's bets */
} plain_game;

static int pair_place(int x, int y)
{
    int high = max_of(x, y);
    return high * (high - 1) / 2 + min_of(x, y);
}

static int flop_place(int x, int y, int z)
{
    int high = max_of(x, max_of(y, z)), low = min_of(x, min_of(y, z)), middle = x + y + z - high - low;
    return choose(high, 3) + choose(middle, 2) + low;
}

static uint64_t move_cards(const plain_game *g, uint64_t cards, int by)
{
    uint64_t moved = 0;
    for (; cards; cards &= cards - 1)
        moved |= bit_of(g->moved[by][lowest(cards)]);
    return moved;
}

static void list_permutations(plain_game *g)
{
    int by = 0;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            for (int c = 0; c < 4; c++) {
                if (a == b || a == c || b == c)
                    continue;
                int suit[4] = {a, b, c, 6 - a - b - c};
                for (int card = 0; card < CARDS; card++)
                    g->moved[by][card] = (uint8_t)(4 * rank_of(card) + suit[suit_of(card)]);
                by++;
            }
}

static void list_flops(plain_game *g)
{
    for (int z = 2; z < CARDS; z++)
        for (int y = 1; y < z; y++)
            for (int x = 0; x < y; x++) {
                uint64_t flop = bit_of(x) | bit_of(y) | bit_of(z), first = flop;
                int by = 0;
                for (int p = 0; p < PERMUTATIONS; p++)
                    if (move_cards(g, flop, p) < first)
                        first = move_cards(g, flop, by = p);
                int place = flop_place(x, y, z), class = g->flop_count;
                if (flop & ~g->deck)
                    continue;
                if (first == flop) {
                    g->flop[class][0] = (uint8_t)x, g->flop[class][1] = (uint8_t)y, g->flop[class][2] = (uint8_t)z;
                    g->flop_count++;
                } else {
                    int card[3], n = 0;
                    for (uint64_t left = first; left; left &= left - 1)
                        card[n++] = lowest(left);
                    class = g->flop_class[flop_place(card[0], card[1], card[2])];
                }
                g->flop_class[place] = (uint16_t)class;
                g->flop_by[place] = (uint8_t)by;
                g->flops[class]++;
            }
}

/* Hands on a board by strength; a merge of short sorted runs would be faster, this one is obvious. */
static void sort_by_strength(pair_strength *list, int count)
{
    for (int gap = count / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
        for (int i = gap; i < count; i++) {
            pair_strength moved = list[i];
            int at = i;
            for (; at >= gap && list[at - gap].strength > moved.strength; at -= gap)
                list[at] = list[at - gap];
            list[at] = moved;
        }
}

/* One of a board's ten flops: the exchange of suits that leads to its class, and the sums kept there. */
typedef struct {
    const uint8_t *moved;
    int64_t (*sums)[1 + UTH_MAX_BETS];
} flop_sums;

static void settle_hole(plain_game *g, const flop_sums flop[10], int x, int y, tally counts, int category, int times)
{
    const uth_street *street = g->rules->street;
    int64_t river[UTH_MAX_BETS + 1] = {0}, worth[UTH_MAX_BETS + 1] = {0};
    for (int bet = 0; bet < street[UTH_PREFLOP].bets; bet++)
        g->raise[pair_place(x, y)][bet] += times * settle(counts, street[UTH_PREFLOP].payoff[bet][category]);
    for (int bet = 0; bet < street[UTH_RIVER].bets; bet++)
        river[bet + 1] = settle(counts, street[UTH_RIVER].payoff[bet][category]);
    if (street[UTH_FLOP].may_check)
        worth[0] = best_choice(&street[UTH_RIVER], (int64_t)g->rules->fold * g->dealer_hands, river).value;
    for (int bet = 0; bet < street[UTH_FLOP].bets; bet++)
        worth[bet + 1] = settle(counts, street[UTH_FLOP].payoff[bet][category]);
    for (int k = 0; k < 10; k++) {
        int64_t *sum = flop[k].sums[pair_place(flop[k].moved[x], flop[k].moved[y])];
        for (int w = 0; w <= street[UTH_FLOP].bets; w++)
            sum[w] += times * worth[w];
    }
}

/* One board, standing for `times` alike: the six counts of every hole pair from one sort and one walk. */
static void walk_board(plain_game *g, uint64_t board, int times)
{
    int card[5], n = 0, live[CARDS], cards = 0;
    cards_held held = {0};
    for (uint64_t left = board; left; left &= left - 1) {
        card[n++] = lowest(left);
        hold(&held, lowest(left));
    }
    for (uint64_t left = g->deck & ~board; left; left &= left - 1)
        live[cards++] = lowest(left);

    flop_sums flop[10];
    n = 0;
    for (int a = 2; a < 5; a++)
        for (int b = 1; b < a; b++)
            for (int c = 0; c < b; c++) {
                int place = flop_place(card[a], card[b], card[c]);
                flop[n++] = (flop_sums){g->moved[g->flop_by[place]], g->worth + g->flop_class[place] * PAIRS};
            }

    static const int most = 47 * 46 / 2;
    pair_strength hands[47 * 46 / 2];
    uint8_t first[47 * 46 / 2], second[47 * 46 / 2];
    int count = 0;
    for (int x = 0; x < cards; x++)
        for (int y = 0; y < x && count < most; y++) {
            cards_held hand = held;
            hold(&hand, live[x]);
            hold(&hand, live[y]);
            first[count] = (uint8_t)live[x], second[count] = (uint8_t)live[y];
            hands[count] = (pair_strength){(uint16_t)count, strength_of(&hand, 7)};
            count++;
        }
    sort_by_strength(hands, count);

    int less = 0, less_with[CARDS] = {0}, unqualified = 0, unqualified_with[CARDS] = {0};
    for (int i = 0; i < count && hands[i].strength < g->rules->qualifier; i++) {
        unqualified++;
        unqualified_with[first[hands[i].place]]++;
        unqualified_with[second[hands[i].place]]++;
    }
    for (int i = 0; i < count;) {
        int end = i, equal_with[CARDS] = {0};
        strength reached = hands[i].strength;
        for (; end < count && hands[end].strength == reached; end++) {
            equal_with[first[hands[end].place]]++;
            equal_with[second[hands[end].place]]++;
        }
        int below_qualifier = reached < g->rules->qualifier;
        for (int k = i; k < end; k++) {
            int x = first[hands[k].place], y = second[hands[k].place];
            int win = less - less_with[x] - less_with[y], tie = end - i - equal_with[x] - equal_with[y] + 1;
            int lose = g->dealer_hands - win - tie;
            int out = unqualified - unqualified_with[x] - unqualified_with[y] + below_qualifier;
            int win_out = below_qualifier ? win : out, lose_out = below_qualifier ? out - win - tie : 0;
            tally counts = 0;
            counts |= (tally)lose_out << (TALLY_BITS * UTH_LOSE) | (tally)(lose - lose_out) << (TALLY_BITS * UTH_LOSE_QUALIFIED);
            counts |= (tally)tie << (TALLY_BITS * (below_qualifier ? UTH_TIE : UTH_TIE_QUALIFIED));
            counts |= (tally)win_out << (TALLY_BITS * UTH_WIN) | (tally)(win - win_out) << (TALLY_BITS * UTH_WIN_QUALIFIED);
            settle_hole(g, flop, x, y, counts, category_of(reached), times);
        }
        for (int k = i; k < end; k++) {
            less++;
            less_with[first[hands[k].place]]++;
            less_with[second[hands[k].place]]++;
        }
        i = end;
    }
}

/* All boards with the cards in `board` and more cards below `next`; only the first of those alike is walked. */
static void deal_board(plain_game *g, uint64_t board, int next, int to_come)
{
    if (to_come == 0) {
        uint64_t seen[PERMUTATIONS];
        int alike = 0;
        for (int by = 0; by < PERMUTATIONS; by++) {
            uint64_t moved = move_cards(g, board, by);
            int known = 0;
            if (moved < board)
                return;
            for (int i = 0; i < alike; i++)
                known |= seen[i] == moved;
            if (!known)
                seen[alike++] = moved;
        }
        walk_board(g, board, alike);
        return;
    }
    for (int card = to_come - 1; card < next; card++)
        if (g->deck & bit_of(card))
            deal_board(g, board | bit_of(card), card, to_come - 1);
}

/* Best play on every flop, for each hole pair summed over the flops. */
static int32_t play_flops(plain_game *g, int64_t check[PAIRS])
{
    const uth_street *street = &g->rules->street[UTH_FLOP];
    int64_t fold = (int64_t)g->rules->fold * choose(g->cards - 5, 2) * g->dealer_hands;
    for (int class = 0; class < g->flop_count; class++) {
        const uint8_t *flop = g->flop[class];
        uint64_t shown = bit_of(flop[0]) | bit_of(flop[1]) | bit_of(flop[2]);
        for (int x = 1; x < CARDS; x++)
            for (int y = 0; y < x; y++) {
                uint64_t hole = bit_of(x) | bit_of(y);
                if (hole & shown || hole & ~g->deck)
                    continue;
                /* the hole cards that are alike on this flop share what was summed for any of them */
                int64_t worth[UTH_MAX_BETS + 1] = {0};
                int alike = 0;
                for (int by = 0; by < PERMUTATIONS; by++) {
                    if (move_cards(g, shown, by) != shown)
                        continue;
                    alike++;
                    const int64_t *sum = g->worth[class * PAIRS + pair_place(g->moved[by][x], g->moved[by][y])];
                    for (int w = 0; w <= street->bets; w++)
                        worth[w] += sum[w];
                }
                for (int w = 0; w <= street->bets; w++) {
                    if (worth[w] % (alike * g->flops[class]))
                        return UTH_BROKEN;
                    worth[w] /= alike * g->flops[class];
                }
                check[pair_place(x, y)] += g->flops[class] * best_choice(street, fold, worth).value;
            }
    }
    return UTH_OK;
}

int32_t uth_solve_plainly(uint32_t deck, const uth_rules *rules, uth_decision before[1326])
{
    int32_t status = check_rules(rules);
    if (status == UTH_OK && (deck >> RANKS || size_of(deck) < 3))
        status = UTH_BAD_CARD;
    if (status != UTH_OK)
        return status;
    plain_game *g = take_zeroed(sizeof *g);
    int64_t *check = take_zeroed(PAIRS * sizeof *check);
    if (g)
        g->worth = take_zeroed((size_t)1755 * PAIRS * sizeof *g->worth);
    if (!g || !check || !g->worth)
        status = UTH_NO_MEMORY;
    if (status == UTH_OK) {
        g->rules = rules;
        for (int card = 0; card < CARDS; card++)
            g->deck |= (uint64_t)(deck >> rank_of(card) & 1) << card;
        g->cards = size_of(g->deck);
        g->dealer_hands = choose(g->cards - 7, 2);
        list_permutations(g);
        list_flops(g);
        deal_board(g, 0, CARDS, 5);
        if (rules->street[UTH_PREFLOP].may_check)
            status = play_flops(g, check);
    }
    if (status == UTH_OK) {
        /* a pair's flops and boards were summed over all that are alike up to suits: back to one */
        int64_t deals = (int64_t)choose(g->cards - 2, 3) * choose(g->cards - 5, 2) * g->dealer_hands;
        for (int x = 1; x < CARDS; x++)
            for (int y = 0; y < x; y++) {
                int place = pair_place(x, y);
                uth_decision d = {0};
                if ((bit_of(x) | bit_of(y)) & ~g->deck) {
                    before[place] = d;
                    continue;
                }
                d.deals = (uint64_t)deals;
                d.fold = rules->fold * deals;
                for (int by = 0; by < PERMUTATIONS; by++) {
                    int moved = pair_place(g->moved[by][x], g->moved[by][y]);
                    d.check += check[moved];
                    for (int bet = 0; bet < rules->street[UTH_PREFLOP].bets; bet++)
                        d.bet[bet] += 10 * g->raise[moved][bet];
                }
                d.check /= PERMUTATIONS;
                for (int bet = 0; bet < rules->street[UTH_PREFLOP].bets; bet++)
                    d.bet[bet] /= PERMUTATIONS;
                if (!rules->street[UTH_PREFLOP].may_check)
                    d.check = 0;
                before[place] = d;
            }
    }
    if (g)
        give_back(g->worth);
    give_back(g);
    give_back(check);
    return status;
}
