#version 450 core
// Draws v1's particles from the buffer that its dispatches wrote: one invocation per point.
struct Particle {
    vec3 position;
    vec3 velocity;
    float lifetime;
};
layout(std430, binding = 0) readonly buffer Particles { Particle particles[]; };

uniform mat4 view;         // from metres to the picture: -1 to 1 to the right and upwards
uniform float point_size;  // pixels, for a point at distance 1
layout(location = 0) out float left;  // of the longest life

void main() {
    gl_Position = view * vec4(particles[gl_VertexID].position, 1.0);
    gl_PointSize = point_size / gl_Position.w;
    left = particles[gl_VertexID].lifetime / 80.0;
}
