#version 450 core
// A sum of waves, which a uniform block describes.
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Waves {
    vec3 height;
    float step;
    uvec2 shift;
    mat2x3 turns;  // two columns, each filled up to 16 bytes
    int weights[3];
    bool negative;
};
layout(std430, binding = 0) writeonly buffer Points { float points[]; };

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= points.length()) return;
    const float at = float((i + shift.x) * shift.y) * step;
    const float sum = height.x + at * height.y + at * at * height.z + turns[0].y + 2.0 * turns[1].z + float(weights[i % 3u]);
    points[i] = negative ? -sum : sum;
}
