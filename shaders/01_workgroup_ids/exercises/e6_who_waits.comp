#version 450 core
// Exercise 6: a roll call.
// Task:     each invocation that owns an element counts itself in its workgroup's arrived[], and may note in seen[] what
//           it finds there only after the whole workgroup has counted. Fix the two marked places. Between the two
//           halves every invocation of a workgroup must check in, even those without an element.
// Given:    two dispatches run this shader, one after the other. before[] notes how many had ended in the previous one;
//           moments[] notes the common clock's time on arrival and on departure. Leave both alone.
// Look at:  v6_barriers.png: in each workgroup every dot must be left of every ring.
//   invocation  0:  arrives · · · waits · · · leaves          nobody leaves before the last has arrived
//   invocation 15:            arrives · waits ·  leaves
// [gap]
// Idea:     everyone comes to the barrier; only those who own an element do anything before and after it.
// [/gap]
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) coherent buffer Clock { uint clock; };
layout(std430, binding = 1) coherent buffer Arrived { uint arrived[]; };  // one per workgroup
layout(std430, binding = 2) buffer Ended { uint ended[]; };               // one per dispatch
layout(std430, binding = 3) writeonly buffer Seen { uint seen[]; };
layout(std430, binding = 4) writeonly buffer Before { uint before[]; };
layout(std430, binding = 5) writeonly buffer Moments { uint moments[]; };

uniform uint n;
uniform uint number;  // of this dispatch: 1, 2, …

void main() {
    const uint i = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    // [gap]
    const bool owns = i < n;  // no return here: every invocation of a workgroup must reach its barrier
    if (owns) {
        before[i] = ended[number - 1u];  // how many had ended in the previous dispatch
        moments[2u * i] = atomicAdd(clock, 1u);
        atomicAdd(arrived[gl_WorkGroupID.x], 1u);
    }
    //| if (i >= n) return;  // TODO: these leave before the others wait for them
    // [/gap]

    // [gap]
    memoryBarrierBuffer();  // what I wrote is visible before I count as present
    barrier();
    //| before[i] = ended[number - 1u];  // how many had ended in the previous dispatch
    //| moments[2u * i] = atomicAdd(clock, 1u);
    //| atomicAdd(arrived[gl_WorkGroupID.x], 1u);
    // [/gap]

    // [gap]
    if (owns) {
        seen[i] = arrived[gl_WorkGroupID.x];  // how many had arrived when I went on
        moments[2u * i + 1u] = atomicAdd(clock, 1u);
        atomicAdd(ended[number], 1u);
    }
    //| // TODO: what I wrote must be visible first; then wait for everyone
    //|
    //| seen[i] = arrived[gl_WorkGroupID.x];  // how many had arrived when I went on
    //| moments[2u * i + 1u] = atomicAdd(clock, 1u);
    //| atomicAdd(ended[number], 1u);
    // [/gap]
}
