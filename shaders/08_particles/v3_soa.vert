#version 450 core
// Draws v3's particles from the buffer that its dispatches wrote: four of the seven arrays; the velocities rest.
layout(std430, binding = 0) readonly buffer Particles { float members[]; };

uniform uint n;
uniform mat4 view;         // from metres to the picture: -1 to 1 to the right and upwards
uniform float point_size;  // pixels, for a point at distance 1
layout(location = 0) out float left;  // of the longest life

void main() {
    const uint i = uint(gl_VertexID);
    gl_Position = view * vec4(members[i], members[n + i], members[2u * n + i], 1.0);
    gl_PointSize = point_size / gl_Position.w;
    left = members[6u * n + i] / 80.0;
}
