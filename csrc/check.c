/*
 * check.c: the core tests itself, in C alone, so that it can run under sanitizers and valgrind. Prints one line for each
 * property; exits 1 at the first that fails. Usage: check [rounds]
 */
#include "uth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 88172645463325252u;

/* xorshift: the same cards on every run. */
static uint32_t draw(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % below;
}

static void require(int holds, const char *property)
{
    if (!holds) {
        fprintf(stderr, "check: FAILED: %s\n", property);
        exit(1);
    }
}

/* Ultimate Texas Hold'em in half antes, the dealer qualifying with `qualifier`. */
static uth_rules ultimate(uint32_t qualifier)
{
    static const int blind[UTH_CATEGORIES] = {0, 0, 0, 0, 2, 3, 6, 20, 100, 1000};
    static const int sizes[UTH_STREETS][2] = {{3, 4}, {2, 0}, {1, 0}};
    uth_rules rules = {.qualifier = qualifier, .fold = -4};
    for (int s = 0; s < UTH_STREETS; s++) {
        uth_street *street = &rules.street[s];
        street->may_check = s < UTH_RIVER;
        street->may_fold = s == UTH_RIVER;
        street->bets = sizes[s][1] ? 2 : 1;
        for (int bet = 0; bet < street->bets; bet++)
            for (int category = 0; category < UTH_CATEGORIES; category++)
                for (int qualifies = 0; qualifies < 2; qualifies++) {
                    int ante = 2 * qualifies, play = 2 * sizes[s][bet];
                    street->payoff[bet][category][UTH_LOSE + qualifies] = -ante - 2 - play;
                    street->payoff[bet][category][UTH_WIN + qualifies] = ante + blind[category] + play;
                }
    }
    return rules;
}

/* A spot with `live` cards not on the table, the rest dead; few suits make flushes common. */
static uth_spot deal(int board_count, int live, int suits)
{
    uint8_t deck[52];
    int n = 0;
    for (uint8_t card = 0; card < 52; card++)
        if (card % 4 < suits)
            deck[n++] = card;
    for (int i = n - 1; i > 0; i--) {
        uint32_t k = draw((uint32_t)i + 1);
        uint8_t card = deck[i];
        deck[i] = deck[k];
        deck[k] = card;
    }
    uth_spot spot = {.board_count = board_count, .dead = (UINT64_C(1) << 52) - 1};
    for (int i = 0; i < 2 + board_count + live && i < n; i++) {
        spot.dead &= ~(UINT64_C(1) << deck[i]);
        if (i < 2)
            spot.hole[i] = deck[i];
        else if (i < 2 + board_count)
            spot.board[i - 2] = deck[i];
    }
    return spot;
}

/* `count` of the cards that are neither on the table nor dead nor in `but`. */
static uint64_t pick(const uth_spot *spot, uint64_t but, int count)
{
    uint64_t taken = spot->dead | but, picked = 0;
    for (int i = 0; i < 2 + spot->board_count; i++)
        taken |= UINT64_C(1) << (i < 2 ? spot->hole[i] : spot->board[i - 2]);
    while (count > 0) {
        uint64_t card = UINT64_C(1) << draw(52);
        if (taken & card)
            continue;
        taken |= card;
        picked |= card;
        count--;
    }
    return picked;
}

