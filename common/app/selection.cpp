// SPDX-License-Identifier: MIT
#include "common/app/selection.hpp"

#include <algorithm>

namespace pbp {

bool chosen(const Version& version, const Options& options) {
    return options.only.empty() || std::ranges::any_of(options.only, [&](const std::string& name) {
               return version.name.starts_with(name);
           });
}

}  // namespace pbp
