#version 450 core
// work: instructions, and nothing else. (a card's number)
// Two chains of multiply-adds: index arithmetic rarely has more at a time that do not wait for each other. One subgroup
// alone shows how long it is from one instruction to the next, thousands of them show the rate.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Data { uint data[]; };

uniform uint rounds;
uniform float factor;

void main() {
    float x = float(gl_LocalInvocationIndex), y = x + 1.0;
    for (uint k = 0u; k < rounds; ++k)
        for (uint j = 0u; j < 32u; ++j) {  // unrolled by every compiler: what counts the rounds is one instruction in 40
            x = fma(x, factor, 0.5), y = fma(y, factor, 0.5);
            x = fma(x, factor, 0.5), y = fma(y, factor, 0.5);
        }
    if (x + y == -1.0) data[0] = 1u;  // never, but no compiler knows
}
