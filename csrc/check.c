/*
 * check.c: the core tests itself, in C alone, so that it can run under sanitizers and valgrind. Prints one line for each
 * property; stops at the first that fails. Usage: check [rounds [games]]
 */
#include "check.h"

static void check_strength(void)
{
    uint64_t hands[UTH_CATEGORIES][2];
    static const uint64_t five_cards[UTH_CATEGORIES] = {1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4};
    require(uth_count_hands(0x1fff, 5, 1u << 26 | 1u << 25, hands) == UTH_OK, "hands of five are counted");
    for (int category = 0; category < UTH_CATEGORIES; category++)
        require(hands[category][0] + hands[category][1] == five_cards[category], "2,598,960 hands of five by category");
    require(hands[UTH_PAIR][1] == 84480, "pairs of aces");
    require(uth_count_hands(0x1fff, 8, 0, hands) == UTH_BAD_COUNT && uth_count_hands(0x1fff, 4, 0, hands) == UTH_BAD_COUNT
                && uth_count_hands(0x2000, 5, 0, hands) == UTH_BAD_CARD,
            "hands of 5 to 7 cards of 13 ranks");

    uint32_t value = 7;
    uint8_t seven[7] = {0, 1, 2, 3, 4, 5, 6};
    require(uth_strength(seven, 4, &value) == UTH_BAD_COUNT && uth_strength(seven, 8, &value) == UTH_BAD_COUNT, "5 to 7 cards");
    seven[6] = 52;
    require(uth_strength(seven, 7, &value) == UTH_BAD_CARD, "an id above 51 is refused");
    seven[6] = 5;
    require(uth_strength(seven, 7, &value) == UTH_DUPLICATE, "a card given twice is refused");
    require(value == 7, "a refusal leaves the result untouched");
    puts("strength: counts and refusals");
}

