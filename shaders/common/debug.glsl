// SPDX-License-Identifier: MIT
// Looks inside a running shader:  ASSERT(condition)  ends the run if an invocation finds it false, and says which one did;
// LOG(value)  prints a bool, uint, int, float or a vector of 2 to 4 of them.
//
// Without --debug both compile to nothing, so put no side effects in them. They add no barrier and are allowed in any
// control flow. An invocation carries on after a failed ASSERT, but only its first failure is reported.
//
// The program that compiles this numbers every call site (file, line, text): ASSERT(x) becomes PBP_ASSERT(3u, x).
// PBP_DEBUG is the number of sites. Include this after subgroup.glsl.
#ifdef PBP_DEBUG

// common/record/debug_log.hpp knows this layout. An invocation is identified by its flat global id.
#define PBP_KEPT 1024u      // failed invocations kept per site
#define PBP_RECORDS 65536u  // logs kept per dispatch
layout(std430, binding = 6) restrict buffer PbpDebug {
    uint pbp_logged;              // logs, including those not kept
    uint pbp_reached[PBP_DEBUG];  // per site: 1 if an invocation came by
    uint pbp_failed[PBP_DEBUG];   // invocations that failed here first
    uint pbp_lowest[PBP_DEBUG];   // the lowest of them
    uint pbp_kept[PBP_DEBUG * PBP_KEPT];
    uint pbp_records[];  // six words per log:  | 16 * site + kind | who | x | y | z | w |
};

bool pbp_has_failed = false;  // each invocation has its own

void pbp_assert(uint site, bool holds, uint id) {
    pbp_reached[site] = 1u;
    if (holds || pbp_has_failed) return;
    pbp_has_failed = true;
    atomicMin(pbp_lowest[site], id);
    const uint place = atomicAdd(pbp_failed[site], 1u);
    if (place < PBP_KEPT) pbp_kept[site * PBP_KEPT + place] = id;
}

void pbp_record(uint site, uint id, uint kind, uvec4 bits) {
    pbp_reached[site] = 1u;
    const uint place = atomicAdd(pbp_logged, 1u);
    if (place >= PBP_RECORDS) return;
    pbp_records[6u * place] = 16u * site + kind;
    pbp_records[6u * place + 1u] = id;
    for (uint i = 0u; i < 4u; ++i) pbp_records[6u * place + 2u + i] = bits[i];
}

// kind: 0, 4, 8, 12 for bool, uint, int, float, plus the number of components minus one.
void pbp_log(uint site, bool v, uint id) { pbp_record(site, id, 0u, uvec4(v, 0u, 0u, 0u)); }
void pbp_log(uint site, uint v, uint id) { pbp_record(site, id, 4u, uvec4(v, 0u, 0u, 0u)); }
void pbp_log(uint site, uvec2 v, uint id) { pbp_record(site, id, 5u, uvec4(v, 0u, 0u)); }
void pbp_log(uint site, uvec3 v, uint id) { pbp_record(site, id, 6u, uvec4(v, 0u)); }
void pbp_log(uint site, uvec4 v, uint id) { pbp_record(site, id, 7u, v); }
void pbp_log(uint site, int v, uint id) { pbp_record(site, id, 8u, uvec4(v, 0u, 0u, 0u)); }
void pbp_log(uint site, ivec2 v, uint id) { pbp_record(site, id, 9u, uvec4(v, 0u, 0u)); }
void pbp_log(uint site, ivec3 v, uint id) { pbp_record(site, id, 10u, uvec4(v, 0u)); }
void pbp_log(uint site, ivec4 v, uint id) { pbp_record(site, id, 11u, uvec4(v)); }
void pbp_log(uint site, float v, uint id) { pbp_record(site, id, 12u, uvec4(floatBitsToUint(v), 0u, 0u, 0u)); }
void pbp_log(uint site, vec2 v, uint id) { pbp_record(site, id, 13u, uvec4(floatBitsToUint(v), 0u, 0u)); }
void pbp_log(uint site, vec3 v, uint id) { pbp_record(site, id, 14u, uvec4(floatBitsToUint(v), 0u)); }
void pbp_log(uint site, vec4 v, uint id) { pbp_record(site, id, 15u, floatBitsToUint(v)); }

uint pbp_flat(uvec3 id, uvec3 extent) { return (id.z * extent.y + id.y) * extent.x + id.x; }

// Macros, since gl_WorkGroupSize may not be used before the shader's layout.
#define PBP_ME pbp_flat(gl_GlobalInvocationID, gl_NumWorkGroups * gl_WorkGroupSize)
#define PBP_ASSERT(site, condition) pbp_assert(site, condition, PBP_ME)
#define PBP_LOG(site, value) pbp_log(site, value, PBP_ME)

#else

#define ASSERT(condition)
#define LOG(value)

#endif
