/* compiler.c: which compiler made the core. */
#include "uth.h"

int32_t uth_compiler(const char **name)
{
#if defined(__clang__)
    *name = "clang " __clang_version__;
#elif defined(__GNUC__)
    *name = "gcc " __VERSION__;
#else
    *name = "a C compiler";
#endif
    return UTH_OK;
}
