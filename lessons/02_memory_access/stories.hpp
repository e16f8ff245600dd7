// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/run.hpp"
#include "lessons/02_memory_access/memory.hpp"

namespace memory {

/// The version's numbers that were chosen, or its defaults.
inline pbp::Choice chosen(pbp::Run& run) {
    const auto own = own_choice(run.version());
    return {own.local_size > 0 ? run.local_size(own.local_size) : 0,
            own.per_invocation > 0 ? run.per_invocation(own.per_invocation) : 0};
}
/// The one dispatch of v1 or v2.
inline Launch launch_of(pbp::Run& run, uvec2 size) {
    return launches(run.version(), size, {}, chosen(run), run.gpu.limits()).front();
}

/// v3 to v6: the pixels as words of a buffer, copied or transposed.
void move(pbp::Run& run);

}  // namespace memory
