#version 450 core
// sectors: each lane loads or stores a word of a sector of its own, each in another cache line. (a card's number)
// All of them stay in the second-level cache. With `sectors` = `lines`, stores leave the rest of each line alone.
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Data { uint data[]; };

uniform uint sectors, lines;  // powers of two, up to four sectors per line

void main() {
    const uint step = gl_NumWorkGroups.x * 256u + 32u * 1031u;  // nobody comes to the same place again
    uint folded = 0u;
    for (uint k = 0u; k < 64u; ++k) {
        const uint sector = gl_GlobalInvocationID.x + k * step & sectors - 1u;
        const uint at = sector % lines * 32u + sector / lines * 8u;
#if STORES
        data[at] = sector;
#else
        folded ^= data[at];
#endif
    }
    if (folded >> 31u != 0u) data[0] = folded;  // never, but no compiler knows
}
