#version 450 core
// v2 Blelloch: add pairs up a tree, then hand down to each node the sum of everything left of it.
// From v1:  half the busy invocations drop out in each pass, so 2(n - 1) additions do the work of n * log2(n).
// Cost:     twice the passes, and few invocations busy near the root.   Next: v3 has no passes: a subgroup scans at once.
//   up:     3  1  2  4        down:   3  4  2  0     the root becomes 0
//           3  4  2  6                3  0  2  4     stride 2: left gets the node's, right adds the left's sum
//           3  4  2 10                0  3  4  6     stride 1
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
#include "trace.glsl"

uniform uint exclusive;  // 1: leave the element's own value out of its sum

const uint COUNT = 2u * LOCAL_SIZE;
shared uint tree[COUNT];

void main() {
    const uint i = gl_LocalInvocationID.x;
    const uint own_a = data[2u * i], own_b = data[2u * i + 1u];
    tree[2u * i] = own_a;
    tree[2u * i + 1u] = own_b;

    uint pass = 0u;
    for (uint stride = 1u; stride < COUNT; stride *= 2u) {
        barrier();  // this pass reads what others wrote
        const uint right = (2u * i + 2u) * stride - 1u, left = right - stride;
        if (right < COUNT) {
            const uint sum = tree[left] + tree[right];
            tree[right] = sum;
            TRACE(pass, right, sum);
        }
        ++pass;
    }
    barrier();
    if (i == 0u) {
        tree[COUNT - 1u] = 0u;
        TRACE(pass, COUNT - 1u, 0u);
    }
    ++pass;
    for (uint stride = LOCAL_SIZE; stride > 0u; stride /= 2u) {
        barrier();
        const uint right = (2u * i + 2u) * stride - 1u, left = right - stride;
        if (right < COUNT) {
            const uint sum = tree[left], before = tree[right];
            tree[left] = before;
            tree[right] = before + sum;
            TRACE(pass, left, before);
            TRACE(pass, right, before + sum);
        }
        ++pass;
    }
    // In the last pass each invocation wrote the two elements it now stores.
    const uint a = tree[2u * i] + (exclusive != 0u ? 0u : own_a), b = tree[2u * i + 1u] + (exclusive != 0u ? 0u : own_b);
    TRACE(pass, 2u * i, a);
    TRACE(pass, 2u * i + 1u, b);
    data[2u * i] = a;
    data[2u * i + 1u] = b;
}
