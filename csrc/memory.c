/*
 * memory.c: large blocks straight from the system, on large pages where it has them: zeroed already, and a fifth of the
 * time of a solve would go to small pages.
 */
#if defined(__linux__)
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#endif

#include "memory.h"

#include <stdlib.h>

/* Stands before each block and keeps it aligned for anything. */
typedef union {
    size_t size;
    unsigned char room[64];
} head;

void *take_zeroed(size_t size)
{
    size += sizeof(head);
#if defined(__linux__)
    head *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
#if defined(MADV_HUGEPAGE)
    (void)madvise(block, size, MADV_HUGEPAGE);          /* a wish; what it answers does not matter */
#endif
#else
    head *block = calloc(1, size);
    if (!block)
        return NULL;
#endif
    block->size = size;
    return block + 1;
}

void give_back(void *taken)
{
    if (!taken)
        return;
    head *block = (head *)taken - 1;
#if defined(__linux__)
    (void)munmap(block, block->size);
#else
    free(block);
#endif
}