static void check_strength(void)
{
    uint64_t hands[UTH_CATEGORIES][2];
    static const uint64_t five_cards[UTH_CATEGORIES] = {1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4};
    require(uth_count_hands(0x1fff, 5, 1u << 26 | 1u << 25, hands) == UTH_OK, "hands of five are counted");
    for (int category = 0; category < UTH_CATEGORIES; category++)
        require(hands[category][0] + hands[category][1] == five_cards[category], "2,598,960 hands of five by category");
    require(hands[UTH_PAIR][1] == 84480, "pairs of aces");
    require(uth_count_hands(0x1fff, 8, 0, hands) == UTH_BAD_COUNT && uth_count_hands(0x2000, 5, 0, hands) == UTH_BAD_CARD,
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
        if (i / 2 % 2) {
            int kind = i / 4;
            spot.dealer = pick(&spot, 0, kind % 3);
            spot.last_seen = pick(&spot, spot.dealer, kind / 3 % 2);
            spot.flop_seen = pick(&spot, spot.dealer | spot.last_seen, board_count ? 0 : kind / 6 % 3);
        }
        uth_rules rules = ultimate(qualifiers[draw(6)]);
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
    require(uth_seat_new(&seat) == UTH_OK, "a seat is taken");
    for (int i = 0; i < rounds + rounds / 10; i++) {
        uth_spot spot = i < rounds ? deal(0, 7 + (int)draw(12), 1 + (int)draw(4)) : (uth_spot){.hole = {14, 23}};
        if (i >= rounds)
            spot.dead = pick(&spot, 0, i / 3 % 6);
        spot.dealer = pick(&spot, 0, i % 3);
        spot.last_seen = pick(&spot, spot.dealer, i / 3 % 2);
        spot.flop_seen = pick(&spot, spot.dealer | spot.last_seen, i / 6 % 3);
        uth_rules rules = ultimate(qualifiers[draw(6)]);
        uth_street *flop = &rules.street[UTH_FLOP], *river = &rules.street[UTH_RIVER];
        if (i % 5 == 1)
            flop->payoff[0][UTH_PAIR][UTH_WIN_QUALIFIED] = UTH_MAX_PAYOFF;
        if (i % 5 == 2) {
            flop->may_fold = 1;
            flop->bets = river->bets = 2;
            memcpy(flop->payoff[1], rules.street[UTH_PREFLOP].payoff[0], sizeof flop->payoff[1]);
            memcpy(river->payoff[1], rules.street[UTH_PREFLOP].payoff[1], sizeof river->payoff[1]);
        }
        uth_decision found, expected;
        uth_split ended, expected_ended;
        memset(&found, 0, sizeof found);
        memset(&expected, 0, sizeof expected);
        int status = uth_seat_decide(seat, &spot, &rules, i % 4 ? &ended : NULL, &found);
        require(status == uth_decide(&spot, &rules, 0, i % 4 ? &expected_ended : NULL, &expected), "a seat agrees on the status");
        require(!memcmp(&found, &expected, sizeof found), "a seat gives the same integers");
        require(status != UTH_OK || i % 4 == 0 || !memcmp(&ended, &expected_ended, sizeof ended), "a seat splits alike");
    }
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
    require(uth_seat_new(&seat) == UTH_OK, "a seat is taken");
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

/* A game solved from its pieces; the caller frees both. */
static void solve(uint32_t ranks, const uth_rules *rules, uth_game **game, uth_solution **solution)
{
    require(uth_game_new(ranks, rules->qualifier, game) == UTH_OK, "a game is counted");
    for (int piece = 0; piece < UTH_ORDER_PIECES; piece++)
        require(uth_game_order(*game, piece) == UTH_OK, "each piece is ordered");
    for (int piece = 0; piece < UTH_COUNT_PIECES; piece++)
        require(uth_game_count(*game, piece) == UTH_OK, "each piece is counted");
    require(uth_solution_new(*game, rules, solution) == UTH_OK, "a game is solved");
    for (int piece = 0; piece < UTH_SUM_PIECES; piece++)
        require(uth_solution_sum(*solution, piece) == UTH_OK, "each piece is summed");
    for (int piece = 0; piece < UTH_CHOOSE_PIECES; piece++)
        require(uth_solution_choose(*solution, piece) == UTH_OK, "each piece is chosen");
    require(uth_solution_finish(*solution) == UTH_OK, "a solution is finished");
}

/* Asked for a rule: raise with an ace, go on otherwise and fold in the end. */
static int32_t ask_for_aces(void *context, const uint8_t *hole, const uint8_t *board, int32_t board_count)
{
    uint64_t *asked = context, cards = 0;
    for (int i = 0; i < board_count + 2; i++)
        cards |= UINT64_C(1) << (i < 2 ? hole[i] : board[i - 2]);
    ++*asked;
    int count = 0;
    for (; cards; cards &= cards - 1)
        count++;
    require(count == board_count + 2, "the cards asked about differ");
    return hole[0] >= 48 || hole[1] >= 48;
}

/* The same strategy as rules and as a function; best play by rules; and what a strategy may not be. */
static void check_strategies(const uth_solution *solution, uint64_t deals)
{
    static uth_play_sums sums[2];
    uint64_t asked = 0, aces[3] = {0};
    for (int rank = 0; rank < 13; rank++) {
        int suited = 13 * 12 + rank, other = 13 * rank + 12;
        aces[suited >> 6] |= UINT64_C(1) << (suited & 63);
        aces[other >> 6] |= UINT64_C(1) << (other & 63);
    }
    uth_condition condition = {UTH_HOLE, {aces[0], aces[1], aces[2]}};
    uth_rule_part part[2] = {{1, 0, 1}, {0, 1, 1}};
    uth_strategy strategy = {.parts = {2, 2, 2}, .part = {part, part, part}, .condition = &condition,
                             .action = {{-1, 0}, {-1, 0}, {-2, 0}}, .context = &asked};
    for (int way = 0; way < 2; way++) {
        uth_play *play;
        uth_mistake mistakes[5];
        int32_t found;
        strategy.ask = way ? ask_for_aces : NULL;
        require(uth_play_new(solution, &strategy, &play) == UTH_OK, "a strategy is taken");
        for (int piece = 0; piece < UTH_PLAY_FLOP_PIECES; piece++)
            require(uth_play_flops(play, piece) == UTH_OK, "each piece of the flops");
        for (int piece = 0; piece < UTH_PLAY_RIVER_PIECES; piece++)
            require(uth_play_rivers(play, piece) == UTH_OK, "each piece of the rivers");
        memset(&sums[way], 0, sizeof sums[way]);
        for (int piece = 0; piece < UTH_PLAY_PIECES; piece++) {
            uth_play_sums share;
            require(uth_play_outcomes(play, piece, &share) == UTH_OK, "each piece of its outcomes");
            for (size_t i = 0; i < sizeof share / sizeof deals; i++)
                ((uint64_t *)&sums[way])[i] += ((uint64_t *)&share)[i];
        }
        require(uth_play_mistakes(play, 5, mistakes, &found) == UTH_OK && found >= 0 && found <= 5, "its worst mistakes");
        require(uth_play_mistakes(play, 0, mistakes, &found) == UTH_BAD_COUNT, "no mistakes are asked for");
        require(uth_play_flops(play, -1) == UTH_BAD_COUNT && uth_play_rivers(play, UTH_PLAY_RIVER_PIECES) == UTH_BAD_COUNT
                    && uth_play_outcomes(play, UTH_PLAY_PIECES, &sums[way]) == UTH_BAD_COUNT, "pieces that are not there");
        uth_play_free(play);
    }
    require(asked && !memcmp(&sums[0].ended, &sums[1].ended, sizeof sums[0].ended), "rules and function end all deals alike");
    uint64_t ended = 0;
    for (size_t i = 0; i < sizeof sums[0].ended / sizeof ended; i++)
        ended += ((uint64_t *)&sums[0].ended)[i];
    require(ended == deals, "a strategy ends all deals");

    uth_play *play = NULL;
    uth_strategy bad = strategy;
    bad.ask = NULL;
    bad.action[UTH_RIVER][1] = UTH_MAX_BETS;
    require(uth_play_new(solution, &bad, &play) == UTH_BAD_RULES, "an action that is not allowed");
    bad = strategy;
    bad.ask = NULL;
    bad.parts[UTH_FLOP] = 0;
    require(uth_play_new(solution, &bad, &play) == UTH_BAD_RULES, "a street without rules");
    condition.feature = UTH_FEATURES;
    bad.parts[UTH_FLOP] = 2;
    require(uth_play_new(solution, &bad, &play) == UTH_BAD_RULES && !play, "a feature that is not there");
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

/* Small decks: ranks that make straights possible and the wheel. One payoff too large to be packed takes the wide way. */
static void check_game(void)
{
    static const uint32_t decks[] = {0x1f80, 0x100f, 0x0155};
    static const uint32_t qualifiers[] = {1u << 26, 1u << 26 | 1u << 22, 5u << 26};
    static uth_decision plain[1326];
    static uth_split parts[UTH_OUTCOME_PIECES];
    for (int i = 0; i < 6; i++) {
        uth_rules rules = ultimate(qualifiers[i % 3]);
        if (i >= 3)
            rules.street[UTH_FLOP].payoff[0][UTH_PAIR][UTH_WIN_QUALIFIED] = 50000;
        uth_game *game;
        uth_solution *solution;
        solve(decks[i % 3], &rules, &game, &solution);
        require(uth_solve_plainly(decks[i % 3], &rules, plain) == UTH_OK, "a game is solved plainly");
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
        check_strategies(solution, deals);
        uth_solution_free(solution);
        uth_game_free(game);
    }
    puts("game: fast and plain way agree, outcomes add up");
}

int main(int argc, char **argv)
{
    check_strength();
    check_refusals();
    check_known_values();
    check_against_plain(argc > 1 ? atoi(argv[1]) : 80);
    check_sight();
    check_seat(argc > 1 ? 10 * atoi(argv[1]) : 400);
    check_seat_sum(argc > 1 ? atoi(argv[1]) : 40);
    check_game();
    puts("check: all passed");
    return 0;
}
