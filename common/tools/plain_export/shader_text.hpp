// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/glsl/preprocess.hpp"

namespace pbp::plain_export {

/// A shader that needs nothing else.
struct Cleaned {
    std::string text;
    std::string subgroups;  ///< the file of its sg_* calls; empty: it has none
};

/// The text of a built program as a person would keep it: includes pasted, only the back end of sg_* calls
/// that this machine has, no #line, and no TRACE, ASSERT or LOG.
Cleaned clean(const glsl::Source& source);

}  // namespace pbp::plain_export
