/*
 * threads.c: the pieces of a whole game, fast and plain, and decisions of several seats, on several threads at once give what one gives,
 * without a data race where ThreadSanitizer looks on. Usage: threads [race]; with `race` there is one, to see it found.
 */
#include "check.h"

#include <pthread.h>

enum { THREADS = 4, SPOTS = 24 };

/* One counted game under two settlements, the first of them played by a strategy, the plain way too. Everything here is plain numbers. */
typedef struct {
    uth_census census[UTH_CENSUS_PIECES];
    uth_split outcomes[2 * UTH_OUTCOME_PIECES];
    uth_play_sums played[UTH_PLAY_PIECES];
    uth_census plain_census[UTH_PLAIN_PIECES];
    uth_play_sums plain_played[UTH_PLAIN_PIECES];
    uth_decision seats[SPOTS], decided[SPOTS];
    uth_split ended[SPOTS];                             /* as the seats say */
} answers;

typedef struct {
    uth_game *game;
    uth_solution *solution[2];
    uth_play *play;
    uth_boards *boards;
    uth_plain *plain;
    uth_plain_line *line;
    const uth_spot *spots;
    uth_rules rules[2];
    answers *got;
} table;

typedef int32_t piece_of_work(table *t, int32_t piece);

static int32_t order(table *t, int32_t piece) { return uth_game_order(t->game, piece); }
static int32_t count(table *t, int32_t piece) { return uth_game_count(t->game, piece); }
static int32_t take_census(table *t, int32_t piece) { return uth_game_census(t->game, piece, &t->got->census[piece]); }
static int32_t sum(table *t, int32_t piece) { return uth_solution_sum(t->solution[piece % 2], piece / 2); }
static int32_t choose(table *t, int32_t piece) { return uth_solution_choose(t->solution[piece % 2], piece / 2); }
static int32_t end_deals(table *t, int32_t piece) { return uth_solution_outcomes(t->solution[piece % 2], piece / 2, &t->got->outcomes[piece]); }
static int32_t play_flops(table *t, int32_t piece) { return uth_play_flops(t->play, piece); }
static int32_t play_rivers(table *t, int32_t piece) { return uth_play_rivers(t->play, piece); }
static int32_t end_play(table *t, int32_t piece) { return uth_play_outcomes(t->play, piece, &t->got->played[piece]); }
static int32_t plain_census(table *t, int32_t piece) { return uth_boards_census(t->boards, 1u << 26, piece, &t->got->plain_census[piece]); }
static int32_t plain_play(table *t, int32_t piece) { return uth_plain_line_play(t->line, piece, &t->got->plain_played[piece]); }
static int32_t decide(table *t, int32_t piece) { return uth_decide(&t->spots[piece], &t->rules[piece % 2], 0, NULL, &t->got->decided[piece]); }

typedef struct {
    table *at;
    piece_of_work *work;
    int pieces, first, step;
} share;

static void *take_share(void *argument)
{
    const share *own = argument;
    for (int i = own->first; i < own->pieces; i += own->step)
        require(own->work(own->at, i) == UTH_OK, "each piece is done");
    return NULL;
}

/* A seat for each thread. */
static void *take_seat(void *argument)
{
    const share *own = argument;
    uth_seat *seat = NULL;
    require(uth_seat_new(0, &seat) == UTH_OK, "a seat is taken");
    for (int i = own->first; i < SPOTS; i += own->step)
        require(uth_seat_decide(seat, &own->at->spots[i], &own->at->rules[i % 2], &own->at->got->ended[i], &own->at->got->seats[i]) == UTH_OK, "each spot is decided");
    uth_seat_free(seat);
    return NULL;
}

static void on_threads(table *t, int threads, void *(*run)(void *), piece_of_work *work, int pieces)
{
    pthread_t thread[THREADS];
    share own[THREADS];
    for (int i = 0; i < threads; i++) {
        own[i] = (share){t, work, pieces, i, threads};
        require(!pthread_create(&thread[i], NULL, run, &own[i]), "a thread is started");
    }
    for (int i = 0; i < threads; i++)
        require(!pthread_join(thread[i], NULL), "a thread ends");
}

static void do_pieces(table *t, int threads, piece_of_work *work, int pieces) { on_threads(t, threads, take_share, work, pieces); }

