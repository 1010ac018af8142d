/*
 * fuzz_plain.c: whole games of small decks the plain way, each board by itself, held against the fast way. uth_boards_new,
 * uth_boards_count, uth_boards_census, uth_boards_free; uth_plain_new, uth_plain_sum, uth_plain_choose, uth_plain_preflop,
 * uth_plain_flop, uth_plain_free; best play with uth_plain_line_new, uth_plain_line_play, uth_plain_line_mistakes and
 * uth_plain_line_free. Strategies are in fuzz_play.c.
 */
#include "fuzz_decks.h"

/* Any deck, of few ranks if it is possible. Classes up to suits by arithmetic: suited or not, and the patterns of a flop. */
static void fuzz_boards(bytes *from)
{
    uint32_t ranks = (uint32_t)word(from) & (byte(from) % 4 ? 0x1fff : 0xffffffff);
    int size = 0;
    for (int rank = 0; rank < 32; rank++)
        size += (int)(ranks >> rank & 1);
    for (; size > 5 && !(ranks >> 13); size--)
        ranks &= ranks - 1;
    uth_boards *boards = NULL;
    int32_t status = uth_boards_new(ranks, &boards);
    require(status == (ranks >> 13 || size < 3 ? UTH_BAD_CARD : UTH_OK) && !boards == (status != UTH_OK), "decks of three ranks or more");
    if (status == UTH_OK) {
        uth_classes found;
        require(uth_boards_count(boards, &found) == UTH_OK, "classes are counted");
        require(found.holes == size * size, "pairs, suited and offsuit hands");
        require(found.flops == size + 2 * size * (size - 1) + 5 * size * (size - 1) * (size - 2) / 6, "flops with three, two and one of a rank");
        require(found.holes_on_flops > found.flops && found.holes_on_boards > found.boards && found.boards > found.flops, "hands on all of them");
    }
    uth_boards_free(boards);
}

/* Both ways take the census or refuse it. */
static void fuzz_census(const uth_boards *boards, const uth_game *game, uint32_t wanted, bytes *from)
{
    static uth_census whole, fast, share;
    int32_t piece = number(from, UTH_PLAIN_PIECES), status = UTH_OK;
    memset(&whole, 0, sizeof whole);
    memset(&fast, 0, sizeof fast);
    memset(&share, UNTOUCHED, sizeof share);
    if (piece < 0 || piece >= UTH_PLAIN_PIECES)
        require(uth_boards_census(boards, wanted, piece, &share) == UTH_BAD_COUNT && is_untouched(&share, sizeof share), "a piece that is not there");
    for (piece = 0; piece < UTH_CENSUS_PIECES && status == UTH_OK; piece++) {
        status = uth_game_census(game, piece, &share);
        if (status == UTH_OK)
            ADD_ALL(&fast, &share);
    }
    for (piece = 0; piece < UTH_PLAIN_PIECES; piece++) {
        memset(&share, UNTOUCHED, sizeof share);
        require(uth_boards_census(boards, wanted, piece, &share) == status, "both ways take the census or refuse it");
        if (status != UTH_OK)
            require(is_untouched(&share, sizeof share), "a refusal leaves the census untouched");
        else
            ADD_ALL(&whole, &share);
    }
    require(status != UTH_OK || !memcmp(&whole, &fast, sizeof whole), "fast and plain way give the same census");
}

/* Nothing is known of a game before it is chosen. */
static void require_unknown(const uth_plain *plain)
{
    static const uint8_t cards[5] = {0, 1, 2, 48, 49};
    uth_decision decision;
    uth_plain_line *line = NULL;
    memset(&decision, UNTOUCHED, sizeof decision);
    require(uth_plain_preflop(plain, cards, &decision) == UTH_BAD_ORDER && uth_plain_flop(plain, cards, cards + 2, &decision) == UTH_BAD_ORDER
                && is_untouched(&decision, sizeof decision), "no answer before the choice");
    require(uth_plain_line_new(plain, NULL, &line) == UTH_BAD_ORDER && !line, "and nothing to play by");
}

/* Any pieces now and then; then what is left of them, from any on. */
static void solve_in_any_order(uth_plain *plain, bytes *from)
{
    int summed[UTH_PLAIN_PIECES] = {0}, turned = below(from, UTH_PLAIN_PIECES);
    for (int steps = below(from, 12); steps > 0; steps--) {
        int32_t piece = number(from, UTH_PLAIN_PIECES);
        int there = piece >= 0 && piece < UTH_PLAIN_PIECES;
        int32_t expected = !there ? UTH_BAD_COUNT : summed[piece]++ ? UTH_BAD_ORDER : UTH_OK;
        require(uth_plain_sum(plain, piece) == expected, "each piece is summed once");
        require(uth_plain_choose(plain) == UTH_BAD_ORDER, "it is chosen in the end");
        require_unknown(plain);
    }
    for (int i = 0; i < UTH_PLAIN_PIECES; i++)
        require(summed[i ^ turned] || uth_plain_sum(plain, i ^ turned) == UTH_OK, "each piece is summed");
    require_unknown(plain);
    require(uth_plain_choose(plain) == UTH_OK && uth_plain_choose(plain) == UTH_BAD_ORDER, "it is chosen once");
    require(uth_plain_sum(plain, turned) == UTH_BAD_ORDER, "and nothing is summed after it");
}

