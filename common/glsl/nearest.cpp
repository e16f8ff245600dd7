// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "common/glsl/declared.hpp"

namespace pbp::glsl {
namespace {

// Levenshtein distance, row by row: characters to insert, delete or change.
std::size_t edits(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const auto change = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({change, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string nearest(std::string_view name, const std::vector<std::string>& candidates) {
    std::string best;
    std::size_t least = std::min<std::size_t>(3, std::max<std::size_t>(name.size(), 1));
    for (const std::string& candidate : candidates) {
        const auto distance = edits(name, candidate);
        if (distance < least) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

std::string instead_of(std::string_view name, const std::vector<std::string>& candidates,
                       std::string_view it_has) {
    const auto meant = nearest(name, candidates);
    if (!meant.empty()) return fmt::format("; did you mean '{}'?", meant);
    if (candidates.empty()) return fmt::format("; {} none.", it_has);
    return fmt::format("; {} {}.", it_has, fmt::join(candidates, ", "));
}

}  // namespace pbp::glsl
