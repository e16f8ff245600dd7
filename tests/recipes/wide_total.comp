// Adds 64-bit numbers with the extension for it.
#version 450 core
// [wide]
#extension GL_ARB_gpu_shader_int64 : require      // uint64_t
#extension GL_NV_shader_atomic_int64 : require    // atomicAdd on it,
#extension GL_NV_gpu_shader5 : enable             // which NVIDIA's compiler does not find without this
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Total { uint64_t total; };

void main() {
    const uint64_t i = uint64_t(gl_GlobalInvocationID.x);
    atomicAdd(total, (i << 28) + i);
}
// [/wide]
