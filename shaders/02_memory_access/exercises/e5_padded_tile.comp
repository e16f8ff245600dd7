#version 450 core
// Exercise 5: a whole kernel, without bank conflicts.
// Task:     transpose through a tile again, filled by rows and emptied by columns, but from an empty main(). Choose PITCH
//           so that the 32 words of a tile's column are in different banks. Shared memory has 32 banks, and word w is
//           in bank w mod 32. Of all pitches that work, take the smallest with room for a row.
// Given:    the layout: an invocation handles TILE / LOCAL_ROWS elements of the square, LOCAL_ROWS rows apart.
// Trace:    item = flat_workgroup() * TILE * TILE + place.y * TILE + place.x is the number of an access. Per element:
//           TRACE(0, item, address read)  TRACE(1, item, word of the tile written)          while filling the tile,
//           TRACE(2, item, word of the tile read)  TRACE(3, item, address written)          while emptying it.
// Look at:  v5_tile_tile.png: the bank of each word without padding. How many lanes of a column queue for one bank?
//   bank of each word, with 4 banks:   without padding 0 1 2 3    with  ? ? ? ?
//                                                     0 1 2 3         ? ? ? ?
// [gap]
// Idea:     one unused word per row: the words of a column are 33 apart, so each is in a bank of its own.
//   bank of each word, with 4 banks:   without padding 0 1 2 3    with 0 1 2 3 .
//                                                     0 1 2 3         1 2 3 0 .
// [/gap]
layout(local_size_x = TILE, local_size_y = LOCAL_ROWS) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint columns;  // of the source matrix
uniform uint rows;

// [gap]
const uint PITCH = TILE + 1u;  // words from one row of the tile to the next
//| const uint PITCH = TILE;  // TODO: words from one row of the tile to the next
// [/gap]
shared uint tile[TILE * PITCH];

void main() {
    // [gap]
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
    //| // TODO
    // [/gap]
}
