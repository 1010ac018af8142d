/*
 * fuzz_game.c: whole games of small decks. uth_game_new, uth_game_order, uth_game_count, uth_game_census, uth_game_free;
 * uth_solution_new, uth_solution_sum, uth_solution_choose, uth_solution_finish, uth_solution_preflop, uth_solution_flop,
 * uth_solution_outcomes, uth_solution_free; uth_solve_plainly. Held against uth_decide, which shares no sum with them.
 */
#include "fuzz_decks.h"

/* Any pieces in any order: what is done stays as it is, what may not be done is refused. */
static void fuzz_order(bytes *from)
{
    uint32_t ranks = decks[below(from, DECKS)], wanted = qualifier(from);
    int hostile = byte(from);
    if (hostile > 200)
        ranks = hostile % 2 ? (uint32_t)word(from) : (uint32_t)word(from) & 0x1fff;
    int size = 0;
    for (int rank = 0; rank < 32; rank++)
        size += (int)(ranks >> rank & 1);
    uth_game *game = NULL;
    int32_t status = uth_game_new(ranks, wanted, &game);
    require(status == (ranks >> 13 || size < 3 ? UTH_BAD_CARD : UTH_OK) && !game == (status != UTH_OK), "decks of three ranks or more");
    int ordered[UTH_ORDER_PIECES] = {0}, count[UTH_COUNT_PIECES] = {0}, all_ordered = 0, all_counted = 0;
    static uth_census census;
    for (int steps = below(from, 40); steps > 0 && status == UTH_OK && size <= 4; steps--) {
        int what = below(from, 6);
        int32_t piece = number(from, what < 3 ? UTH_ORDER_PIECES : UTH_COUNT_PIECES);
        if (what < 3) {
            int there = piece >= 0 && piece < UTH_ORDER_PIECES;
            int32_t expected = !there ? UTH_BAD_COUNT : ordered[piece]++ ? UTH_BAD_ORDER : UTH_OK;
            require(uth_game_order(game, piece) == expected, "each piece is ordered once");
            all_ordered += expected == UTH_OK;
        } else if (what < 5) {
            int there = piece >= 0 && piece < UTH_COUNT_PIECES;
            int32_t expected = !there ? UTH_BAD_COUNT : all_ordered < UTH_ORDER_PIECES || count[piece]++ ? UTH_BAD_ORDER : UTH_OK;
            require(uth_game_count(game, piece) == expected, "each piece is counted once, after all are ordered");
            all_counted += expected == UTH_OK;
        } else if (all_counted < UTH_COUNT_PIECES) {
            memset(&census, UNTOUCHED, sizeof census);
            require(uth_game_census(game, 0, &census) == UTH_BAD_ORDER && is_untouched(&census, sizeof census), "no census before the count");
            uth_rules rules = ultimate(0);
            uth_solution *none = NULL;
            require(uth_solution_new(game, &rules, &none) == UTH_BAD_ORDER && !none, "no solution before the count");
        }
    }
    uth_game_free(game);
}

/* The census of each piece or none, by what the qualifier divides. */
static void fuzz_census(const uth_game *game, uint32_t ranks, bytes *from)
{
    static uth_census whole, share;
    memset(&whole, 0, sizeof whole);
    int32_t piece = number(from, UTH_CENSUS_PIECES), status = UTH_OK;
    memset(&share, UNTOUCHED, sizeof share);
    if (piece < 0 || piece >= UTH_CENSUS_PIECES)
        require(uth_game_census(game, piece, &share) == UTH_BAD_COUNT && is_untouched(&share, sizeof share), "a piece that is not there");
    for (piece = 0; piece < UTH_CENSUS_PIECES && status == UTH_OK; piece++) {
        memset(&share, UNTOUCHED, sizeof share);
        status = uth_game_census(game, piece, &share);
        require(status == UTH_OK || (status == UTH_BAD_RULES && is_untouched(&share, sizeof share)), "a census is taken or refused");
        if (status == UTH_OK)
            ADD_ALL(&whole, &share);
    }
    if (status != UTH_OK)
        return;
    uint64_t all = 0, n = 0, expected = 1;
    for (size_t i = 0; i < sizeof whole / sizeof all; i++)
        all += (&whole.showdowns[0][0][0][0])[i];
    for (uint64_t cards = cards_of(ranks); cards; cards &= cards - 1)
        n++;
    /* a board of five, two cards and two more */
    expected = n * (n - 1) / 2 * ((n - 2) * (n - 3) / 2) * ((n - 4) * (n - 5) * (n - 6) * (n - 7) * (n - 8) / 120);
    require(all == expected, "the census is all showdowns");
}

