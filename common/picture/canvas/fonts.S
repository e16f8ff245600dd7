// SPDX-License-Identifier: MIT
// The two typefaces as bytes of the program; CMake gives their paths.
#ifdef __wasm__ // an assembler of its own: a section and a size for each symbol
#define FONT(name, path)                     \
    .section .rodata.pbp_font_##name, "", @; \
    .globl pbp_font_##name;                  \
    .type pbp_font_##name, @object;          \
    .p2align 4;                              \
    pbp_font_##name: .incbin path;           \
    .int8 0;                                 \
    .size pbp_font_##name, . - pbp_font_##name;
#else
#ifdef __ELF__
    .section .rodata
#else
    .section .rdata, "dr"
#endif
#define FONT(name, path)         \
    .global pbp_font_##name;     \
    .balign 16;                  \
    pbp_font_##name: .incbin path; \
    .byte 0
#endif
FONT(sans, PBP_SANS)
FONT(bold, PBP_BOLD)
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
