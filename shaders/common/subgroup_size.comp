#version 450 core
// How many lanes a subgroup has under the back end in use: a twin that adds by subgroups has to know, and
// GL_ARB_shader_ballot tells only shaders.
#include "subgroup.glsl"
layout(local_size_x = LOCAL_SIZE) in;
layout(std430, binding = 0) writeonly buffer Size { uint size; };

void main() {
    if (gl_LocalInvocationIndex == 0u) size = sg_size();
}
