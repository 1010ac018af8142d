/* game_new.c: numbers the boards and hole cards of the whole game, before anything is counted (game.h). */
#include "game.h"
#include "memory.h"

static void number_columns(uth_game *game)
{
    for (int u = 0; u < RANKS; u++)
        for (int v = 0; v <= u; v++) {
            int pair = rank_pair(u, v);
            game->high[pair] = (uint8_t)u;
            game->low[pair] = (uint8_t)v;
            uint16_t none = (uint16_t)(NONE_SUITED + pair), both = (uint16_t)(BOTH_SUITED + u * (u - 1) / 2 + v);
            game->column[13 + u][13 + v] = game->column[13 + v][13 + u] = none;
            game->pair_of[none] = (uint8_t)pair;
            if (u != v) {
                game->column[u][v] = game->column[v][u] = both;
                game->pair_of[both] = (uint8_t)pair;
                game->clash[both] = (uint16_t)(1 << u | 1 << v);
            }
        }
    for (int suited = 0; suited < RANKS; suited++)
        for (int other = 0; other < RANKS; other++) {
            uint16_t one = (uint16_t)(ONE_SUITED + 13 * suited + other);
            game->column[suited][13 + other] = game->column[13 + other][suited] = one;
            game->pair_of[one] = (uint8_t)rank_pair(suited, other);
            game->clash[one] = (uint16_t)(1 << suited);
        }
}

static void count_ways(uth_game *game)
{
    for (int x = 0; x < 26; x++)
        for (int y = x < 13 ? x + 1 : x; y < 26; y++) {
            int column = game->column[x][y];
            int u = x < 13 ? -1 : x - 13, v = y < 13 ? -1 : y - 13;
            for (uint8_t a = 0; a < RANKS; a++)
                for (uint8_t b = 0; b <= a; b++) {
                    uint8_t rank[2] = {a, b};
                    game->ways[rank_pair(a, b)][column] = (uint8_t)ways_to_deal(rank, 2, 3, u, v);
                    game->ways[RANK_PAIRS + a][column] = (uint8_t)ways_to_deal(rank, 1, 3, u, v);
                }
            game->ways[RANK_PAIRS + RANKS][column] = 1;
        }
}

/* All boards with these suited cards; their numbers follow each other. */
static void list_suit_boards(uth_game *game, rank_set suited)
{
    int others = 5 - game->sets.size[suited];
    suit_view view = {(uint16_t)suited, (uint8_t)others, {0, 0}};
    board_ways ways = {0};
    for (uint8_t a = 0; a < (others > 0 ? RANKS : 1); a++)
        for (uint8_t b = 0; b <= (others > 1 ? a : 0); b++) {
            view.other[0] = a;
            view.other[1] = b;
            uint8_t rank[5];
            int n = 0;
            rank_set left = suited;
            for (int i = 0; i < others; i++) {
                for (; left && highest(left) >= view.other[i]; left ^= top(left))
                    rank[n++] = (uint8_t)highest(left);
                rank[n++] = view.other[i];
            }
            for (; left; left ^= top(left))
                rank[n++] = (uint8_t)highest(left);
            int by_ranks = rank_index(rank, 5), index = suit_index(&game->sets, view, 5);
            if (!game->board[by_ranks].possible)
                continue;
            game->by_ranks[index] = (uint16_t)by_ranks;
            game->view[index] = view;
            find_ways(game, view, 0, COLUMNS, &ways);
            for (int column = 0; column < COLUMNS; column++)
                game->suit_boards[by_ranks][column] = (uint8_t)(game->suit_boards[by_ranks][column] + ways.by_column[column]);
        }
}

int32_t uth_game_new(uint32_t deck, uint32_t qualifier, uth_game **result)
{
    if (deck >> RANKS || size_of(deck) < 3)             /* nine cards at least */
        return UTH_BAD_CARD;
    uth_game *game = take_zeroed(sizeof *game);
    if (!game)
        return UTH_NO_MEMORY;
    game->deck = deck;
    game->qualifier = qualifier;
    game->dealer_hands = choose(4 * size_of(deck) - 7, 2);
    number_sets(&game->sets);
    number_columns(game);
    count_ways(game);
    list_four_parts(&game->sets, &game->fours);
    for (uint8_t a = 0; a < RANKS; a++)
        for (uint8_t b = 0; b <= a; b++)
            for (uint8_t c = 0; c <= b; c++)
                for (uint8_t d = 0; d <= c; d++)
                    for (uint8_t e = 0; e <= d; e++) {
                        uint8_t rank[5] = {a, b, c, d, e};
                        ranked_board *board = &game->board[rank_index(rank, 5)];
                        rank_set all = 0;
                        for (int i = 0; i < 5; i++) {
                            board->rank[i] = rank[i];
                            all |= (rank_set)1 << rank[i];
                        }
                        board->possible = !(all & ~deck) && a != e;
                    }
    for (rank_set suited = deck;; suited = (suited - 1) & deck) {
        if (game->sets.size[suited] >= 3 && game->sets.size[suited] <= 5)
            list_suit_boards(game, suited);
        if (!suited)
            break;
    }
    *result = game;
    return UTH_OK;
}

void uth_game_free(uth_game *game) { give_back(game); }
