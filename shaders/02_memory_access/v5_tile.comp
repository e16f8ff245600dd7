#version 450 core
// v5 tile: read a square in rows, keep it in shared memory, write it in rows of the result.
// From v4:  shared memory does the transposing: there a word costs the same wherever it is, banks permitting.
// Gains:    both reads and writes of device memory are adjacent.
// Cost:     a barrier; and a column of the tile is all in one bank: bank conflicts.   Next: v6 pads the tile.
//   from   tile   to            the tile's rows are filled, its columns are written
//   a b    a b    a c
//   c d    c d    b d
layout(local_size_x = TILE, local_size_y = LOCAL_ROWS) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint columns;  // of the source matrix
uniform uint rows;

// [pitch]
const uint PITCH = TILE;  // words from one row of the tile to the next
shared uint tile[TILE * PITCH];
// [/pitch]

// [main]
void main() {
    const uvec2 corner = gl_WorkGroupID.xy * TILE;
    const uint first_item = flat_workgroup() * TILE * TILE;
    for (uint row = 0u; row < TILE; row += LOCAL_ROWS) {
        const uvec2 place = gl_LocalInvocationID.xy + uvec2(0u, row), source = corner + place;
        const uint item = first_item + place.y * TILE + place.x;
        if (source.x < columns && source.y < rows) {
            const uint read = source.y * columns + source.x, word = place.y * PITCH + place.x;
            TRACE(0, item, read);
            TRACE(1, item, word);
            tile[word] = from[read];
        }
    }
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
}
// [/main]
