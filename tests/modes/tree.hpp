// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pbp::test {

/// A sum in shared memory, with a function that it calls: a kernel to step through.
inline const std::string tree = R"(layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[4];
uint both(uint i, uint stride) {
    return tile[i] + tile[i + stride];
}
void main() {
    const uint i = gl_LocalInvocationIndex;
    tile[i] = data[i];
    barrier();
    for (uint stride = 2u; stride > 0u; stride /= 2u) {
        if (i < stride) tile[i] = both(i, stride);
        barrier();
    }
    if (i == 0u) data[0] = tile[0];
}
)";

}  // namespace pbp::test
