/* plain_boards.c: lists a deck's flops and boards up to suits, and takes a board by itself: every hand on it (plain.h). */
#include "memory.h"
#include "plain.h"

#include <string.h>

static void list_exchanges(struct uth_boards *b)
{
    int suit[EXCHANGES][SUITS], by = 0;
    for (int s0 = 0; s0 < SUITS; s0++)
        for (int s1 = 0; s1 < SUITS; s1++)
            for (int s2 = 0; s2 < SUITS; s2++) {
                if (s0 == s1 || s0 == s2 || s1 == s2)
                    continue;
                suit[by][0] = s0, suit[by][1] = s1, suit[by][2] = s2, suit[by][3] = 6 - s0 - s1 - s2;
                for (int card = 0; card < CARDS; card++)
                    b->moved[by][card] = (uint8_t)(4 * rank_of(card) + suit[by][suit_of(card)]);
                by++;
            }
    for (by = 0; by < EXCHANGES; by++)
        for (int back = 0; back < EXCHANGES; back++)
            if (suit[back][suit[by][0]] == 0 && suit[back][suit[by][1]] == 1 && suit[back][suit[by][2]] == 2)
                b->back[by] = (uint8_t)back;
}

/* Every flop is of one class; returns whether it is so. */
static int list_flops(struct uth_boards *b)
{
    int all = 0;
    b->flops = list_flops_alike(b->ranks, b->flop);
    for (int class = 0; class < b->flops; class++) {
        uint64_t seen[EXCHANGES];
        int alike = 0;
        const uint8_t *card = b->flop[class].card;
        for (int by = 0; by < EXCHANGES; by++) {
            uint64_t moved = move_cards(b, flop_cards(&b->flop[class]), by);
            int known = 0;
            for (int i = 0; i < alike; i++)
                known |= seen[i] == moved;
            if (known)
                continue;
            seen[alike++] = moved;
            int place = triple_place(b->moved[by][card[0]], b->moved[by][card[1]], b->moved[by][card[2]]);
            b->flop_class[place] = (uint16_t)class;
            b->flop_by[place] = b->back[by];
        }
        all += alike;
        if (alike != b->flop[class].flops)
            return 0;
    }
    return all == choose(b->cards, 3);
}

/* All boards with the cards in `board` and more cards below `next`; of those alike the one that is the least as a number. */
static void list_boards(struct uth_boards *b, uint64_t board, int next, int to_come)
{
    for (int card = to_come - 1; to_come && card < next; card++)
        if (b->deck & bit_of(card))
            list_boards(b, board | bit_of(card), card, to_come - 1);
    if (to_come)
        return;
    int same = 0;
    for (int by = 0; by < EXCHANGES; by++) {
        uint64_t moved = move_cards(b, board, by);
        if (moved < board)
            return;
        same += moved == board;
    }
    b->board[b->boards] = board;
    b->alike[b->boards++] = (uint8_t)(EXCHANGES / same);
}

int32_t uth_boards_new(uint32_t deck, uth_boards **result)
{
    if (deck >> RANKS || size_of(deck) < 3)
        return UTH_BAD_CARD;
    uth_boards *b = take_zeroed(sizeof *b);
    if (!b)
        return UTH_NO_MEMORY;
    b->ranks = deck;
    for (int card = 0; card < CARDS; card++)
        b->deck |= (uint64_t)(deck >> rank_of(card) & 1) << card;
    for (int x = 0; x < CARDS; x++)
        for (int y = 0; y < CARDS; y++)
            b->pair[x][y] = (uint16_t)(x == y ? 0 : pair_place(x, y));
    b->cards = size_of(b->deck);
    b->dealer_hands = choose(b->cards - 7, 2);
    list_exchanges(b);
    int whole = list_flops(b);
    list_boards(b, 0, CARDS, 5);
    int64_t all = 0;
    for (int i = 0; i < b->boards; i++)
        all += b->alike[i];
    if (!whole || all != choose(b->cards, 5)) {
        uth_boards_free(b);
        return UTH_BROKEN;
    }
    *result = b;
    return UTH_OK;
}

void uth_boards_free(uth_boards *b) { give_back(b); }

/*
 * Classes of two hole cards on the cards shown, by Burnside's count: over all exchanges that leave the cards as they are, the mean
 * of how many pairs each leaves as it is.
 */
static int64_t count_holes(const uth_boards *b, uint64_t shown)
{
    int64_t fixed = 0, exchanges = 0;
    for (int by = 0; by < EXCHANGES; by++) {
        if (move_cards(b, shown, by) != shown)
            continue;
        int still = 0, swapped = 0;
        for (uint64_t left = b->deck & ~shown; left; left &= left - 1) {
            int card = lowest(left), there = b->moved[by][card];
            still += there == card;
            swapped += there != card && b->moved[by][there] == card;
        }
        fixed += choose(still, 2) + swapped / 2;
        exchanges++;
    }
    return fixed / exchanges;
}

int32_t uth_boards_count(const uth_boards *b, uth_classes *classes)
{
    uth_classes found = {.holes = count_holes(b, 0), .flops = b->flops, .boards = b->boards};
    for (int i = 0; i < b->flops; i++)
        found.holes_on_flops += count_holes(b, flop_cards(&b->flop[i]));
    for (int i = 0; i < b->boards; i++)
        found.holes_on_boards += count_holes(b, b->board[i]);
    *classes = found;
    return UTH_OK;
}

int list_hands(const uth_boards *b, uint64_t board, plain_hand hands[MOST_HANDS])
{
    int live[CARDS], cards = 0, count = 0;
    cards_held held = {0};
    for (uint64_t left = board; left; left &= left - 1)
        hold(&held, lowest(left));
    for (uint64_t left = b->deck & ~board; left; left &= left - 1)
        live[cards++] = lowest(left);
    for (int x = 0; x < cards; x++)
        for (int y = 0; y < x && count < MOST_HANDS; y++) {
            cards_held hand = held;
            hold(&hand, live[x]);
            hold(&hand, live[y]);
            hands[count++] = (plain_hand){strength_of(&hand, 7), (uint8_t)live[x], (uint8_t)live[y]};
        }
    return count;
}

int sort_hands(const uth_boards *b, uint64_t board, plain_hand hands[MOST_HANDS])
{
    enum { DIGIT = 10, DIGITS = 3, VALUES = 1 << DIGIT };
    _Static_assert(STRENGTH(UTH_ROYAL_FLUSH, 0x1fff, 0x1fff) < UINT32_C(1) << DIGIT * DIGITS, "all digits are sorted by");
    plain_hand others[MOST_HANDS], *from = hands, *to = others;
    int count = list_hands(b, board, hands);
    for (int digit = 0; digit < DIGITS; digit++) {      /* the last first: what is equal keeps its order */
        int place[VALUES + 1] = {0};
        for (int i = 0; i < count; i++)
            place[1 + (from[i].strength >> DIGIT * digit & (VALUES - 1))]++;
        for (int value = 0; value < VALUES; value++)
            place[value + 1] += place[value];
        for (int i = 0; i < count; i++)
            to[place[from[i].strength >> DIGIT * digit & (VALUES - 1)]++] = from[i];
        plain_hand *sorted = to;
        to = from;
        from = sorted;
    }
    memcpy(hands, others, (size_t)count * sizeof *hands);
    return count;
}

/* Hands passed on the walk, and those that hold each card: so it is known how many hold neither of two. */
typedef struct {
    int all, with[CARDS];
} passed;

static inline void pass(passed *p, const plain_hand *hand)
{
    p->all++;
    p->with[hand->x]++;
    p->with[hand->y]++;
}

static inline int open_to(const passed *p, const plain_hand *hand) { return p->all - p->with[hand->x] - p->with[hand->y]; }

