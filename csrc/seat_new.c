/* seat_new.c: what all decisions of a seat share (seat.h): strengths of any seven ranks, boards and their parts. */
#include "memory.h"
#include "seat.h"

#include <stdlib.h>

static void list_sets(uth_seat *seat)
{
    number_sets(&seat->sets);
    for (unsigned set = 0; set < 1 << RANKS; set++)
        if (seat->sets.size[set] <= 5)
            seat->set_of[seat->sets.size[set]][seat->sets.place[set]] = (uint16_t)set;
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b < RANKS; b++)
            seat->pair[a][b] = (uint8_t)rank_pair(a, b);
}

static rank_shape shape_of(const uint8_t *rank, int count)
{
    rank_shape shape = {0};
    parts rest = rank_parts(rank, count);
    for (int i = 0; i < count; i++)
        if (!i || rank[i] != rank[i - 1]) {
            shape.of[shape.kinds].rank = rank[i];
            shape.of[shape.kinds].times = (uint8_t)rest.part[shape.kinds].times;
            shape.of[shape.kinds].rest = rest.part[shape.kinds].index;
            shape.kinds++;
        }
    return shape;
}

/* Puts a rank into its place among `count` descending ones. */
static void insert_rank(const uint8_t *rank, int count, uint8_t added, uint8_t *more)
{
    int at = 0;
    while (at < count && rank[at] >= added) {
        more[at] = rank[at];
        at++;
    }
    more[at] = added;
    for (; at < count; at++)
        more[at + 1] = rank[at];
}

/* All strengths that seven ranks may have, or 0 where one is held more than four times. */
static strength rate_seven(const uint8_t rank[7])
{
    ranks held = 0;
    for (int i = 0; i < 7; i++) {
        if (i >= 4 && rank[i] == rank[i - 4])
            return 0;
        held = add_rank(held, rank[i]);
    }
    return rank_strength(held, 7);
}

/* Numbers everything of up to five ranks; `six` takes the strengths of six ranks and one more, `all` each of seven. */
static void list_ranks(uth_seat *seat, uint8_t rank[6], int count, strength (*six)[RANKS], strength **all)
{
    uint8_t more[7];
    int index = rank_index(rank, count);
    for (uint8_t added = 0; added < RANKS; added++) {
        insert_rank(rank, count, added, more);
        if (count < 6)
            seat->more[added][first_multiset[count] + index] = (uint16_t)rank_index(more, count + 1);
        else if ((six[index][added] = rate_seven(more)) && added <= rank[5])
            *(*all)++ = six[index][added];
    }
    if (count == 6)
        return;
    seat->shape[first_multiset[count] + index] = shape_of(rank, count);
    for (uint8_t next = 0; next <= (count ? rank[count - 1] : RANKS - 1); next++) {
        rank[count] = next;
        list_ranks(seat, rank, count + 1, six, all);
    }
}

static int by_strength(const void *a, const void *b)
{
    strength x = *(const strength *)a, y = *(const strength *)b;
    return (x > y) - (x < y);
}

/* Puts all strengths, `n` by ranks and those of flushes, in order, each once; 0 if they are not as many as there must be. */
static int grade_all(uth_seat *seat, strength (*six)[RANKS], strength *all, int n)
{
    for (unsigned set = 0; set < 1 << RANKS; set++)
        if (seat->sets.size[set] >= 5 && seat->sets.size[set] <= 7)
            all[n++] = flush_strength(set);
    qsort(all, (size_t)n, sizeof all[0], by_strength);
    for (int i = 0; i < n; i++)
        if (!i || all[i] != all[i - 1]) {
            if (seat->grades == GRADES)
                return 0;
            seat->strength_of[seat->grades++] = all[i];
        }
    for (int i = 0; i < RANK_SIXES; i++)
        for (int rank = 0; rank < RANKS; rank++)
            seat->seven[i][rank] = grade_of(seat, six[i][rank]);
    for (unsigned set = 0; set < 1 << RANKS; set++)
        if (seat->sets.size[set] >= 5 && seat->sets.size[set] <= 7)
            seat->flush[set] = grade_of(seat, flush_strength(set));
    seat->lowest_flush = grade_of(seat, STRENGTH(UTH_FLUSH, 0, 0));
    seat->lowest_straight_flush = grade_of(seat, STRENGTH(UTH_STRAIGHT_FLUSH, 0, 0));
    return seat->grades == GRADES;
}

static void find_extremes(uth_seat *seat)
{
    for (int five = 0; five < RANK_BOARDS; five++) {
        seat->weakest[five] = GRADES;
        for (int a = 0; a < RANKS; a++)
            for (int b = 0; b <= a; b++) {
                grade hand = seat->seven[seat->more[a][first_multiset[5] + five]][b];
                seat->weakest[five] = (grade)min_of(seat->weakest[five], hand);
                seat->strongest[five] = (grade)max_of(seat->strongest[five], hand);
            }
    }
}

/* The ranks of all cards as they are seen from a suit. */
static void list_views(uth_seat *seat)
{
    for (int cards = 1; cards <= 5; cards++)
        for (int others = 0; others <= min_of(cards, 2); others++)
            for (int place = 0; place < choose(RANKS, cards - others); place++)
                for (uint8_t a = 0; a < (others > 0 ? RANKS : 1); a++)
                    for (uint8_t b = 0; b <= (others > 1 ? a : 0); b++) {
                        uint16_t set = seat->set_of[cards - others][place];
                        suit_view view = {set, (uint8_t)others, {a, b}};
                        int held = 0, count = 0;
                        for (rank_set left = set; left; left &= left - 1)
                            held = seat->more[lowest(left)][first_multiset[count++] + held];
                        for (int i = 0; i < others; i++)
                            held = seat->more[view.other[i]][first_multiset[count++] + held];
                        seat->by_ranks[first_view[cards] + suit_index(&seat->sets, view, cards)] = (uint16_t)held;
                    }
}

int32_t uth_seat_new(int32_t flags, uth_seat **result)
{
    uth_seat *seat = take_zeroed(sizeof *seat);
    if (seat && flags & UTH_PLAIN) {
        seat->plain = 1;
        *result = seat;
        return UTH_OK;
    }
    strength(*six)[RANKS] = malloc(RANK_SIXES * sizeof *six), *all = malloc((RANK_SEVENS + (1 << RANKS)) * sizeof *all);
    int32_t status = seat && six && all ? UTH_OK : UTH_NO_MEMORY;
    if (status == UTH_OK) {
        uint8_t rank[6];
        list_sets(seat);
        strength *end = all;
        list_ranks(seat, rank, 0, six, &end);
        list_views(seat);
        for (int pair = 0; pair < RANK_PAIRS; pair++)
            for (int added = 0; added < RANKS; added++)
                seat->triple[pair][added] = seat->more[added][first_multiset[2] + pair];
        if (!grade_all(seat, six, all, (int)(end - all)))
            status = UTH_BROKEN;
        find_extremes(seat);
    }
    free(all);
    free(six);
    if (status != UTH_OK)
        give_back(seat);
    else
        *result = seat;
    return status;
}

void uth_seat_free(uth_seat *seat) { give_back(seat); }
