// SPDX-License-Identifier: MIT
// Flat ids of a dispatch that was folded into rows because a driver allows only 65535 workgroups a dimension.
// The last row may run past the end: whoever uses these checks its bounds. Include it behind the layout line, which
// says how large a workgroup is.

uint flat_workgroup() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

uint flat_invocation() { return flat_workgroup() * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }
