#version 450 core
// Exercise 3: down the tree.  Upwards, the tree of sums is built. Downwards, each node learns the sum before it.
// Given:    the way up (v2, Blelloch): a node's sum is in the last element that it covers. And the ending.
// Wanted:   the root, and the way down: a node passes the sum before it to its left child, and to its right child that
//           plus the left child's sum. The strides go from LOCAL_SIZE down to 1. Invocations share the nodes out as
//           on the way up.
// TRACE:    a pass for the root: TRACE(pass, COUNT - 1u, 0u). Then one per stride: TRACE(pass, place, value) for both
//           places of each node. Increment `pass` after each pass, as the way up does.
//   up:     3  1  2  4        down:   3  4  2  0     the root becomes 0
//           3  4  2  6                3  0  2  4     stride 2
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
        const uint right = (2u * i + 2u) * stride - 1u, left = right - stride;  // the last elements of the node's children
        if (right < COUNT) {
            const uint sum = tree[left] + tree[right];
            tree[right] = sum;
            TRACE(pass, right, sum);
        }
        ++pass;
    }

    // [gap]
    if (i == 0u) {
        tree[COUNT - 1u] = 0u;  // nothing comes before the root; no barrier: this invocation wrote the root's sum itself
        TRACE(pass, COUNT - 1u, 0u);
    }
    ++pass;
    for (uint stride = LOCAL_SIZE; stride > 0u; stride /= 2u) {
        barrier();  // a child's value was written by its parent
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
    //| // TODO: the root, and the way down
    // [/gap]

    // The result is exclusive, and each invocation stores the two elements that it wrote itself in the last pass.
    const uint a = tree[2u * i] + (exclusive != 0u ? 0u : own_a), b = tree[2u * i + 1u] + (exclusive != 0u ? 0u : own_b);
    TRACE(pass, 2u * i, a);
    TRACE(pass, 2u * i + 1u, b);
    data[2u * i] = a;
    data[2u * i + 1u] = b;
}
