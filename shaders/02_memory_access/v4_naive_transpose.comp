#version 450 core
// v4 naive transpose: rows become columns, element by element.
// From v3:  the stride is no longer an experiment but the task: to read along a row is to write down a column.
// Gains:    the reads are adjacent.
// Cost:     the writes are a whole row of the result apart: one sector per lane.   Next: v5 transposes in shared memory.
//   a b c      a d
//   d e f  ->  b e       lanes 0 1 2 read a b c, and write to places 0, 2, 4
//              c f
layout(local_size_x = TILE, local_size_y = LOCAL_ROWS) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint columns;  // of the source matrix
uniform uint rows;

// [main]
void main() {
    const uvec2 corner = gl_WorkGroupID.xy * TILE;
    const uint first_item = flat_workgroup() * TILE * TILE;
    for (uint row = 0u; row < TILE; row += LOCAL_ROWS) {
        const uvec2 place = gl_LocalInvocationID.xy + uvec2(0u, row), source = corner + place;
        const uint item = first_item + place.y * TILE + place.x;
        if (source.x < columns && source.y < rows) {
            const uint read = source.y * columns + source.x, write = source.x * rows + source.y;
            TRACE(0, item, read);
            TRACE(1, item, write);
            to[write] = from[read];
        }
    }
}
// [/main]
