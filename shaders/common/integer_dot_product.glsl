// SPDX-License-Identifier: MIT
// What GL_EXT_integer_dot_product adds, in plain GLSL: products of integer vectors of 32 bits, and of four signed or unsigned bytes
// packed into a word, summed; AccSat adds `c` without wrapping. The line `#extension GL_EXT_integer_dot_product : require` pastes this
// file, since no compiler here knows the extension; vectors of 8, 16 and 64 bits are left out.

int dotEXT(ivec2 a, ivec2 b) { return a.x * b.x + a.y * b.y; }
int dotEXT(ivec3 a, ivec3 b) { return dotEXT(a.xy, b.xy) + a.z * b.z; }
int dotEXT(ivec4 a, ivec4 b) { return dotEXT(a.xy, b.xy) + dotEXT(a.zw, b.zw); }
uint dotEXT(uvec2 a, uvec2 b) { return a.x * b.x + a.y * b.y; }
uint dotEXT(uvec3 a, uvec3 b) { return dotEXT(a.xy, b.xy) + a.z * b.z; }
uint dotEXT(uvec4 a, uvec4 b) { return dotEXT(a.xy, b.xy) + dotEXT(a.zw, b.zw); }

ivec4 packed4x8(int v) { return ivec4(bitfieldExtract(v, 0, 8), bitfieldExtract(v, 8, 8), bitfieldExtract(v, 16, 8), v >> 24); }
uvec4 packed4x8(uint v) { return uvec4(v, v >> 8, v >> 16, v >> 24) & 255u; }

int dotPacked4x8EXT(int a, int b) { return dotEXT(packed4x8(a), packed4x8(b)); }
int dotPacked4x8EXT(int a, uint b) { return dotEXT(packed4x8(a), ivec4(packed4x8(b))); }
int dotPacked4x8EXT(uint a, int b) { return dotEXT(ivec4(packed4x8(a)), packed4x8(b)); }
uint dotPacked4x8EXT(uint a, uint b) { return dotEXT(packed4x8(a), packed4x8(b)); }

int saturated_sum(int a, int b) {
    const int sum = a + b;
    const bool wraps = (a ^ b) >= 0 && (a ^ sum) < 0;
    return wraps ? (a < 0 ? int(0x80000000) : 0x7FFFFFFF) : sum;
}
uint saturated_sum(uint a, uint b) { return a + min(b, ~a); }

int dotPacked4x8AccSatEXT(int a, int b, int c) { return saturated_sum(dotPacked4x8EXT(a, b), c); }
int dotPacked4x8AccSatEXT(int a, uint b, int c) { return saturated_sum(dotPacked4x8EXT(a, b), c); }
int dotPacked4x8AccSatEXT(uint a, int b, int c) { return saturated_sum(dotPacked4x8EXT(a, b), c); }
uint dotPacked4x8AccSatEXT(uint a, uint b, uint c) { return saturated_sum(dotPacked4x8EXT(a, b), c); }
