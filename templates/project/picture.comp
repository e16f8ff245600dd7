#version 450 core
// Rings around the pointer. One invocation per pixel. Change something and save it: the window shows it at once.
layout(local_size_x = 16, local_size_y = 16) in;
layout(rgba8, binding = 0) uniform writeonly image2D picture;

uniform float seconds;  // since the start
uniform vec2 pointer;   // in pixels, from the lower left

void main() {
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy), size = imageSize(picture);
    if (any(greaterThanEqual(pixel, size))) return;  // workgroups at the edge are larger than what is left
    const float rings = 0.5 + 0.5 * sin(0.1 * distance(vec2(pixel), pointer) - 4.0 * seconds);
    imageStore(picture, pixel, vec4(rings, vec2(pixel) / vec2(size), 1.0));
}
