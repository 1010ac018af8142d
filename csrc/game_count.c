/* game_count.c: counts every board of the whole game against every kind of hole cards (game.h). */
#include "game.h"

#include <stdlib.h>

/* Dealer hands passed on the way from the weakest up: all of them, and those that hold one given card. */
typedef struct {
    int all;
    int with[26];                                       /* suited ranks, then other ranks */
} passed;

/* Hole cards at the strength that the walk has reached. */
typedef struct {
    uint16_t column;
    uint8_t x, y;                                       /* their places in passed.with */
    int16_t below;
} hole_cards;

/* Some dealer hands of equal strength that make a flush. */
typedef struct {
    strength strength;
    int8_t x, y;                                        /* suited ranks; -1: any other card */
} flush_entry;

typedef struct {
    int count, below_straight_flush, below_qualifier;
    flush_entry entry[46];
} flush_order;

static int by_strength(const void *a, const void *b)
{
    strength x = ((const flush_entry *)a)->strength, y = ((const flush_entry *)b)->strength;
    return (x > y) - (x < y);
}

/* Which of two suited cards, one suited card or none the dealer needs to make a flush, weakest first. */
static void order_flushes(const uth_game *game, rank_set suited, flush_order *order)
{
    int size = game->sets.size[suited];
    order->count = 0;
    for (rank_set x = game->deck & ~suited; x; x &= x - 1) {
        rank_set one = suited | (x & (~x + 1));
        if (size >= 4)
            order->entry[order->count++] = (flush_entry){flush_strength(one), (int8_t)lowest(x), -1};
        for (rank_set y = x & (x - 1); y; y &= y - 1)
            order->entry[order->count++] = (flush_entry){flush_strength(one | (y & (~y + 1))), (int8_t)lowest(x), (int8_t)lowest(y)};
    }
    if (size == 5)
        order->entry[order->count++] = (flush_entry){flush_strength(suited), -1, -1};
    qsort(order->entry, (size_t)order->count, sizeof order->entry[0], by_strength);
    order->below_straight_flush = order->below_qualifier = 0;
    for (int i = 0; i < order->count; i++) {
        order->below_straight_flush += category_of(order->entry[i].strength) < UTH_STRAIGHT_FLUSH;
        order->below_qualifier += order->entry[i].strength < game->qualifier;
    }
}

/* Cards of one board that are not on it: suited ones that do not make a flush by themselves, suited ones, others. */
typedef struct {
    int plain_suited[RANKS];
    int other[RANKS];
    int others;
} cards_left;

static void pass_ranks(passed *p, const cards_left *left, int u, int v)
{
    int su = left->plain_suited[u], sv = left->plain_suited[v], ou = left->other[u], ov = left->other[v];
    if (u == v) {
        p->all += ou * (ou - 1) / 2 + su * ou;
        p->with[13 + u] += ou - 1 + su;
        p->with[u] += su * ou;
        return;
    }
    p->all += ou * ov + su * ov + sv * ou;
    p->with[13 + u] += ov + sv;
    p->with[13 + v] += ou + su;
    p->with[u] += su * ov;
    p->with[v] += sv * ou;
}

static void pass_flush(passed *p, const cards_left *left, flush_entry entry)
{
    if (entry.x >= 0 && entry.y >= 0) {
        p->all++;
        p->with[entry.x]++;
        p->with[entry.y]++;
        return;
    }
    int times = entry.x >= 0 ? left->others : left->others * (left->others - 1) / 2;
    p->all += times;
    if (entry.x >= 0)
        p->with[entry.x] += times;
    for (int rank = 0; rank < RANKS; rank++)
        p->with[13 + rank] += entry.x >= 0 ? 1 : left->others - 1;
}

typedef struct {
    const uth_game *game;
    const passed *unqualified;
    standing *hole;
    passed now;
    hole_cards open[COLUMNS];
    int opened;
} walk;

static void open_hole(walk *w, int x, int y)
{
    hole_cards *h = &w->open[w->opened++];
    *h = (hole_cards){w->game->column[x][y], (uint8_t)x, (uint8_t)y, (int16_t)(w->now.all - w->now.with[x] - w->now.with[y])};
}

