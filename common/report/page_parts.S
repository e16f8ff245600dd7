// SPDX-License-Identifier: MIT
// The parts of the page as bytes of the program; CMake says in which folder it put them together.
#ifdef __wasm__ // an assembler of its own: a section and a size for each symbol
#define PART(name, file)                     \
    .section .rodata.pbp_page_##name, "", @; \
    .globl pbp_page_##name;                  \
    .type pbp_page_##name, @object;          \
    pbp_page_##name: .incbin file;           \
    .int8 0;                                 \
    .size pbp_page_##name, . - pbp_page_##name;
#else
#ifdef __ELF__
    .section .rodata
#else
    .section .rdata, "dr"
#endif
#define PART(name, file)          \
    .global pbp_page_##name;      \
    pbp_page_##name: .incbin file; \
    .byte 0
#endif
PART(skeleton, "page.html")
PART(overview, "overview.html")
PART(style, "page.css")
PART(style_sha256, "page.css.sha256")
PART(script, "page.js")
PART(script_sha256, "page.js.sha256")
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
