/* game_count.c: counts every board of the whole game against every kind of hole cards (game.h). */
#include "game.h"

#include <stdlib.h>

/* Dealer hands passed on the way from the weakest up: all of them, and those that hold one given card. */
typedef struct {
    int all;
    int with[26];                                       /* suited ranks, then other ranks */
} passed;

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
    const ranked_board *board;
    const cards_left *left;
    const passed *unqualified;
    const uint8_t *ways;                                /* to deal the board, by column */
    standing *hole;
    standing_sum (*sums)[2][COLUMNS];
    passed now;
} walk;

/* Dealer hands passed that hold neither of two cards. */
static inline int without(const passed *p, int x, int y) { return p->all - p->with[x] - p->with[y]; }

/* What holds of all hole cards of the strength that the walk has reached. */
typedef struct {
    int kind, below_qualifier;
    const uint8_t *ways;
    standing *hole;
    standing_sum *sums;
} group;

/*
 * Where hole cards x and y stand, all dealer hands of their strength being passed; `below` have been before those. The hole
 * cards themselves were taken off twice.
 */
static inline void place_hole(const group *at, const passed *now, const passed *nq, int column, int x, int y, int below)
{
    int equal = without(now, x, y) + 1 - below, unqualified = without(nq, x, y) + at->below_qualifier;
    at->hole[column] = make_standing(below, equal, unqualified, at->kind);
    add_standing(&at->sums[column], below, equal, unqualified, at->ways[column]);
}

/* `suited_too`: one suited card does not make a flush yet. */
static inline void walk_ranks(walk *w, int from, int to, int suited_too)
{
    const ranked_board *board = w->board;
    const uint8_t *high = w->game->high, *low = w->game->low;
    passed now = w->now, nq = *w->unqualified;
    cards_left left = *w->left;
    for (int i = from; i < to;) {
        int first = i, below[RANK_PAIRS][3];
        do {
            int pair = board->order[i] & 127, u = high[pair], v = low[pair];
            below[i - first][0] = without(&now, 13 + u, 13 + v);
            if (suited_too) {
                below[i - first][1] = without(&now, u, 13 + v);
                below[i - first][2] = without(&now, v, 13 + u);
            }
        } while (!(board->order[i++] & 128));
        for (int k = first; k < i; k++)
            pass_ranks(&now, &left, high[board->order[k] & 127], low[board->order[k] & 127]);
        int below_qualifier = first < board->below_qualifier;
        group at = {0, below_qualifier, w->ways, w->hole, w->sums[board->category[board->order[first] & 127]][!below_qualifier]};
        for (int k = first; k < i; k++) {
            int pair = board->order[k] & 127, u = high[pair], v = low[pair];
            place_hole(&at, &now, &nq, NONE_SUITED + pair, 13 + u, 13 + v, below[k - first][0]);
            if (!suited_too)
                continue;
            place_hole(&at, &now, &nq, ONE_SUITED + 13 * u + v, u, 13 + v, below[k - first][1]);
            if (u != v)
                place_hole(&at, &now, &nq, ONE_SUITED + 13 * v + u, v, 13 + u, below[k - first][2]);
        }
    }
    w->now = now;
}

/* The hole cards of a flush entry, listed by their two places. */
static int list_holes(flush_entry entry, uint8_t (*hole)[2])
{
    int n = 0;
    if (entry.y >= 0) {
        hole[n][0] = (uint8_t)entry.x;
        hole[n++][1] = (uint8_t)entry.y;
        return n;
    }
    for (int u = 0; u < RANKS; u++)
        for (int v = 0; v <= (entry.x < 0 ? u : 0); v++) {
            hole[n][0] = (uint8_t)(entry.x < 0 ? 13 + v : entry.x);
            hole[n++][1] = (uint8_t)(13 + u);
        }
    return n;
}

