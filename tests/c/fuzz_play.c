/*
 * fuzz_play.c: strategies on one solved game. uth_play_new, uth_play_flops, uth_play_rivers, uth_play_outcomes,
 * uth_play_mistakes, uth_play_free. Now and then the same the plain way: uth_plain_line_new, uth_plain_line_play,
 * uth_plain_line_mistakes, uth_plain_line_free.
 */
#include "fuzz.h"

enum { PARTS = 6, CONDITIONS = 8, MISTAKES = 20 };

typedef struct {
    uth_strategy strategy;
    uth_rule_part part[UTH_STREETS][PARTS];
    uth_condition condition[CONDITIONS];
    uint32_t seed;                                      /* of a function that is asked */
    int fair;                                           /* it answers alike to cards that are alike up to suits */
    int hostile;                                        /* it gives up, or names a rule that is not there */
} plan;

static uint32_t mix(uint32_t seed, uint32_t value)
{
    uint32_t mixed = (seed ^ value) * 2654435761u;
    return mixed ^ mixed >> 15;
}

/* Suits count as sets of cards, whatever their names; on the river only one in which a flush can be, and whether the hole cards share one. */
static uint32_t mix_alike(uint32_t seed, const uint8_t *hole, const uint8_t *board, int board_count)
{
    uint32_t own[4] = {0}, shared[4] = {0}, mixed = mix(seed, (uint32_t)(hole[0] % 4 == hole[1] % 4)), ranks = 0, suits = 0;
    for (int i = 0; i < board_count + 2; i++) {
        uint8_t card = i < 2 ? hole[i] : board[i - 2];
        (i < 2 ? own : shared)[card % 4] |= 1u << card / 4;
        ranks += mix(seed, card / 4u + (i < 2 ? 13 : 0));
    }
    for (int suit = 0; suit < 4; suit++)
        if (board_count < 5 || __builtin_popcount(shared[suit]) >= 3)
            suits += mix(mix(seed, own[suit]), shared[suit]);
    return mix(mix(mixed, ranks), suits);
}

/* The same answer to the same cards. */
static int32_t answer(void *context, const uint8_t *hole, const uint8_t *board, int32_t board_count)
{
    const plan *own = context;
    uint32_t mixed = own->seed;
    uint64_t cards = 0;
    for (int i = 0; i < board_count + 2; i++) {
        uint8_t card = i < 2 ? hole[i] : board[i - 2];
        require(card < 52 && !(cards >> card & 1), "the cards asked about differ");
        cards |= UINT64_C(1) << card;
        mixed = mix(mixed, card);
    }
    mixed = own->fair ? mix_alike(own->seed, hole, board, board_count) : mixed;
    require(board_count == 0 || board_count == 3 || board_count == 5, "a function is asked before the flop, on it and on the river");
    if (own->hostile && mixed >> 8 == 0)
        return own->hostile % 2 ? -1 : UTH_MAX_RULES;
    return (int32_t)(mixed >> 16) % 3;
}

static int32_t action_on(bytes *from, const uth_street *street)
{
    int kind = byte(from);
    if (kind == 255)
        return number(from, UTH_MAX_BETS);              /* allowed or not */
    if (kind % 5 == 0)
        return UTH_PLAY_BEST;
    if (street->may_fold && kind % 5 == 1)
        return -2;
    if (street->may_check && (kind % 5 < 4 || !street->bets))
        return -1;
    return street->bets ? kind / 5 % street->bets : UTH_PLAY_BEST;
}

