// SPDX-License-Identifier: MIT
#include "common/record/dispatched.hpp"

namespace pbp {

namespace {

constexpr std::uint32_t fill = 0xA5A5A5A5u;  // of a new buffer: see Device::buffer

}  // namespace

std::uint32_t Dispatched::share_of(std::size_t cells) const {
    // In two dimensions a workgroup's cells are not contiguous.
    if (groups[1] * groups[2] * local_size[1] * local_size[2] != 1 || cells == 0) return 0;
    if (cells == groups[0]) return 1;
    const std::uint64_t invocations = std::uint64_t{groups[0]} * local_size[0];
    const std::uint64_t share = (cells + invocations - 1) / invocations * local_size[0];
    return share * (groups[0] - 1) < cells ? static_cast<std::uint32_t>(share) : 0;
}

std::string Dispatched::owner(const record::Pass& row, std::size_t cell) const {
    if (cell >= row.values.size()) return "";
    if (row.values.word(cell) == fill) return "holds the fill: never written";
    if (cell >= row.writers.size()) return "";
    if (row.writers[cell] == 0) return "not written in this pass";
    return "written by " + invocation_in_words(ids_of(row.writers[cell] - 1, groups, local_size));
}

std::uint32_t Dispatched::workgroup_of(const record::Pass& row, std::size_t cell) const {
    if (cell >= row.writers.size() || row.writers[cell] == 0) return 0;
    const auto [x, y, z] = ids_of(row.writers[cell] - 1, groups, local_size).workgroup;
    return (z * groups[1] + y) * groups[0] + x;
}

}  // namespace pbp
