// SPDX-License-Identifier: MIT
#pragma once

namespace pbp {

/// How long a worker may be at one thing before it is ended.
struct TimeLimits {
    double dispatch_s = 10;
    double compile_s = 60;
};

}  // namespace pbp
