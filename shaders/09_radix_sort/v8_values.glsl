// SPDX-License-Identifier: MIT
// Where v8 reads keys and values, and where it writes them: the first digit reads two arrays and the last one writes two. Between
// two digits both are joined, one vector per pair: a run is one piece of memory then, twice as long. FROM_PAIRS and TO_PAIRS say so.
uint value[EACH];  // of the invocation's keys
#define PLACES (LOCAL_SIZE * EACH / ROUNDS)  // pairs that the exchange holds

// [PAIRS]
#if FROM_PAIRS
layout(std430, binding = 0) readonly buffer Pairs { uvec2 pairs[]; };
#define KEY(at) pairs[at].x
uint load_whole(uint at, uint k) {
    const uvec2 pair = pairs[at];
    value[k] = pair.y;
    return pair.x;
}
#define LOAD(at, k) load_whole(at, k)
#else
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 4) readonly buffer Values { uint values[]; };
#define KEY(at) keys[at]
#define LOAD(at, k) keys[at]  // the value is loaded later, when the key has its place
uint load_whole(uint at, uint k) {
    value[k] = values[at];
    return keys[at];
}
#endif
#define LOAD_WHOLE(at, k) load_whole(at, k)

#if TO_PAIRS
layout(std430, binding = 3) writeonly buffer SortedPairs { uvec2 sorted[]; };
void store(uint at, uint its_key, uint its_value) { sorted[at] = uvec2(its_key, its_value); }
#else
layout(std430, binding = 3) writeonly buffer Sorted { uint sorted[]; };
layout(std430, binding = 5) writeonly buffer SortedValues { uint sorted_values[]; };
void store(uint at, uint its_key, uint its_value) {
    sorted[at] = its_key;
    sorted_values[at] = its_value;
}
#endif
#define STORE(at, key, k) store(at, key, value[k])
// [/PAIRS]