static void check_refusals(void)
{
    uth_rules rules = ultimate(1u << 26);
    uth_decision decision = {.deals = 7};
    uth_spot spot = deal(3, 47, 4);
    uth_spot bad = spot;
    bad.hole[1] = bad.hole[0];
    require(uth_decide(&bad, &rules, 0, NULL, &decision) == UTH_DUPLICATE, "equal hole cards");
    bad = spot;
    bad.board[2] = 255;
    require(uth_decide(&bad, &rules, 0, NULL, &decision) == UTH_BAD_CARD, "a board card above 51");
    bad = spot;
    bad.dead = UINT64_C(1) << bad.board[0];
    require(uth_decide(&bad, &rules, 0, NULL, &decision) == UTH_DUPLICATE, "a dead card on the board");
    bad.dead = UINT64_C(1) << 52;
    require(uth_decide(&bad, &rules, 0, NULL, &decision) == UTH_BAD_CARD, "a dead card above 51");
    bad = spot;
    for (bad.board_count = -1; bad.board_count < 7; bad.board_count++)
        if (bad.board_count != 0 && bad.board_count != 3 && bad.board_count != 5)
            require(uth_decide(&bad, &rules, 0, NULL, &decision) == UTH_BAD_COUNT, "boards of 0, 3 or 5 cards only");
    uth_spot before = deal(0, 50, 4);
    for (int place = 0; place < 3; place++) {
        bad = before;
        uint64_t *set = place == 0 ? &bad.dealer : place == 1 ? &bad.flop_seen : &bad.last_seen;
        *set = UINT64_C(1) << 52;
        require(uth_decide(&bad, &rules, 0, NULL, &decision) == UTH_BAD_CARD, "a seen card above 51");
        *set = UINT64_C(1) << before.hole[1];
        require(uth_decide(&bad, &rules, 0, NULL, &decision) == UTH_DUPLICATE, "a hole card seen elsewhere");
        *set = pick(&before, 0, 1);
        bad.dead = *set;
        require(uth_decide(&bad, &rules, 0, NULL, &decision) == UTH_DUPLICATE, "a dead card seen");
        bad.dead = 0;
        *set = pick(&before, 0, place == 2 ? 2 : 3);
        require(uth_decide(&bad, &rules, 0, NULL, &decision) == UTH_BAD_COUNT, "more cards seen than there is room for");
    }
    bad = spot;
    bad.dealer = bad.last_seen = pick(&spot, 0, 1);
    require(uth_decide(&bad, &rules, 0, NULL, &decision) == UTH_DUPLICATE, "a card seen in two places");
    bad = spot;
    bad.flop_seen = pick(&spot, 0, 1);
    require(uth_decide(&bad, &rules, 0, NULL, &decision) == UTH_BAD_COUNT, "a card to come on a flop that is there");
    bad = deal(5, 45, 4);
    bad.last_seen = pick(&bad, 0, 1);
    require(uth_decide(&bad, &rules, 0, NULL, &decision) == UTH_BAD_COUNT, "a card to come on a full board");
    bad = deal(3, 3, 4);
    require(uth_decide(&bad, &rules, 0, NULL, &decision) == UTH_NO_DEAL, "too few cards to finish the deal");
    rules.street[UTH_FLOP].payoff[0][0][0] = UTH_MAX_PAYOFF + 1;
    require(uth_decide(&spot, &rules, 0, NULL, &decision) == UTH_BAD_RULES, "a payoff out of bounds");
    rules = ultimate(0);
    rules.street[UTH_RIVER].may_check = 1;
    require(uth_decide(&spot, &rules, 0, NULL, &decision) == UTH_BAD_RULES, "a check on the river");
    rules = ultimate(0);
    rules.street[UTH_FLOP].bets = UTH_MAX_BETS + 1;
    require(uth_decide(&spot, &rules, 0, NULL, &decision) == UTH_BAD_RULES, "more bets than there is room for");
    rules.street[UTH_FLOP].bets = -1;
    require(uth_decide(&spot, &rules, 0, NULL, &decision) == UTH_BAD_RULES, "fewer bets than none");
    rules = ultimate(0);
    rules.fold = -UTH_MAX_PAYOFF - 1;
    require(uth_decide(&spot, &rules, 0, NULL, &decision) == UTH_BAD_RULES, "a fold out of bounds");
    rules = one_decision(UTH_PREFLOP, 0);
    rules.street[UTH_FLOP].bets = 1;
    require(uth_decide(&spot, &rules, 0, NULL, &decision) == UTH_BAD_RULES, "a street that cannot be reached, with actions");
    rules.street[UTH_FLOP].bets = rules.street[UTH_PREFLOP].bets = rules.street[UTH_PREFLOP].may_fold = 0;
    require(uth_decide(&spot, &rules, 0, NULL, &decision) == UTH_BAD_RULES, "a street that is reached, without actions");
    require(decision.deals == 7, "a refusal leaves the result untouched");
    puts("decision: refusals");
}

/* Every second spot is one of a player who sees cards, in all combinations. */
static void check_against_plain(int rounds)
{
    static const uint32_t qualifiers[] = {0, 1u << 26, 1u << 26 | 1u << 15, 4u << 26, 6u << 26, 9u << 26};
    static uth_split fast_split, plain_split;
    for (int i = 0; i < rounds; i++) {
        int board_count = i % 2 ? 3 : 0;
        uth_spot spot = deal(board_count, board_count ? 24 : 13, 1 + (int)draw(4));
        if (i / 2 % 2)
            see_cards(&spot, i / 4);
        uth_rules rules = rules_of(i % 5 ? 0 : i / 5 % KINDS_OF_RULES, qualifiers[draw(6)]);
        uth_decision fast, plain;
        memset(&fast, 0, sizeof fast);
        memset(&plain, 0, sizeof plain);
        int status = uth_decide(&spot, &rules, 0, &fast_split, &fast);
        require(status == uth_decide(&spot, &rules, UTH_PLAIN, &plain_split, &plain), "fast and plain way agree on the status");
        require(!memcmp(&fast, &plain, sizeof fast), "fast and plain way give the same integers");
        require(status != UTH_OK || !memcmp(&fast_split, &plain_split, sizeof fast_split), "fast and plain way split alike");
    }
    printf("decision: fast and plain way agree on %d spots\n", rounds);
}

