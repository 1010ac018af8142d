/*
 * no_memory.c: each allocation of each function fails in its turn. The function then says UTH_NO_MEMORY, leaves its result
 * untouched, gives back all it took, and does its work when it is asked again. Linked with --wrap for malloc, calloc and
 * free, the core compiled with UTH_CALLOC.
 */
#include "check.h"

static int allowed = -1;                                /* allocations until one fails; below 0: all succeed */
static int held;                                        /* blocks not given back yet */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void __wrap_free(void *block);

static int refused(void) { return allowed >= 0 && allowed-- == 0; }

static void *taken(void *block)
{
    held += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size) { return refused() ? NULL : taken(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size) { return refused() ? NULL : taken(__real_calloc(count, size)); }

void __wrap_free(void *block)
{
    held -= block != NULL;
    __real_free(block);
}

typedef union {
    uth_census census;
    uth_split split;
    uth_play_sums sums;
    uth_decision before[1326];
    struct {
        uth_decision decision;
        uth_split split;
    } decided;
    void *made;
} result;

static uth_rules rules;
static uth_spot before_flop, on_flop;
static uth_strategy strategy;
static uth_game *game;
static uth_solution *solution, *summing;
static uth_play *play;
static uth_seat *seat;
static uth_boards *boards;
static uth_plain *plain, *choosing;
static uth_plain_line *line;

static int32_t new_game(result *out) { return uth_game_new(0x1f00, 1u << 26, (uth_game **)&out->made); }
static int32_t take_census(result *out) { return uth_game_census(game, 0, &out->census); }
static int32_t new_solution(result *out) { return uth_solution_new(game, &rules, (uth_solution **)&out->made); }
static int32_t sum(result *out) { return (void)out, uth_solution_sum(summing, 2); }
static int32_t end_deals(result *out) { return uth_solution_outcomes(solution, 1, &out->split); }
static int32_t new_play(result *out) { return uth_play_new(solution, &strategy, (uth_play **)&out->made); }
static int32_t end_play(result *out) { return uth_play_outcomes(play, 0, &out->sums); }
static int32_t decide(result *out) { return uth_decide(&before_flop, &rules, 0, &out->decided.split, &out->decided.decision); }
static int32_t decide_flop(result *out) { return uth_decide(&on_flop, &rules, 0, NULL, &out->decided.decision); }
static int32_t decide_seated(result *out) { return uth_seat_decide(seat, &on_flop, &rules, &out->decided.split, &out->decided.decision); }
static int32_t new_seat(result *out) { return uth_seat_new(0, (uth_seat **)&out->made); }
static int32_t new_plain_seat(result *out) { return uth_seat_new(UTH_PLAIN, (uth_seat **)&out->made); }
static int32_t new_boards(result *out) { return uth_boards_new(0x1c00, (uth_boards **)&out->made); }
static int32_t new_plain(result *out) { return uth_plain_new(boards, &rules, (uth_plain **)&out->made); }
static int32_t choose_plainly(result *out) { return (void)out, uth_plain_choose(choosing); }
static int32_t new_line(result *out) { return uth_plain_line_new(plain, &strategy, (uth_plain_line **)&out->made); }
static int32_t play_line(result *out) { return uth_plain_line_play(line, 0, &out->sums); }
static int32_t solve_at_once(result *out) { return uth_solve_plainly(0x1c00, &rules, out->before); }

static void free_game(void *made) { uth_game_free(made); }
static void free_solution(void *made) { uth_solution_free(made); }
static void free_play(void *made) { uth_play_free(made); }
static void free_seat(void *made) { uth_seat_free(made); }
static void free_boards(void *made) { uth_boards_free(made); }
static void free_plain(void *made) { uth_plain_free(made); }
static void free_line(void *made) { uth_plain_line_free(made); }

static const struct {
    const char *name;
    int32_t (*call)(result *out);
    void (*free)(void *made);
} calls[] = {
    {"uth_game_new", new_game, free_game},
    {"uth_game_census", take_census, NULL},
    {"uth_solution_new", new_solution, free_solution},
    {"uth_solution_sum", sum, NULL},
    {"uth_solution_outcomes", end_deals, NULL},
    {"uth_play_new", new_play, free_play},
    {"uth_play_outcomes", end_play, NULL},
    {"uth_decide before the flop", decide, NULL},
    {"uth_decide on the flop", decide_flop, NULL},
    {"uth_seat_decide on the flop", decide_seated, NULL},
    {"uth_seat_new", new_seat, free_seat},
    {"uth_seat_new without shortcuts", new_plain_seat, free_seat},
    {"uth_boards_new", new_boards, free_boards},
    {"uth_plain_new", new_plain, free_plain},
    {"uth_plain_choose", choose_plainly, NULL},
    {"uth_plain_line_new", new_line, free_line},
    {"uth_plain_line_play", play_line, NULL},
    {"uth_solve_plainly", solve_at_once, NULL},
};

/* Returns how many allocations the call makes. */
static int refuse_each(size_t call)
{
    static result out, untouched;
    memset(&untouched, 0xa5, sizeof untouched);
    for (int before = 0;; before++) {
        out = untouched;
        int held_before = held;
        allowed = before;
        int32_t status = calls[call].call(&out);
        int is_done = allowed >= 0;
        allowed = -1;
        if (is_done) {
            require(status == UTH_OK, "with all its memory a function does its work");
            if (calls[call].free)
                calls[call].free(out.made);
            require(held == held_before, "a function gives back what it took");
            return before;
        }
        require(status == UTH_NO_MEMORY, "a function says that there is no memory");
        require(!memcmp(&out, &untouched, sizeof out), "without memory the result is left untouched");
        require(held == held_before, "without memory a function gives back what it took");
    }
}

int main(void)
{
    uth_condition condition;
    uth_rule_part part[2];
    static uth_play_sums sums;
    rules = ultimate(1u << 26);
    before_flop = deal(0, 12, 2);
    on_flop = deal(3, 8, 2);
    strategy = aces_first(&condition, part);
    game = count_game(0x1f00, 1u << 26);
    solution = solve_game(game, &rules);
    require(uth_solution_new(game, &rules, &summing) == UTH_OK, "a solution to be summed");
    play = play_game(solution, &strategy, &sums);
    require(uth_seat_new(0, &seat) == UTH_OK, "a seat is taken");
    require(uth_boards_new(0x1c00, &boards) == UTH_OK, "the boards of a deck are listed");
    plain = solve_plainly(boards, &rules);
    line = play_plainly(plain, &strategy, &sums);
    require(uth_plain_new(boards, &rules, &choosing) == UTH_OK, "a game to be chosen plainly");
    for (int piece = 0; piece < UTH_PLAIN_PIECES; piece++)
        require(uth_plain_sum(choosing, piece) == UTH_OK, "each piece is summed plainly");
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        printf("%s: %d allocations refused one by one\n", calls[i].name, refuse_each(i));
    uth_plain_line_free(line);
    uth_plain_free(choosing);
    uth_plain_free(plain);
    uth_boards_free(boards);
    uth_seat_free(seat);
    uth_play_free(play);
    uth_solution_free(summing);
    uth_solution_free(solution);
    uth_game_free(game);
    require(held == 0, "at the end all memory is given back");
    puts("no memory: refused, untouched, given back");
    return 0;
}
