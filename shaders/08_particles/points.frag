#version 450 core
// A soft round point, coloured by the time left to live.
layout(location = 0) in float left;
layout(location = 0) out vec4 color;

uniform vec4 newborn, dying;

void main() {
    const float radius = 2.0 * length(gl_PointCoord - 0.5);
    color = mix(dying, newborn, clamp(left, 0.0, 1.0));
    color.a *= 1.0 - smoothstep(0.5, 1.0, radius);
}
