/*
 * census.c: all showdowns of a counted game by the categories of both hands and who wins. Bets without decisions are sums
 * of these numbers.
 *
 * The category that the qualifier divides is two grades here, every other one is one. On one board there are
 *
 *   all[p] * all[d] - sum over cards of with[p][card] * with[d][card] + (p == d) * all[p]
 *
 * ways to hold a hand of grade p against one of grade d: two hands share one card or, being the same, both, which are
 * taken off twice. The better grade wins. Within a grade ties are counted, and player and dealer win the rest alike.
 */
#include "game.h"
#include "memory.h"

enum { GRADES = UTH_CATEGORIES + 1 };

typedef struct {
    int64_t showdowns[GRADES][GRADES], ties[GRADES];
} graded;

/* Hands by the cards of one board that are not on it. Places: suited ranks 0..12, other ranks 13..25. */
typedef struct {
    int left[26];
    int all[GRADES], with[GRADES][26];                  /* with one given card */
} hands_of_board;

/* Hands of the divided category that are good enough, and all better ones, move up by one. */
static inline int grade_of(const uth_game *game, int category, int reached)
{
    int divided = category_of(game->qualifier);
    return category + (category > divided || (category == divided && reached));
}

static inline int add_hands(hands_of_board *hands, int grade, int x, int y)
{
    int left = hands->left[x], other = hands->left[y] - (x == y), count = left * other / (1 + (x == y));
    hands->all[grade] += count;
    hands->with[grade][x] += other;
    if (x != y)
        hands->with[grade][y] += left;
    return count;
}

/* Which pairs of ranks make a hand that qualifies, by the order of a board's hands. */
static void find_reached(const ranked_board *board, uint8_t reached[RANK_PAIRS])
{
    for (int i = 0; i < board->entries; i++)
        reached[board->order[i] & 127] = i >= board->below_qualifier;
}

/* A board with three or more cards of one suit, times four for the suits. Its hands are missing from those by ranks. */
static void add_suit_board(const uth_game *game, int index, const uint8_t *reached, int64_t *missing, graded *sums)
{
    suit_view view = game->view[index];
    const ranked_board *board = &game->board[game->by_ranks[index]];
    hands_of_board hands = {0};
    for (int rank = 0; rank < RANKS; rank++) {
        hands.left[rank] = is_dealt(game, rank) && !(view.suited >> rank & 1);
        hands.left[13 + rank] = 3 * is_dealt(game, rank);
        for (int i = 0; i < view.others; i++)
            hands.left[13 + rank] -= view.other[i] == rank;
    }
    uint8_t other[2] = {(uint8_t)max_of(view.other[0], view.other[1]), (uint8_t)min_of(view.other[0], view.other[1])};
    int boards = 4 * ways_to_deal(other, view.others, 3, -1, -1);
    for (int y = 0; y < 26; y++)
        for (int x = y < 13 ? y + 1 : y; x < 26 && hands.left[y]; x++) {
            if (hands.left[x] <= (x == y))
                continue;
            int column = game->column[x][y], by_ranks = game->pair_of[column];
            standing hole = game->hole[index][column];
            int grade = grade_of(game, category_of_kind(kind_of(hole), board->category[by_ranks]), kind_of(hole) || reached[by_ranks]);
            int times = boards * add_hands(&hands, grade, x, y);
            sums->ties[grade] += times * equal_of(hole);
            missing[by_ranks] += times;
        }
    for (int p = 0; p < GRADES; p++)
        for (int d = 0; d <= p && hands.all[p]; d++) {
            int count = hands.all[p] * (hands.all[d] + (p == d));
            for (int card = 0; card < 26 && hands.all[d]; card++)
                count -= hands.left[card] * hands.with[p][card] * hands.with[d][card];
            sums->showdowns[p][d] += (int64_t)boards * count;
        }
}