/*
 * One seat for all: each answer comes after others of all kinds. `rounds` spots of few cards, then a tenth as many of a full deck
 * with the same hole cards.
 */
static void check_seat(int rounds)
{
    static const uint32_t qualifiers[] = {0, 1u << 26, 1u << 26 | 1u << 15, 4u << 26, 6u << 26, 9u << 26};
    uth_seat *seat;
    require(uth_seat_new(0, &seat) == UTH_OK, "a seat is taken");
    for (int i = 0; i < rounds + rounds / 10; i++) {
        uth_spot spot = i < rounds ? deal(0, 7 + (int)draw(12), 1 + (int)draw(4)) : (uth_spot){.hole = {14, 23}};
        if (i >= rounds)
            spot.dead = pick(&spot, 0, i / 6 % 2 * (i / 3 % 6));     /* the same cards follow each other */
        see_cards(&spot, i);
        uth_rules rules = rules_of(i % 3 == 2 ? i / 3 % KINDS_OF_RULES : 0, qualifiers[draw(6)]);
        if (i % 5 == 1)
            rules.street[UTH_FLOP].payoff[0][UTH_PAIR][UTH_WIN_QUALIFIED] = UTH_MAX_PAYOFF;
        uth_decision found, expected;
        uth_split ended, expected_ended;
        memset(&found, 0, sizeof found);
        memset(&expected, 0, sizeof expected);
        int status = uth_seat_decide(seat, &spot, &rules, i % 4 ? &ended : NULL, &found);
        require(status == uth_decide(&spot, &rules, 0, i % 4 ? &expected_ended : NULL, &expected), "a seat agrees on the status");
        require(!memcmp(&found, &expected, sizeof found), "a seat gives the same integers");
        require(status != UTH_OK || i % 4 == 0 || !memcmp(&ended, &expected_ended, sizeof ended), "a seat splits alike");
    }
    uth_rules rules = ultimate(0);
    uth_spot flop = deal(3, 20, 4), bad = flop;
    uth_decision found, expected;
    bad.hole[1] = 52;
    require(uth_seat_decide(seat, &bad, &rules, NULL, &found) == UTH_BAD_CARD, "a seat refuses a card above 51");
    require(uth_seat_decide(seat, &flop, &rules, NULL, &found) == UTH_OK && uth_decide(&flop, &rules, 0, NULL, &expected) == UTH_OK
                && !memcmp(&found, &expected, sizeof found), "a seat decides on the flop");
    rules.fold = UTH_MAX_PAYOFF + 1;
    require(uth_seat_decide(seat, &flop, &rules, NULL, &found) == UTH_BAD_RULES, "a seat refuses a fold out of bounds");
    uth_seat_free(seat);
    uth_seat_free(NULL);
    printf("seat: the same integers for %d spots\n", rounds + rounds / 10);
}

/* Adds a single decision to the sums. */
static void add_decision(uth_seat_sums *sums, uth_decision *found, uth_split *ended, const uth_rules *rules, uint32_t times)
{
    const uth_street *street = &rules->street[UTH_PREFLOP];
    int64_t best = found->check;
    int action = -1;
    for (int bet = 0; bet < street->bets; bet++)
        if (found->bet[bet] >= best) {
            best = found->bet[bet];
            action = bet;
        }
    if (action >= 0) {
        memset(ended, 0, sizeof *ended);
        memcpy(ended->bet[UTH_PREFLOP][action], found->showdown, sizeof found->showdown);
    }
    *(action < 0 ? &sums->check : &sums->bet[action]) += times;
    sums->times += times;
    sums->deals += times * found->deals;
    sums->units[0] += times * best;                     /* small enough here */
    uint64_t *to = (uint64_t *)&sums->ended, *from = (uint64_t *)ended;
    for (size_t i = 0; i < sizeof *ended / sizeof *to; i++)
        to[i] += times * from[i];
}

