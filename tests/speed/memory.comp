// Plain traffic, to see what memory gives, and a transpose. A tile is T * L vectors of 16 bytes.
// WHAT 0 copy in a sweep, one tile per workgroup. 1 copy in chunks, one contiguous piece per workgroup. 2, 3 the same, reading
// only. 4 write in a sweep. 5 lay a chain of stops, 6 walk it with one invocation: the time per stop, by stride and span,
// shows how far address translation reaches. 7 transpose by tiles of 64 x 64 (T=256), blocks of 4 x 4 turned in registers.
#pragma optionNV(unroll all)
layout(local_size_x = T) in;
layout(std430, binding = 0) readonly restrict buffer From { uvec4 from[]; };
layout(std430, binding = 1) writeonly restrict buffer To { uvec4 to[]; };
layout(std430, binding = 0) coherent volatile buffer Stops { uint stops[]; };
uniform uint vectors;
uniform uint stride;  // words
uniform uint hops;
uniform uint columns;
uniform uint rows;
#if WHAT == 7
shared uvec4 tile[64 * 16];
uint place_of(uint row, uint four) { return row * 16u + (four ^ (row / 4u % 16u)); }
#endif

void main() {
    const uint tid = gl_LocalInvocationIndex, w = gl_WorkGroupID.x;
    uvec4 v[L], all = uvec4(0u);
#if WHAT == 0 || WHAT == 2 || WHAT == 4
    const uint first = w * (T * L) + tid;
    for (uint k = 0u; k < L; ++k) v[k] = WHAT == 4 ? uvec4(first) : from[first + k * T];
    if (WHAT != 2) for (uint k = 0u; k < L; ++k) to[first + k * T] = v[k];
    else for (uint k = 0u; k < L; ++k) all ^= v[k];
#elif WHAT == 1 || WHAT == 3
    const uint part = T * L, each = (vectors / part + gl_NumWorkGroups.x - 1u) / gl_NumWorkGroups.x * part;
    const uint end = min((w + 1u) * each, vectors);
    for (uint i = w * each + tid; i < end; i += part) {
        for (uint k = 0u; k < L; ++k) v[k] = from[i + k * T];
        if (WHAT == 1) for (uint k = 0u; k < L; ++k) to[i + k * T] = v[k];
        else for (uint k = 0u; k < L; ++k) all ^= v[k];
    }
#elif WHAT == 5
    for (uint i = tid; i < hops; i += T) stops[i * stride] = (i + 1u == hops ? 0u : i + 1u) * stride;
#elif WHAT == 6
    uint at = 0u;
    for (uint i = 0u; i < hops; ++i) at = stops[at];
    all = uvec4(at == 0xFFFFFFFFu ? 0x9E3779B9u : 0u);
#elif WHAT == 7
    const uvec2 at = uvec2(w / (rows / 64u), w % (rows / 64u));  // down the input: what is written lies together
    const uint x = tid % 16u, y = tid / 16u, wide = columns / 4u, high = rows / 4u;
    const uint source = (at.y * 64u + 4u * y) * wide + at.x * 16u + x;
    const uvec4 a = from[source], b = from[source + wide], c = from[source + 2u * wide], d = from[source + 3u * wide];
    tile[place_of(4u * x, y)] = uvec4(a.x, b.x, c.x, d.x);
    tile[place_of(4u * x + 1u, y)] = uvec4(a.y, b.y, c.y, d.y);
    tile[place_of(4u * x + 2u, y)] = uvec4(a.z, b.z, c.z, d.z);
    tile[place_of(4u * x + 3u, y)] = uvec4(a.w, b.w, c.w, d.w);
    barrier();
    for (uint k = 0u; k < 4u; ++k) to[(at.x * 64u + y * 4u + k) * high + at.y * 16u + x] = tile[place_of(y * 4u + k, x)];
#endif
    if ((all.x & all.y & all.z & all.w) == 0x9E3779B9u) to[0] = all;  // a store that a reading kernel never makes
}
