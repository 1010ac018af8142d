/*
 * check.h: what the C tests share: the rules of a game, cards from a fixed generator, and a whole game taken piece by piece.
 * No part of the core.
 */
#ifndef UTH_CHECK_H
#define UTH_CHECK_H

#include "uth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* xorshift: the same cards on every run. */
static inline uint32_t draw(uint32_t below)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % below;
}

static inline void require(int holds, const char *property)
{
    if (!holds) {
        fflush(stdout);
        fprintf(stderr, "FAILED: %s\n", property);
        abort();
    }
}

/* Ultimate Texas Hold'em in half antes, the dealer qualifying with `qualifier`. */
static inline uth_rules ultimate(uint32_t qualifier)
{
    static const int blind[UTH_CATEGORIES] = {0, 0, 0, 0, 2, 3, 6, 20, 100, 1000};
    static const int sizes[UTH_STREETS][2] = {{3, 4}, {2, 0}, {1, 0}};
    uth_rules rules = {.qualifier = qualifier, .fold = -4};
    for (int s = 0; s < UTH_STREETS; s++) {
        uth_street *street = &rules.street[s];
        street->may_check = s < UTH_RIVER;
        street->may_fold = s == UTH_RIVER;
        street->bets = sizes[s][1] ? 2 : 1;
        for (int bet = 0; bet < street->bets; bet++)
            for (int category = 0; category < UTH_CATEGORIES; category++)
                for (int qualifies = 0; qualifies < 2; qualifies++) {
                    int ante = 2 * qualifies, play = 2 * sizes[s][bet];
                    street->payoff[bet][category][UTH_LOSE + qualifies] = -ante - 2 - play;
                    street->payoff[bet][category][UTH_WIN + qualifies] = ante + blind[category] + play;
                }
    }
    return rules;
}

/* The same with payoffs, and with bets and a fold on the flop, that need the wider ways of the core. */
static inline uth_rules ultimate_wide(uint32_t qualifier)
{
    uth_rules rules = ultimate(qualifier);
    uth_street *flop = &rules.street[UTH_FLOP], *river = &rules.street[UTH_RIVER];
    flop->payoff[0][UTH_PAIR][UTH_WIN_QUALIFIED] = 50000;
    flop->may_fold = 1;
    flop->bets = river->bets = 2;
    memcpy(flop->payoff[1], rules.street[UTH_PREFLOP].payoff[0], sizeof flop->payoff[1]);
    memcpy(river->payoff[1], rules.street[UTH_PREFLOP].payoff[1], sizeof river->payoff[1]);
    return rules;
}

/* One decision in the round: fold, or a bet of the pre-flop raise; on the streets before it everybody checks. */
static inline uth_rules one_decision(int street, uint32_t qualifier)
{
    uth_rules rules = ultimate(qualifier);
    for (int s = 0; s < UTH_STREETS; s++) {
        rules.street[s].may_fold = s == street;
        rules.street[s].may_check = s < street;
        rules.street[s].bets = s == street;
        memcpy(rules.street[s].payoff[0], ultimate(qualifier).street[UTH_PREFLOP].payoff[0], sizeof rules.street[s].payoff[0]);
    }
    return rules;
}

/* A game of each kind that the core treats in a way of its own: from the fifth on there is one thing that is not packed. */
enum { KINDS_OF_RULES = 9 };

static inline uth_rules rules_of(int kind, uint32_t qualifier)
{
    if (kind == 1)
        return ultimate_wide(qualifier);
    if (kind > 1 && kind < 5)
        return one_decision(kind - 2, qualifier);
    uth_rules rules = ultimate(qualifier);
    uth_street *river = &rules.street[UTH_RIVER];
    if (kind == 5) {
        river->bets = 2;
        memcpy(river->payoff[1], rules.street[UTH_PREFLOP].payoff[1], sizeof river->payoff[1]);
    } else if (kind < 8)
        rules.fold = kind == 6 ? -5000 : kind == 7 ? 5000 : rules.fold;
    else
        river->payoff[0][UTH_STRAIGHT][UTH_WIN_QUALIFIED] = 5000;
    return rules;
}

/* A spot with `live` cards not on the table, the rest dead; few suits make flushes common. */
static inline uth_spot deal(int board_count, int live, int suits)
{
    uint8_t deck[52];
    int n = 0;
    for (uint8_t card = 0; card < 52; card++)
        if (card % 4 < suits)
            deck[n++] = card;
    for (int i = n - 1; i > 0; i--) {
        uint32_t k = draw((uint32_t)i + 1);
        uint8_t card = deck[i];
        deck[i] = deck[k];
        deck[k] = card;
    }
    uth_spot spot = {.board_count = board_count, .dead = (UINT64_C(1) << 52) - 1};
    for (int i = 0; i < 2 + board_count + live && i < n; i++) {
        spot.dead &= ~(UINT64_C(1) << deck[i]);
        if (i < 2)
            spot.hole[i] = deck[i];
        else if (i < 2 + board_count)
            spot.board[i - 2] = deck[i];
    }
    return spot;
}

/* `count` of the cards that are neither on the table nor dead nor in `but`. */
static inline uint64_t pick(const uth_spot *spot, uint64_t but, int count)
{
    uint64_t taken = spot->dead | but, picked = 0;
    for (int i = 0; i < 2 + spot->board_count; i++)
        taken |= UINT64_C(1) << (i < 2 ? spot->hole[i] : spot->board[i - 2]);
    while (count > 0) {
        uint64_t card = UINT64_C(1) << draw(52);
        if (taken & card)
            continue;
        taken |= card;
        picked |= card;
        count--;
    }
    return picked;
}

