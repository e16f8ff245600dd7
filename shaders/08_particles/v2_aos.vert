#version 450 core
// Draws v2's particles from the buffer that its dispatches wrote: one invocation per point, one load of 16 bytes.
struct Particle {
    vec4 position_lifetime;
    vec4 velocity;
};
layout(std430, binding = 0) readonly buffer Particles { Particle particles[]; };

uniform mat4 view;         // from metres to the picture: -1 to 1 to the right and upwards
uniform float point_size;  // pixels, for a point at distance 1
layout(location = 0) out float left;  // of the longest life

void main() {
    const vec4 p = particles[gl_VertexID].position_lifetime;
    gl_Position = view * vec4(p.xyz, 1.0);
    gl_PointSize = point_size / gl_Position.w;
    left = p.w / 80.0;
}
