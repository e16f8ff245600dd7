#version 450 core
// Exercise 6: a roll call.
// Task:     each invocation that owns an element counts itself in arrived[] of its workgroup. It may note in seen[] what it
//           finds there only when all of its workgroup have counted. Mend the two places. Between the two halves all
//           invocations of a workgroup must come by, also those without an element.
// Given:    two dispatches run this shader one behind the other. before[] notes how many had ended in the one before;
//           moments[] notes the time on a common clock, when it comes and when it goes on. Leave these two.
// Look at:  v6_barriers.png: in each workgroup all dots must lie left of all rings.
//   invocation  0:  arrives · · · waits · · · leaves          nobody leaves before the last has arrived
//   invocation 15:            arrives · waits ·  leaves
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) coherent buffer Clock { uint clock; };
layout(std430, binding = 1) coherent buffer Arrived { uint arrived[]; };  // one a workgroup
layout(std430, binding = 2) buffer Ended { uint ended[]; };               // one a dispatch
layout(std430, binding = 3) writeonly buffer Seen { uint seen[]; };
layout(std430, binding = 4) writeonly buffer Before { uint before[]; };
layout(std430, binding = 5) writeonly buffer Moments { uint moments[]; };

uniform uint n;
uniform uint number;  // of this dispatch: 1, 2, …

void main() {
    const uint i = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (i >= n) return;  // TODO: they leave before the others wait for them

    before[i] = ended[number - 1u];  // who had ended in the dispatch before
    moments[2u * i] = atomicAdd(clock, 1u);
    atomicAdd(arrived[gl_WorkGroupID.x], 1u);

    // TODO: what I have written must be out; then wait for all

    seen[i] = arrived[gl_WorkGroupID.x];  // who had arrived when I went on
    moments[2u * i + 1u] = atomicAdd(clock, 1u);
    atomicAdd(ended[number], 1u);
}
