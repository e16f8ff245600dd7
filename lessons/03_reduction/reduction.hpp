// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "common/app/bench/report.hpp"
#include "common/app/run.hpp"

/// The sum of n values as data: which passes there are, and how each version puts them into dispatches; their
/// CPU twins are in twin.hpp. The ladder follows Mark Harris, "Optimizing Parallel Reduction in CUDA"
/// (NVIDIA).
namespace reduction {

using Index = std::uint32_t;

/// Buffers end on a multiple of four, filled with zeros, so that they can be read as vectors of four.
inline std::size_t rounded(std::size_t n) {
    return (n + 3) / 4 * 4;
}
template <typename T>
std::vector<T> padded(std::vector<T> values) {
    values.resize(rounded(values.size()));
    return values;
}

/// What one pass does. Cells are shared memory, one an invocation, all workgroups' one behind the other.
enum class Kind : std::uint8_t {
    load,       ///< elements into cells; added up where a cell takes several
    fold,       ///< a cell takes in the one `stride` further on
    subgroups,  ///< each subgroup's cells into one
    sums,       ///< each workgroup's cells into one partial sum
    gather,     ///< the partial sums into the cells of the last workgroup
};

struct Pass {
    Kind kind = Kind::load;
    std::string name;
    Index stride = 0;       ///< of a fold
    Index workgroups = 1;   ///< that take part: the first ones, or the one that finished last
    bool gathered = false;  ///< works on partial sums that the last workgroup gathered
    bool stored = false;    ///< ends in the buffer of sums and not in cells
};

enum class Load : std::uint8_t { one, two, fours };
enum class Tree : std::uint8_t { interleaved, strided, sequential, subgroups };

/// Passes that one dispatch makes, and what it needs for that.
struct Launch {
    Index n = 1;
    Index local_size = 1;
    Index workgroups = 1;
    Index subgroup_size = 1;
    Index loads = 1;  ///< of fours that an invocation has in flight at once
    Load load = Load::one;
    Tree tree = Tree::interleaved;
    pbp::Groups grid{1};
    std::vector<Pass> passes;

    Index cells() const { return workgroups * local_size; }
    /// Cells after a pass. Sums that are to be read in vectors of four are filled up with zeros.
    std::size_t cells_after(const Pass& pass) const {
        if (!pass.stored) return cells();
        return load == Load::fours && pass.workgroups > 1 ? rounded(pass.workgroups) : pass.workgroups;
    }
    Index subgroup_count() const { return (local_size + subgroup_size - 1) / subgroup_size; }
    /// The cell that element e is added into.
    Index cell_of(Index e) const {
        if (load == Load::two) return e / (2 * local_size) * local_size + e % local_size;
        return load == Load::fours ? e / 4 % cells() : e;
    }
    /// The lowest element that is added into a cell, on any level; from n on the cell holds padding.
    Index first_element(Index cell) const {
        if (load == Load::two) return cell / local_size * 2 * local_size + cell % local_size;
        return load == Load::fours ? 4 * cell : cell;
    }
    /// Of fours: how many a cell takes, one each round of the grid.
    Index rounds(Index cell) const {
        const Index fours = (n + 3) / 4;
        return cell < fours ? (fours - cell - 1) / cells() + 1 : 0;
    }
    /// How often a cell's invocation has waited for its loads before it asks for the one of a round: `loads`
    /// rounds are asked for together while there are as many, the rest one by one.
    Index waits_before(Index cell, Index round) const {
        const Index together = rounds(cell) / loads * loads;
        return round < together ? round / loads : together / loads + (round - together);
    }
    /// True for a cell that a fold adds into; the others have had their day.
    bool takes(Index cell, Index stride) const {
        return tree == Tree::sequential ? cell % local_size < stride : cell % (2 * stride) == 0;
    }
    /// The cell that invocation i of a workgroup adds into in a fold; local_size where it idles.
    Index served_by(Index i, Index stride) const {
        if (tree == Tree::strided) return std::min(2 * stride * i, local_size);
        return takes(i, stride) ? i : local_size;
    }
    /// The most additions that a pass makes on the way into one cell.
    Index additions(const Pass& pass) const;
};

/// How a version cuts values into workgroups.
struct Shape {
    Index local_size = 256;
    Index each = 1;  ///< elements an invocation adds
    Load load = Load::one;
    Tree tree = Tree::interleaved;
    Index loads = 1;  ///< of fours in flight at once
};
/// A version's own shape for n values, or its shape with another local size than its own.
Shape shape_of(const std::string& version, Index n, const pbp::Limits& limits, Index local_size = 0);
/// What a version leaves to choose of its shape.
pbp::Knobs knobs(const std::string& version);

/// The dispatches of a version for n values: each leaves one partial sum a workgroup to the next, until one
/// is left. Throws Error(wrong_usage) for a shape that needs more workgroups than the driver allows.
std::vector<Launch> launches(const std::string& version, const Shape& shape, Index n, Index subgroup_size,
                             const pbp::Limits& limits);
/// The same in the version's own shape.
std::vector<Launch> launches(const std::string& version, Index n, Index subgroup_size,
                             const pbp::Limits& limits);

/// The same for a run, which is told how many passes will come; asks its device for the subgroup size where
/// the twin needs to know it.
std::vector<Launch> plan(pbp::Run& run);

/// What the shaders are told by defines: the workgroup's size, the loads in flight, and the type T with its
/// vector T4.
std::vector<pbp::glsl::Define> defines(const Launch& launch, pbp::ValueType type);

/// The passes of all dispatches together.
std::size_t passes_in(const std::vector<Launch>& launches);

/// Calls `story` with a 0 of the type.
template <typename Story>
void with_type(pbp::ValueType type, Story story) {
    if (type == pbp::ValueType::uint32) story(std::uint32_t{});
    if (type == pbp::ValueType::int32) story(std::int32_t{});
    if (type == pbp::ValueType::float32) story(float{});
}

/// Each value is read once, and every addition makes one less of them.
inline pbp::bench::Work work(const std::string&, std::uint64_t n, std::uint64_t) {
    return {4 * n, 4, n - 1};
}

/// Draws the passes; for a tree in shared memory which invocations are busy on which level, for v8 which
/// loads are on their way together.
void draw(pbp::Run& run, const Launch& first);

}  // namespace reduction
