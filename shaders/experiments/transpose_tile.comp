#version 450 core
// Transposes a square matrix by way of tiles of 32 x 32 with PADDING extra columns. (tuning: bank conflicts)
// The words of a tile's column are 32 + PADDING apart. With 0, all 32 are in one bank: a 32-way bank conflict;
// with 1, they are in 32 different banks.
//   PADDING 1:   bank  0 1 2 ... 31 | 0      row 0
//                      1 2 3 ...  0 | 1      row 1
layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };

uniform uint side;  // a multiple of 32

shared uint tile[32][32 + PADDING];

void main() {
    const uvec2 local = gl_LocalInvocationID.xy, corner = gl_WorkGroupID.xy * 32u;
    for (uint y = local.y; y < 32u; y += 8u) tile[y][local.x] = from[(corner.y + y) * side + corner.x + local.x];
    barrier();
    for (uint y = local.y; y < 32u; y += 8u) to[(corner.x + y) * side + corner.y + local.x] = tile[local.x][y];
}
