// The same root in 32 bits and in 64.
#version 450 core
layout(local_size_x = 64) in;
// [double]
layout(std430, binding = 0) buffer Single { float single[]; };
layout(std430, binding = 1) buffer Twice { double twice[]; };  // core since OpenGL 4.0; 8 bytes, aligned to 8

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= twice.length()) return;
    single[i] = sqrt(float(i));
    twice[i] = sqrt(double(i));  // lf ends a constant: 0.1lf
}
// [/double]
