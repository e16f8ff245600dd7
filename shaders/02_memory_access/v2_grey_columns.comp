#version 450 core
// v2 grey columns: the same work, but neighbouring lanes own pixels one below the other.
// From v1:  x and y are swapped, in one place.
// Gains:    nothing: this is the mistake to recognise.
// Cost:     each lane of half a subgroup touches a different row, so a different sector.   Next: v3 measures the distance.
//   lane   0  1  2 .. 15        pixel (0, 0) (0, 1) .. (0, 15)
//   lane  16 17 18 .. 31              (1, 0) (1, 1) .. (1, 15)
layout(local_size_x = LOCAL_X, local_size_y = LOCAL_Y) in;
layout(binding = 0) uniform sampler2D from;
layout(binding = 0, rgba8) writeonly uniform image2D to;
#include "grid.glsl"
#include "trace.glsl"

uniform uvec2 size;  // of both pictures, in pixels

// [main]
void main() {
    const uvec2 pixel = gl_GlobalInvocationID.yx;
    if (pixel.x >= size.x || pixel.y >= size.y) return;  // the ragged edge: no pixel for this lane
    TRACE(0, flat_workgroup() * LOCAL_X * LOCAL_Y + gl_LocalInvocationIndex, pixel.y * size.x + pixel.x);

    const vec2 middle = (vec2(pixel) + 0.5) / vec2(size);  // the pixel's centre; its corner would blend four
    const vec4 color = texture(from, middle);
    const float grey = dot(color.rgb, vec3(0.299, 0.587, 0.114));
    imageStore(to, ivec2(pixel), vec4(vec3(grey), color.a));
}
// [/main]