/* The last part of each street fits always, mostly. */
static void take_plan(bytes *from, const uth_rules *rules, plan *p)
{
    memset(p, 0, sizeof *p);
    p->strategy.condition = p->condition;
    for (int i = 0; i < CONDITIONS; i++) {
        p->condition[i].feature = number(from, UTH_FEATURES);
        for (int k = 0; k < 3; k++)
            p->condition[i].allowed[k] = word(from);
    }
    for (int street = 0; street < UTH_STREETS; street++) {
        p->strategy.part[street] = p->part[street];
        p->strategy.parts[street] = 1 + below(from, PARTS);
        if (byte(from) == 255)
            p->strategy.parts[street] = -below(from, 2);
        for (int i = 0; i < p->strategy.parts[street]; i++) {
            uth_rule_part *part = &p->part[street][i];
            part->rule = byte(from) < 250 ? below(from, 3) : number(from, UTH_MAX_RULES);
            part->first = below(from, CONDITIONS);
            part->end = part->first + below(from, 3);
            if (part->end > CONDITIONS)
                part->end = CONDITIONS;
            if (byte(from) == 255)
                part->first = -1;
            if (i == p->strategy.parts[street] - 1 && byte(from) < 250)
                part->end = part->first;
            for (int k = part->first; k >= 0 && k < part->end && street == UTH_PREFLOP && byte(from) < 250; k++)
                p->condition[k].feature = UTH_HOLE;
        }
        for (int rule = 0; rule < UTH_MAX_RULES; rule++)
            p->strategy.action[street][rule] = rule < 3 ? action_on(from, &rules->street[street]) : UTH_PLAY_BEST;
    }
    int asks = byte(from);
    if (asks >= 192) {
        p->strategy.ask = answer;
        p->strategy.context = p;
        p->seed = (uint32_t)asks;
        p->fair = asks % 4 != 0;
        p->hostile = asks >= 240 ? asks : 0;
    }
}

/* Deals by who ends them: all of them; what they earn is the value of best play less what the rules lose. */
static void check_sums(const uth_rules *rules, const uth_play_sums *sums, uint64_t deals, int64_t best)
{
    uint64_t ended = 0, opened = 0;
    int64_t earned = 0, lost = 0;
    for (int street = 0; street < UTH_STREETS; street++) {
        for (int i = 0; i < UTH_CATEGORIES * UTH_OUTCOMES; i++) {
            int category = i / UTH_OUTCOMES, outcome = i % UTH_OUTCOMES;
            ended += sums->ended.fold[street][category][outcome];
            earned += (int64_t)sums->ended.fold[street][category][outcome] * rules->fold;
            for (int bet = 0; bet < rules->street[street].bets; bet++) {
                ended += sums->ended.bet[street][bet][category][outcome];
                earned += (int64_t)sums->ended.bet[street][bet][category][outcome] * rules->street[street].payoff[bet][category][outcome];
            }
        }
        for (int rule = 0; rule < UTH_MAX_RULES; rule++) {
            const uth_rule_sum *sum = &sums->rule[street][rule];
            require(sum->cost >= 0 && sum->wrong <= sum->deals && (sum->cost > 0) == (sum->wrong > 0), "what a rule loses, it loses where it is wrong");
            lost += sum->cost;
            opened += street == UTH_PREFLOP ? sum->deals : 0;
        }
    }
    require(ended == deals && opened == deals, "a strategy opens and ends all deals");
    require(earned == best - lost, "a strategy earns what best play does, less what its rules lose");
}

static void check_mistakes(const uth_play *play, bytes *from)
{
    uth_mistake mistakes[MISTAKES];
    int32_t found = 77, most = number(from, MISTAKES + 1);
    if (most > MISTAKES)
        most = MISTAKES;
    memset(mistakes, UNTOUCHED, sizeof mistakes);
    int32_t status = uth_play_mistakes(play, most, mistakes, &found);
    require(status == (most < 1 ? UTH_BAD_COUNT : UTH_OK), "at least one mistake is asked for");
    if (status != UTH_OK) {
        require(found == 77 && is_untouched(mistakes, sizeof mistakes), "a refusal leaves the mistakes untouched");
        return;
    }
    require(found >= 0 && found <= most, "no more mistakes than were asked for");
    for (int i = 0; i < found; i++)
        require(mistakes[i].cost > 0 && mistakes[i].does != mistakes[i].best && (!i || mistakes[i].cost <= mistakes[i - 1].cost), "the worst first");
    for (int i = found; i < MISTAKES; i++)
        require(is_untouched(&mistakes[i], sizeof mistakes[i]), "nothing is written behind the last mistake");
}