/* What the player may see before its time: of all combinations, the one numbered `kind` from 0 to 17. */
static inline void see_cards(uth_spot *spot, int kind)
{
    spot->dealer = pick(spot, 0, kind % 3);
    spot->last_seen = pick(spot, spot->dealer, spot->board_count == 5 ? 0 : kind / 3 % 2);
    spot->flop_seen = pick(spot, spot->dealer | spot->last_seen, spot->board_count ? 0 : kind / 6 % 3);
}

/* Counts and sums, number by number. */
#define ADD_ALL(to, from)                                                                                  \
    do {                                                                                                   \
        for (size_t at = 0; at < sizeof *(to) / sizeof(uint64_t); at++)                                    \
            ((uint64_t *)(to))[at] += ((const uint64_t *)(from))[at];                                      \
    } while (0)

/* A game counted, and solved, from its pieces; the caller frees both. */
static inline uth_game *count_game(uint32_t ranks, uint32_t qualifier)
{
    uth_game *game = NULL;
    require(uth_game_new(ranks, qualifier, &game) == UTH_OK, "a game is counted");
    for (int piece = 0; piece < UTH_ORDER_PIECES; piece++)
        require(uth_game_order(game, piece) == UTH_OK, "each piece is ordered");
    for (int piece = 0; piece < UTH_COUNT_PIECES; piece++)
        require(uth_game_count(game, piece) == UTH_OK, "each piece is counted");
    return game;
}

static inline uth_solution *solve_game(const uth_game *game, const uth_rules *rules)
{
    uth_solution *solution = NULL;
    require(uth_solution_new(game, rules, &solution) == UTH_OK, "a game is solved");
    for (int piece = 0; piece < UTH_SUM_PIECES; piece++)
        require(uth_solution_sum(solution, piece) == UTH_OK, "each piece is summed");
    for (int piece = 0; piece < UTH_CHOOSE_PIECES; piece++)
        require(uth_solution_choose(solution, piece) == UTH_OK, "each piece is chosen");
    require(uth_solution_finish(solution) == UTH_OK, "a solution is finished");
    return solution;
}

/* A game played by a strategy, and all that its pieces say together; the caller frees it. */
static inline uth_play *play_game(const uth_solution *solution, const uth_strategy *strategy, uth_play_sums *sums)
{
    uth_play *play = NULL;
    require(uth_play_new(solution, strategy, &play) == UTH_OK, "a strategy is taken");
    for (int piece = 0; piece < UTH_PLAY_FLOP_PIECES; piece++)
        require(uth_play_flops(play, piece) == UTH_OK, "each piece of the flops");
    for (int piece = 0; piece < UTH_PLAY_RIVER_PIECES; piece++)
        require(uth_play_rivers(play, piece) == UTH_OK, "each piece of the rivers");
    memset(sums, 0, sizeof *sums);
    for (int piece = 0; piece < UTH_PLAY_PIECES; piece++) {
        static uth_play_sums share;
        require(uth_play_outcomes(play, piece, &share) == UTH_OK, "each piece of its outcomes");
        ADD_ALL(sums, &share);
    }
    return play;
}

/* The same games the plain way, and played so by a strategy or, if it is NULL, by best play. */
static inline uth_plain *solve_plainly(const uth_boards *boards, const uth_rules *rules)
{
    uth_plain *plain = NULL;
    require(uth_plain_new(boards, rules, &plain) == UTH_OK, "a game is solved plainly");
    for (int piece = 0; piece < UTH_PLAIN_PIECES; piece++)
        require(uth_plain_sum(plain, piece) == UTH_OK, "each piece is summed plainly");
    require(uth_plain_choose(plain) == UTH_OK, "and chosen");
    return plain;
}

static inline uth_plain_line *play_plainly(const uth_plain *plain, const uth_strategy *strategy, uth_play_sums *sums)
{
    uth_plain_line *line = NULL;
    require(uth_plain_line_new(plain, strategy, &line) == UTH_OK, "a strategy is taken");
    memset(sums, 0, sizeof *sums);
    for (int piece = 0; piece < UTH_PLAIN_PIECES; piece++) {
        static uth_play_sums share;
        require(uth_plain_line_play(line, piece, &share) == UTH_OK, "each piece is played plainly");
        ADD_ALL(sums, &share);
    }
    return line;
}

/* Rules of a strategy: rule 1 with an ace in hand, else rule 0. `condition` and `part` are filled, and stay the caller's. */
static inline uth_strategy aces_first(uth_condition *condition, uth_rule_part part[2])
{
    *condition = (uth_condition){.feature = UTH_HOLE};
    for (int rank = 0; rank < 13; rank++) {
        int suited = 13 * 12 + rank, other = 13 * rank + 12;
        condition->allowed[suited >> 6] |= UINT64_C(1) << (suited & 63);
        condition->allowed[other >> 6] |= UINT64_C(1) << (other & 63);
    }
    part[0] = (uth_rule_part){1, 0, 1};
    part[1] = (uth_rule_part){0, 1, 1};
    return (uth_strategy){.parts = {2, 2, 2}, .part = {part, part, part}, .condition = condition,
                          .action = {{-1, 0}, {-1, 0}, {-2, 0}}};
}

#endif
