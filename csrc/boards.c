/* boards.c: counts every board of one hand, by ranks and by flush suit. */
#include "boards.h"

#include <stdlib.h>

/* Dealer hands that make a flush, given the suited part of the board: their outcomes against the player's hand. */
typedef struct {
    int ready;
    tally below_flush;                                  /* if the player is below a flush */
    tally full;                                         /* if the player has a full house or four of a kind */
    tally own;                                          /* if the player has a flush */
    strength player;                                    /* that flush, or 0 */
} flush_dealers;

/* Outcomes of each pair of dealer ranks on a board, flushes disregarded, against one strength of the player. */
typedef struct {
    int ready;
    tally one[RANKS][RANKS];
    tally with[RANKS];                                  /* all dealer hands that hold one given card of this rank */
    tally all;
} rank_dealers;

enum { AGAINST_RANKS, AGAINST_FLUSH, AGAINST_STRAIGHT_FLUSH, OPPONENTS };

typedef struct {
    boards *out;
    int hole[2];                                        /* ranks */
    rank_set hole_suit[SUITS];
    ranks known;
    rank_set known_suit[SUITS];
    int known_count;
    strength qualifier;
    flush_dealers suited[SUITS][3][1287];               /* [suit][suited board cards - 3][place of their set] */
    /* the board under way */
    uint8_t rank[5];                                    /* ranks to come, descending, from [known_count] on */
    int left[RANKS];
    strength dealer[RANKS][RANKS];
    strength player;
    rank_dealers against[OPPONENTS];
} counter;

static const rank_dealers *dealers_against(counter *c, int opponent)
{
    rank_dealers *d = &c->against[opponent];
    if (d->ready)
        return d;
    strength player = opponent == AGAINST_RANKS ? c->player
        : STRENGTH(opponent == AGAINST_FLUSH ? UTH_FLUSH : UTH_STRAIGHT_FLUSH, 0, 0);
    d->ready = 1;
    d->all = 0;
    for (int x = 0; x < RANKS; x++)
        d->with[x] = 0;
    for (int x = 0; x < RANKS; x++) {
        uint64_t x_left = (uint64_t)c->left[x];
        if (!x_left)
            continue;
        for (int y = 0; y <= x; y++) {
            uint64_t y_left = (uint64_t)c->left[y];
            if (!y_left)
                continue;
            tally one = one_of(player, c->dealer[x][y], c->qualifier);
            d->one[x][y] = d->one[y][x] = one;
            if (x == y) {
                d->with[x] += one * (x_left - 1);
                d->all += one * (x_left * (x_left - 1) / 2);
            } else {
                d->with[x] += one * y_left;
                d->with[y] += one * x_left;
                d->all += one * (x_left * y_left);
            }
        }
    }
    return d;
}

static void add_flush(flush_dealers *f, rank_set suited, int times, strength qualifier)
{
    strength dealer = flush_strength(suited);
    uint64_t n = (uint64_t)times;
    f->below_flush += one_of(0, dealer, qualifier) * n;
    f->full += one_of(STRENGTH(UTH_FULL_HOUSE, 0, 0), dealer, qualifier) * n;
    if (f->player)
        f->own += one_of(f->player, dealer, qualifier) * n;
}

/* `unsuited` cards of other suits are left for the dealer; with four suited board cards one suited card makes a flush. */
static const flush_dealers *dealers_with_flush(counter *c, int suit, rank_set suited, int unsuited)
{
    int size = c->out->sets.size[suited];
    flush_dealers *f = &c->suited[suit][size - 3][c->out->sets.place[suited]];
    if (f->ready)
        return f;
    f->ready = 1;
    rank_set own = suited | c->hole_suit[suit];
    if (c->out->sets.size[own] >= 5)
        f->player = flush_strength(own);
    rank_set left = c->out->suit_left[suit] & ~suited;
    for (rank_set x = left; x; x &= x - 1) {
        rank_set one = suited | (x & (~x + 1));
        if (size >= 4)
            add_flush(f, one, unsuited, c->qualifier);
        for (rank_set y = x & (x - 1); y; y &= y - 1)
            add_flush(f, one | (y & (~y + 1)), 1, c->qualifier);
    }
    if (size == 5)
        add_flush(f, suited, unsuited * (unsuited - 1) / 2, c->qualifier);
    return f;
}

/* The outcomes, by ranks, of the dealer hands that make a flush: two suited cards, or one where the board has four. */
static tally flushes_by_ranks(const rank_dealers *d, rank_set left, int one_suffices)
{
    tally pairs = 0, with = 0;
    int rank[RANKS], n = 0;
    for (; left; left &= left - 1) {
        int x = lowest(left);
        with += d->with[x];
        for (int i = 0; i < n; i++)
            pairs += d->one[x][rank[i]];
        rank[n++] = x;
    }
    return one_suffices ? with - pairs : pairs;         /* `with` holds each suited pair twice */
}

