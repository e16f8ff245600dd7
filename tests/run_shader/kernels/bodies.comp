#version 450
// Moves bodies on a grid, and counts those that were moved: a header, an array of structures, padding.
layout(local_size_x = 32) in;
#include "grid.glsl"
struct Body {
    uvec3 cell;
    float mass;
    vec2 speed;
};
layout(std430, binding = 0) buffer Bodies {
    uint moved;
    double heaviest;
    Body bodies[];
};
uniform uvec3 step_by;
uniform float scale;
uniform bool doubled;

void main() {
    const uint i = flat_invocation();
    if (i >= bodies.length()) return;
    bodies[i].cell += step_by * (doubled ? 2u : 1u);
    bodies[i].mass *= scale;
    bodies[i].speed = vec2(float(i) + 0.5, -bodies[i].speed.y);
    atomicAdd(moved, 1u);
    if (i == 0u) heaviest = 2.5lf;
}