/* Calls of several spots, an impossible one among them from time to time: the sums of single decisions, or the first fault. */
static void check_seat_sum(int calls)
{
    uth_seat *seat;
    uth_rules rules = ultimate(1u << 26);
    require(uth_seat_new(0, &seat) == UTH_OK, "a seat is taken");
    for (int i = 0; i < calls; i++) {
        uth_spot spot[5];
        uint32_t times[5];
        uth_seat_sums found, expected, untouched;
        int count = (int)draw(6), status = UTH_OK;
        memset(&expected, 0, sizeof expected);
        for (int k = 0; k < count; k++) {
            uth_decision one;
            uth_split ended;
            spot[k] = deal(0, (i % 4 ? 7 : 6) + (int)draw(12), 1 + (int)draw(4));
            spot[k].dealer = pick(&spot[k], 0, (int)draw(3));
            spot[k].last_seen = pick(&spot[k], spot[k].dealer, (int)draw(2));
            times[k] = draw(25);
            if (status == UTH_OK)
                status = uth_decide(&spot[k], &rules, 0, &ended, &one);
            if (status == UTH_OK)
                add_decision(&expected, &one, &ended, &rules, times[k]);
        }
        memset(&found, 7, sizeof found);
        untouched = found;
        require(uth_seat_sum(seat, count, spot, times, &rules, 1, &found) == status, "a call of several spots has the first fault");
        if (status == UTH_OK) {
            found.units[0] += found.units[1] * (INT64_C(1) << 32);
            found.units[1] = 0;
            require(!memcmp(&found, &expected, sizeof found), "a call of several spots sums single decisions");
        } else
            require(!memcmp(&found, &untouched, sizeof found), "a refused call writes nothing");
    }
    uint32_t times[2] = {UTH_MAX_TIMES, 1};
    uth_spot spots[2] = {{.hole = {0, 5}}, {.hole = {0, 5}, .board = {10, 11, 12}, .board_count = 3}};
    uth_seat_sums sums;
    require(uth_seat_sum(seat, -1, spots, times, &rules, 0, &sums) == UTH_BAD_COUNT, "fewer spots than none are refused");
    require(uth_seat_sum(seat, 2, spots, times, &rules, 0, &sums) == UTH_BAD_COUNT, "a board is refused");
    spots[1] = spots[0];
    require(uth_seat_sum(seat, 2, spots, times, &rules, 0, &sums) == UTH_BAD_COUNT, "too many spots are refused");
    uth_seat_free(seat);
    printf("seat: sums of single decisions in %d calls\n", calls);
}

static void check_known_values(void)
{
    uth_rules rules = ultimate(1u << 26);
    uth_decision decision;
    uth_spot river = {.hole = {45, 42}, .board = {11, 14, 17, 24, 29}, .board_count = 5};
    require(uth_decide(&river, &rules, 0, NULL, &decision) == UTH_OK && decision.deals == 990 && decision.bet[0] == -4302,
            "KdQh on 4s5h6d8c9d: -239/110 for the bet");
    uth_spot aces = {.hole = {51, 50}};
    require(uth_decide(&aces, &rules, 0, NULL, &decision) == UTH_OK && decision.deals == 20975724000u
                && decision.bet[0] == 121533276560 && decision.check == 91996341600,
            "a pair of aces before the flop");
    puts("decision: known values");
}

