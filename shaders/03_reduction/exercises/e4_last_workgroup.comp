#version 450 core
// Exercise 4: the last one cleans up.
// Task:     one dispatch adds all values. Each workgroup has its partial sum; write the end: store it, count, and let the
//           workgroup that counts last add all partial sums. No workgroup may wait for another.
// Given:    the sum of each workgroup. workgroup_add() returns it to every invocation, and contains one barrier.
// Trace:    TRACE(2, group, partial) where a partial sum is stored, TRACE(3, i, mine) once the last workgroup has
//           loaded its share: these show the passes. The skeleton has both; move them along with your code.
// Look at:  v7_one_dispatch.png: the partial sums, then the cells of whichever workgroup was last.
//   workgroup 0: 17, first   workgroup 2: 5, second   workgroup 1: 9, last: 17 + 9 + 5
// [gap]
// Idea:     an atomic counter tells each workgroup how many finished before it; the last one finds every sum stored.
// [/gap]
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) readonly buffer Values { T4 values[]; };  // padded with zeros to whole vectors
layout(std430, binding = 1) writeonly buffer Sums { T sums[]; };
layout(std430, binding = 2) coherent buffer Partials { T partials[]; };  // one per workgroup
layout(std430, binding = 3) buffer Finished { uint finished; };          // starts at 0
#include "trace.glsl"
uniform uint n;

shared T totals[LOCAL_SIZE];  // one per subgroup
shared bool is_last;

T workgroup_add(T value, uint pass, uint first) {
    const T total = sg_add(value);
    if (sg_lane() == 0u) {
        totals[sg_id()] = total;
        TRACE(pass, first + sg_id(), total);
    }
    barrier();  // all subgroups' totals are stored
    T sum = T(0);
    for (uint s = 0u; s < sg_count(); ++s) sum += totals[s];
    return sum;
}

void main() {
    const uint i = sg_id() * sg_size() + sg_lane();
    const uint group = gl_WorkGroupID.x, groups = gl_NumWorkGroups.x;
    T loaded = T(0);
    for (uint k = group * LOCAL_SIZE + i; k < (n + 3u) / 4u; k += groups * LOCAL_SIZE) {
        const T4 four = values[k];
        loaded += four.x + four.y + four.z + four.w;
    }
    TRACE(0, group * LOCAL_SIZE + i, loaded);
    const T partial = workgroup_add(loaded, 1u, group * LOCAL_SIZE);

    if (i == LOCAL_SIZE - 1u) {  // one invocation speaks for all: here the last one
        // [gap]
        partials[group] = partial;
        // [/gap]
        TRACE(2, group, partial);
        // [gap]
        memoryBarrierBuffer();  // the sum is visible before the count says so
        is_last = atomicAdd(finished, 1u) == groups - 1u;
        //| // TODO: store the partial sum; then count in `finished`, and note in is_last whether all have counted
        //| is_last = group == groups - 1u;
        // [/gap]
    }
    // [gap]
    barrier();  // everyone learns whether theirs is the last workgroup
    if (!is_last) return;
    memoryBarrierBuffer();  // from here on, whatever was counted as finished is visible
    T mine = T(0);
    for (uint p = i; p < groups; p += LOCAL_SIZE) mine += partials[p];  // there may be more sums than invocations
    TRACE(3, i, mine);
    //| // TODO: tell every invocation whether its workgroup is the last; the other workgroups are done
    //| T mine = T(0);  // TODO: partials i, i + LOCAL_SIZE, i + 2 * LOCAL_SIZE ... of all workgroups
    //| if (group == 0u) TRACE(3, i, mine);
    // [/gap]
    const T sum = workgroup_add(mine, 4u, 0u);
    if (i == 0u) sums[0] = sum;
}
