// Draws rings around the middle of an image.
#version 450 core
// [rings]
layout(local_size_x = 8, local_size_y = 8) in;
layout(rgba8, binding = 0) writeonly uniform image2D picture;

void main() {
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy), size = imageSize(picture);
    if (any(greaterThanEqual(at, size))) return;
    const float ring = length(vec2(at) - vec2(size) / 2.0) / 8.0;
    imageStore(picture, at, vec4(fract(ring), ring / 8.0, 0.4, 1.0));
}
// [/rings]
