// SPDX-License-Identifier: MIT
#include "common/record/history.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/check/pixels.hpp"

namespace pbp {

namespace {

constexpr std::size_t most_kept_rows = 6;

/// The words of a row; those that are not compared, and pixels within the tolerance, are replaced by the
/// expected ones.
std::vector<std::uint32_t> compared_words(const record::Pass& pass) {
    auto words = pass.values.words();
    const auto got = pass.values.pixels(), expected = pass.expected.pixels();
    for (std::size_t i = 0; i < std::min(words.size(), pass.expected.size()); ++i)
        if (pass.is_image() ? same_pixel(expected[i], got[i], static_cast<int>(pass.tolerance))
                            : pass.mark(i) == CellMark::absent)
            words[i] = pass.expected.word(i);
    return words;
}

}  // namespace

void History::keep(const record::Pass& pass) {
    // The first row, the input, is kept.
    if (rows_.size() == most_kept_rows) rows_.erase(rows_.begin() + 1);
    rows_.push_back({.values = pass.is_image() ? Values(compared_words(pass)) : pass.values,
                     .place = pass.place,
                     .dispatch = dispatch_.number});
}

bool History::leads_to(const record::Pass& row, record::Place place) const {
    using Kind = record::Place::Kind;
    if (row.place.kind == Kind::anywhere) return place.kind != Kind::part;
    if (row.place.kind == place.kind && row.place.number == place.number)
        return place.kind != Kind::shared || row.dispatch == dispatch_.number;
    return row.place.kind == Kind::buffer && row.dispatch < dispatch_.number &&
           std::ranges::find(dispatch_.reads, row.place.number) != dispatch_.reads.end();
}

std::uint32_t History::share_of(std::size_t cells) const {
    const auto& groups = dispatch_.groups;
    const auto& size = dispatch_.local_size;
    // In two dimensions a workgroup's cells are not contiguous.
    if (groups[1] * groups[2] * size[1] * size[2] != 1 || cells == 0) return 0;
    if (cells == groups[0]) return 1;
    const std::uint64_t invocations = std::uint64_t{groups[0]} * size[0];
    const std::uint64_t share = (cells + invocations - 1) / invocations * size[0];
    return share * (groups[0] - 1) < cells ? static_cast<std::uint32_t>(share) : 0;
}

Diagnosis History::diagnose(const record::Pass& wrong) const {
    const auto got = compared_words(wrong), expected = wrong.expected.words();
    Evidence evidence{.expected = expected,
                      .got = got,
                      .type = wrong.values.type(),
                      .tolerance = wrong.is_image() ? 0 : wrong.tolerance};
    std::vector<std::vector<std::uint32_t>> rows;
    rows.reserve(rows_.size());
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
        if (!leads_to(*row, wrong.place)) continue;
        const auto& words = rows.emplace_back(row->values.words());
        if (evidence.before.empty() && words == expected) continue;  // this pass, seen by its trace
        if (evidence.before.empty())
            evidence.before = words;
        else
            evidence.earlier.emplace_back(words);
    }
    if (!wrong.writers.empty()) evidence.writers = wrong.writers;
    evidence.schedule = {share_of(expected.size()),
                         dispatch_.local_size[0] * dispatch_.local_size[1] * dispatch_.local_size[2],
                         dispatch_.subgroup_size, dispatch_.number};
    return pbp::diagnose(evidence);
}

std::string History::owner(const record::Pass& wrong, std::size_t cell) const {
    if (cell >= wrong.values.size()) return "";
    if (wrong.values.word(cell) == Evidence{}.fill) return "holds the fill: never written";
    if (cell >= wrong.writers.size()) return "";
    if (wrong.writers[cell] == 0) return "not written in this pass";
    return "written by " +
           invocation_in_words(ids_of(wrong.writers[cell] - 1, dispatch_.groups, dispatch_.local_size));
}

}  // namespace pbp
