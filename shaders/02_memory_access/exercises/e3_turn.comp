#version 450 core
// Exercise 3: rows become columns.
// Task:     transpose a matrix stored row by row. Its element in row y and column x becomes the one in row x and column y
//           of the result, which is also stored row by row. Write both addresses.
// Given:    source, the column and row of the element to read, and the guard: it may be outside.
//           An invocation takes several rows of the square, LOCAL_ROWS apart.
// Look at:  v4_naive_transpose.png: a row of the picture on the left, and where it ends up in the result.
//   a b c      a d       3 columns and 2 rows; the result has 2 columns and 3 rows
//   d e f  ->  b e       f is read from place 5, c from place 2, and c goes to place 4
//              c f
// [gap]
// Idea:     row times the length of a row, plus column; rows of the result have another length.
// [/gap]
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
            // [gap]
            const uint read = source.y * columns + source.x;  // rows of `columns` elements
            const uint write = source.x * rows + source.y;    // x and y swapped, and rows of `rows` elements
            //| const uint read = 0u;   // TODO: the element's address in `from`
            //| const uint write = 0u;  // TODO: its address in `to`
            // [/gap]
            TRACE(0, item, read);   // shows the pass; leave it
            TRACE(1, item, write);
            to[write] = from[read];
        }
    }
}
