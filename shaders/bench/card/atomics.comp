#version 450 core
// atomics: every invocation adds to one word, a subgroup at a time. (a card's number)
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };

void main() { atomicAdd(data[0], 1u); }
