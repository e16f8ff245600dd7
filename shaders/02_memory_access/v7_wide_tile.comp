#version 450 core
// v7 wide tile: 16 bytes per load and store, four loads in flight at once; blocks of 4 x 4 are transposed in registers.
// From v6:  a workgroup transposes 64 x 64 elements, an invocation 4 x 4 of them at a time: a quarter of the requests.
//           Workgroups are numbered down the input, so the pieces they write follow each other in the result.
// Gains:    a row of a tile is 256 contiguous bytes; nobody waits for one small word at a time.
// Cost:     a vector must start at a multiple of 16 bytes: where rows do not, they go element by element.
// Next:     nothing is left to gain except by moving fewer bytes: lessons 03 to 06 do more with each.
//   four loads    a0 a1 a2 a3   in registers   a0 b0 c0 d0   goes to row 4x of the tile
//   of block      b0 b1 b2 b3   the columns    a1 b1 c1 d1   ... 4x + 1
//   (x, y)        c0 c1 c2 c3   become vectors a2 b2 c2 d2   ... 4x + 2
//                 d0 d1 d2 d3                  a3 b3 c3 d3   ... 4x + 3
// Banks: a vector takes 4 of 32, so a cycle serves 8 lanes. Lanes x = 0 .. 7 write to rows 4x, which are 4 * x * PITCH
// vectors apart: mod 8 that is 0 or 4, whatever the padding. So vector y of row r is at y ^ (r / 4): 8 different slots.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 0) readonly buffer FromFours { uvec4 from_fours[]; };  // the same memory
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
layout(std430, binding = 1) writeonly buffer ToFours { uvec4 to_fours[]; };
#include "grid.glsl"
#include "trace.glsl"
uniform uint columns;  // of the source matrix
uniform uint rows;

const uvec2 TILE = uvec2(TILE_X, TILE_Y), FOURS = TILE / 4u;
const uint BLOCKS = FOURS.x * FOURS.y;  // of 4 x 4 in the tile
shared uvec4 tile[4u * BLOCKS];         // transposed: TILE.x rows of FOURS.y

// [swizzle]
uint place_of(uint row, uint four) { return row * FOURS.y + (four ^ (row / 4u % FOURS.y)); }
// [/swizzle]
// [four]
uvec4 load_four(uvec2 at, uint item) {
    if (at.x >= columns || at.y >= rows) return uvec4(0u);
    const uint first = at.y * columns + at.x;
    TRACE(0, item, first);
    if (columns % 4u == 0u) return from_fours[first / 4u];
    const uint left = columns - at.x;  // in the row: spelled out, since an indexed vector may leave the registers
    return uvec4(from[first], left > 1u ? from[first + 1u] : 0u, left > 2u ? from[first + 2u] : 0u,
                 left > 3u ? from[first + 3u] : 0u);
}
// [/four]
void store_four(uvec2 at, uvec4 four, uint item) {
    if (at.x >= rows || at.y >= columns) return;
    const uint first = at.y * rows + at.x;
    TRACE(3, item, first);
    if (rows % 4u == 0u) {
        to_fours[first / 4u] = four;
        return;
    }
    to[first] = four.x;
    if (at.x + 1u < rows) to[first + 1u] = four.y;
    if (at.x + 2u < rows) to[first + 2u] = four.z;
    if (at.x + 3u < rows) to[first + 3u] = four.w;
}
void put(uint row, uint four, uvec4 value, uint item) {
    tile[place_of(row, four)] = value;
    TRACE(1, item, 4u * place_of(row, four));
}

// [main]
void main() {
    const uvec2 corner = gl_WorkGroupID.yx * TILE;  // not xy: the next workgroup's tile is the one below
    const uint first_item = flat_workgroup() * 4u * BLOCKS;
    // Is the whole tile inside, with every row at a multiple of 16 bytes? Asked once, not per load: a load under its own
    // condition waits for the load before it.
    const bool whole = (columns | rows) % 4u == 0u && all(lessThanEqual(corner + TILE, uvec2(columns, rows)));
    for (uint block = gl_LocalInvocationIndex; block < BLOCKS; block += LOCAL_SIZE) {
        const uint x = block % FOURS.x, y = block / FOURS.x, item = first_item + block;
        const uvec2 source = corner + 4u * uvec2(x, y), down = uvec2(0u, 1u);
        uvec4 a, b, c, d;
        if (whole) {
            const uint four = (source.y * columns + source.x) / 4u, row = columns / 4u;
            a = from_fours[four], b = from_fours[four + row], c = from_fours[four + 2u * row], d = from_fours[four + 3u * row];
            for (uint k = 0u; k < 4u; ++k) TRACE(0, item + k * BLOCKS, 4u * (four + k * row));
        } else {
            a = load_four(source, item), b = load_four(source + down, item + BLOCKS);
            c = load_four(source + 2u * down, item + 2u * BLOCKS), d = load_four(source + 3u * down, item + 3u * BLOCKS);
        }
        put(4u * x, y, uvec4(a.x, b.x, c.x, d.x), item);
        put(4u * x + 1u, y, uvec4(a.y, b.y, c.y, d.y), item + BLOCKS);
        put(4u * x + 2u, y, uvec4(a.z, b.z, c.z, d.z), item + 2u * BLOCKS);
        put(4u * x + 3u, y, uvec4(a.w, b.w, c.w, d.w), item + 3u * BLOCKS);
    }
    barrier();  // a lane takes out what other lanes have put in
    for (uint block = gl_LocalInvocationIndex; block < BLOCKS; block += LOCAL_SIZE)
        for (uint k = 0u; k < 4u; ++k) {
            const uint y = block % FOURS.y, row = block / FOURS.y * 4u + k, item = first_item + k * BLOCKS + block;
            TRACE(2, item, 4u * place_of(row, y));
            const uvec2 target = corner.yx + uvec2(4u * y, row);
            if (whole) {
                to_fours[(target.y * rows + target.x) / 4u] = tile[place_of(row, y)];
                TRACE(3, item, target.y * rows + target.x);
            } else {
                store_four(target, tile[place_of(row, y)], item);
            }
        }
}
// [/main]
