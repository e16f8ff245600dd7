#version 450 core
// Lesson 04's v2 with the parity in the index instead of a branch. (tuning: B of uniform branch)
// From v2_fixed:  the same loop and the same barriers; only the if is gone.
//   pass 1, even pairs:   low = 2i        pass 2, odd pairs:   low = 2i + 1
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };

uniform uint n;

shared uint tile[2 * LOCAL_SIZE];

// Nobody else touches these two keys in this pass.
void compare_exchange(uint low) {
    const uint high = low + 1u;
    if (high >= n) return;
    const uint a = tile[low], b = tile[high];
    tile[low] = min(a, b);
    tile[high] = max(a, b);
}

void main() {
    const uint i = gl_LocalInvocationID.x;
    if (i < n) tile[i] = keys[i];
    if (i + LOCAL_SIZE < n) tile[i + LOCAL_SIZE] = keys[i + LOCAL_SIZE];
    barrier();  // others compare what I loaded

    for (uint pass = 1u; pass <= n; ++pass) {
        compare_exchange(2u * i + (1u - pass % 2u));
        barrier();  // the next pass compares what others wrote
    }

    if (i < n) keys[i] = tile[i];
    if (i + LOCAL_SIZE < n) keys[i + LOCAL_SIZE] = tile[i + LOCAL_SIZE];
}
