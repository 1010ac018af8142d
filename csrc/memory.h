/* memory.h: large zeroed blocks. Private to the core. */
#ifndef UTH_MEMORY_H
#define UTH_MEMORY_H

#include <stddef.h>

/* NULL if there is no memory. */
void *take_zeroed(size_t size);
void give_back(void *block);                            /* a block of take_zeroed(), or NULL */

#endif