static void open_ranks(walk *w, const cards_left *left, int u, int v)
{
    if (left->other[u] > (u == v) && left->other[v])
        open_hole(w, 13 + u, 13 + v);
    if (left->plain_suited[u] && left->other[v])
        open_hole(w, u, 13 + v);
    if (u != v && left->plain_suited[v] && left->other[u])
        open_hole(w, v, 13 + u);
}

static void open_flush(walk *w, const cards_left *left, flush_entry entry)
{
    if (entry.x >= 0 && entry.y >= 0) {
        open_hole(w, entry.x, entry.y);
        return;
    }
    for (int u = 0; u < RANKS; u++) {
        if (!left->other[u])
            continue;
        if (entry.x >= 0)
            open_hole(w, entry.x, 13 + u);
        for (int v = 0; v <= u && entry.x < 0; v++)
            if (left->other[v] > (u == v))
                open_hole(w, 13 + u, 13 + v);
    }
}

/*
 * All dealer hands of this strength have been passed: hole cards of the same strength know where they stand. Hands with
 * one of the hole cards are taken off; the hole cards themselves were taken off twice.
 */
static void close_group(walk *w, int kind, int below_qualifier)
{
    const passed *now = &w->now, *nq = w->unqualified;
    for (int i = 0; i < w->opened; i++) {
        hole_cards h = w->open[i];
        int up_to = now->all - now->with[h.x] - now->with[h.y] + 1;
        int unqualified = nq->all - nq->with[h.x] - nq->with[h.y] + below_qualifier;
        w->hole[h.column] = make_standing(h.below, up_to - h.below, unqualified, kind);
    }
    w->opened = 0;
}

static void walk_ranks(walk *w, const cards_left *left, const ranked_board *board, int from, int to)
{
    for (int i = from; i < to;) {
        int first = i;
        do
            open_ranks(w, left, w->game->high[board->order[i] & 127], w->game->low[board->order[i] & 127]);
        while (!(board->order[i++] & 128));
        for (int k = first; k < i; k++)
            pass_ranks(&w->now, left, w->game->high[board->order[k] & 127], w->game->low[board->order[k] & 127]);
        close_group(w, 0, first < board->below_qualifier);
    }
}

static void walk_flushes(walk *w, const cards_left *left, const flush_order *order, int from, int to)
{
    for (int i = from; i < to;) {
        int first = i;
        strength reached = order->entry[i].strength;
        for (; i < to && order->entry[i].strength == reached; i++)
            open_flush(w, left, order->entry[i]);
        for (int k = first; k < i; k++)
            pass_flush(&w->now, left, order->entry[k]);
        close_group(w, kind_of_flush(reached), first < order->below_qualifier);
    }
}

/* One suited board: from the weakest dealer hand to the strongest, the hole cards along the way. */
static void count_suit_board(const uth_game *game, const ranked_board *board, const flush_order *flushes, rank_set suited,
                             const uint8_t *other, int others, standing hole[COLUMNS])
{
    cards_left left = {0};
    for (int rank = 0; rank < RANKS; rank++) {
        left.plain_suited[rank] = others == 2 && is_dealt(game, rank) && !(suited >> rank & 1);
        left.other[rank] = 3 * is_dealt(game, rank);
        for (int i = 0; i < others; i++)
            left.other[rank] -= other[i] == rank;
        left.others += left.other[rank];
    }
    passed unqualified = {0};
    for (int i = 0; i < board->below_qualifier && others; i++)
        pass_ranks(&unqualified, &left, game->high[board->order[i] & 127], game->low[board->order[i] & 127]);
    for (int i = 0; i < flushes->below_qualifier; i++)
        pass_flush(&unqualified, &left, flushes->entry[i]);

    walk w = {.game = game, .unqualified = &unqualified, .hole = hole};
    int low = others ? board->below_flush : 0, high = others ? board->entries : 0;  /* with five suited cards all have a flush */
    walk_ranks(&w, &left, board, 0, low);
    walk_flushes(&w, &left, flushes, 0, flushes->below_straight_flush);
    walk_ranks(&w, &left, board, low, high);
    walk_flushes(&w, &left, flushes, flushes->below_straight_flush, flushes->count);
}

