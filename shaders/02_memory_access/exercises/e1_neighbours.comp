#version 450 core
// Exercise 1: neighbours side by side.
// Task:     a workgroup covers LOCAL_X x LOCAL_Y pixels. As it is, neighbouring lanes own pixels one below the other,
//           and the picture is right all the same. Let neighbouring lanes fetch and store neighbouring pixels of one row.
// Given:    lane, which numbers the invocations of the workgroup: 0, 1, 2 ... LOCAL_X * LOCAL_Y - 1.
// Look at:  v1_grey_rows_addresses.png: the addresses that the lanes of one subgroup touch.
//   as it is:      lane  0  1  2 ..     pixel (0, 0) (0, 1) (0, 2) ..
//   wanted:        lane  0  1  2 ..     pixel (0, 0) (1, 0) (2, 0) ..
// [gap]
// Idea:     row and column come from dividing the lane by LOCAL_X: the quotient is the row, the remainder the column.
//   lane  0  1  2 ..     pixel (0, 0) (1, 0) (2, 0) ..
// [/gap]
layout(local_size_x = LOCAL_X, local_size_y = LOCAL_Y) in;
layout(binding = 0) uniform sampler2D from;
layout(binding = 0, rgba8) writeonly uniform image2D to;
#include "grid.glsl"
#include "trace.glsl"

uniform uvec2 size;  // of both pictures, in pixels

void main() {
    const uint lane = gl_LocalInvocationIndex;
    // [gap]
    const uvec2 place = uvec2(lane % LOCAL_X, lane / LOCAL_X);  // row by row, like memory
    //| const uvec2 place = uvec2(lane / LOCAL_Y, lane % LOCAL_Y);  // TODO: column and row of this lane within the workgroup
    // [/gap]
    const uvec2 pixel = gl_WorkGroupID.xy * uvec2(LOCAL_X, LOCAL_Y) + place;
    if (pixel.x >= size.x || pixel.y >= size.y) return;  // the ragged edge: no pixel for this lane
    TRACE(0, flat_workgroup() * LOCAL_X * LOCAL_Y + lane, pixel.y * size.x + pixel.x);  // shows the pass; leave it

    const vec2 middle = (vec2(pixel) + 0.5) / vec2(size);  // the pixel's centre; its corner would blend four
    const vec4 color = texture(from, middle);
    const float grey = dot(color.rgb, vec3(0.299, 0.587, 0.114));
    imageStore(to, ivec2(pixel), vec4(vec3(grey), color.a));
}
