/*
 * split.h: boards in two views, and what is left when a card is taken off. Private to the core.
 *
 * By ranks: a board of n cards is a multiset of ranks. By a suit: it is the set of its ranks in that suit and a multiset
 * of at most two other ranks, which is all that a flush in that suit needs. Both views number the boards of 5 cards and
 * their parts of 4 and 3 cards. Taking a card off twice, in every way, leads from a board to each of its ten flops twice.
 * Where board cards are known beforehand only those still to come are numbered, so boards and parts may be smaller.
 */
#ifndef UTH_SPLIT_H
#define UTH_SPLIT_H

#include "cards.h"

enum {
    RANK_BOARDS = 6188,                                 /* 13 of them with five cards of one rank, never dealt */
    RANK_FOURS = 1820, RANK_FLOPS = 455,
    SUIT_BOARDS = 286 * 91 + 715 * 13 + 1287,           /* 3, 4 or 5 suited ranks of 13, with 2, 1 or 0 other ranks */
    SUIT_FOURS = 78 * 91 + 286 * 13 + 715,
    SUIT_FLOPS = 13 * 91 + 78 * 13 + 286,
    COMMON_WAYS = 1728                                  /* the number of ways to deal three cards of given ranks divides it */
};

/* Of each set of ranks, its size and its place among the sets of that size, in the order of their numbers. */
typedef struct {
    uint16_t place[1 << RANKS];
    uint8_t size[1 << RANKS];
} rank_sets;

static inline void number_sets(rank_sets *sets)
{
    uint16_t next[RANKS + 1] = {0};
    sets->size[0] = 0;
    sets->place[0] = 0;
    for (unsigned set = 1; set < 1 << RANKS; set++) {
        sets->size[set] = (uint8_t)(sets->size[set >> 1] + (set & 1));
        sets->place[set] = next[sets->size[set]]++;
    }
}

/* A smaller board that a card taken off leaves, and how many of the cards leave it. */
typedef struct {
    uint16_t index;
    uint16_t times;
} part;

typedef struct {
    int count;
    part part[5];
} parts;

/* Number of a multiset of `count` ranks in descending order. */
static inline int rank_index(const uint8_t *rank, int count)
{
    int index = 0;
    for (int i = 0; i < count; i++)
        index += choose(rank[i] + count - 1 - i, count - i);
    return index;
}

static inline parts rank_parts(const uint8_t *rank, int count)
{
    parts found = {0};
    for (int i = 0; i < count; i++) {
        if (i && rank[i] == rank[i - 1]) {
            found.part[found.count - 1].times++;
            continue;
        }
        uint8_t rest[4];
        for (int k = 0; k < count - 1; k++)
            rest[k] = rank[k < i ? k : k + 1];
        found.part[found.count++] = (part){(uint16_t)rank_index(rest, count - 1), 1};
    }
    return found;
}

/* A board seen from one suit; `other` is in any order. */
typedef struct {
    uint16_t suited;
    uint8_t others;
    uint8_t other[2];
} suit_view;

/* Boards of a size with as many cards of other suits, and these of the same ranks, are numbered `first` + place * `step`. */
typedef struct {
    int first;
    int step;
} suit_series;

static inline suit_series series_of(suit_view board, int cards)
{
    static const int one_other[] = {0, 0, 91, 13 * 91, 78 * 91, 286 * 91};
    static const int no_other[] = {0, 13, 91 + 13 * 13, 13 * 91 + 78 * 13, 78 * 91 + 286 * 13, 286 * 91 + 715 * 13};
    if (board.others == 2)
        return (suit_series){rank_pair(board.other[0], board.other[1]), RANK_PAIRS};
    if (board.others == 1)
        return (suit_series){one_other[cards] + board.other[0], RANKS};
    return (suit_series){no_other[cards], 1};
}

/* Number of a board of `cards` cards, 5 to 1, with at least cards - 2 of them suited; by the place of its suited ranks. */
static inline int suit_index(const rank_sets *sets, suit_view board, int cards)
{
    suit_series series = series_of(board, cards);
    return series.first + sets->place[board.suited] * series.step;
}

static inline parts suit_parts(const rank_sets *sets, suit_view board, int cards)
{
    parts found;
    found.count = 0;
    suit_series series = series_of(board, cards - 1);
    for (rank_set left = board.suited; left; left &= left - 1) {
        int place = sets->place[board.suited ^ (left & (~left + 1))];
        found.part[found.count++] = (part){(uint16_t)(series.first + place * series.step), 1};
    }
    int alike = board.others == 2 && board.other[0] == board.other[1];
    for (int i = 0; i < board.others - alike; i++) {
        suit_view rest = {board.suited, (uint8_t)(board.others - 1), {board.other[1 - i], 0}};
        found.part[found.count++] = (part){(uint16_t)suit_index(sets, rest, cards - 1), (uint16_t)(1 + alike)};
    }
    return found;
}

/* Cards as seen from a suit; no number if more than two are of other suits. */
static inline suit_view view_cards(const uint8_t *card, int count, int suit)
{
    suit_view view = {0};
    for (int i = 0; i < count; i++)
        if (suit_of(card[i]) == suit)
            view.suited = (uint16_t)(view.suited | 1 << rank_of(card[i]));
        else if (view.others < 2)
            view.other[view.others++] = (uint8_t)rank_of(card[i]);
    return view;
}

/* A flop as seen from a suit; no number if none of its cards is suited. */
static inline suit_view view_flop(const uint8_t card[3], int suit) { return view_cards(card, 3, suit); }

/* What taking a card off leaves of every part of four cards (or fewer), in both views. */
typedef struct {
    parts by_rank[RANK_FOURS];
    parts by_suit[SUIT_FOURS];
} four_parts;

static inline void list_parts(const rank_sets *sets, int cards, four_parts *fours)
{
    for (uint8_t a = 0; a < RANKS; a++)
        for (uint8_t b = 0; b <= (cards > 1 ? a : 0); b++)
            for (uint8_t c = 0; c <= (cards > 2 ? b : 0); c++)
                for (uint8_t d = 0; d <= (cards > 3 ? c : 0); d++) {
                    uint8_t rank[4] = {a, b, c, d};
                    fours->by_rank[rank_index(rank, cards)] = rank_parts(rank, cards);
                }
    for (unsigned set = 0; set < 1 << RANKS; set++) {
        if (sets->size[set] < cards - 2 || sets->size[set] > cards)
            continue;
        suit_view view = {(uint16_t)set, (uint8_t)(cards - sets->size[set]), {0, 0}};
        for (uint8_t a = 0; a < (view.others > 0 ? RANKS : 1); a++)
            for (uint8_t b = 0; b <= (view.others > 1 ? a : 0); b++) {
                view.other[0] = a;
                view.other[1] = b;
                fours->by_suit[suit_index(sets, view, cards)] = suit_parts(sets, view, cards);
            }
    }
}

static inline void list_four_parts(const rank_sets *sets, four_parts *fours) { list_parts(sets, 4, fours); }

#endif
