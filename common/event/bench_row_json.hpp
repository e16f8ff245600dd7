// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "common/event/bench_row.hpp"

namespace pbp::bench {

/// A row as an object: its own keys, and beside each other those of the first peer, "peer" and
/// "peer_median_us", for readers who look no deeper.
void to_json(nlohmann::json& object, const Row& row);
void from_json(const nlohmann::json& object, Row& row);
void to_json(nlohmann::json& object, const Bounds& bounds);
void from_json(const nlohmann::json& object, Bounds& bounds);

}  // namespace pbp::bench
