#version 450
// The largest of all elements so far, within each workgroup: Hillis and Steele's scan, with max.
#ifndef BETWEEN
#define BETWEEN barrier();
#endif
#ifndef SIZE
#define SIZE 64
#endif
layout(local_size_x = SIZE) in;
layout(std430, binding = 2) readonly buffer Input { int numbers[]; };
layout(std430, binding = 5) writeonly buffer Maxima { int maxima[]; };
uniform int floor_value;
shared int row[SIZE];

void main() {
    const uint lane = gl_LocalInvocationIndex;
    row[lane] = max(numbers[gl_GlobalInvocationID.x], floor_value);
    barrier();
    for (uint step = 1u; step < SIZE; step *= 2u) {
        int other = row[lane];
        if (lane >= step) other = max(other, row[lane - step]);
        BETWEEN
        row[lane] = other;
        barrier();
    }
    maxima[gl_GlobalInvocationID.x] = row[lane];
}
