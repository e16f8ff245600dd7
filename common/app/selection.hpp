// SPDX-License-Identifier: MIT
#pragma once

#include "common/app/lesson.hpp"

namespace pbp {

/// True for a version that --only names, or any where it is not given.
bool chosen(const Version& version, const Options& options);

}  // namespace pbp
