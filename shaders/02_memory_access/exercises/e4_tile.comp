#version 450 core
// Exercise 4: transpose in shared memory.
// Task:     the first loop reads a square in rows and keeps it in `tile`. Write what follows, so that the result is also
//           written in rows: neighbouring lanes write neighbouring addresses.
// Given:    the first loop. The second one needs the same `place` and `item`; the square lands at the transposed corner
//           of the result, which has `rows` columns.
// Trace:    TRACE(2, item, word) for the word read from the tile, TRACE(3, item, write) for the address written.
// Look at:  v4_naive_transpose_addresses.png: how far apart exercise 3 writes. Make the writes look like its reads.
//   from   tile   to            the tile's rows are filled, its columns are written
//   a b    a b    a c
//   c d    c d    b d
// [gap]
// Idea:     swap the corner, not the place; within the square, reading a column of the tile does the transposing.
// [/gap]
layout(local_size_x = TILE, local_size_y = LOCAL_ROWS) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint columns;  // of the source matrix
uniform uint rows;

const uint PITCH = TILE;  // words from one row of the tile to the next
shared uint tile[TILE * PITCH];

void main() {
    const uvec2 corner = gl_WorkGroupID.xy * TILE;
    const uint first_item = flat_workgroup() * TILE * TILE;
    for (uint row = 0u; row < TILE; row += LOCAL_ROWS) {
        const uvec2 place = gl_LocalInvocationID.xy + uvec2(0u, row), source = corner + place;
        const uint item = first_item + place.y * TILE + place.x;
        if (source.x < columns && source.y < rows) {
            const uint read = source.y * columns + source.x, word = place.y * PITCH + place.x;
            TRACE(0, item, read);  // shows the pass; leave it
            TRACE(1, item, word);
            tile[word] = from[read];
        }
    }
    // [gap]
    barrier();  // a lane takes out what other lanes have put in
    for (uint row = 0u; row < TILE; row += LOCAL_ROWS) {
        const uvec2 place = gl_LocalInvocationID.xy + uvec2(0u, row), target = corner.yx + place;
        const uint item = first_item + place.y * TILE + place.x;
        if (target.x < rows && target.y < columns) {
            const uint word = place.x * PITCH + place.y, write = target.y * rows + target.x;
            TRACE(2, item, word);
            TRACE(3, item, write);
            to[write] = tile[word];
        }
    }
    //| // TODO: what must happen before a lane may read what others have stored?
    //| // TODO: the second loop: the place in the result, its bounds, the word of the tile, the address
    // [/gap]
}
