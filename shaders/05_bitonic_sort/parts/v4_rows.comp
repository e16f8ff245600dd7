#version 450 core
// v4 rows: sort or merge each row of a matrix in shared memory, one workgroup per row.
// `index_mask` keeps the index bits that decide the direction: after a transpose, a key's index is its column.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
#include "trace.glsl"

uniform uint first_block;
uniform uint last_block;
uniform uint index_mask;

shared uint row[2 * LOCAL_SIZE];

void main() {
    const uint i = gl_LocalInvocationID.x;
    const uint start = gl_WorkGroupID.x * 2u * LOCAL_SIZE;
    row[i] = keys[start + i];
    row[i + LOCAL_SIZE] = keys[start + i + LOCAL_SIZE];
    barrier();

    uint pass = 0u;
    for (uint block = first_block; block <= last_block; block *= 2u) {
        for (uint stride = min(block / 2u, uint(LOCAL_SIZE)); stride > 0u; stride /= 2u) {
            const uint low = 2u * i - (i & (stride - 1u));
            const uint high = low + stride;
            const bool ascending = ((start + low) & index_mask & block) == 0u;

            const uint a = row[low], b = row[high];
            const uint smaller = min(a, b), larger = max(a, b);
            row[low] = ascending ? smaller : larger;
            row[high] = ascending ? larger : smaller;
            TRACE(pass, start + low, ascending ? smaller : larger);
            TRACE(pass, start + high, ascending ? larger : smaller);
            ++pass;
            barrier();
        }
    }
    keys[start + i] = row[i];
    keys[start + i + LOCAL_SIZE] = row[i + LOCAL_SIZE];
}
