// SPDX-License-Identifier: MIT
// Subgroup operations under one name, over three back ends; the program sets SG_BACKEND to one of them:
//   SG_KHR     GL_KHR_shader_subgroup: the real instructions, subgroups of 1 to 128 lanes
//   SG_BALLOT  GL_ARB_shader_ballot: loops that read the lanes one by one, 1 to 64 lanes
//   SG_SHARED  no extension: virtual subgroups of SG_SHARED_SIZE invocations over shared memory and barrier()
//
// Include it before anything else (it has #extension lines), and define LOCAL_SIZE, the workgroup's total invocations.
//
// The rule: every sg_* call needs workgroup-uniform control flow. All invocations make it or none does, since
// SG_SHARED needs barrier(); one with nothing to do passes the identity (0 to add, ~0u to sg_min, false to vote).
//
//   sg_size() sg_lane() sg_id() sg_count()     lanes per subgroup, my lane, my subgroup, subgroups in the workgroup
//   sg_add(v)  sg_inclusive_add(v)  sg_exclusive_add(v)                            uint, int, float
//   sg_broadcast(v, lane)  sg_broadcast_first(v)  sg_shuffle(v, lane)  sg_shuffle_xor(v, mask)   uint, int, float
//   sg_min(v)  sg_max(v)  sg_inclusive_min(v)  sg_inclusive_max(v)                 uint, int, float
//   sg_ballot(b)       bit i%32 of word i/32 is lane i's vote                      bool -> uvec4
//   sg_any(b)  sg_all(b)  sg_elect()           elect: true only in the lowest lane
//
// The last subgroup may have fewer lanes than sg_size(). A shuffle or broadcast from a missing lane gives
// an undefined value. sg_broadcast needs the same lane across the whole subgroup; sg_shuffle does not.
//
// Order: sg_id() * sg_size() + sg_lane() numbers the invocations, but under SG_KHR and SG_BALLOT the specifications do
// not say that it equals gl_LocalInvocationIndex. A scan whose order matters takes its element from that number.
// SG_BALLOT has no subgroup id of its own and uses gl_LocalInvocationIndex / sg_size(): right in a workgroup of one
// dimension, or with local_size_x a multiple of sg_size(). (llvmpipe starts a new subgroup with each row of x.)
#define SG_KHR 1
#define SG_BALLOT 2
#define SG_SHARED 3

#ifndef SG_BACKEND
#error SG_BACKEND is not defined: the program chooses SG_KHR, SG_BALLOT or SG_SHARED
#endif
#ifndef LOCAL_SIZE
#error LOCAL_SIZE is not defined: the number of invocations of a workgroup
#endif

#if SG_BACKEND == SG_KHR
#include "subgroup_khr.glsl"
#elif SG_BACKEND == SG_BALLOT
#include "subgroup_ballot.glsl"
#elif SG_BACKEND == SG_SHARED
#include "subgroup_shared.glsl"
#else
#error SG_BACKEND is none of SG_KHR, SG_BALLOT and SG_SHARED
#endif
