/*
 * memory.c: large blocks straight from the system, on large pages where it has them: zeroed already, and a fifth of the
 * time of a solve would go to small pages. With UTH_CALLOC they come from calloc() as on other systems, so that a sanitizer
 * sees the ends of each block and a test can refuse one.
 */
#if defined(__linux__) && !defined(UTH_CALLOC)
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#else
#include <stdlib.h>
#endif

#include "memory.h"

#if defined(__linux__) && !defined(UTH_CALLOC)

/* Stands before each block and keeps it aligned for anything. */
typedef union {
    size_t size;
    unsigned char room[64];
} head;

void *take_zeroed(size_t size)
{
    size += sizeof(head);
    head *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
#if defined(MADV_HUGEPAGE)
    (void)madvise(block, size, MADV_HUGEPAGE);          /* a wish; what it answers does not matter */
#endif
    block->size = size;
    return block + 1;
}

void give_back(void *taken)
{
    if (!taken)
        return;
    head *block = (head *)taken - 1;
    (void)munmap(block, block->size);
}

#else

void *take_zeroed(size_t size) { return calloc(1, size ? size : 1); }

void give_back(void *taken) { free(taken); }

#endif
