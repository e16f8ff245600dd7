// SPDX-License-Identifier: MIT
// std::filesystem::path(const char*) of mingw-w64 asks mbrtowc for each character, and that knows no UTF-8, which is what words and
// paths are in each of our programs. The linker puts this in its place (--wrap). What is beyond 16 bits becomes U+FFFD.
#include <stddef.h>
#include <wchar.h>

size_t __wrap_mbrtowc(wchar_t* to, const char* from, size_t size, mbstate_t* state) {
    (void)state;
    if (from == NULL) return 0;
    if (size == 0) return (size_t)-2;
    const unsigned char first = (unsigned char)*from;
    const size_t length = first < 0x80 ? 1 : first >> 5 == 0x06 ? 2 : first >> 4 == 0x0E ? 3 : first >> 3 == 0x1E ? 4 : 0;
    if (length == 0) return (size_t)-1;
    if (length > size) return (size_t)-2;
    unsigned long code = length == 1 ? first : first & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length; ++i) {
        const unsigned char next = (unsigned char)from[i];
        if (next >> 6 != 2) return (size_t)-1;
        code = code << 6 | (next & 0x3Fu);
    }
    if (to != NULL) *to = code > 0xFFFF ? (wchar_t)0xFFFD : (wchar_t)code;
    return code == 0 ? 0 : length;
}
