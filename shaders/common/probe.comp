#version 450 core
// What only a shader can find out about its driver: how many lanes a subgroup has, and whether workgroups that wait for an
// earlier one let it run. Each workgroup takes a ticket and waits for the one before it; no API promises that this ends.
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) coherent buffer Probe { uint ticket; uint starved; uint lanes; uint done[]; };

uniform uint patience;  // polls before a workgroup gives up

void main() {
    const uint size = sg_size();
    if (gl_LocalInvocationIndex != 0u) return;
    const uint mine = atomicAdd(ticket, 1u);
    if (mine == 0u) lanes = size;
    // A slow one makes those after it wait.
    if (mine % 16u == 0u) for (uint k = 0u; k < 1000u; ++k) atomicCompSwap(done[mine], 0u, 0u);

    uint polls = 0u;
    while (mine > 0u && polls < patience && atomicCompSwap(done[mine - 1u], 0u, 0u) == 0u)
        polls = atomicCompSwap(starved, 0u, 0u) == 0u ? polls + 1u : patience;
    if (mine > 0u && atomicCompSwap(done[mine - 1u], 0u, 0u) == 0u) atomicExchange(starved, 1u);
    atomicExchange(done[mine], 1u);
}
