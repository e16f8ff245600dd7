#version 450 core
// v6 barriers: who waits for whom? Each invocation notes on a common clock when it comes to the barrier and when it goes on.
// From v1:  every invocation comes to a barrier, also one that owns no element.
// Gains:    behind the barrier one can read what the others of the workgroup have written.
// Cost:     the fast wait for the slowest; and here all queue for one clock, which is for looking, not for working.
//   invocation  0:  arrives · · · waits · · · leaves          nobody leaves before the last has arrived,
//   invocation 15:            arrives · waits ·  leaves       and who is in another workgroup does not care
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) coherent buffer Clock { uint clock; };
layout(std430, binding = 1) coherent buffer Arrived { uint arrived[]; };  // one a workgroup
layout(std430, binding = 2) buffer Ended { uint ended[]; };               // one a dispatch
layout(std430, binding = 3) writeonly buffer Seen { uint seen[]; };
layout(std430, binding = 4) writeonly buffer Before { uint before[]; };
layout(std430, binding = 5) writeonly buffer Moments { uint moments[]; };

uniform uint n;
uniform uint number;  // of this dispatch: 1, 2, …

// [main]
void main() {
    const uint i = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    const bool owns = i < n;  // no return here: all invocations of a workgroup must come to its barrier
    if (owns) {
        before[i] = ended[number - 1u];  // who had ended in the dispatch before
        moments[2u * i] = atomicAdd(clock, 1u);
        atomicAdd(arrived[gl_WorkGroupID.x], 1u);
    }

    memoryBarrierBuffer();  // what I have written is out before I am said to be here
    barrier();

    if (owns) {
        seen[i] = arrived[gl_WorkGroupID.x];  // who had arrived when I went on
        moments[2u * i + 1u] = atomicAdd(clock, 1u);
        atomicAdd(ended[number], 1u);
    }
}
// [/main]
