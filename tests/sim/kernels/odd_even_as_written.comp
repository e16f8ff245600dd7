#version 450 core
// Odd-even sort as it is first written down, with all its faults: what lesson 04's v1 tames, untamed.
// Sorts 2 * LOCAL_SIZE keys in one workgroup, one pair an invocation, until a step swaps nothing.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };

shared uint tile[2 * LOCAL_SIZE];
shared uint step_count;
shared bool is_swap;

void main() {
    const uint i = gl_LocalInvocationID.x;
    tile[2u * i] = keys[2u * i];
    tile[2u * i + 1u] = keys[2u * i + 1u];
    if (i == 0u) {
        step_count = 0u;
        is_swap = false;
    }
    barrier();

    while (true) {  // once something has been swapped: for ever, since nobody takes the flag back
        const uint low = step_count % 2u == 0u ? 2u * i : 2u * i + 1u;  // the step, while others count it up
        if (low + 1u < 2u * LOCAL_SIZE && tile[low] > tile[low + 1u]) {
            const uint greater = tile[low];
            tile[low] = tile[low + 1u];
            tile[low + 1u] = greater;
            is_swap = true;
        }
        step_count += 1u;  // each invocation counts
        barrier();
        if (!is_swap) break;  // past the barriers at which others still wait
    }
    keys[2u * i] = tile[2u * i];
    keys[2u * i + 1u] = tile[2u * i + 1u];
}