/* What is seen, at the door. */
static void check_sight(void)
{
    int32_t seen[UTH_FEATURES] = {7};
    uint8_t hole[2] = {51, 46}, board[5] = {47, 23, 3, 38, 9};              /* AsKh on Ks7s2sJh4d */
    require(uth_see(hole, board, 4, seen) == UTH_BAD_COUNT, "3 or 5 board cards");
    board[1] = 51;
    require(uth_see(hole, board, 3, seen) == UTH_DUPLICATE && seen[0] == 7, "a card in hand and on the board");
    board[1] = 52;
    require(uth_see(hole, board, 5, seen) == UTH_BAD_CARD, "a board card above 51");
    board[1] = 23;
    require(uth_see(hole, board, 5, seen) == UTH_OK && seen[UTH_MADE] == UTH_PAIR && seen[UTH_USES_HOLE] == 1 && seen[UTH_BOARD_SUITED] == 3
                && seen[UTH_BOARD_MATCH] == 1 && seen[UTH_KICKER] == 12 && seen[UTH_FLUSH_CARDS] == 0, "a pair of kings");
    puts("sight: a river, and refusals");
}

/* Player and dealer are dealt alike: mirrored, the census is the same. A board is dealt as flop and rest in ten ways. */
static void check_census(const uth_game *game, uint64_t deals)
{
    static uth_census parts[UTH_CENSUS_PIECES], whole;
    memset(&whole, 0, sizeof whole);
    uint64_t all = 0;
    for (int piece = 0; piece < UTH_CENSUS_PIECES; piece++) {
        require(uth_game_census(game, piece, &parts[piece]) == UTH_OK, "each piece of the census");
        for (size_t i = 0; i < sizeof whole / sizeof all; i++)
            ((uint64_t *)&whole)[i] += ((uint64_t *)&parts[piece])[i];
    }
    for (size_t i = 0; i < sizeof whole / sizeof all; i++)
        all += ((uint64_t *)&whole)[i];
    require(10 * all == deals, "the census is all showdowns");
    for (int player = 0; player < UTH_CATEGORIES; player++)
        for (int dealer = 0; dealer < UTH_CATEGORIES; dealer++)
            for (int result = 0; result < 3; result++) {
                uint64_t *here = whole.showdowns[player][dealer][result], *mirrored = whole.showdowns[dealer][player][2 - result];
                require(here[0] + here[1] == mirrored[0] + mirrored[1], "the census mirrored");
            }
}

/* A function that always names its first rule. */
static int32_t ask_nothing(void *context, const uint8_t *hole, const uint8_t *board, int32_t board_count)
{
    (void)context, (void)hole, (void)board, (void)board_count;
    return 0;
}