/* Any cards of the deck or none: answered, or refused, as the whole game does the fast way, or as the single decision if there is none. */
static void ask(const uth_plain *plain, const uth_solution *solution, uint32_t ranks, const uth_rules *rules, bytes *from)
{
    uint8_t cards[5];
    int32_t action;
    uth_decision found, expected;
    uint64_t out = ~cards_of(ranks) & ((UINT64_C(1) << 52) - 1), taken = out;
    take_cards(from, cards, 5, &taken);
    int on_flop = byte(from) % 4 > 0;
    memset(&found, UNTOUCHED, sizeof found);
    memset(&expected, UNTOUCHED, sizeof expected);
    int32_t status = on_flop ? uth_plain_flop(plain, cards, cards + 2, &found) : uth_plain_preflop(plain, cards, &found), fast = status;
    if (solution)
        fast = on_flop ? uth_solution_flop(solution, cards, cards + 2, &action, &expected) : uth_solution_preflop(solution, cards, &action, &expected);
    else if (status == UTH_OK) {
        uth_spot spot = {.hole = {cards[0], cards[1]}, .board = {cards[2], cards[3], cards[4]}, .board_count = on_flop ? 3 : 0, .dead = out};
        fast = uth_decide(&spot, rules, 0, NULL, &expected);
        memset(expected.showdown, 0, sizeof expected.showdown);         /* a whole game has no table of one hand */
    }
    require(status == fast && is_known(status, UTH_DUPLICATE) && !memcmp(&found, &expected, sizeof found), "fast and plain way give the same integers");
}

/* Best play makes no mistake and ends all deals as the fast way says. */
static void fuzz_line(const uth_plain *plain, const uth_solution *solution, bytes *from)
{
    static uth_play_sums sums;
    static uth_split whole, share;
    uth_mistake mistake;
    int32_t found = 77, piece = number(from, UTH_PLAIN_PIECES), most = number(from, 2);
    uth_plain_line *line = play_plainly(plain, NULL, &sums);
    memset(&whole, 0, sizeof whole);
    for (int i = 0; i < UTH_OUTCOME_PIECES; i++) {
        require(uth_solution_outcomes(solution, i, &share) == UTH_OK, "each piece of the outcomes");
        ADD_ALL(&whole, &share);
    }
    require(!memcmp(&sums.ended, &whole, sizeof whole), "fast and plain way end all deals alike");
    memset(&sums, UNTOUCHED, sizeof sums);
    if (piece < 0 || piece >= UTH_PLAIN_PIECES)
        require(uth_plain_line_play(line, piece, &sums) == UTH_BAD_COUNT && is_untouched(&sums, sizeof sums), "a piece that is not there");
    require(uth_plain_line_mistakes(line, most, &mistake, &found) == (most < 1 ? UTH_BAD_COUNT : UTH_OK) && found == (most < 1 ? 77 : 0),
            "best play makes no mistakes");
    uth_plain_line_free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uth_boards *boards[DECKS];
    bytes from = {data, data + size};
    int what = byte(&from), deck = below(&from, DECKS);
    if (what < 16) {
        fuzz_boards(&from);
        return 0;
    }
    const uth_game *game = counted(&from, deck);
    if (!boards[deck])
        require(uth_boards_new(decks[deck], &boards[deck]) == UTH_OK, "the boards of a deck are listed");
    if (what < 48)
        fuzz_census(boards[deck], game, qualifiers[deck], &from);
    uth_rules rules = take_rules(&from);
    rules.qualifier = qualifiers[deck];
    uth_solution *solution = NULL;
    uth_plain *plain = NULL;
    int whole = what % 8 == 0;                          /* the fast way takes its time */
    int32_t status = uth_plain_new(boards[deck], &rules, &plain);
    require((status == UTH_OK || status == UTH_BAD_RULES) && !plain == (status != UTH_OK), "a game is solved or its rules are refused");
    if (status != UTH_OK) {
        require(uth_solution_new(game, &rules, &solution) == status && !solution, "likewise the fast way");
        return 0;
    }
    if (whole)
        solution = solve_game(game, &rules);
    solve_in_any_order(plain, &from);
    for (int asked = 1 + below(&from, 8); asked > 0; asked--)
        ask(plain, solution, decks[deck], &rules, &from);
    if (whole)
        fuzz_line(plain, solution, &from);
    uth_plain_free(plain);
    uth_solution_free(solution);
    return 0;
}
