// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/event/bench_row.hpp"
#include "common/lesson/knobs.hpp"
#include "common/lesson/launch.hpp"
#include "common/lesson/operators.hpp"
#include "common/record/row_shape.hpp"

/// The scan (prefix sum) as data: which passes each version makes, and the CPU twin of a pass. Sums are
/// modulo 2^32, so signed numbers are right as well. Sources: Hillis and Steele, "Data parallel
/// algorithms", CACM 1986; Blelloch, "Prefix sums and their applications", 1990; Merrill and Garland,
/// "Single-pass parallel prefix scan with decoupled look-back", NVIDIA 2016.
namespace scan {

using Words = std::vector<std::uint32_t>;

/// Whether an element's sum includes the element itself.
enum class Kind : std::uint8_t { inclusive, exclusive };

enum class Step : std::uint8_t {
    from_left,     ///< each element adds the one `size` to its left
    take_own,      ///< inclusive becomes exclusive
    up,            ///< in each run of 2 * size the last element adds the middle one
    clear_root,    ///< the last element becomes 0
    down,          ///< the middle element gets the last, and the last adds what the middle had
    add_own,       ///< exclusive becomes inclusive
    scan_parts,    ///< each part of `size` elements is scanned on its own
    store_totals,  ///< the total of each such part goes to the next level
    add_before,    ///< each element adds the next level's sum of what is before its part of `size`
};

/// One pass over one level: 0 is the data, k + 1 holds one total for each part of level k.
struct Pass {
    Step step;
    std::uint32_t size = 0;  ///< a stride, or the elements of a part
    std::string name;
    std::uint32_t level = 0;
    Kind kind = Kind::inclusive;
};

/// A dispatch at one level of the hierarchy.
struct Launch : pbp::Launch<Pass> {
    std::uint32_t level = 0;  ///< of its data
};

/// The most elements that a workgroup should scan on a device: few enough that one subgroup scans all of its
/// totals at once, at most 1024; 128 on a software renderer, whose many small subgroups all pay for that.
/// A power of two.
std::uint32_t most_for(const pbp::DeviceInfo& info, std::uint32_t subgroup_size);

/// Elements of a workgroup's part: about 1 / `parts` of a small n, so that a picture shows several; `most`
/// for a large one. A power of two, at least 2.
std::uint32_t part_for(std::uint32_t n, std::uint32_t parts, std::uint32_t most);

/// What can be tuned in a version.
pbp::Knobs knobs(const std::string& version);

/// Each element is read and written once, and added once.
inline pbp::bench::Work work(const std::string&, std::uint64_t n, std::uint64_t) {
    return {4 * n, 4 * n, n - 1};
}

/// The number of parts of `size` in n elements.
inline std::uint32_t parts_of(std::uint32_t n, std::uint32_t size) {
    return n / size + (n % size != 0 ? 1 : 0);
}

/// The number of elements at each level when parts of `part` are scanned, down to the level that is a single
/// part.
std::vector<std::uint32_t> level_sizes(std::uint32_t n, std::uint32_t part);

/// The passes in the order in which they run.
std::vector<Pass> hillis_steele(std::uint32_t n, Kind kind);
std::vector<Pass> blelloch(std::uint32_t n, Kind kind);  ///< n a power of two, at least 2
/// Two levels in one dispatch; `parts` is what parts of `size` are called, e.g. "subgroups", and `above`
/// names the pass that scans the totals.
std::vector<Pass> two_levels(std::uint32_t n, std::uint32_t size, const std::string& parts,
                             const std::string& above, Kind kind);

/// The same passes with names that fit the operator.
Launch in_words_of(pbp::Operator by, Launch launch);

/// The number of elements that v1, v2 or v3 works on: for v2 a power of two, at least 2.
std::uint32_t padded(const std::string& version, std::uint32_t n);

/// The one dispatch of v1, v2 or v3.
Launch one_workgroup(const std::string& version, std::uint32_t n, Kind kind, std::uint32_t subgroup_size);
/// The dispatches of v4 with `block` elements per block: one scan per level upwards, one addition per level
/// downwards.
std::vector<Launch> three_passes(std::uint32_t n, Kind kind, std::uint32_t block, const pbp::Limits& limits);
/// The one dispatch of v5 with `tile` elements per tile.
Launch look_back(std::uint32_t n, Kind kind, std::uint32_t tile, const pbp::Limits& limits);

/// How v6 divides its elements: tiles of local_size invocations with `each` elements, a multiple of 4, on a
/// driver whose subgroups have `lanes` lanes.
struct WideTile {
    std::uint32_t local_size = 2, each = 4, lanes = 32;
    std::uint32_t elements() const { return local_size * each; }
};
/// The default number of elements per invocation of a wide tile, and the local size that goes with such a
/// number: `widest` at most, on a GPU. Where n allows it, there are two tiles of two subgroups each, since
/// only then does one need what comes before it.
std::uint32_t wide_each(std::uint32_t n, std::uint32_t lanes, const pbp::DeviceInfo& info);
/// Of v6: more if there are many.
std::uint32_t scan_each(std::uint32_t n, std::uint32_t lanes, const pbp::DeviceInfo& info);
std::uint32_t widest(std::uint32_t each);
std::uint32_t wide_local_size(std::uint32_t n, std::uint32_t each, std::uint32_t widest, std::uint32_t lanes,
                              const pbp::DeviceInfo& info);
/// n rounded up to whole vectors of four, in which v6 reads and writes.
inline std::uint32_t whole_vectors(std::uint32_t n) {
    return n + (4 - n % 4) % 4;
}
/// The numbers of elements per invocation that may be chosen.
inline const std::vector<std::uint32_t> wide_choices{4, 8, 12, 16, 20, 24, 28, 32};
/// The spacing of v6's tile states, in states of 8 bytes: 16, for one cache line each, or fewer if a buffer
/// would not hold that.
std::uint32_t states_apart(std::uint32_t tiles, const pbp::Limits& limits);
/// The one dispatch of v6; n in whole vectors.
Launch wide_look_back(std::uint32_t n, Kind kind, const WideTile& tile, const pbp::Limits& limits);

/// The CPU twin: what each level holds after each pass. It advances from its own state alone.
class Twin {
  public:
    /// Pads `values` with the operator's identity to `size`.
    explicit Twin(Words values, std::size_t size = 0, pbp::Operator by = pbp::Operator::sum);

    void step(const Pass& pass, pbp::RowShape& row);
    /// The same in a run, which also learns what a shader leaves that still adds.
    void step(const Pass& pass, pbp::Run& run);

    const Words& level(std::uint32_t k) const { return levels_.at(k); }
    const Words& elements() const { return levels_.front(); }
    /// What a dispatch's trace shows after a pass: totals cover the first elements.
    Words row(const Pass& pass) const;
    /// Which of a row's cells hold nothing (next to totals) or padding.
    std::vector<pbp::CellMark> marks(const Pass& pass) const;

  private:
    /// Inclusive becomes exclusive: each cell gives up its own value.
    void take_own(Words& sums) const;

    pbp::Operator by_;
    std::size_t real_;  ///< elements without the padding
    Words own_;         ///< the input
    std::vector<Words> levels_;
    std::vector<std::size_t> spans_{1};  ///< of each level, the elements that a cell stands for
};

}  // namespace scan
