#version 450
// The mean of 3 x 3 pixels, clamped at the edge.
layout(local_size_x = 8, local_size_y = 8) in;
layout(rgba8, binding = 0) readonly uniform image2D source;
layout(rgba8, binding = 1) writeonly uniform image2D blurred;

void main() {
    const ivec2 size = imageSize(source);
    const ivec2 here = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(here, size))) return;
    vec4 sum = vec4(0);
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) sum += imageLoad(source, clamp(here + ivec2(x, y), ivec2(0), size - 1));
    imageStore(blurred, here, round(sum / 9.0 * 255.0) / 255.0);
}
