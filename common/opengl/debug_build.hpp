// SPDX-License-Identifier: MIT
#pragma once

namespace pbp {

/// True where contexts are made as debug contexts: the driver then checks and says more, and runs slower.
#ifdef PBP_DEBUG_CONTEXT
constexpr bool is_debug_build = true;
#else
constexpr bool is_debug_build = false;
#endif

}  // namespace pbp
