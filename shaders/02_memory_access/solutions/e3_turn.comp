#version 450 core
// Solution of exercise 3: rows become columns.
// Idea:     row times the length of a row, plus column; rows of the result have another length.
//   a b c      a d       3 columns and 2 rows; the result has 2 columns and 3 rows
//   d e f  ->  b e       f is read from place 5, c from place 2, and c goes to place 4
//              c f
layout(local_size_x = TILE, local_size_y = LOCAL_ROWS) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint columns;  // of the source matrix
uniform uint rows;

void main() {
    const uvec2 corner = gl_WorkGroupID.xy * TILE;
    const uint first_item = flat_workgroup() * TILE * TILE;
    for (uint row = 0u; row < TILE; row += LOCAL_ROWS) {
        const uvec2 place = gl_LocalInvocationID.xy + uvec2(0u, row), source = corner + place;
        const uint item = first_item + place.y * TILE + place.x;
        if (source.x < columns && source.y < rows) {
            const uint read = source.y * columns + source.x;  // rows of `columns` elements
            const uint write = source.x * rows + source.y;    // x and y swapped, and rows of `rows` elements
            TRACE(0, item, read);
            TRACE(1, item, write);
            to[write] = from[read];
        }
    }
}