static void walk_flushes(walk *w, const flush_order *order, int from, int to)
{
    passed now = w->now;
    for (int i = from; i < to;) {
        int first = i, holes = 0;
        strength reached = order->entry[i].strength;
        flush_entry one = order->entry[i];
        if (one.y >= 0 && (i + 1 == to || order->entry[i + 1].strength != reached)) {
            /* by far the commonest: nobody else has this flush */
            int alone = without(&now, one.x, one.y), unqualified = i++ < order->below_qualifier;
            group at = {kind_of_flush(reached), unqualified, w->ways, w->hole, w->sums[category_of(reached)][!unqualified]};
            pass_flush(&now, w->left, one);
            place_hole(&at, &now, w->unqualified, w->game->column[one.x][one.y], one.x, one.y, alone);
            continue;
        }
        uint8_t hole[COLUMNS][2];
        int16_t below[COLUMNS];
        for (; i < to && order->entry[i].strength == reached; i++)
            holes += list_holes(order->entry[i], hole + holes);
        for (int k = 0; k < holes; k++)
            below[k] = (int16_t)without(&now, hole[k][0], hole[k][1]);
        for (int k = first; k < i; k++)
            pass_flush(&now, w->left, order->entry[k]);
        int below_qualifier = first < order->below_qualifier;
        group at = {kind_of_flush(reached), below_qualifier, w->ways, w->hole, w->sums[category_of(reached)][!below_qualifier]};
        for (int k = 0; k < holes; k++)
            place_hole(&at, &now, w->unqualified, w->game->column[hole[k][0]][hole[k][1]], hole[k][0], hole[k][1], below[k]);
    }
    w->now = now;
}

/* One board from a suit: from the weakest dealer hand to the strongest, the hole cards along the way. */
static void count_suit_board(uth_game *game, int index, const uint8_t *ways, const flush_order *flushes, standing_sums sums)
{
    suit_view view = game->view[index];
    const ranked_board *board = &game->board[game->by_ranks[index]];
    cards_left left = {0};
    for (int rank = 0; rank < RANKS; rank++) {
        left.plain_suited[rank] = view.others == 2 && is_dealt(game, rank) && !(view.suited >> rank & 1);
        left.other[rank] = 3 * is_dealt(game, rank);
        for (int i = 0; i < view.others; i++)
            left.other[rank] -= view.other[i] == rank;
        left.others += left.other[rank];
    }
    passed unqualified = {0};
    for (int i = 0; i < board->below_qualifier && view.others; i++)
        pass_ranks(&unqualified, &left, game->high[board->order[i] & 127], game->low[board->order[i] & 127]);
    for (int i = 0; i < flushes->below_qualifier; i++)
        pass_flush(&unqualified, &left, flushes->entry[i]);

    walk w;
    w.game = game;
    w.board = board;
    w.left = &left;
    w.unqualified = &unqualified;
    w.ways = ways;
    w.hole = game->hole[index];
    w.sums = sums;
    w.now = (passed){0};
    int low = view.others ? board->below_flush : 0, high = view.others ? board->entries : 0;   /* five suited cards: all have a flush */
    if (view.others == 2)
        walk_ranks(&w, 0, low, 1);
    else
        walk_ranks(&w, 0, low, 0);
    walk_flushes(&w, flushes, 0, flushes->below_straight_flush);
    walk_ranks(&w, low, high, view.others == 2);
    walk_flushes(&w, flushes, flushes->below_straight_flush, flushes->count);
}

/* Shell sort: short lists, sorted often. */
static void sort_up(uint64_t *list, int count)
{
    static const int gaps[] = {13, 4, 1};               /* the lists come half sorted */
    for (int g = 0; g < 3; g++)
        for (int i = gaps[g]; i < count; i++) {
            uint64_t moved = list[i];
            int at = i;
            for (; at >= gaps[g] && list[at - gaps[g]] > moved; at -= gaps[g])
                list[at] = list[at - gaps[g]];
            list[at] = moved;
        }
}

