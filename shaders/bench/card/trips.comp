#version 450 core
// trips: one invocation, each of whose loads says where the next one is. (a card's number)
// It goes on where the last dispatch stopped, so that what it asks for is not in the cache, unless all of it is. Workgroups
// of many invocations, or with much shared memory, show how many of them a multiprocessor holds at a time.
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Steps { uint steps[]; };  // words from one load to the next, in each
layout(std430, binding = 1) buffer Place { uint place[]; };

uniform uint rounds;
uniform uint last;  // words - 1

shared uint held[SHARED];

void main() {
    const uint here = last % SHARED;
    if (gl_LocalInvocationIndex == 0u) {
        uint at = place[gl_WorkGroupID.x] + gl_WorkGroupID.x * 32u * 97u & last;  // nobody finds what others have just loaded
        for (uint k = 0u; k < rounds; ++k) at = (at + steps[at]) & last;
        held[here] = at;
    }
    barrier();  // all others wait for it
    if (gl_LocalInvocationIndex == LOCAL_SIZE - 1u) place[gl_WorkGroupID.x] = held[here];
}
