// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/outcome.hpp"

#include <nlohmann/json.hpp>

namespace pbp::run_shader {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShownColumn, name, type, before, after)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShownMember, name, type, array, count, changed, first_changed, columns)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShownBuffer, name, binding, writes, uniform, began, members, pictures)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShownImage, name, binding, sampled, format, size, began, changed, picture)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Outcome, groups, local, repeat, elapsed_ms, buffers, images, expected,
                                   wrong, notes, sweep, swept)

std::string to_json(const Outcome& outcome) {
    const nlohmann::json text = outcome;
    return text.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Outcome from_json(const std::string& text) {
    return nlohmann::json::parse(text).get<Outcome>();
}

}  // namespace pbp::run_shader
