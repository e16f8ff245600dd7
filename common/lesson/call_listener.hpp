// SPDX-License-Identifier: MIT
#pragma once

#include "common/record/host_calls.hpp"

namespace pbp {

/// Hears the OpenGL calls of a run. What happens between begin() and end() is that run.
class CallListener {
  public:
    virtual ~CallListener() = default;
    virtual void begin() = 0;
    virtual HostCalls end() = 0;
};

}  // namespace pbp
