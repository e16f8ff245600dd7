#version 450 core
// v1 first: double a tile in shared memory, then add the neighbour to the right.
// Gains:    two passes, and still one read and one write of device memory per element.
// Cost:     a barrier; the last element of a tile has no neighbour.   Next: v2 adds across tiles.
//   a tile of 4:   a      b      c      d
//   double:        2a     2b     2c     2d
//   add:           2a+2b  2b+2c  2c+2d  2d
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Values { uint values[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint n;

shared uint tile[LOCAL_SIZE];

void main() {
    const uint i = gl_LocalInvocationID.x, right = i + 1u;
    const uint element = flat_invocation();

    // [passes]
    const uint doubled = element < n ? 2u * values[element] : 0u;
    tile[i] = doubled;
    TRACE(0, element, doubled);
    barrier();  // the whole tile is doubled

    const uint sum = doubled + (right < LOCAL_SIZE ? tile[right] : 0u);
    TRACE(1, element, sum);
    // [/passes]
    if (element < n) values[element] = sum;
}
