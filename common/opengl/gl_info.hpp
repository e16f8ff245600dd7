// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/device/backend.hpp"

namespace pbp {

/// What the current context reports about itself.
DeviceInfo gl_info(const std::string& context_description);

}  // namespace pbp