/* Pieces in any order, none twice. Gives up where the function does. */
static int32_t play_pieces(uth_play *play, bytes *from)
{
    static uth_play_sums none;
    uth_mistake mistake;
    int32_t found = 77, turned = below(from, UTH_PLAY_FLOP_PIECES), piece = number(from, UTH_PLAY_RIVER_PIECES);
    memset(&none, UNTOUCHED, sizeof none);
    require(uth_play_outcomes(play, 0, &none) == UTH_BAD_ORDER && is_untouched(&none, sizeof none)
                && uth_play_mistakes(play, 1, &mistake, &found) == UTH_BAD_ORDER && found == 77, "nothing is known before it is played");
    if (piece < 0 || piece >= UTH_PLAY_RIVER_PIECES)
        require(uth_play_rivers(play, piece) == UTH_BAD_COUNT && uth_play_flops(play, piece) == UTH_BAD_COUNT, "pieces that are not there");
    for (int i = 0; i < UTH_PLAY_RIVER_PIECES; i++) {
        int32_t status = uth_play_rivers(play, i ^ turned);
        require(status == UTH_OK || status == UTH_BAD_RULES, "a piece of the rivers is played, or the strategy gives up");
        require(uth_play_rivers(play, i ^ turned) == UTH_BAD_ORDER, "each piece once");
        if (status != UTH_OK)
            return status;
    }
    for (int i = 0; i < UTH_PLAY_FLOP_PIECES; i++) {
        int32_t status = uth_play_flops(play, i ^ turned);
        require(status == UTH_OK || status == UTH_BAD_RULES, "a piece of the flops is played, or the strategy gives up");
        require(uth_play_flops(play, i ^ turned) == UTH_BAD_ORDER, "each piece once");
        if (status != UTH_OK)
            return status;
    }
    return UTH_OK;
}

/* Value and deals of best play in the whole game. */
static void add_up(const uth_solution *solution, uint64_t *deals, int64_t *value)
{
    for (uint8_t x = 1; x < 52; x++)
        for (uint8_t y = 0; y < x; y++) {
            uint8_t hole[2] = {x, y};
            int32_t action;
            uth_decision d;
            if (uth_solution_preflop(solution, hole, &action, &d) != UTH_OK)
                continue;
            *deals += d.deals;
            *value += action == -2 ? d.fold : action == -1 ? d.check : d.bet[action];
        }
}

/* All pieces, or those before one at which the strategy gives up. */
static int32_t walk_plainly(const uth_plain_line *line, uth_play_sums *whole)
{
    static uth_play_sums share;
    int32_t status = UTH_OK;
    memset(whole, 0, sizeof *whole);
    for (int piece = 0; piece < UTH_PLAIN_PIECES && status == UTH_OK; piece++) {
        memset(&share, UNTOUCHED, sizeof share);
        status = uth_plain_line_play(line, piece, &share);
        require(status == UTH_OK || (status == UTH_BAD_RULES && is_untouched(&share, sizeof share)), "a piece is played, or the strategy gives up");
        if (status == UTH_OK)
            ADD_ALL(whole, &share);
    }
    return status;
}

