// SPDX-License-Identifier: MIT
#pragma once

namespace pbp {

/// True if contexts are created as debug contexts: the driver then checks and reports more, and runs slower.
#ifdef PBP_DEBUG_CONTEXT
constexpr bool is_debug_build = true;
#else
constexpr bool is_debug_build = false;
#endif

}  // namespace pbp
