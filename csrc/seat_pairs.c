/*
 * seat_pairs.c: both cards of the dealer unknown. Their hands are counted with nothing dead, once for all spots of the same
 * ranks that follow each other; then those with a dead card are left out.
 */
#include "seat_bounds.h"

/* The bounds that some of the dealer's hands are below and some are not. */
typedef struct {
    int count;
    int which[BOUNDS];
    grade bound[BOUNDS];
    lanes with[BOUNDS], set[BOUNDS];                    /* hands that hold one given card; ranks that go with a rank */
} pair_bounds;

/* Adds the dealer's hands with so many cards of a rank, `hand` being those with each other one. */
static void add_pairs(pair_bounds *b, const grade *restrict hand, int16_t cards, int16_t bit)
{
    for (int k = 0; k < b->count; k++) {
        int16_t *restrict with = b->with[k], *restrict set = b->set[k], bound = b->bound[k];
        LANE_BY_LANE
        for (int rank = 0; rank < LANES; rank++) {
            int16_t is_below = (int16_t)-(hand[rank] < bound);
            with[rank] = (int16_t)(with[rank] + (cards & is_below));
            set[rank] = (int16_t)(set[rank] | (bit & is_below));
        }
    }
}

/* A card does not go with itself. Returns the hands below, each of which is seen from both its cards. */
static int finish_pairs(const int16_t *restrict left, int16_t *restrict with, const int16_t *restrict set)
{
    int16_t twice = 0;                                  /* at most 45 * 44 */
    LANE_BY_LANE
    for (int rank = 0; rank < LANES; rank++) {
        with[rank] = (int16_t)(with[rank] - ((set[rank] & own_bit[rank]) != 0));
        twice = (int16_t)(twice + left[rank] * with[rank]);
    }
    return twice / 2;
}

/* A board with nothing dead. */
static void count_pairs(uth_seat *seat, int board, int five, const lanes left, int cards)
{
    static const lanes none = {0};
    const grade player = player_on(seat, five), bound[BOUNDS] = {player, (grade)(player + 1), seat->qualifier, seat->lowest_flush};
    lanes all, any;
    int below[BOUNDS];
    const int16_t *with[BOUNDS], *set[BOUNDS];
    pair_bounds some;
    some.count = 0;
    for (int rank = 0; rank < LANES; rank++) {
        all[rank] = (int16_t)(cards - 1);
        any[rank] = (1 << RANKS) - 1;
    }
    for (int k = 0; k < BOUNDS; k++) {
        int is_least = bound[k] <= seat->weakest[five], is_most = bound[k] > seat->strongest[five];
        below[k] = is_most ? choose(cards, 2) : 0;
        with[k] = is_most ? all : none;
        set[k] = is_most ? any : none;
        if (is_least || is_most)
            continue;
        some.bound[some.count] = bound[k];
        some.which[some.count++] = k;
    }
    for (int k = 0; k < some.count; k++)
        for (int rank = 0; rank < LANES; rank++)
            some.with[k][rank] = some.set[k][rank] = 0;
    for (int other = 0; other < RANKS; other++)
        add_pairs(&some, seat->seven[seat->more[other][first_multiset[5] + five]], left[other], own_bit[other]);
    for (int k = 0; k < some.count; k++) {
        below[some.which[k]] = finish_pairs(left, some.with[k], some.set[k]);
        with[some.which[k]] = some.with[k];
        set[some.which[k]] = some.set[k];
    }
    pairs_of_all *ranks_pairs = &seat->pairs_of_all[TO_RANKS][board], *flush_pairs = &seat->pairs_of_all[TO_FLUSH][board];
    ranks_pairs->all = to_ranks(below);
    flush_pairs->all = to_flush(below);
    for (int rank = 0; rank < RANKS; rank++) {
        standing unqualified = make_standing(0, 0, with[QUALIFIER][rank]), sets = make_standing(0, 0, set[QUALIFIER][rank]);
        ranks_pairs->with[rank] = unqualified | make_standing(with[PLAYER][rank], with[ABOVE_PLAYER][rank], 0);
        flush_pairs->with[rank] = unqualified | make_standing(with[FLUSH][rank], with[FLUSH][rank], 0);
        ranks_pairs->sets[rank] = sets | make_standing(set[PLAYER][rank], set[ABOVE_PLAYER][rank], 0);
        flush_pairs->sets[rank] = sets | make_standing(set[FLUSH][rank], set[FLUSH][rank], 0);
    }
    pair_sets(ranks_pairs->sets, seat->pairs_to[TO_RANKS][board].pairs);
    pair_sets(flush_pairs->sets, seat->pairs_to[TO_FLUSH][board].pairs);
}

/* Whether the pairs counted last are those of this spot; makes a note of what they are. */
static int is_counted(uth_seat *seat, const pairs_key *key)
{
    int same = seat->counted.to_come == key->to_come && seat->counted.qualifier == key->qualifier
            && seat->counted.hole[0] == key->hole[0] && seat->counted.hole[1] == key->hole[1];
    for (int i = 0; i < 5 - key->to_come; i++)
        same = same && seat->counted.known[i] == key->known[i];
    for (int rank = 0; rank < RANKS; rank++)
        same = same && seat->counted.left[rank] == key->left[rank];
    seat->counted = *key;
    return same;
}

void prepare_pairs(uth_seat *seat)
{
    pairs_key key = {seat->to_come, {seat->hole[0], seat->hole[1]}, {0}, seat->qualifier, {0}};
    int cards = -seat->to_come;
    for (int i = 0; i < 5 - seat->to_come; i++)
        key.known[i] = seat->known[i];
    for (int rank = 0; rank < RANKS; rank++)
        key.left[rank] = (int16_t)seat->left[rank];
    for (int i = 0; i < seat->dead_count; i++)
        key.left[seat->dead[i]]++;
    for (int rank = 0; rank < RANKS; rank++)
        cards += key.left[rank];
    if (is_counted(seat, &key))
        return;
    const rank_shape *shape = &seat->shape[first_multiset[seat->to_come]];
    int boards = choose(RANKS - 1 + seat->to_come, seat->to_come);
    for (int i = 0; i < boards; i++, shape++) {
        lanes left;
        if (deal_ranks(shape, key.left, left))
            count_pairs(seat, i, whole_board(seat, i), left, cards);
    }
}

/* Takes off the hands that hold a dead card; those that hold two have been taken off twice. */
static inline void leave_out(const uth_seat *seat, const pairs_of_all *all, int dead, standing *to, standing with[RANKS])
{
    *to = all->all;
    for (int i = 0; i < dead; i++) {
        *to -= all->with[seat->dead[i]];
        for (int k = 0; k < i; k++)
            *to += all->sets[seat->dead[i]] >> seat->dead[k] & in_each_lane(1);
    }
    for (int rank = 0; rank < RANKS; rank++)
        with[rank] = all->with[rank];
    for (int i = 0; i < dead; i++)
        for (int rank = 0; rank < RANKS; rank++)
            with[rank] -= all->sets[seat->dead[i]] >> rank & in_each_lane(1);
}

void look_at_pairs(uth_seat *seat, int board)
{
    for (int opponent = TO_RANKS; opponent <= TO_FLUSH; opponent++) {
        const pairs_of_all *all = &seat->pairs_of_all[opponent][board];
        standing *to = &seat->to[opponent][board].all, *with = seat->pairs_to[opponent][board].with;
        if (seat->dead_count == 2)                      /* the same, for the compiler to see */
            leave_out(seat, all, 2, to, with);
        else
            leave_out(seat, all, seat->dead_count, to, with);
    }
}
