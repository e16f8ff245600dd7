#version 450 core
// shared: each load from shared memory says where the next one is. (a card's number)
// One subgroup alone shows how long it is from one access to the next, thousands of them show the rate. No two lanes
// ever ask the same bank: all go on by one word.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Data { uint data[]; };

uniform uint rounds;

shared uint next[LOCAL_SIZE];

void main() {
    uint at = gl_LocalInvocationIndex;
    next[at] = (at + 1u) % LOCAL_SIZE;
    barrier();
    for (uint k = 0u; k < rounds; ++k) at = next[next[next[next[at]]]];
    if (at >= LOCAL_SIZE) data[0] = 1u;  // never, but no compiler knows
}