/* The board by ranks: the order of the dealer's hands, then the same walk with all suits alike. */
static void count_ranked_board(uth_game *game, ranked_board *board)
{
    ranks held = 0;
    for (int i = 0; i < 5; i++)
        held = add_rank(held, board->rank[i]);
    cards_left left = {0};                              /* of one rank all cards are alike: "other" ones */
    for (int rank = 0; rank < RANKS; rank++) {
        left.other[rank] = 4 * is_dealt(game, rank);
        for (int i = 0; i < 5; i++)
            left.other[rank] -= board->rank[i] == rank;
    }

    strength found[RANK_PAIRS];
    int n = 0;
    for (int pair = 0; pair < RANK_PAIRS; pair++) {
        int u = game->high[pair], v = game->low[pair];
        if (left.other[u] <= (u == v) || !left.other[v])
            continue;
        strength dealer = rank_strength(add_rank(add_rank(held, u), v), 7);
        board->category[pair] = (uint8_t)category_of(dealer);
        int at = n++;
        for (; at > 0 && found[at - 1] > dealer; at--) {
            found[at] = found[at - 1];
            board->order[at] = board->order[at - 1];
        }
        found[at] = dealer;
        board->order[at] = (uint8_t)pair;
        board->below_flush = (uint8_t)(board->below_flush + (dealer < STRENGTH(UTH_FLUSH, 0, 0)));
        board->below_qualifier = (uint8_t)(board->below_qualifier + (dealer < game->qualifier));
    }
    board->entries = (uint8_t)n;
    for (int i = 0; i < n; i++)
        if (i == n - 1 || found[i + 1] != found[i])
            board->order[i] |= 128;

    passed unqualified = {0};
    for (int i = 0; i < board->below_qualifier; i++)
        pass_ranks(&unqualified, &left, game->high[board->order[i] & 127], game->low[board->order[i] & 127]);
    standing hole[COLUMNS];
    walk w = {.game = game, .unqualified = &unqualified, .hole = hole};
    walk_ranks(&w, &left, board, 0, n);
    for (int i = 0; i < n; i++) {
        int pair = board->order[i] & 127;
        board->hole[pair] = hole[NONE_SUITED + pair];
    }
}

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

int32_t uth_game_new(uint32_t deck, uint32_t qualifier, uth_game **result)
{
    if (deck >> RANKS || size_of(deck) < 3)             /* nine cards at least */
        return UTH_BAD_CARD;
    uth_game *game = calloc(1, sizeof *game);
    if (!game)
        return UTH_NO_MEMORY;
    game->deck = deck;
    game->qualifier = qualifier;
    game->dealer_hands = choose(4 * size_of(deck) - 7, 2);
    number_sets(&game->sets);
    number_columns(game);
    count_ways(game);
    list_four_parts(&game->sets, &game->fours);
    for (unsigned set = 0; set < 1 << RANKS; set++)
        if (game->sets.size[set] >= 3 && game->sets.size[set] <= 5)
            game->set_at[game->sets.size[set] - 3][game->sets.place[set]] = (uint16_t)set;
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
                        if (board->possible)
                            count_ranked_board(game, board);
                    }
    *result = game;
    return UTH_OK;
}

void uth_game_free(uth_game *game) { free(game); }

static void count_set(uth_game *game, rank_set suited)
{
    flush_order flushes;
    order_flushes(game, suited, &flushes);
    int others = 5 - game->sets.size[suited];
    suit_view view = {(uint16_t)suited, (uint8_t)others, {0, 0}};
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
            const ranked_board *board = &game->board[by_ranks];
            if (!board->possible)
                continue;
            game->by_ranks[index] = (uint16_t)by_ranks;
            game->view[index] = view;
            count_suit_board(game, board, &flushes, suited, view.other, others, game->hole[index]);
        }
}

int32_t uth_game_count(uth_game *game, int32_t piece)
{
    if (piece < 0 || piece >= UTH_COUNT_PIECES)
        return UTH_BAD_COUNT;
    static const int sets[] = {286, 715, 1287};
    for (int size = 3; size <= 5; size++)
        for (int place = piece; place < sets[size - 3]; place += UTH_COUNT_PIECES) {
            rank_set suited = game->set_at[size - 3][place];
            if (!(suited & ~game->deck))
                count_set(game, suited);
        }
    return UTH_OK;
}
