// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pbp {

/// What a run is about, said once at its start.
struct RunReport {
    std::string lesson;
    std::string title;
    std::string data;  ///< e.g. "16 uint keys, shuffled, seed 1"
    std::string renderer;
    std::string context;
    std::string subgroups;
    bool software = false;
};

}  // namespace pbp
