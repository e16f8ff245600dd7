#version 450 core
// v6 barriers: who waits for whom? Each invocation notes, on a common clock, when it reaches the barrier and goes on.
// From v1:  every invocation comes to a barrier, even one that owns no element.
// Gains:    after the barrier you can read what the rest of the workgroup wrote, thanks to the memory barrier before it.
// Cost:     the fast wait for the slowest; and here everyone queues for one clock, which is for watching, not for working.
//   invocation  0:  arrives · · · waits · · · leaves          nobody leaves before the last has arrived;
//   invocation 15:            arrives · waits ·  leaves       other workgroups play no part
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) coherent buffer Clock { uint clock; };
layout(std430, binding = 1) coherent buffer Arrived { uint arrived[]; };  // one per workgroup
layout(std430, binding = 2) buffer Ended { uint ended[]; };               // one per dispatch
layout(std430, binding = 3) writeonly buffer Seen { uint seen[]; };
layout(std430, binding = 4) writeonly buffer Before { uint before[]; };
layout(std430, binding = 5) writeonly buffer Moments { uint moments[]; };

uniform uint n;
uniform uint number;  // of this dispatch: 1, 2, …

// [main]
void main() {
    const uint i = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    const bool owns = i < n;  // no return here: every invocation of a workgroup must reach its barrier
    if (owns) {
        before[i] = ended[number - 1u];  // how many had ended in the previous dispatch
        moments[2u * i] = atomicAdd(clock, 1u);
        atomicAdd(arrived[gl_WorkGroupID.x], 1u);
    }

    memoryBarrierBuffer();  // what I wrote is visible before I count as present
    barrier();

    if (owns) {
        seen[i] = arrived[gl_WorkGroupID.x];  // how many had arrived when I went on
        moments[2u * i + 1u] = atomicAdd(clock, 1u);
        atomicAdd(ended[number], 1u);
    }
}
// [/main]
