// SPDX-License-Identifier: MIT
// The three typefaces as bytes of the program; CMake gives their paths.
    .section .rodata
#define FONT(name, path)         \
    .global pbp_font_##name;     \
    .balign 16;                  \
    pbp_font_##name: .incbin path; \
    .byte 0
FONT(sans, PBP_SANS)
FONT(bold, PBP_BOLD)
FONT(mono, PBP_MONO)
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