static int64_t value_of(const uth_decision *d, int32_t action) { return action == -2 ? d->fold : action == -1 ? d->check : d->bet[action]; }

/* No action that is allowed is better than the one that is said to be the best. */
static void require_best(const uth_decision *d, int32_t action, const uth_street *street)
{
    require(action >= -2 && action < street->bets && (action != -2 || street->may_fold) && (action != -1 || street->may_check), "an action that is allowed");
    for (int32_t other = -2; other < street->bets; other++)
        if (other == -2 ? street->may_fold : other == -1 ? street->may_check : 1)
            require(value_of(d, other) <= value_of(d, action), "the best action is worth as much as any");
}

/* A solved game answers as uth_decide does, or refuses. */
static void ask(const uth_solution *solution, uint32_t ranks, const uth_rules *rules, bytes *from)
{
    uint8_t cards[5];
    int32_t action = 77;
    uth_decision found, expected;
    uint64_t taken = ~cards_of(ranks) & ((UINT64_C(1) << 52) - 1);
    take_cards(from, cards, 5, &taken);
    uth_spot spot = {.dead = ~cards_of(ranks) & ((UINT64_C(1) << 52) - 1)};
    memcpy(spot.hole, cards, 2);
    int on_flop = byte(from) % 2;
    if (on_flop) {
        spot.board_count = 3;
        memcpy(spot.board, cards + 2, 3);
    }
    memset(&found, UNTOUCHED, sizeof found);
    int32_t status = on_flop ? uth_solution_flop(solution, cards, cards + 2, &action, &found) : uth_solution_preflop(solution, cards, &action, &found);
    if (status != UTH_OK) {
        require(status == UTH_BAD_CARD || status == UTH_DUPLICATE, "cards of the deck, each once");
        require(is_untouched(&found, sizeof found) && action == 77, "a refusal leaves action and decision untouched");
        return;
    }
    require_best(&found, action, &rules->street[on_flop ? UTH_FLOP : UTH_PREFLOP]);
    require(uth_decide(&spot, rules, 0, NULL, &expected) == UTH_OK, "the spot can be decided alone");
    memset(expected.showdown, 0, sizeof expected.showdown);     /* a whole game has no table of one hand */
    require(!memcmp(&found, &expected, sizeof found), "a whole game gives the integers of the single decision");
}

static void fuzz_outcomes(const uth_solution *solution, const uth_rules *rules, bytes *from)
{
    static uth_split whole, share;
    int32_t piece = number(from, UTH_OUTCOME_PIECES);
    memset(&share, UNTOUCHED, sizeof share);
    if (piece < 0 || piece >= UTH_OUTCOME_PIECES)
        require(uth_solution_outcomes(solution, piece, &share) == UTH_BAD_COUNT && is_untouched(&share, sizeof share), "a piece that is not there");
    memset(&whole, 0, sizeof whole);
    for (piece = 0; piece < UTH_OUTCOME_PIECES; piece++) {
        require(uth_solution_outcomes(solution, piece, &share) == UTH_OK, "each piece of the outcomes");
        ADD_ALL(&whole, &share);
    }
    uint64_t ended = 0, deals = 0;
    int64_t earned = 0, value = 0;
    for (int street = 0; street < UTH_STREETS; street++)
        for (int i = 0; i < UTH_CATEGORIES * UTH_OUTCOMES; i++) {
            int category = i / UTH_OUTCOMES, outcome = i % UTH_OUTCOMES;
            ended += whole.fold[street][category][outcome];
            earned += (int64_t)whole.fold[street][category][outcome] * rules->fold;
            for (int bet = 0; bet < UTH_MAX_BETS; bet++) {
                uint64_t count = whole.bet[street][bet][category][outcome];
                require(!count || bet < rules->street[street].bets, "no deal ends with a bet that there is not");
                ended += count;
                earned += count ? (int64_t)count * rules->street[street].payoff[bet][category][outcome] : 0;
            }
        }
    for (uint8_t x = 1; x < 52; x++)
        for (uint8_t y = 0; y < x; y++) {
            uint8_t hole[2] = {x, y};
            int32_t action;
            uth_decision d;
            if (uth_solution_preflop(solution, hole, &action, &d) != UTH_OK)
                continue;
            deals += d.deals;
            value += value_of(&d, action);
        }
    require(ended == deals && earned == value, "the outcomes are all deals and earn the value");
}

