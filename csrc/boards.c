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

/*
 * Outcomes of the dealer's hands by the ranks of their unseen cards, flushes disregarded, against one strength of the
 * player. The dealer has two unseen cards, or one, or none if the player sees both.
 */
typedef struct {
    int ready;
    tally one[RANKS][RANKS];                            /* a single hand with two given cards of these ranks */
    tally with[RANKS];                                  /* all dealer hands that hold one given card of this rank */
    tally all;
} rank_dealers;

enum { AGAINST_RANKS, AGAINST_FLUSH, AGAINST_STRAIGHT_FLUSH, OPPONENTS };

/* Hole cards of the player, or those of the dealer that the player sees. */
typedef struct {
    int count;
    int rank[2];
    rank_set suit[SUITS];
} up_to_two;

typedef struct {
    boards *out;
    int to_come;                                        /* board cards */
    int open;                                           /* cards of the dealer that nobody has seen */
    cards_held known;                                   /* cards of the board */
    int unsuited[SUITS];                                /* cards left that are not of the suit */
    up_to_two hole, dealer_known;
    strength qualifier;
    flush_dealers suited[SUITS][3][1287];               /* [suit][suited board cards - 3][place of their set] */
    /* the board under way */
    uint8_t rank[5];                                    /* ranks to come, descending */
    int left[RANKS];
    strength dealer[RANKS][RANKS];                      /* by the dealer's unseen ranks, 0 in place of a seen one */
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
    if (c->open == 0)
        d->all = one_of(player, c->dealer[0][0], c->qualifier);
    for (int x = 0; x < RANKS && c->open > 0; x++) {
        uint64_t x_left = (uint64_t)c->left[x];
        if (!x_left)
            continue;
        if (c->open == 1) {
            d->with[x] = one_of(player, c->dealer[x][0], c->qualifier);
            d->all += d->with[x] * x_left;
            continue;
        }
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

/*
 * Adds the dealer hands that make a flush out of `suited`, board and dealer together, and `open` cards more: those whose
 * open cards are all of the `unsuited` left of other suits, then those with each suited card that is `left`.
 */
static void add_flushes(const counter *c, flush_dealers *f, rank_set suited, rank_set left, int open, int unsuited)
{
    if (c->out->sets.size[suited] >= 5) {
        strength dealer = flush_strength(suited);
        uint64_t n = (uint64_t)choose(unsuited, open);
        f->below_flush += one_of(0, dealer, c->qualifier) * n;
        f->full += one_of(STRENGTH(UTH_FULL_HOUSE, 0, 0), dealer, c->qualifier) * n;
        if (f->player)
            f->own += one_of(f->player, dealer, c->qualifier) * n;
    }
    for (; left && open; left &= left - 1)
        add_flushes(c, f, suited | (left & (~left + 1)), left & (left - 1), open - 1, unsuited);
}

static const flush_dealers *dealers_with_flush(counter *c, int suit, rank_set suited, int unsuited)
{
    int size = c->out->sets.size[suited];
    flush_dealers *f = &c->suited[suit][size - 3][c->out->sets.place[suited]];
    if (f->ready)
        return f;
    f->ready = 1;
    rank_set own = suited | c->hole.suit[suit];
    if (c->out->sets.size[own] >= 5)
        f->player = flush_strength(own);
    add_flushes(c, f, suited | c->dealer_known.suit[suit], c->out->suit_left[suit] & ~suited, c->open, unsuited);
    return f;
}

/* The outcomes, by ranks, of the dealer hands that make a flush: with `needed` or more suited cards among the unseen. */
static tally flushes_by_ranks(const counter *c, const rank_dealers *d, rank_set left, int needed)
{
    if (needed <= 0 || needed > c->open)
        return needed <= 0 ? d->all : 0;
    tally pairs = 0, with = 0;
    int rank[RANKS], n = 0;
    for (; left; left &= left - 1) {
        int x = lowest(left);
        with += d->with[x];
        for (int i = 0; i < n; i++)
            pairs += d->one[x][rank[i]];
        if (c->open == 2)
            rank[n++] = x;
    }
    return needed == 1 ? with - pairs : pairs;          /* `with` holds each suited pair twice */
}

static void count_suited(counter *c, int suit, rank_set fresh, int by_ranks)
{
    boards *out = c->out;
    suit_board *board = &out->by_suit[suit][out->suit_count[suit]];
    rank_set suited = c->known.suit[suit] | fresh;

    int deals = 1;
    suit_view view = {(uint16_t)fresh, 0, {0, 0}};
    rank_set open = fresh;
    int previous = -1, repeated = 0;
    for (int i = 0; i < c->to_come; i++) {
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

    const flush_dealers *flushes = dealers_with_flush(c, suit, suited, c->unsuited[suit] - view.others);
    strength player = flushes->player ? flushes->player : c->player;
    tally counts = flushes->player ? flushes->own : player >= STRENGTH(UTH_FULL_HOUSE, 0, 0) ? flushes->full : flushes->below_flush;
    int needed = 5 - out->sets.size[suited | c->dealer_known.suit[suit]];
    if (needed > 0) {
        int opponent = !flushes->player ? AGAINST_RANKS
            : category_of(player) == UTH_FLUSH ? AGAINST_FLUSH : AGAINST_STRAIGHT_FLUSH;
        const rank_dealers *rest = dealers_against(c, opponent);
        counts += rest->all - flushes_by_ranks(c, rest, out->suit_left[suit] & ~suited, needed);
    }
    *board = (suit_board){counts, (uint16_t)deals, (uint16_t)by_ranks, (uint8_t)category_of(player), view};
    out->suit_count[suit]++;
    rank_board *plain = &out->by_rank[by_ranks];
    for (int other = suit; other < SUITS; other++)
        if (out->twin[other] == suit)
            plain->deals_without_flush = (uint16_t)(plain->deals_without_flush - deals);
}

static ranks add_ranks(ranks held, const up_to_two *cards)
{
    for (int i = 0; i < cards->count; i++)
        held = add_rank(held, cards->rank[i]);
    return held;
}

/* Strengths of the dealer's hands on a board, by the ranks of the unseen cards. */
static void rate_dealers(counter *c, ranks board)
{
    board = add_ranks(board, &c->dealer_known);
    if (c->open == 0)
        c->dealer[0][0] = rank_strength(board, 7);
    for (int x = 0; x < RANKS && c->open > 0; x++) {
        if (!c->left[x])
            continue;
        ranks with_x = add_rank(board, x);
        if (c->open == 1)
            c->dealer[x][0] = rank_strength(with_x, 7);
        for (int y = 0; y <= x && c->open == 2; y++)
            if (c->left[y])
                c->dealer[x][y] = rank_strength(add_rank(with_x, y), 7);
    }
}

/* A board by ranks, complete: count it, and its suited versions. */
static void count_board(counter *c, int deals)
{
    boards *out = c->out;
    ranks board = c->known.held;
    rank_set fresh = 0;
    for (int i = 0; i < c->to_come; i++) {
        board = add_rank(board, c->rank[i]);
        fresh |= (rank_set)1 << c->rank[i];
    }
    c->player = rank_strength(add_ranks(board, &c->hole), 7);
    rate_dealers(c, board);
    for (int i = 0; i < OPPONENTS; i++)
        c->against[i].ready = 0;

    rank_board *entry = &out->by_rank[out->rank_count];
    entry->counts = dealers_against(c, AGAINST_RANKS)->all;
    entry->deals = entry->deals_without_flush = (uint16_t)deals;
    entry->category = (uint8_t)category_of(c->player);
    for (int i = 0; i < c->to_come; i++)
        entry->rank[i] = c->rank[i];

    for (int suit = 0; suit < SUITS; suit++) {
        if (out->twin[suit] != suit)
            continue;
        rank_set may = fresh & out->suit_left[suit];
        int needed = 5 - out->most_others[suit] - size_of(c->known.suit[suit]);
        if (out->sets.size[may] < needed)
            continue;
        for (rank_set set = may;; set = (set - 1) & may) {
            if (out->sets.size[set] >= needed)
                count_suited(c, suit, set, out->rank_count);
            if (!set)
                break;
        }
    }
    out->rank_count++;
}

/* Deals the `missing` board cards in every way by ranks, the lowest rank first and in the last place. */
static void deal_ranks(counter *c, int missing, int lowest_rank, int deals)
{
    if (!missing) {
        count_board(c, deals);
        return;
    }
    for (int rank = lowest_rank; rank < RANKS; rank++) {
        if (!c->left[rank])
            continue;
        int repeated = 0;
        for (int i = missing; i < c->to_come && c->rank[i] == rank; i++)
            repeated++;
        c->rank[missing - 1] = (uint8_t)rank;
        int ways = deals * c->left[rank] / (repeated + 1);
        c->left[rank]--;
        deal_ranks(c, missing - 1, rank, ways);
        c->left[rank]++;
    }
}

static up_to_two cards_in(uint64_t set)
{
    up_to_two cards = {0};
    for (; set; set &= set - 1) {
        int card = lowest(set);
        cards.rank[cards.count++] = rank_of(card);
        cards.suit[suit_of(card)] |= (rank_set)1 << rank_of(card);
    }
    return cards;
}

static int has_known(const counter *c, int suit) { return (c->hole.suit[suit] | c->known.suit[suit] | c->dealer_known.suit[suit]) != 0; }

int32_t count_boards(const uth_spot *spot, strength qualifier, boards *out)
{
    counter *c = calloc(1, sizeof *c);
    if (!c)
        return UTH_NO_MEMORY;
    uint64_t live = unseen_cards(spot), known = board_cards(spot) | spot->flop_seen | spot->last_seen;
    c->out = out;
    c->to_come = out->to_come = flop_to_come(spot) + last_to_come(spot);
    c->open = dealer_to_come(spot);
    c->hole = cards_in(hole_cards(spot));
    c->dealer_known = cards_in(spot->dealer);
    for (uint64_t rest = known; rest; rest &= rest - 1)
        hold(&c->known, lowest(rest));
    c->qualifier = qualifier;
    number_sets(&out->sets);
    out->dealer_hands = choose(size_of(live) - c->to_come, c->open);
    out->rank_count = 0;
    for (int rank = 0; rank < RANKS; rank++)
        c->left[rank] = out->left[rank] = size_of(live >> (4 * rank) & 15);
    for (int suit = 0; suit < SUITS; suit++) {
        out->suit_left[suit] = ranks_of_suit(live, suit);
        out->suit_count[suit] = 0;
        c->unsuited[suit] = size_of(live) - out->sets.size[out->suit_left[suit]];
        out->known_others[suit] = size_of(known) - size_of(c->known.suit[suit]);
        int held = max_of(size_of(c->hole.suit[suit]), size_of(c->dealer_known.suit[suit]) + c->open);
        out->most_others[suit] = held;                  /* five of the suit, these and board cards, make a flush */
        out->twin[suit] = suit;
        for (int other = 0; other < suit && out->twin[suit] == suit; other++)
            if (out->suit_left[other] == out->suit_left[suit] && !has_known(c, other) && !has_known(c, suit))
                out->twin[suit] = other;
    }
    deal_ranks(c, c->to_come, 0, 1);
    free(c);
    return UTH_OK;
}