/* Each piece once, none before what it builds on, and only those that there are. */
static void check_pieces(void)
{
    uth_rules rules = ultimate(1u << 26);
    uth_game *game;
    uth_solution *solution = NULL, *none = NULL;
    uth_census census;
    uth_split split;
    uth_decision decision;
    uth_play *play;
    uth_play_sums sums;
    uth_strategy strategy = {.parts = {0}, .ask = ask_nothing};
    int32_t action = 7, found = 7;
    const uint8_t hole[2] = {51, 50}, flop[3] = {49, 48, 47};
    require(uth_game_new(0x1c00, 1u << 26, &game) == UTH_OK, "a game of three ranks");
    require(uth_game_count(game, 0) == UTH_BAD_ORDER, "boards are ordered before they are counted");
    for (int piece = 0; piece < UTH_ORDER_PIECES; piece++)
        require(uth_game_order(game, piece) == UTH_OK && uth_game_order(game, piece) == UTH_BAD_ORDER, "a piece is ordered once");
    require(uth_solution_new(game, &rules, &none) == UTH_BAD_ORDER && uth_game_census(game, 0, &census) == UTH_BAD_ORDER,
            "a game is counted before it is solved");
    for (int piece = 0; piece < UTH_COUNT_PIECES; piece++)
        require(uth_game_count(game, piece) == UTH_OK && uth_game_count(game, piece) == UTH_BAD_ORDER, "a piece is counted once");
    require(uth_solution_new(game, &rules, &solution) == UTH_OK, "now it is solved");
    require(uth_solution_choose(solution, 0) == UTH_BAD_ORDER && uth_solution_finish(solution) == UTH_BAD_ORDER, "sums first");
    for (int piece = 0; piece < UTH_SUM_PIECES; piece++)
        require(uth_solution_sum(solution, piece) == UTH_OK && uth_solution_sum(solution, piece) == UTH_BAD_ORDER, "a piece is summed once");
    for (int piece = 0; piece < UTH_CHOOSE_PIECES; piece++)
        require(uth_solution_choose(solution, piece) == UTH_OK && uth_solution_choose(solution, piece) == UTH_BAD_ORDER,
                "a piece is chosen once");
    require(uth_solution_preflop(solution, hole, &action, &decision) == UTH_BAD_ORDER
                && uth_solution_flop(solution, hole, flop, &action, &decision) == UTH_BAD_ORDER && action == 7
                && uth_solution_outcomes(solution, 0, &split) == UTH_BAD_ORDER
                && uth_play_new(solution, &strategy, &play) == UTH_BAD_ORDER, "a solution is finished before it is asked");
    require(uth_solution_finish(solution) == UTH_OK && uth_solution_finish(solution) == UTH_BAD_ORDER, "it is finished once");
    require(uth_solution_preflop(solution, hole, &action, &decision) == UTH_OK && !none, "then it answers");
    const uint8_t beyond_deck[2] = {51, 52};
    require(uth_solution_preflop(solution, beyond_deck, &action, &decision) == UTH_BAD_CARD, "hole cards above 51");
    rules.fold = UTH_MAX_PAYOFF + 1;
    require(uth_solution_new(game, &rules, &none) == UTH_BAD_RULES && !none, "a game with a fold out of bounds");
    for (int street = 0; street < UTH_STREETS; street++)
        strategy.action[street][0] = UTH_PLAY_BEST;
    uth_mistake mistake;
    require(uth_play_new(solution, &strategy, &play) == UTH_OK, "and a strategy is taken");
    require(uth_play_outcomes(play, 0, &sums) == UTH_BAD_ORDER && uth_play_mistakes(play, 1, &mistake, &found) == UTH_BAD_ORDER && found == 7,
            "nothing is known before it is played");
    for (int piece = 0; piece < UTH_PLAY_FLOP_PIECES; piece++)
        require(uth_play_flops(play, piece) == UTH_OK && uth_play_flops(play, piece) == UTH_BAD_ORDER, "a piece of the flops is played once");
    require(uth_play_outcomes(play, 0, &sums) == UTH_BAD_ORDER, "rivers are played before deals end");
    for (int piece = 0; piece < UTH_PLAY_RIVER_PIECES; piece++)
        require(uth_play_rivers(play, piece) == UTH_OK && uth_play_rivers(play, piece) == UTH_BAD_ORDER, "a piece of the rivers is played once");
    require(uth_play_mistakes(play, 0, &mistake, &found) == UTH_BAD_COUNT && uth_play_mistakes(play, 1, &mistake, &found) == UTH_OK && !found,
            "best play makes no mistakes");
    for (int end = 0; end < 2; end++)
        require(uth_game_order(game, end ? UTH_ORDER_PIECES : -1) == UTH_BAD_COUNT && uth_game_count(game, end ? UTH_COUNT_PIECES : -1) == UTH_BAD_COUNT
                    && uth_game_census(game, end ? UTH_CENSUS_PIECES : -1, &census) == UTH_BAD_COUNT
                    && uth_solution_sum(solution, end ? UTH_SUM_PIECES : -1) == UTH_BAD_COUNT
                    && uth_solution_choose(solution, end ? UTH_CHOOSE_PIECES : -1) == UTH_BAD_COUNT
                    && uth_solution_outcomes(solution, end ? UTH_OUTCOME_PIECES : -1, &split) == UTH_BAD_COUNT
                    && uth_play_flops(play, end ? UTH_PLAY_FLOP_PIECES : -1) == UTH_BAD_COUNT
                    && uth_play_rivers(play, end ? UTH_PLAY_RIVER_PIECES : -1) == UTH_BAD_COUNT
                    && uth_play_outcomes(play, end ? UTH_PLAY_PIECES : -1, &sums) == UTH_BAD_COUNT, "pieces that are not there");
    uth_play_free(play);
    uth_solution_free(solution);
    uth_game_free(game);
    uth_play_free(NULL);
    uth_solution_free(NULL);
    uth_game_free(NULL);
    static const uint32_t beyond[] = {5u << 26 | 1, 8u << 26 | 1, 10u << 26};
    for (int i = 0; i < 3; i++) {
        game = count_game(0x1f00, beyond[i]);
        require(uth_game_census(game, 0, &census) == UTH_BAD_RULES, "no census for a qualifier that divides flushes, or beyond all hands");
        uth_game_free(game);
    }
    game = NULL;
    require(uth_game_new(0x2c00, 0, &game) == UTH_BAD_CARD && uth_game_new(0x1800, 0, &game) == UTH_BAD_CARD && !game, "3 to 13 ranks");
    puts("game: each piece once and in its turn");
}