/* Any piece of the sums and choices, now and then; then what is left of them in its order. */
static int32_t solve_in_any_order(uth_solution *solution, bytes *from)
{
    int summed[UTH_SUM_PIECES] = {0}, chosen[UTH_CHOOSE_PIECES] = {0}, sums = 0, choices = 0;
    for (int steps = below(from, 12); steps > 0; steps--) {
        int32_t piece = number(from, UTH_SUM_PIECES);
        if (byte(from) % 2) {
            int there = piece >= 0 && piece < UTH_SUM_PIECES;
            int32_t expected = !there ? UTH_BAD_COUNT : summed[piece]++ ? UTH_BAD_ORDER : UTH_OK;
            require(uth_solution_sum(solution, piece) == expected, "each piece is summed once");
            sums += expected == UTH_OK;
        } else {
            int there = piece >= 0 && piece < UTH_CHOOSE_PIECES;
            int32_t expected = !there ? UTH_BAD_COUNT : sums < UTH_SUM_PIECES || chosen[piece]++ ? UTH_BAD_ORDER : UTH_OK;
            require(uth_solution_choose(solution, piece) == expected, "each piece is chosen once, after all are summed");
            choices += expected == UTH_OK;
        }
        require(choices == UTH_CHOOSE_PIECES || uth_solution_finish(solution) == UTH_BAD_ORDER, "it is finished in the end");
    }
    for (int piece = 0; piece < UTH_SUM_PIECES; piece++)
        require(summed[piece] || uth_solution_sum(solution, piece) == UTH_OK, "each piece is summed");
    for (int piece = 0; piece < UTH_CHOOSE_PIECES; piece++)
        require(chosen[piece] || uth_solution_choose(solution, piece) == UTH_OK, "each piece is chosen");
    return uth_solution_finish(solution);
}

static void fuzz_plain(const uth_solution *solution, uint32_t ranks, const uth_rules *rules)
{
    static uth_decision plain[1326];
    require(uth_solve_plainly(ranks, rules, plain) == UTH_OK, "a game is solved plainly");
    for (uint8_t x = 1; x < 52; x++)
        for (uint8_t y = 0; y < x; y++) {
            uint8_t hole[2] = {x, y};
            int32_t action;
            uth_decision d = {0};
            int32_t status = uth_solution_preflop(solution, hole, &action, &d);
            require(status == UTH_OK || status == UTH_BAD_CARD, "cards of the deck");
            require(!memcmp(&plain[x * (x - 1) / 2 + y], &d, sizeof d), "fast and plain way give the same integers");
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes from = {data, data + size};
    int what = byte(&from), deck = below(&from, DECKS);
    if (what < 32) {
        fuzz_order(&from);
        return 0;
    }
    const uth_game *game = counted(&from, deck);
    if (what < 64)
        fuzz_census(game, decks[deck], &from);
    uth_rules rules = take_rules(&from);
    rules.qualifier = qualifiers[deck];
    uth_solution *solution = NULL;
    int32_t status = uth_solution_new(game, &rules, &solution);
    require((status == UTH_OK) == (solution != NULL) && (status == UTH_OK || status == UTH_BAD_RULES), "a game is solved or its rules are refused");
    if (status != UTH_OK) {
        static uth_decision plain[1326];
        memset(plain, UNTOUCHED, sizeof plain);
        require(uth_solve_plainly(decks[deck], &rules, plain) == UTH_BAD_RULES && is_untouched(plain, sizeof plain), "refused the plain way too");
        return 0;
    }
    require(solve_in_any_order(solution, &from) == UTH_OK, "a solution is finished");
    for (int asked = below(&from, 4); asked > 0; asked--)
        ask(solution, decks[deck], &rules, &from);
    if (what % 4 == 0)
        fuzz_outcomes(solution, &rules, &from);
    if (what >= 248)
        fuzz_plain(solution, decks[deck], &rules);
    uth_solution_free(solution);
    return 0;
}