/* The board by ranks: the order of the dealer's hands, then the same walk with all suits alike. */
static void count_ranked_board(uth_game *game, ranked_board *board, standing_sums unused)
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

    uint64_t found[RANK_PAIRS];                         /* strength, then pair */
    int n = 0, ways = ways_to_deal(board->rank, 5, 4, -1, -1);
    for (int pair = 0; pair < RANK_PAIRS; pair++) {
        int u = game->high[pair], v = game->low[pair];
        if (left.other[u] <= (u == v) || !left.other[v])
            continue;
        strength dealer = rank_strength(add_rank(add_rank(held, u), v), 7);
        found[n++] = (uint64_t)dealer << 7 | (unsigned)pair;
        board->category[pair] = (uint8_t)category_of(dealer);
        /* each hole card makes a choice of the board's cards of its rank rarer: n choose k becomes n - 1 choose k */
        board->ways[pair] = (uint16_t)(ways * left.other[u] * (left.other[v] - (u == v)) / (u == v ? 4 * 3 : 4 * 4));
        board->below_flush = (uint8_t)(board->below_flush + (dealer < STRENGTH(UTH_FLUSH, 0, 0)));
        board->below_qualifier = (uint8_t)(board->below_qualifier + (dealer < game->qualifier));
    }
    sort_up(found, n);
    board->entries = (uint8_t)n;
    for (int i = 0; i < n; i++) {
        int last = i == n - 1 || found[i + 1] >> 7 != found[i] >> 7;
        board->order[i] = (uint8_t)((found[i] & 127) | (unsigned)last << 7);
    }

    passed unqualified = {0};
    for (int i = 0; i < board->below_qualifier; i++)
        pass_ranks(&unqualified, &left, game->high[board->order[i] & 127], game->low[board->order[i] & 127]);
    standing hole[COLUMNS];
    walk w;
    w.game = game;
    w.board = board;
    w.left = &left;
    w.unqualified = &unqualified;
    w.ways = game->ways[OTHERS - 1];
    w.hole = hole;
    w.sums = unused;
    w.now = (passed){0};
    walk_ranks(&w, 0, n, 0);
    for (int i = 0; i < n; i++) {
        int pair = board->order[i] & 127;
        board->hole[pair] = hole[NONE_SUITED + pair];
    }
}

int32_t uth_game_order(uth_game *game, int32_t piece)
{
    if (piece < 0 || piece >= UTH_ORDER_PIECES)
        return UTH_BAD_COUNT;
    if (game->ordered[piece] != PIECE_OPEN)
        return UTH_BAD_ORDER;
    game->ordered[piece] = PIECE_TAKEN;
    standing_sums unused = {0};                         /* by ranks, hands are summed when they are settled */
    for (int i = piece; i < RANK_BOARDS; i += UTH_ORDER_PIECES)
        if (game->board[i].possible)
            count_ranked_board(game, &game->board[i], unused);
    game->ordered[piece] = PIECE_DONE;
    return UTH_OK;
}

int32_t uth_game_count(uth_game *game, int32_t piece)
{
    if (piece < 0 || piece >= UTH_COUNT_PIECES)
        return UTH_BAD_COUNT;
    if (!all_done(game->ordered, UTH_ORDER_PIECES) || game->counted[piece] != PIECE_OPEN)
        return UTH_BAD_ORDER;
    game->counted[piece] = PIECE_TAKEN;
    rank_set ordered = 0;
    board_ways ways = {0};
    flush_order flushes;
    for (int i = 0; i < SUIT_BOARDS; i++) {
        rank_set suited = game->view[i].suited;
        if (!suited || game->sets.place[suited] % UTH_COUNT_PIECES != piece)
            continue;
        if (suited != ordered)
            order_flushes(game, suited, &flushes);
        ordered = suited;
        find_ways(game, game->view[i], 0, COLUMNS, &ways);
        count_suit_board(game, i, ways.by_column, &flushes, game->stands[piece]);
    }
    game->counted[piece] = PIECE_DONE;
    return UTH_OK;
}