/* Deals end alike and each rule loses alike; the spots of a rule are told apart more finely the plain way. */
static void require_alike(const uth_play *play, const uth_play_sums *fast, const uth_plain_line *line, const uth_play_sums *plain)
{
    uth_mistake worst[2][MISTAKES];
    int32_t found[2];
    require(!memcmp(&fast->ended, &plain->ended, sizeof fast->ended), "fast and plain way end all deals alike");
    for (int street = 0; street < UTH_STREETS; street++)
        for (int rule = 0; rule < UTH_MAX_RULES; rule++) {
            const uth_rule_sum *one = &fast->rule[street][rule], *other = &plain->rule[street][rule];
            require(one->deals == other->deals && one->wrong == other->wrong && one->cost == other->cost, "each rule decides and loses alike");
        }
    require(uth_play_mistakes(play, MISTAKES, worst[0], &found[0]) == UTH_OK && uth_plain_line_mistakes(line, MISTAKES, worst[1], &found[1]) == UTH_OK
                && found[0] == found[1], "as many mistakes");
    for (int i = 0; i < found[0]; i++) {
        const uth_mistake *one = &worst[0][i], *other = &worst[1][i];
        require(!memcmp(one->hole, other->hole, 2) && !memcmp(one->flop, other->flop, 3) && one->rule == other->rule && one->does == other->does
                    && one->best == other->best && one->deals == other->deals && one->cost == other->cost, "the same mistakes");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { GAMES = 3 };
    static uth_rules rules[GAMES];
    static uth_solution *solutions[GAMES];
    static uth_plain *plains[GAMES];
    static plan plans[1];
    bytes from = {data, data + size};
    int which = below(&from, GAMES), to_the_end = byte(&from) % 4 == 0;
    if (!solutions[which]) {
        static const uint32_t ranks[GAMES] = {0x1c00, 0x1009, 0x1a00};
        rules[which] = which ? ultimate_wide(1u << 26) : ultimate(1u << 26);
        if (which == 2)
            rules[which].street[UTH_FLOP].bets = 0;
        solutions[which] = solve_game(count_game(ranks[which], 1u << 26), &rules[which]);
        uth_boards *boards = NULL;
        require(uth_boards_new(ranks[which], &boards) == UTH_OK, "the boards of a deck are listed");
        plains[which] = solve_plainly(boards, &rules[which]);
    }
    uth_solution *solution = solutions[which];
    take_plan(&from, &rules[which], plans);
    uth_play *play = NULL;
    int32_t status = uth_play_new(solution, &plans[0].strategy, &play);
    require((status == UTH_OK) == (play != NULL) && (status == UTH_OK || status == UTH_BAD_RULES), "a strategy is taken or refused");
    /* an unfair function is no strategy to the plain way, which asks with all cards that are alike */
    uth_plain_line *line = NULL;
    int unfair = plans[0].strategy.ask && !plans[0].fair, plainly = to_the_end || status != UTH_OK;
    int32_t likewise = plainly ? uth_plain_line_new(plains[which], &plans[0].strategy, &line) : UTH_OK;
    require((likewise == UTH_OK || likewise == UTH_BAD_RULES) && !line == (!plainly || likewise != UTH_OK), "likewise the plain way");
    require(status == UTH_OK || unfair || !line, "what the fast way refuses, the plain way refuses");
    if (status != UTH_OK) {
        uth_plain_line_free(line);
        return 0;
    }
    if (!plans[0].strategy.ask)
        memset(plans, 0, sizeof plans);                 /* the core keeps what it needs */
    status = play_pieces(play, &from);
    if (status == UTH_OK)
        check_mistakes(play, &from);
    if (status == UTH_OK && to_the_end) {
        static uth_play_sums whole, share, plain;
        uint64_t deals = 0;
        int64_t best = 0;
        int32_t piece = number(&from, UTH_PLAY_PIECES);
        memset(&share, UNTOUCHED, sizeof share);
        if (piece < 0 || piece >= UTH_PLAY_PIECES)
            require(uth_play_outcomes(play, piece, &share) == UTH_BAD_COUNT && is_untouched(&share, sizeof share), "a piece that is not there");
        memset(&whole, 0, sizeof whole);
        for (piece = 0; piece < UTH_PLAY_PIECES; piece++) {
            require(uth_play_outcomes(play, piece, &share) == UTH_OK, "each piece of the outcomes");
            ADD_ALL(&whole, &share);
        }
        add_up(solution, &deals, &best);
        check_sums(&rules[which], &whole, deals, best);
        likewise = line ? walk_plainly(line, &plain) : likewise;
        require(unfair || likewise == UTH_OK, "what plays the fast way plays the plain way");
        if (!unfair)
            require_alike(play, &whole, line, &plain);
    } else if (line && !unfair) {
        static uth_play_sums plain;
        require(walk_plainly(line, &plain) == UTH_BAD_RULES, "what gives up the fast way gives up the plain way");
    }
    uth_plain_line_free(line);
    uth_play_free(play);
    return 0;
}
