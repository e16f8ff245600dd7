// SPDX-License-Identifier: MIT
#include "common/program/watch/passes.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "common/check/mismatch.hpp"
#include "common/glsl/scan.hpp"
#include "common/options/words.hpp"

namespace pbp {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Timing, median_ms, spread_ms, runs)
}

namespace pbp::record {

static void to_json(nlohmann::json& json, const Pass& pass) {
    json = {{"name", pass.name}, {"cells", pass.values.doubles()}, {"width", pass.image.x}};
}
static void from_json(const nlohmann::json& json, Pass& pass) {
    json.at("name").get_to(pass.name);
    pass.values = json.at("cells").get<std::vector<double>>();
    json.at("width").get_to(pass.image.x);
}

}  // namespace pbp::record

namespace pbp::watch {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Passes, passes, kept, timing, code)

namespace {

std::string counted(std::size_t count, const std::string& what, const std::string& many) {
    return fmt::format("{} {}", count, count == 1 ? what : many);
}

/// Few runs do not show their spread.
double spread_of(const Timing& timing) {
    return timing.runs < 3 ? timing.median_ms / 4 : timing.spread_ms;
}

std::string in_units(double ms) {
    return ms < 1 ? fmt::format("{:.0f} us", ms * 1000) : fmt::format("{:.3g} ms", ms);
}

}  // namespace

Passes Passes::of(const Recorder& recorder) {
    Passes kept;
    const auto& rows = recorder.passes();
    std::size_t cells = 0, longest = 0;
    for (const auto& row : rows) {
        cells += row.values.size();
        longest = std::max(longest, row.values.size());
    }
    // Writing and reading more between two rounds would be felt.
    constexpr std::size_t most_cells = 1 << 20;
    if (cells > most_cells && longest > recorder.shown()) kept.kept = recorder.shown();
    for (const auto& row : rows)
        kept.passes.push_back({.name = row.label(),
                               .values = row.values.part(0, kept.kept > 0 ? kept.kept : row.values.size()),
                               .image = row.image});
    return kept;
}

std::optional<Passes> Passes::load(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    try {
        return nlohmann::json::from_cbor(bytes).get<Passes>();
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

void Passes::save(const std::filesystem::path& file) const {
    const auto bytes = nlohmann::json::to_cbor(nlohmann::json(*this));
    write_output(file, {bytes.begin(), bytes.end()});
}

std::vector<Difference> differences(const Passes& before, const Passes& now) {
    std::vector<Difference> found;
    for (std::size_t i = 0; i < std::min(before.passes.size(), now.passes.size()); ++i) {
        const auto &was = before.passes[i], &is = now.passes[i];
        if (was.name != is.name) continue;
        const auto both = std::min(was.values.size(), is.values.size());
        Difference difference{i, std::max(was.values.size(), is.values.size()) - both};
        for (std::size_t cell = 0; cell < both; ++cell)
            difference.cells += same(was.values[cell], is.values[cell], 0) ? 0 : 1;
        if (difference.cells > 0) found.push_back(difference);
    }
    return found;
}

std::string in_words(const std::vector<Difference>& differences, const Passes& before, const Passes& now) {
    constexpr std::size_t most_named = 4;
    std::vector<std::string> parts;
    for (const auto& difference : differences) {
        const auto& pass = now.passes[difference.pass];
        if (parts.size() == most_named) {
            parts.push_back(counted(differences.size() - most_named, "more pass", "more passes") +
                            " after them");
            break;
        }
        const bool image = pass.is_image();
        parts.push_back(
            fmt::format("{} ({})", pass.name,
                        counted(difference.cells, image ? "pixel" : "cell", image ? "pixels" : "cells")));
    }
    const std::size_t had = before.passes.size(), has = now.passes.size();
    std::string words = parts.empty()
                            ? had == has ? "the same passes as in the last round"
                                         : "the same passes, as far as both rounds went"
                            : fmt::format("changed since the last round: {}", fmt::join(parts, "; "));
    if (now.kept > 0) words += fmt::format(" (only {} cells of each were compared)", now.kept);
    if (has > had) words += fmt::format("; it got {} further", counted(has - had, "pass", "passes"));
    if (has < had) words += fmt::format("; it ended {} earlier", counted(had - has, "pass", "passes"));
    return words;
}

std::uint64_t code_of(const std::vector<std::filesystem::path>& files) {
    std::string code;
    for (const auto& file : files) {
        std::ifstream stream(file, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        for (const auto& token : glsl::tokens(text)) {
            code += token.starts_line ? '\n' : ' ';
            code += token.text;
        }
    }
    return fnv1a(code);
}

std::string compared(const Timing& before, const Timing& now, bool software) {
    if (before.runs == 0 || now.runs == 0 || before.median_ms <= 0 || now.median_ms <= 0) return "";
    const double ratio = now.median_ms / before.median_ms;
    const double apart = std::abs(now.median_ms - before.median_ms);
    const double plainly = software ? 1.5 : 1.02;
    const bool differ =
        (ratio > plainly || ratio < 1 / plainly) && apart > spread_of(before) + spread_of(now);
    if (differ)
        return fmt::format("takes {:.2f} times as long as before: {}, was {}", ratio, in_units(now.median_ms),
                           in_units(before.median_ms));
    return software ? "" : fmt::format("takes as long as before: {}", in_units(now.median_ms));
}

}  // namespace pbp::watch
