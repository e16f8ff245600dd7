// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace pbp::test {

/// The facts about the one version of a run's JSON document, with what it left beside them.
inline nlohmann::json facts_of(const std::string& document) {
    auto facts = nlohmann::json::parse(document)["versions"].at(0);
    if (facts.contains("contents")) facts.update(facts["contents"]);
    return facts;
}

}  // namespace pbp::test
