#version 450 core
// wide look back: the same, by all lanes of the first subgroup at a time, as in lesson 06's v6. (a card's number)
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) coherent volatile buffer Tiles { uint ticket; uint unused; uvec2 states[]; };

shared uint drawn, sum;

void main() {
    if (sg_id() == 0u && sg_lane() == 0u) drawn = atomicAdd(ticket, 1u);
    barrier();
    const uint tile = drawn % gl_NumWorkGroups.x;
    const uint own = from[tile * LOCAL_SIZE + gl_LocalInvocationIndex];
    if (sg_id() == 0u) {
        const uint here = drawn / gl_NumWorkGroups.x * 4u + 1u;
        if (sg_lane() == 0u) states[tile] = uvec2(tile == 0u ? here + 1u : here, own);
        uint at = tile, before = 0u;
        while (at > 0u) {  // the same for the whole subgroup
            const bool asks = sg_lane() < at;
            const uvec2 state = asks ? states[at - 1u - sg_lane()] : uvec2(here, 0u);
            if (sg_all(state.x == here || state.x == here + 1u)) {
                before += sg_add(state.y);
                at = sg_any(state.x == here + 1u) || at <= sg_size() ? 0u : at - sg_size();
            }
        }
        if (sg_lane() == 0u) states[tile] = uvec2(here + 1u, own + before), sum = before;
    }
    barrier();
    if (sum == own + 0x80000000u) states[0] = uvec2(0u);  // never, but no compiler knows
}
