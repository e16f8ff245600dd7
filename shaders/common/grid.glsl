// SPDX-License-Identifier: MIT
// Flat ids of a dispatch that was folded into rows because a driver allows only 65535 workgroups per dimension.
// The last row may run past the end: check your bounds. Include this after the layout line, which sets the
// workgroup's size.

uint flat_workgroup() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

uint flat_invocation() { return flat_workgroup() * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }
