/* sight.c: what a player sees on a flop and on a river (sight.h). */
#include "sight.h"

sight see_flop(const uint8_t hole[2], const uint8_t flop[3])
{
    cards_held board = {0};
    int on_board[SUITS] = {0}, all[SUITS] = {0};
    for (int i = 0; i < 3; i++) {
        hold(&board, flop[i]);
        on_board[suit_of(flop[i])]++;
        all[suit_of(flop[i])]++;
    }
    cards_held held = board;
    for (int i = 0; i < 2; i++) {
        hold(&held, hole[i]);
        all[suit_of(hole[i])]++;
    }
    rank_set pairs = at_least(board.held, 2), triple = at_least(board.held, 3);
    int u = rank_of(hole[0]), v = rank_of(hole[1]);
    sight s = {max_of(u, v), min_of(u, v), suit_of(hole[0]) == suit_of(hole[1]), at_least(board.held, 1), strength_of(&held, 5), 0, 0, 0, NO_RANK, 0, {0}};
    s.board_hand = triple ? STRENGTH(UTH_THREE_OF_A_KIND, triple, 0) : pairs ? STRENGTH(UTH_PAIR, pairs, 0) : 0;
    for (int suit = 0; suit < SUITS; suit++)
        s.board_suited = max_of(s.board_suited, on_board[suit]);
    for (int i = 0; i < 2; i++) {
        int cards = all[suit_of(hole[i])], rank = rank_of(hole[i]);
        if (cards >= 3 && (cards > s.flush_cards || (cards == s.flush_cards && rank > s.flush_card))) {
            s.flush_cards = cards;
            s.flush_card = rank;
        }
    }
    return s;
}

static strength better(strength by_ranks, rank_set suited)
{
    strength flush = size_of(suited) >= 5 ? flush_strength(suited) : 0;
    return flush > by_ranks ? flush : by_ranks;
}

river_board see_board(ranks held, rank_set suited, const uint8_t left[26])
{
    river_board b = {at_least(held, 1), suited, better(rank_strength(held, 5), suited), {{0}, {0}}};
    for (int place = 0; place < 26; place++) {
        b.outs.left[place] = left[place];
        if (left[place])
            b.outs.with[place] = better(rank_strength(add_rank(held, place % 13), 6), place < 13 ? suited | (rank_set)1 << place : suited);
    }
    return b;
}

int flush_suit(const cards_held *board)
{
    int suit = 0;
    while (suit < SUITS && size_of(board->suit[suit]) < 3)
        suit++;
    return suit;
}

river_board see_cards(const cards_held *board, rank_set deck, int suit)
{
    uint8_t left[26];
    for (int rank = 0; rank < RANKS; rank++) {
        int suited = suit < SUITS && board->suit[suit] >> rank & 1, times = 0, dealt = deck >> rank & 1;
        for (int k = 1; k <= SUITS; k++)
            times += (int)(at_least(board->held, k) >> rank & 1);
        left[rank] = (uint8_t)(dealt && suit < SUITS && !suited);
        left[13 + rank] = (uint8_t)(dealt ? SUITS - times - left[rank] : 0);
    }
    return see_board(board->held, suit < SUITS ? board->suit[suit] : 0, left);
}

int32_t uth_see(const uint8_t hole[2], const uint8_t *board, int32_t board_count, int32_t seen[UTH_FEATURES])
{
    if (board_count != 3 && board_count != 5)
        return UTH_BAD_COUNT;
    uint64_t cards = 0;
    cards_held held = {0};
    for (int i = 0; i < board_count + 2; i++) {
        uint8_t card = i < board_count ? board[i] : hole[i - board_count];
        if (card >= CARDS)
            return UTH_BAD_CARD;
        if (cards & bit_of(card))
            return UTH_DUPLICATE;
        cards |= bit_of(card);
        if (i < board_count)
            hold(&held, card);
    }
    if (board_count == 3) {
        sight flop = see_flop(hole, board);
        for (int feature = 0; feature < UTH_FEATURES; feature++)
            seen[feature] = feature_of(&flop, feature);
        return UTH_OK;
    }
    int suit = flush_suit(&held), place[2];
    river_board river = see_cards(&held, 0x1fff, suit);
    for (int i = 0; i < 2; i++) {
        hold(&held, hole[i]);
        place[i] = rank_of(hole[i]) + (suit_of(hole[i]) == suit ? 0 : 13);
    }
    sight s = see_river(&river, place[0], place[1], suit_of(hole[0]) == suit_of(hole[1]), strength_of(&held, 7));
    for (int feature = 0; feature < UTH_FEATURES; feature++)
        seen[feature] = feature_of(&s, feature);
    return UTH_OK;
}
