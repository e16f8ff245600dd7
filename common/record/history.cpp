// SPDX-License-Identifier: MIT
#include "common/record/history.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pbp {

namespace {

constexpr std::size_t most_kept_rows = 6;

}  // namespace

void History::keep(Place place, std::vector<std::uint32_t> words) {
    // The first row, the input, stays.
    if (rows_.size() == most_kept_rows) rows_.erase(rows_.begin() + 1);
    rows_.push_back({place, dispatch_.number, std::move(words)});
}

bool History::leads_to(const Row& row, Place place) const {
    using Kind = Place::Kind;
    if (row.place.kind == Kind::anywhere) return place.kind != Kind::part;
    if (row.place.kind == place.kind && row.place.number == place.number)
        return place.kind != Kind::shared || row.dispatch == dispatch_.number;
    return row.place.kind == Kind::buffer && row.dispatch < dispatch_.number &&
           std::ranges::find(dispatch_.reads, row.place.number) != dispatch_.reads.end();
}

std::uint32_t History::share_of(std::size_t cells) const {
    const auto& groups = dispatch_.groups;
    const auto& size = dispatch_.local_size;
    // In two dimensions a workgroup's cells do not lie one behind the other.
    if (groups[1] * groups[2] * size[1] * size[2] != 1 || cells == 0) return 0;
    if (cells == groups[0]) return 1;
    const std::uint64_t invocations = std::uint64_t{groups[0]} * size[0];
    const std::uint64_t share = (cells + invocations - 1) / invocations * size[0];
    return share * (groups[0] - 1) < cells ? static_cast<std::uint32_t>(share) : 0;
}

Diagnosis History::diagnose(Place place, const std::vector<std::uint32_t>& got,
                            const std::vector<std::uint32_t>& expected, ValueType type, double tolerance,
                            const std::vector<std::uint32_t>* writers) const {
    Evidence evidence{.expected = expected, .got = got, .type = type, .tolerance = tolerance};
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
        if (!leads_to(*row, place)) continue;
        if (evidence.before.empty() && row->words == expected) continue;  // this pass, seen by its trace
        if (evidence.before.empty())
            evidence.before = row->words;
        else
            evidence.earlier.emplace_back(row->words);
    }
    if (writers != nullptr) evidence.writers = *writers;
    evidence.schedule = {share_of(expected.size()),
                         dispatch_.local_size[0] * dispatch_.local_size[1] * dispatch_.local_size[2],
                         dispatch_.subgroup_size, dispatch_.number};
    return pbp::diagnose(evidence);
}

std::string History::owner(std::size_t cell, std::uint32_t got,
                           const std::vector<std::uint32_t>* writers) const {
    if (got == Evidence{}.fill) return "holds the fill: nobody wrote it";
    if (writers == nullptr || cell >= writers->size()) return "";
    if ((*writers)[cell] == 0) return "nobody wrote it in this pass";
    return "written by " +
           invocation_in_words(ids_of((*writers)[cell] - 1, dispatch_.groups, dispatch_.local_size));
}

}  // namespace pbp
