/*
 * same_bits.c: prints integers of every kind that the core gives, a line each. Whatever compiler, optimisation and byte order it
 * was built for, it must print the same lines; same_bits.sh compares them.
 */
#include "check.h"

#include <inttypes.h>

static void print_table(const char *name, const uint64_t (*table)[UTH_OUTCOMES])
{
    for (int category = 0; category < UTH_CATEGORIES; category++) {
        printf("%s category %d:", name, category);
        for (int outcome = 0; outcome < UTH_OUTCOMES; outcome++)
            printf(" %" PRIu64, table[category][outcome]);
        putchar('\n');
    }
}

static void print_split(const char *name, const uth_split *split, const uth_rules *rules)
{
    char ending[64];
    for (int street = 0; street < UTH_STREETS; street++)
        for (int action = -1; action < rules->street[street].bets; action++) {
            snprintf(ending, sizeof ending, action < 0 ? "%s street %d fold" : "%s street %d bet %d", name, street, action);
            print_table(ending, action < 0 ? split->fold[street] : split->bet[street][action]);
        }
}

static void print_decision(const char *name, int number, int32_t status, int32_t action, const uth_decision *d)
{
    printf("%s %d: status %" PRId32 " action %" PRId32 " deals %" PRIu64 " fold %" PRId64 " check %" PRId64 " bets", name, number, status, action,
           d->deals, d->fold, d->check);
    for (int bet = 0; bet < UTH_MAX_BETS; bet++)
        printf(" %" PRId64, d->bet[bet]);
    for (int cell = 0; cell < UTH_CATEGORIES * UTH_OUTCOMES; cell++) {
        uint64_t count = d->showdown[cell / UTH_OUTCOMES][cell % UTH_OUTCOMES];
        if (count)
            printf(" showdown %d/%d %" PRIu64, cell / UTH_OUTCOMES, cell % UTH_OUTCOMES, count);
    }
    putchar('\n');
}

static void print_hands(void)
{
    uint64_t hands[UTH_CATEGORIES][2];
    for (int count = 5; count <= 7; count++) {
        require(uth_count_hands(count == 7 ? 0x1e01 : 0x1f01, count, 1u << 26 | 1u << 24, hands) == UTH_OK, "hands are counted");
        for (int category = 0; category < UTH_CATEGORIES; category++)
            printf("hands of %d, category %d: %" PRIu64 " %" PRIu64 "\n", count, category, hands[category][0], hands[category][1]);
    }
    for (int i = 0; i < 200; i++) {
        uth_spot spot = deal(5, 0, 1 + i % 4);
        uint8_t cards[7] = {spot.hole[0], spot.hole[1], spot.board[0], spot.board[1], spot.board[2], spot.board[3], spot.board[4]};
        uint32_t strength;
        int32_t seen[UTH_FEATURES];
        require(uth_strength(cards, 5 + i % 3, &strength) == UTH_OK && uth_see(cards, cards + 2, i % 2 ? 3 : 5, seen) == UTH_OK,
                "a hand is rated and seen");
        printf("hand %d: strength %" PRIu32 " seen", i, strength);
        for (int feature = 0; feature < UTH_FEATURES; feature++)
            printf(" %" PRId32, seen[feature]);
        putchar('\n');
    }
}

/* Decisions the fast way, the plain way, and from a seat. */
static void print_decisions(void)
{
    uth_seat *seat = NULL;
    require(uth_seat_new(0, &seat) == UTH_OK, "a seat is taken");
    for (int i = 0; i < 54; i++) {
        static const int boards[3] = {0, 3, 5};
        static uth_split split;
        uth_spot spot = deal(boards[i % 3], i % 3 ? 20 : 9 + i % 5, 1 + i / 3 % 4);
        uth_rules rules = i % 4 ? ultimate(1u << 26 | (uint32_t)i << 12) : ultimate_wide(1u << 26);
        uth_decision d;
        see_cards(&spot, i / 3);
        int32_t status = uth_decide(&spot, &rules, i % 2 ? UTH_PLAIN : 0, &split, &d);
        require(status == UTH_OK, "a spot is decided");
        print_decision("decision", i, status, 0, &d);
        if (i % 9 == 0)
            print_split("decision", &split, &rules);
        status = uth_seat_decide(seat, &spot, &rules, &split, &d);
        print_decision("seat", i, status, 0, &d);
        if (i % 9 == 0)
            print_split("seat", &split, &rules);
        if (spot.board_count)
            continue;
        uint32_t times = UTH_MAX_TIMES;
        uth_seat_sums sums;
        require(uth_seat_sum(seat, 1, &spot, &times, &rules, 1, &sums) == UTH_OK, "a spot is summed");
        printf("sums %d: times %" PRIu64 " deals %" PRIu64 " units %" PRId64 " %" PRId64 "\n", i, sums.times, sums.deals, sums.units[0], sums.units[1]);
        if (i % 9 == 0)
            print_split("sums", &sums.ended, &rules);
    }
    uth_seat_free(seat);
}

