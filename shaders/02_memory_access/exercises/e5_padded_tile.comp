#version 450 core
// Exercise 5: a whole kernel, without bank conflicts.
// Task:     transpose through a tile again, but from an empty main(); and choose PITCH so that the words of a column of
//           the tile lie in different banks. Shared memory has 32 banks, word w lies in bank w mod 32; of all pitches that
//           do, take the smallest one that has room for a row.
// Given:    the layout: an invocation serves TILE / LOCAL_ROWS elements of the square, LOCAL_ROWS rows apart.
// Trace:    item = flat_workgroup() * TILE * TILE + place.y * TILE + place.x is the number of an access. For each element:
//           TRACE(0, item, address read)  TRACE(1, item, word of the tile written)          when the tile is filled,
//           TRACE(2, item, word of the tile read)  TRACE(3, item, address written)          when it is emptied.
// Look at:  v5_tile_tile.png: the bank of each word without padding. How many lanes queue for a column?
//   bank of each word, with 4 banks:   without padding 0 1 2 3    with  ? ? ? ?
//                                                     0 1 2 3         ? ? ? ?
layout(local_size_x = TILE, local_size_y = LOCAL_ROWS) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
#include "grid.glsl"
#include "trace.glsl"

uniform uint columns;  // of the matrix that is read
uniform uint rows;

const uint PITCH = TILE;  // TODO: words from one row of the tile to the next
shared uint tile[TILE * PITCH];

void main() {
    // TODO
}
