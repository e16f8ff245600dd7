// SPDX-License-Identifier: MIT
#include "common/tools/experiments/outcome.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "common/terminal/tuning_table.hpp"

namespace pbp {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Timing, median_ms, spread_ms, runs)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Ratio, low, middle, high)
}  // namespace pbp

namespace pbp::experiments {

using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Outcome, id, item, a, b, time_a, time_b, ratio, problem)

namespace {

std::string percent(const Timing& timing) {
    return fmt::format("{:.0f} %", 100 * timing.spread_ms / timing.median_ms);
}

json with_verdict(const Outcome& outcome) {
    json object = outcome;
    object["verdict"] = outcome.verdict();
    return object;
}

std::string dumped(const json& object, int indent) {
    return object.dump(indent, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string Outcome::verdict() const {
    if (!problem.empty()) return problem;
    if (ratio.equal()) return "equal";
    return ratio.middle > 1 ? fmt::format("{:.2f}x faster", ratio.middle)
                            : fmt::format("{:.2f}x SLOWER", 1 / ratio.middle);
}

std::string headline() {
    return fmt::format("  {:<22} {:<34} {:>9} {:>6}   {:<34} {:>9} {:>6}   {}\n", "item", "A", "median",
                       "spread", "B, as advised", "median", "spread", "B is");
}

std::string line(const Outcome& outcome) {
    if (!outcome.problem.empty()) return fmt::format("  {:<22} {}\n", outcome.item, outcome.problem);
    return fmt::format("  {:<22} {:<34} {:>9} {:>6}   {:<34} {:>9} {:>6}   {}\n", outcome.item, outcome.a,
                       duration(outcome.time_a.median_ms), percent(outcome.time_a), outcome.b,
                       duration(outcome.time_b.median_ms), percent(outcome.time_b), outcome.verdict());
}

std::string markdown_headline() {
    return "| item | A | B, as advised | A | B | B is |\n|---|---|---|---|---|---|\n";
}

std::string markdown(const Outcome& outcome) {
    return fmt::format("| {} | {} | {} | {} | {} | {} |\n", outcome.item, outcome.a, outcome.b,
                       duration(outcome.time_a.median_ms), duration(outcome.time_b.median_ms),
                       outcome.verdict());
}

std::string to_json(const Outcome& outcome) {
    return dumped(json(outcome), -1);
}

Outcome from_json(const std::string& text) {
    return json::parse(text).get<Outcome>();
}

std::string to_json(const std::vector<Outcome>& outcomes, const std::string& renderer) {
    json document{{"renderer", renderer}, {"experiments", json::array()}};
    for (const auto& outcome : outcomes) document["experiments"].push_back(with_verdict(outcome));
    return dumped(document, 1) + "\n";
}

}  // namespace pbp::experiments
