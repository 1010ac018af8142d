/*
 * pieces.h: which pieces of some work are done, so that none is done twice, and nothing before what it builds on. Private to
 * the core. A byte for each piece: threads at different pieces do not meet.
 */
#ifndef UTH_PIECES_H
#define UTH_PIECES_H

#include <stdint.h>

enum { PIECE_OPEN, PIECE_TAKEN, PIECE_DONE };           /* taken for good by one that fails half way */

static inline int all_done(const uint8_t *pieces, int count)
{
    for (int piece = 0; piece < count; piece++)
        if (pieces[piece] != PIECE_DONE)
            return 0;
    return 1;
}

#endif
