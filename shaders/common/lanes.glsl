// SPDX-License-Identifier: MIT
// Sets of lanes: what a ballot returns, in one word if a subgroup has no more lanes than that. Include this after subgroup.glsl;
// SUBGROUP is the number of lanes that the driver has, LANES how many of them a workgroup uses.
//   votes(b): the lanes that voted true     everyone()     below(lane), above(lane): the lanes before and after that one, which must exist
//   many(set)     lowest(set), highest(set): a lane of the set, which must not be empty     none(set)
//   lower_lanes(), higher_lanes(): those before and after mine
const uint LANES = uint(min(SUBGROUP, LOCAL_SIZE)), SUBGROUPS = uint(LOCAL_SIZE) / LANES;

#if SUBGROUP > 32
#define Lanes uvec4
Lanes everyone() { return uvec4(~0u, LANES > 32u ? ~0u : 0u, LANES > 64u ? ~0u : 0u, LANES > 96u ? ~0u : 0u) >> (LANES < 32u ? 32u - LANES : 0u); }
Lanes votes(bool b) { return sg_ballot(b) & everyone(); }
Lanes below(uint lane) {
    uvec4 set;
    for (uint w = 0u; w < 4u; ++w) {
        const uint first = 32u * w;
        set[w] = lane >= first + 32u ? ~0u : lane <= first ? 0u : (1u << (lane - first)) - 1u;
    }
    return set;
}
Lanes above(uint lane) { return ~below(lane + 1u); }
uint many(Lanes set) { const ivec4 c = bitCount(set); return uint(c.x + c.y + c.z + c.w); }
bool none(Lanes set) { return set == uvec4(0u); }
uint lowest(Lanes set) {
    const ivec4 bit = findLSB(set) + ivec4(0, 32, 64, 96);
    return uint(set.x != 0u ? bit.x : set.y != 0u ? bit.y : set.z != 0u ? bit.z : bit.w);
}
uint highest(Lanes set) {
    const ivec4 bit = findMSB(set) + ivec4(0, 32, 64, 96);
    return uint(set.w != 0u ? bit.w : set.z != 0u ? bit.z : set.y != 0u ? bit.y : bit.x);
}
#define own_word(set) set
#else
#define Lanes uint
Lanes everyone() { return ~0u >> 32u - LANES; }
Lanes votes(bool b) { return sg_ballot(b).x & everyone(); }
Lanes below(uint lane) { return (1u << lane) - 1u; }
Lanes above(uint lane) { return ~1u << lane; }
uint many(Lanes set) { return uint(bitCount(set)); }
bool none(Lanes set) { return set == 0u; }
uint lowest(Lanes set) { return uint(findLSB(set)); }
uint highest(Lanes set) { return uint(findMSB(set)); }
#define own_word(set) set.x
#endif

// Macros, since NVIDIA does not allow these before the shader's layout.
#ifdef SG_IS_KHR
#define lower_lanes() own_word(gl_SubgroupLtMask)
#define higher_lanes() own_word(gl_SubgroupGtMask)
#else
#define lower_lanes() below(sg_lane())
#define higher_lanes() above(sg_lane())
#endif