void count_outcomes(const uth_boards *b, const plain_hand *hands, int count, strength qualifier, int32_t outcomes[][UTH_OUTCOMES])
{
    passed less = {0}, unqualified = {0};
    for (int i = 0; i < count && hands[i].strength < qualifier; i++)
        pass(&unqualified, &hands[i]);
    for (int i = 0; i < count;) {
        passed equal = {0};
        strength reached = hands[i].strength;
        int end = i, out = reached < qualifier;
        for (; end < count && hands[end].strength == reached; end++)
            pass(&equal, &hands[end]);
        for (int k = i; k < end; k++) {
            /* the hand itself is among its equals and was taken off twice; likewise, if it does not qualify, among those */
            int win = open_to(&less, &hands[k]), tie = open_to(&equal, &hands[k]) + 1, lose = b->dealer_hands - win - tie;
            int unqualified_hands = open_to(&unqualified, &hands[k]) + out;
            int win_out = out ? win : unqualified_hands, lose_out = out ? unqualified_hands - win - tie : 0;
            int32_t *by = outcomes[k];
            by[UTH_LOSE] = lose_out, by[UTH_LOSE_QUALIFIED] = lose - lose_out;
            by[UTH_TIE] = out ? tie : 0, by[UTH_TIE_QUALIFIED] = out ? 0 : tie;
            by[UTH_WIN] = win_out, by[UTH_WIN_QUALIFIED] = win - win_out;
        }
        for (; i < end; i++)
            pass(&less, &hands[i]);
    }
}

void list_board_flops(const uth_boards *b, uint64_t board, board_flop flops[FLOPS_OF_A_BOARD])
{
    int card[5], n = 0;
    for (uint64_t left = board; left; left &= left - 1)
        card[n++] = lowest(left);
    n = 0;
    for (int x = 2; x < 5; x++)
        for (int y = 1; y < x; y++)
            for (int z = 0; z < y; z++) {
                int place = triple_place(card[x], card[y], card[z]);
                flops[n++] = (board_flop){b->flop_class[place], b->moved[b->flop_by[place]]};
            }
}

/* A hand's grade: its category and whether it qualifies. Better hands have no lower grade. */
enum { GRADES = 2 * UTH_CATEGORIES };

int32_t uth_boards_census(const uth_boards *b, uint32_t qualifier, int32_t piece, uth_census *census)
{
    if (piece < 0 || piece >= UTH_PLAIN_PIECES)
        return UTH_BAD_COUNT;
    int divided = category_of(qualifier), is_flush = divided == UTH_FLUSH || divided >= UTH_STRAIGHT_FLUSH;
    if (divided >= UTH_CATEGORIES || (is_flush && qualifier != STRENGTH(divided, 0, 0)))
        return UTH_BAD_RULES;                           /* what uth_game_census refuses */
    uth_census found = {0};
    for (int i = first_board(b, piece); i < first_board(b, piece + 1); i++) {
        plain_hand hands[MOST_HANDS];
        int count = sort_hands(b, b->board[i], hands);
        int32_t outcomes[MOST_HANDS][UTH_OUTCOMES];
        passed grade[GRADES] = {0};
        count_outcomes(b, hands, count, 0, outcomes);   /* everything qualifies: lose, tie, win */
        for (int k = 0; k < count; k++)
            pass(&grade[2 * category_of(hands[k].strength) + (hands[k].strength >= qualifier)], &hands[k]);
        for (int k = 0; k < count; k++) {
            int own = 2 * category_of(hands[k].strength) + (hands[k].strength >= qualifier), worse = 0, better = 0;
            uint64_t(*row)[3][2] = found.showdowns[own / 2], alike = b->alike[i];
            for (int g = 0; g < GRADES; g++) {
                if (g == own || !grade[g].all)
                    continue;
                int hands_there = open_to(&grade[g], &hands[k]);
                row[g / 2][g < own ? 2 : 0][g & 1] += alike * (uint64_t)hands_there;
                *(g < own ? &worse : &better) += hands_there;
            }
            /* what is won, tied and lost besides is so within the grade */
            const int32_t *by = outcomes[k];
            row[own / 2][2][own & 1] += alike * (uint64_t)(by[UTH_WIN_QUALIFIED] - worse);
            row[own / 2][1][own & 1] += alike * (uint64_t)by[UTH_TIE_QUALIFIED];
            row[own / 2][0][own & 1] += alike * (uint64_t)(by[UTH_LOSE_QUALIFIED] - better);
        }
    }
    *census = found;
    return UTH_OK;
}
