// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "common/device/backend.hpp"

namespace pbp {

/// How many elements a version takes at most on a device, and why, e.g. "one workgroup holds all keys".
struct LargestN {
    std::function<std::uint64_t(const Limits&)> of;  ///< none: whatever fits into a buffer
    std::string because;
};

}  // namespace pbp