static void answer_all(const uth_spot *spots, int threads, answers *got)
{
    table t = {.spots = spots, .rules = {ultimate(1u << 26), ultimate_wide(1u << 26)}, .got = got};
    uth_condition condition;
    uth_rule_part part[2];
    uth_strategy strategy = aces_first(&condition, part);
    require(uth_game_new(0x1c08, 1u << 26, &t.game) == UTH_OK, "a game is counted");
    do_pieces(&t, threads, order, UTH_ORDER_PIECES);
    do_pieces(&t, threads, count, UTH_COUNT_PIECES);
    do_pieces(&t, threads, take_census, UTH_CENSUS_PIECES);
    for (int i = 0; i < 2; i++)
        require(uth_solution_new(t.game, &t.rules[i], &t.solution[i]) == UTH_OK, "a game is solved");
    do_pieces(&t, threads, sum, 2 * UTH_SUM_PIECES);
    do_pieces(&t, threads, choose, 2 * UTH_CHOOSE_PIECES);
    for (int i = 0; i < 2; i++)
        require(uth_solution_finish(t.solution[i]) == UTH_OK, "a solution is finished");
    do_pieces(&t, threads, end_deals, 2 * UTH_OUTCOME_PIECES);
    require(uth_play_new(t.solution[0], &strategy, &t.play) == UTH_OK, "a strategy is taken");
    do_pieces(&t, threads, play_flops, UTH_PLAY_FLOP_PIECES);
    do_pieces(&t, threads, play_rivers, UTH_PLAY_RIVER_PIECES);
    do_pieces(&t, threads, end_play, UTH_PLAY_PIECES);
    require(uth_boards_new(0x1c08, &t.boards) == UTH_OK && uth_plain_new(t.boards, &t.rules[0], &t.plain) == UTH_OK, "boards are dealt");
    for (int piece = 0; piece < UTH_PLAIN_PIECES; piece++)
        require(uth_plain_sum(t.plain, piece) == UTH_OK, "boards are added up");
    require(uth_plain_choose(t.plain) == UTH_OK && uth_plain_line_new(t.plain, &strategy, &t.line) == UTH_OK, "a strategy is taken");
    do_pieces(&t, threads, plain_census, UTH_PLAIN_PIECES);
    do_pieces(&t, threads, plain_play, UTH_PLAIN_PIECES);
    do_pieces(&t, threads, decide, SPOTS);
    on_threads(&t, threads, take_seat, NULL, SPOTS);
    uth_plain_line_free(t.line);
    uth_plain_free(t.plain);
    uth_boards_free(t.boards);
    uth_play_free(t.play);
    for (int i = 0; i < 2; i++)
        uth_solution_free(t.solution[i]);
    uth_game_free(t.game);
}

/* All threads write the answer to one question into one place. */
static void *race(void *argument)
{
    static const uint8_t cards[5] = {0, 1, 2, 3, 4};
    static uint32_t strength;
    require(uth_strength(cards, 5, &strength) == UTH_OK, "a hand is rated");
    return argument;
}

int main(int argc, char **argv)
{
    static answers one, more;
    static uth_spot spots[SPOTS];
    for (int i = 0; i < SPOTS; i++) {
        spots[i] = deal(0, 9 + i % 4, 1 + i % 4);
        see_cards(&spots[i], i);
    }
    if (argc > 1 && !strcmp(argv[1], "race")) {
        on_threads(NULL, THREADS, race, NULL, 0);
        puts("threads: a race that was made was not found");
        return 0;
    }
    answer_all(spots, 1, &one);
    answer_all(spots, THREADS, &more);
    require(!memcmp(one.census, more.census, sizeof one.census), "a census is the same on several threads");
    require(!memcmp(one.outcomes, more.outcomes, sizeof one.outcomes), "outcomes are the same on several threads");
    require(!memcmp(one.played, more.played, sizeof one.played), "a strategy's sums are the same on several threads");
    require(!memcmp(one.plain_census, more.plain_census, sizeof one.plain_census), "so is the census of the plain way");
    require(!memcmp(one.plain_played, more.plain_played, sizeof one.plain_played), "and what a strategy plays out there");
    require(!memcmp(one.decided, more.decided, sizeof one.decided), "decisions are the same on several threads");
    require(!memcmp(one.seats, more.seats, sizeof one.seats), "several seats decide the same");
    require(!memcmp(one.ended, more.ended, sizeof one.ended), "several seats end the deals alike");
    require(!memcmp(one.decided, one.seats, sizeof one.decided), "a seat decides as uth_decide does");
    printf("threads: %d threads give what one gives\n", THREADS);
    return 0;
}