/* Boards by ranks: as many as `boards`, less what is missing of each pair of ranks. */
static void add_ranked_board(const uth_game *game, const ranked_board *board, int64_t boards, const uint8_t *reached, const int64_t *missing, graded *sums)
{
    hands_of_board hands = {0};
    int64_t times[GRADES] = {0}, with[GRADES][RANKS] = {0};
    for (int rank = 0; rank < RANKS; rank++) {
        hands.left[13 + rank] = 4 * is_dealt(game, rank);
        for (int i = 0; i < 5; i++)
            hands.left[13 + rank] -= board->rank[i] == rank;
    }
    for (int pair = 0; pair < RANK_PAIRS; pair++) {
        int x = game->high[pair], y = game->low[pair];
        if (!hands.left[13 + y] || hands.left[13 + x] <= (x == y))
            continue;
        int grade = grade_of(game, board->category[pair], reached[pair]);
        int64_t held = boards * add_hands(&hands, grade, 13 + x, 13 + y) - missing[pair];
        sums->ties[grade] += held * equal_of(board->hole[pair]);
        times[grade] += held;
        with[grade][x] += held;
        with[grade][y] += held;
    }
    for (int p = 0; p < GRADES; p++)
        for (int d = 0; d <= p; d++) {
            sums->showdowns[p][d] += times[p] * (hands.all[d] + (p == d));
            for (int rank = 0; rank < RANKS; rank++)
                sums->showdowns[p][d] -= with[p][rank] * hands.with[d][13 + rank];
        }
}

/* A grade's category, and whether its hands qualify. */
static void report(const uth_game *game, const graded *sums, uth_census *census)
{
    *census = (uth_census){0};
    int divided = category_of(game->qualifier);
    for (int p = 0; p < GRADES; p++)
        for (int d = 0; d <= p; d++) {
            int better = p - (p > divided), worse = d - (d > divided);
            int64_t count = sums->showdowns[p][d];      /* a piece's share may be below zero, but is even without its ties */
            uint64_t ties = p == d ? (uint64_t)sums->ties[p] : 0;
            uint64_t won = (uint64_t)(p == d ? (count - sums->ties[p]) / 2 : count);
            census->showdowns[better][worse][2][d > divided] += won;
            census->showdowns[worse][better][0][p > divided] += won;
            census->showdowns[better][worse][1][p > divided] += ties;
        }
}

int32_t uth_game_census(const uth_game *game, int32_t piece, uth_census *census)
{
    int divided = category_of(game->qualifier), is_flush = divided == UTH_FLUSH || divided >= UTH_STRAIGHT_FLUSH;
    if (piece < 0 || piece >= UTH_CENSUS_PIECES)
        return UTH_BAD_COUNT;
    if (!all_done(game->counted, UTH_COUNT_PIECES))
        return UTH_BAD_ORDER;
    if (divided >= UTH_CATEGORIES || (is_flush && game->qualifier != STRENGTH(divided, 0, 0)))
        return UTH_BAD_RULES;
    size_t pairs = (size_t)RANK_BOARDS * RANK_PAIRS;
    int64_t *missing = take_zeroed(pairs * sizeof *missing);
    uint8_t *reached = take_zeroed(pairs);
    int32_t status = missing && reached ? UTH_OK : UTH_NO_MEMORY;
    graded sums = {0};
    for (int i = 0; i < RANK_BOARDS && status == UTH_OK; i++)
        find_reached(&game->board[i], reached + i * RANK_PAIRS);
    for (int i = piece; i < SUIT_BOARDS && status == UTH_OK; i += UTH_CENSUS_PIECES) {
        int first = game->by_ranks[i] * RANK_PAIRS;
        if (game->view[i].suited)
            add_suit_board(game, i, reached + first, missing + first, &sums);
    }
    for (int i = 0; i < RANK_BOARDS && status == UTH_OK; i++) {
        const ranked_board *board = &game->board[i];
        int boards = i % UTH_CENSUS_PIECES == piece ? ways_to_deal(board->rank, 5, 4, -1, -1) : 0;
        if (board->possible)
            add_ranked_board(game, board, boards, reached + i * RANK_PAIRS, missing + i * RANK_PAIRS, &sums);
    }
    give_back(missing);
    give_back(reached);
    if (status == UTH_OK)
        report(game, &sums, census);
    return status;
}
