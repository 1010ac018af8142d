/* mistakes.h: the flops on which a strategy loses most, for either way of playing a game out. Private to the core. */
#ifndef UTH_MISTAKES_H
#define UTH_MISTAKES_H

#include "flops.h"
#include "uth.h"

/*
 * What a line of play does on the flop with this number and two hole cards, the higher first: the mistake's rule and actions,
 * deals and cost on one such flop. A cost of zero means that there is nothing to tell, as where a card is not in the deck.
 */
typedef int32_t look_at_flop(const void *line, int flop, int card, int other, uth_mistake *mistake);

/* The worst ones first, on all flops up to suits, at most so many of them. */
int32_t find_mistakes(const void *line, look_at_flop *look, const flop_alike *flops, int count, int32_t most, uth_mistake *mistakes, int32_t *found);

#endif
