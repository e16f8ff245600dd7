// SPDX-License-Identifier: MIT
#pragma once

#include <istream>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>

namespace pbp {

/// A message of the Debug Adapter Protocol: a header "Content-Length: N", an empty line, and N bytes of JSON.
/// Empty at the end of the stream. Throws Error(wrong_usage) for what is no such message: what follows it
/// cannot be read either.
std::optional<nlohmann::json> read_message(std::istream& in);

void write_message(std::ostream& out, const nlohmann::json& message);

}  // namespace pbp
