#version 450 core
// v4 transpose: turn rows into columns, so that a stride of whole rows becomes a stride within a row.
// From v3:  long strides, too, are sorted in shared memory (parts/v4_rows.comp), as if columns were rows.
// Gains:    a tile is read in rows and written in rows: both access memory in order.
// Cost:     two transposes per merge step move every key twice.   Next: v5 needs none.
//   0 1 2 3        0 4
//   4 5 6 7   ->   1 5       eight keys in two rows of four; the columns are pairs with stride 4
//                  2 6
//                  3 7
layout(local_size_x = TILE, local_size_y = TILE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };

uniform uint columns;
uniform uint rows;

shared uint tile[TILE][TILE + 1];  // one extra column: a tile's column is then in different banks

void main() {
    const uvec2 local = gl_LocalInvocationID.xy;
    const uvec2 corner = gl_WorkGroupID.xy * TILE;
    const uvec2 source = corner + local;
    // [tile]
    if (source.x < columns && source.y < rows) tile[local.y][local.x] = from[source.y * columns + source.x];
    barrier();
    const uvec2 target = corner.yx + local;
    if (target.x < rows && target.y < columns) to[target.y * rows + target.x] = tile[local.x][local.y];
    // [/tile]
}