/* Small decks: ranks that make straights possible and the wheel; all kinds of rules. */
static void check_game(int games)
{
    static const uint32_t decks[] = {0x1f80, 0x100f, 0x0155};
    static const uint32_t qualifiers[] = {1u << 26, 1u << 26 | 1u << 22, 5u << 26};
    static uth_decision plain[1326];
    static uth_split parts[UTH_OUTCOME_PIECES];
    for (int i = 0; i < games; i++) {
        uth_rules rules = rules_of(i % KINDS_OF_RULES, qualifiers[i / 2 % 3]);
        uth_game *game = count_game(decks[i / 2 % 3], rules.qualifier);
        uth_solution *solution = solve_game(game, &rules);
        require(uth_solve_plainly(decks[i / 2 % 3], &rules, plain) == UTH_OK, "a game is solved plainly");
        uint64_t deals = 0, ended = 0;
        int64_t value = 0, earned = 0;
        for (uint8_t x = 1; x < 52; x++)
            for (uint8_t y = 0; y < x; y++) {
                const uth_decision *expected = &plain[x * (x - 1) / 2 + y];
                uint8_t hole[2] = {x, y};
                int32_t action;
                uth_decision found;
                if (!expected->deals) {
                    require(uth_solution_preflop(solution, hole, &action, &found) == UTH_BAD_CARD, "a card that is not in the deck");
                    continue;
                }
                require(uth_solution_preflop(solution, hole, &action, &found) == UTH_OK && !memcmp(&found, expected, sizeof found),
                        "the whole game: fast and plain way give the same integers");
                deals += found.deals;
                value += action == -2 ? found.fold : action == -1 ? found.check : found.bet[action];
            }
        for (int piece = 0; piece < UTH_OUTCOME_PIECES; piece++)
            require(uth_solution_outcomes(solution, piece, &parts[piece]) == UTH_OK, "each piece of the outcomes");
        for (int street = 0; street < UTH_STREETS; street++)
            for (int category = 0; category < UTH_CATEGORIES; category++)
                for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
                    for (int action = -1; action < rules.street[street].bets; action++) {
                        uint64_t count = 0;
                        for (int piece = 0; piece < UTH_OUTCOME_PIECES; piece++) {
                            const uth_split *part = &parts[piece];
                            count += action < 0 ? part->fold[street][category][outcome] : part->bet[street][action][category][outcome];
                        }
                        ended += count;
                        earned += (int64_t)count * (action < 0 ? rules.fold : rules.street[street].payoff[action][category][outcome]);
                    }
        require(ended == deals && earned == value, "the outcomes are all deals and earn the value");
        check_census(game, deals);
        uth_solution_free(solution);
        uth_game_free(game);
    }
    puts("game: fast and plain way agree, outcomes add up");
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 80, games = argc > 2 ? atoi(argv[2]) : KINDS_OF_RULES;
    check_strength();
    check_refusals();
    check_known_values();
    check_against_plain(rounds);
    check_sight();
    check_seat(5 * rounds);
    check_seat_sum(rounds / 2);
    check_pieces();
    check_game(games);
    puts("check: all passed");
    return 0;
}
