// SPDX-License-Identifier: MIT
#pragma once

#include "common/app/run.hpp"

namespace memory {

/// v3 to v6: the pixels as words of a buffer, copied or transposed.
void move(pbp::Run& run);

}  // namespace memory