static void count_suited(counter *c, int suit, rank_set fresh, int by_ranks)
{
    boards *out = c->out;
    suit_board *board = &out->by_suit[suit][out->suit_count[suit]];
    rank_set suited = c->known_suit[suit] | fresh;
    int size = out->sets.size[suited];

    int deals = 1, unsuited = -out->sets.size[out->suit_left[suit]];
    suit_view view = {(uint16_t)suited, 0, {0, 0}};
    rank_set open = fresh;
    int previous = -1, repeated = 0;
    for (int i = c->known_count; i < 5; i++) {
        int rank = c->rank[i];
        if (open >> rank & 1) {
            open ^= (rank_set)1 << rank;
            continue;
        }
        int others_left = out->left[rank] - (int)(out->suit_left[suit] >> rank & 1);
        repeated = rank == previous ? repeated + 1 : 0;
        deals = deals * (others_left - repeated) / (repeated + 1);
        previous = rank;
        view.other[view.others++] = (uint8_t)rank;
    }
    if (deals <= 0)
        return;
    for (int rank = 0; rank < RANKS; rank++)
        unsuited += out->left[rank];
    unsuited -= view.others;

    const flush_dealers *flushes = dealers_with_flush(c, suit, suited, unsuited);
    strength player = flushes->player ? flushes->player : c->player;
    tally counts = flushes->player ? flushes->own : player >= STRENGTH(UTH_FULL_HOUSE, 0, 0) ? flushes->full : flushes->below_flush;
    if (size < 5) {
        int opponent = !flushes->player ? AGAINST_RANKS
            : category_of(player) == UTH_FLUSH ? AGAINST_FLUSH : AGAINST_STRAIGHT_FLUSH;
        const rank_dealers *rest = dealers_against(c, opponent);
        counts += rest->all - flushes_by_ranks(rest, out->suit_left[suit] & ~suited, size == 4);
    }
    *board = (suit_board){counts, (uint16_t)deals, (uint16_t)by_ranks, (uint8_t)category_of(player), view};
    out->suit_count[suit]++;
    rank_board *plain = &out->by_rank[by_ranks];
    for (int other = suit; other < SUITS; other++)
        if (out->twin[other] == suit)
            plain->deals_without_flush = (uint16_t)(plain->deals_without_flush - deals);
}

/* A board by ranks, complete: count it, and its suited versions. */
static void count_board(counter *c, int deals)
{
    boards *out = c->out;
    ranks board = c->known;
    rank_set fresh = 0;
    for (int i = c->known_count; i < 5; i++) {
        board = add_rank(board, c->rank[i]);
        fresh |= (rank_set)1 << c->rank[i];
    }
    c->player = rank_strength(add_rank(add_rank(board, c->hole[0]), c->hole[1]), 7);
    for (int x = 0; x < RANKS; x++) {
        if (!c->left[x])
            continue;
        ranks with_x = add_rank(board, x);
        for (int y = 0; y <= x; y++)
            if (c->left[y])
                c->dealer[x][y] = rank_strength(add_rank(with_x, y), 7);
    }
    for (int i = 0; i < OPPONENTS; i++)
        c->against[i].ready = 0;

    rank_board *entry = &out->by_rank[out->rank_count];
    entry->counts = dealers_against(c, AGAINST_RANKS)->all;
    entry->deals = entry->deals_without_flush = (uint16_t)deals;
    entry->category = (uint8_t)category_of(c->player);
    for (int i = c->known_count; i < 5; i++)
        entry->rank[i] = c->rank[i];

    for (int suit = 0; suit < SUITS; suit++) {
        if (out->twin[suit] != suit)
            continue;
        rank_set may = fresh & out->suit_left[suit];
        int needed = 3 - size_of(c->known_suit[suit]);
        for (rank_set set = may;; set = (set - 1) & may) {
            if (out->sets.size[set] >= needed)
                count_suited(c, suit, set, out->rank_count);
            if (!set)
                break;
        }
    }
    out->rank_count++;
}

/* Deals the board from card `dealt` on, in every way by ranks. */
static void deal_ranks(counter *c, int dealt, int highest_rank, int deals)
{
    if (dealt == 5) {
        count_board(c, deals);
        return;
    }
    for (int rank = highest_rank; rank >= 0; rank--) {
        if (!c->left[rank])
            continue;
        int repeated = 0;
        for (int i = dealt; i > c->known_count && c->rank[i - 1] == rank; i--)
            repeated++;
        c->rank[dealt] = (uint8_t)rank;
        int ways = deals * c->left[rank] / (repeated + 1);
        c->left[rank]--;
        deal_ranks(c, dealt + 1, rank, ways);
        c->left[rank]++;
    }
}

int32_t count_boards(const uint8_t hole[2], const uint8_t *known, int known_count, uint64_t live, strength qualifier, boards *out)
{
    counter *c = calloc(1, sizeof *c);
    if (!c)
        return UTH_NO_MEMORY;
    c->out = out;
    c->known_count = known_count;
    c->qualifier = qualifier;
    for (int i = 0; i < 2; i++) {
        c->hole[i] = rank_of(hole[i]);
        c->hole_suit[suit_of(hole[i])] |= (rank_set)1 << rank_of(hole[i]);
    }
    for (int i = 0; i < known_count; i++) {
        c->known = add_rank(c->known, rank_of(known[i]));
        c->known_suit[suit_of(known[i])] |= (rank_set)1 << rank_of(known[i]);
    }
    number_sets(&out->sets);
    out->dealer_hands = choose(size_of(live) - (5 - known_count), 2);
    out->rank_count = 0;
    for (int rank = 0; rank < RANKS; rank++)
        c->left[rank] = out->left[rank] = size_of(live >> (4 * rank) & 15);
    for (int suit = 0; suit < SUITS; suit++) {
        out->suit_left[suit] = ranks_of_suit(live, suit);
        out->suit_count[suit] = 0;
        out->twin[suit] = suit;
        for (int other = 0; other < suit && out->twin[suit] == suit; other++)
            if (out->suit_left[other] == out->suit_left[suit] && !c->hole_suit[other] && !c->hole_suit[suit]
                && !c->known_suit[other] && !c->known_suit[suit])
                out->twin[suit] = other;
    }
    deal_ranks(c, known_count, RANKS - 1, 1);
    free(c);
    return UTH_OK;
}