static void print_sums(const char *name, const uth_play_sums *sums, const uth_rules *rules)
{
    print_split(name, &sums->ended, rules);
    for (int street = 0; street < UTH_STREETS; street++)
        for (int rule = 0; rule < 2; rule++) {
            const uth_rule_sum *sum = &sums->rule[street][rule];
            printf("%s, rule %d on street %d: spots %" PRIu64 " deals %" PRIu64 " wrong %" PRIu64 " cost %" PRId64 "\n", name, rule, street, sum->spots,
                   sum->deals, sum->wrong, sum->cost);
        }
}

enum { MISTAKES = 12 };

static void print_mistakes(const char *name, const uth_mistake *mistakes, int32_t found)
{
    for (int i = 0; i < found; i++)
        printf("%s, mistake %d: hole %d %d flop %d %d %d rule %" PRId32 " does %" PRId32 " best %" PRId32 " deals %" PRIu64 " cost %" PRId64 "\n", name, i,
               mistakes[i].hole[0], mistakes[i].hole[1], mistakes[i].flop[0], mistakes[i].flop[1], mistakes[i].flop[2], mistakes[i].rule,
               mistakes[i].does, mistakes[i].best, mistakes[i].deals, mistakes[i].cost);
}

/* A strategy, all boards together and each by itself. */
static void print_play(uint32_t ranks, const uth_solution *solution, const uth_rules *rules)
{
    static uth_play_sums sums;
    uth_condition condition;
    uth_rule_part part[2];
    uth_strategy strategy = aces_first(&condition, part);
    uth_mistake mistakes[MISTAKES];
    int32_t found;
    uth_play *play = play_game(solution, &strategy, &sums);
    require(uth_play_mistakes(play, MISTAKES, mistakes, &found) == UTH_OK, "its worst mistakes");
    print_sums("play", &sums, rules);
    print_mistakes("play", mistakes, found);
    uth_play_free(play);

    uth_boards *boards = NULL;
    uth_classes classes;
    require(uth_boards_new(ranks, &boards) == UTH_OK && uth_boards_count(boards, &classes) == UTH_OK, "the boards of a deck are listed");
    printf("classes: %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\n", classes.holes, classes.flops, classes.boards,
           classes.holes_on_flops, classes.holes_on_boards);
    uth_plain *plain = solve_plainly(boards, rules);
    uth_plain_line *line = play_plainly(plain, &strategy, &sums);
    require(uth_plain_line_mistakes(line, MISTAKES, mistakes, &found) == UTH_OK, "its worst mistakes");
    print_sums("plain play", &sums, rules);
    print_mistakes("plain play", mistakes, found);
    uth_plain_line_free(line);
    uth_plain_free(plain);
    uth_boards_free(boards);
}

static void print_game(uint32_t ranks, const uth_rules *rules)
{
    static uth_split split, part;
    static uth_census census, share;
    static uth_decision plain[1326];
    uth_game *game = count_game(ranks, rules->qualifier);
    uth_solution *solution = solve_game(game, rules);
    memset(&split, 0, sizeof split);
    memset(&census, 0, sizeof census);
    require(uth_solve_plainly(ranks, rules, plain) == UTH_OK, "a game is solved plainly");
    for (uint8_t x = 1; x < 52; x++)
        for (uint8_t y = 0; y < x; y++) {
            uint8_t hole[2] = {x, y}, flop[3] = {48, 49, (uint8_t)(50 - 4 * (x % 2))};
            int32_t action = 0;
            uth_decision d;
            if (!plain[x * (x - 1) / 2 + y].deals)
                continue;
            print_decision("plain game", 52 * x + y, UTH_OK, 0, &plain[x * (x - 1) / 2 + y]);
            int32_t status = uth_solution_preflop(solution, hole, &action, &d);
            print_decision("game", 52 * x + y, status, action, &d);
            d = (uth_decision){0};
            action = 0;
            status = uth_solution_flop(solution, hole, flop, &action, &d);
            print_decision("flop", 52 * x + y, status, action, &d);
        }
    for (int piece = 0; piece < UTH_OUTCOME_PIECES; piece++) {
        require(uth_solution_outcomes(solution, piece, &part) == UTH_OK, "each piece of the outcomes");
        ADD_ALL(&split, &part);
    }
    print_split("outcomes", &split, rules);
    for (int piece = 0; piece < UTH_CENSUS_PIECES; piece++) {
        require(uth_game_census(game, piece, &share) == UTH_OK, "each piece of the census");
        ADD_ALL(&census, &share);
    }
    for (int player = 0; player < UTH_CATEGORIES; player++)
        for (int dealer = 0; dealer < UTH_CATEGORIES; dealer++) {
            printf("census %d against %d:", player, dealer);
            for (int result = 0; result < 3; result++)
                printf(" %" PRIu64 " %" PRIu64, census.showdowns[player][dealer][result][0], census.showdowns[player][dealer][result][1]);
            putchar('\n');
        }
    print_play(ranks, solution, rules);
    uth_solution_free(solution);
    uth_game_free(game);
}

int main(void)
{
    uth_rules usual = ultimate(1u << 26), wide = ultimate_wide(1u << 26 | 1u << 23);
    print_hands();
    print_decisions();
    print_game(0x1c08, &usual);
    print_game(0x1a04, &wide);
    return 0;
}
