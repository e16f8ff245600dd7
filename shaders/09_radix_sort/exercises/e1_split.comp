#version 450 core
// Exercise 1 of lesson 09: split by one bit. It replaces v1_split.
// Task:   give every key its place: keys with a 0 in this bit to the front, keys with a 1 after them. Three lines.
// Given:  zeros_before[i], how many keys before key i have a 0 in this bit. Earlier dispatches found it for all keys.
// Look:   the row "sort by bit 0", and the lines into it: may those of two keys with the same bit cross?
//   bit:           1 0 1 1 0 0 1 0
//   zeros before:  0 0 1 1 1 2 3 3      place:  4 0 5 6 1 2 7 3
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Table { uint zeros_before[]; };
layout(std430, binding = 2) writeonly buffer Sorted { uint sorted[]; };
#include "grid.glsl"

uniform uint n;
uniform uint shift;  // which bit

void main() {
    const uint i = flat_invocation();
    if (i >= n) return;
    const uint bit = keys[i] >> shift & 1u;
    // [gap]
    const uint zeros = zeros_before[n - 1u] + 1u - (keys[n - 1u] >> shift & 1u);
    const uint ones_before = i - zeros_before[i];
    const uint place = bit == 1u ? zeros + ones_before : zeros_before[i];
    //| // TODO: how many keys have a 0 in this bit, among all n of them?
    //| const uint zeros = 0u;
    //| // TODO: how many keys before this one have a 1?
    //| const uint ones_before = 0u;
    //| const uint place = bit == 1u ? zeros + ones_before : i;  // TODO: where does a key with a 0 go?
    // [/gap]
    sorted[place] = keys[i];
}
