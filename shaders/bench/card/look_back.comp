#version 450 core
// look back: tiles that say that they are there, and then that all before them are, too. (a card's number)
// One lane of each looks at one tile after the other, as in lesson 06's v5. State: the number of the dispatch, times 4, + 1:
// there, + 2: all before it as well; so nothing has to be cleared.
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) coherent buffer Tiles { uint ticket; uint states[]; };
#include "workgroup_scan.glsl"

shared uint drawn, sum;

void main() {
    const bool leads = gl_LocalInvocationIndex == 0u;
    if (leads) drawn = atomicAdd(ticket, 1u);
    barrier();
    const uint tile = drawn % gl_NumWorkGroups.x, here = drawn / gl_NumWorkGroups.x * 4u + 1u;
    uint own;
    wg_inclusive_add(from[tile * LOCAL_SIZE + gl_LocalInvocationIndex], own);
    if (leads) {
        sum = own;
        atomicExchange(states[2u * tile + 1u], own);
        atomicExchange(states[2u * tile], tile == 0u ? here + 1u : here);
        uint at = tile;
        while (at > 0u) {
            const uint state = atomicAdd(states[2u * at - 2u], 0u), value = atomicAdd(states[2u * at - 1u], 0u);
            const bool is_there = state == here || state == here + 1u;
            sum += is_there ? value : 0u;
            at = is_there ? (state == here ? at - 1u : 0u) : at;
        }
        atomicExchange(states[2u * tile + 1u], sum);
        atomicExchange(states[2u * tile], here + 1u);
    }
    barrier();
    if (sum == own + 0x80000000u) atomicExchange(states[0], 0u);  // never, but no compiler knows
}
