// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "common/event/bench_row.hpp"
#include "common/lesson/launch.hpp"
#include "common/lesson/operators.hpp"

/// The sum of n values as data: which passes there are, and how each version puts them into dispatches; the
/// CPU twins are in twin.hpp. The ladder follows Mark Harris, "Optimizing Parallel Reduction in CUDA"
/// (NVIDIA).
namespace reduction {

using Index = std::uint32_t;

constexpr Index loads_in_flight = 4;  ///< v8 to v10: fours that an invocation requests before it adds one

/// The shaders that run instead of v9's and v10's where memory cannot add what is asked for.
inline const std::vector<std::string> v8{"03_reduction/v8_loads_in_flight.comp"};
inline const std::vector<std::string> v8_v9{v8.front(), "03_reduction/v9_memory_adds.comp"};

/// Buffers are padded with the operator's identity to a multiple of four, so that they can be read as vectors
/// of four.
inline std::size_t rounded(std::size_t n) {
    return (n + 3) / 4 * 4;
}
template <typename T>
std::vector<T> padded(std::vector<T> values, pbp::Operator by = pbp::Operator::sum) {
    values.resize(rounded(values.size()), pbp::identity<T>(by));
    return values;
}

/// What one pass does. Cells are words of shared memory, one per invocation, numbered across all workgroups.
enum class Kind : std::uint8_t {
    load,       ///< elements into cells; summed if a cell takes several
    fold,       ///< a cell adds the one `stride` further on
    subgroups,  ///< each subgroup's cells into one
    sums,       ///< each workgroup's cells into one partial sum
    gather,     ///< the partial sums into the cells of the last workgroup
    memory,     ///< the partial sums into one total in memory, in any order
};

struct Pass {
    Kind kind = Kind::load;
    std::string name;
    Index stride = 0;       ///< of a fold
    Index workgroups = 1;   ///< that take part: the first ones, or the one that finished last
    bool gathered = false;  ///< works on partial sums that the last workgroup gathered
    bool stored = false;    ///< ends in the buffer of sums instead of in cells
};

/// What an invocation loads: one element, two, or fours. Its fours are a grid apart in v5 to v7, and a
/// workgroup apart from v8 on, so that each workgroup reads one contiguous chunk.
enum class Load : std::uint8_t { one, two, fours, chunks };
enum class Tree : std::uint8_t { interleaved, strided, sequential, subgroups };

/// The passes of one dispatch, and what it needs to run them.
struct Launch {
    std::string version = {};  ///< whose shader runs them
    Index n = 1;
    Index local_size = 1;
    Index workgroups = 1;
    Index subgroup_size = 1;
    Load load = Load::one;
    Tree tree = Tree::interleaved;
    pbp::Operator by = pbp::Operator::sum;
    pbp::Groups grid{1};
    std::vector<Pass> passes;

    std::string shader() const { return "03_reduction/" + version + ".comp"; }
    Index cells() const { return workgroups * local_size; }
    /// True if partial sums are not stored one by one but added to a single total in memory.
    bool adds_in_memory() const { return passes.back().kind == Kind::memory; }
    /// True if the last workgroup to finish has the whole sum, so that no dispatch follows.
    bool ends_itself() const { return adds_in_memory() || passes.back().gathered; }
    bool in_fours() const { return load == Load::fours || load == Load::chunks; }
    /// Cells after a pass. Sums that will be read in vectors of four are padded with zeros.
    std::size_t cells_after(const Pass& pass) const {
        if (!pass.stored) return cells();
        return in_fours() && pass.workgroups > 1 ? rounded(pass.workgroups) : pass.workgroups;
    }
    Index subgroup_count() const { return (local_size + subgroup_size - 1) / subgroup_size; }

    /// The number of fours in all, and the most that one cell takes, one per round.
    Index fours() const { return (n + 3) / 4; }
    Index rounds() const { return (fours() + cells() - 1) / cells(); }
    /// The four that a cell takes in a round; nothing is there from fours() on.
    Index four_of(Index cell, Index round) const {
        if (load == Load::fours) return round * cells() + cell;
        return (cell / local_size * rounds() + round) * local_size + cell % local_size;
    }
    /// The cell that element e is added into.
    Index cell_of(Index e) const {
        if (load == Load::two) return e / (2 * local_size) * local_size + e % local_size;
        if (load == Load::chunks) return e / 4 / (rounds() * local_size) * local_size + e / 4 % local_size;
        return load == Load::fours ? e / 4 % cells() : e;
    }
    /// The lowest element that is added into a cell, on any level; at n and above the cell holds padding.
    Index first_element(Index cell) const {
        if (load == Load::two) return cell / local_size * 2 * local_size + cell % local_size;
        return in_fours() ? 4 * four_of(cell, 0) : cell;
    }
    /// True for a cell that a fold adds into; the other cells are finished.
    bool takes(Index cell, Index stride) const {
        return tree == Tree::sequential ? cell % local_size < stride : cell % (2 * stride) == 0;
    }
    /// The cell that invocation i of a workgroup adds into in a fold; local_size if it idles.
    Index served_by(Index i, Index stride) const {
        if (tree == Tree::strided) return std::min(2 * stride * i, local_size);
        return takes(i, stride) ? i : local_size;
    }
    /// The most additions that a pass makes on the way into one cell.
    Index additions(const Pass& pass) const;
};

/// What the buffer of a dispatch's sums begins with: nothing writes its padding.
template <typename T>
std::vector<T> empty(const Launch& launch) {
    return std::vector<T>(launch.cells_after(launch.passes.back()), pbp::identity<T>(launch.by));
}

/// How a version divides values among workgroups.
struct Shape {
    Index local_size = 256;
    Index each = 1;  ///< elements that an invocation adds
    Load load = Load::one;
    Tree tree = Tree::interleaved;
};
/// A version's default shape for n values, or that shape with another local size.
Shape shape_of(const std::string& version, Index n, const pbp::Limits& limits, Index local_size = 0);
/// What can be tuned in a version's shape.
pbp::Knobs knobs(const std::string& version);

/// The dispatches of a version for n values: each leaves one partial sum per workgroup to the next, until
/// one is left. Throws Error(wrong_usage) for a shape that needs more workgroups than the driver allows.
std::vector<Launch> launches(const std::string& version, const Shape& shape, Index n, Index subgroup_size,
                             const pbp::Limits& limits);
/// The same in the version's default shape.
std::vector<Launch> launches(const std::string& version, Index n, Index subgroup_size,
                             const pbp::Limits& limits);

/// The same for a run, by its operator; the run learns the number of passes. Asks the device for its subgroup
/// size if the twin needs it. For floats, which core GLSL cannot add atomically in memory, and for products,
/// the dispatches of v8 instead of v9's and v10's; for other operators than the sum, v9's instead of v10's.
std::vector<Launch> plan(pbp::Run& run);

/// The defines of the shaders: the workgroup's size, and the type T with its vector T4.
std::vector<pbp::glsl::Define> defines(const Launch& launch, pbp::ValueType type);
/// Sets a program's n and, if it declares them, its rounds: v9 and v10 do, a learner's own kernel may divide.
pbp::Program& sized(pbp::Program& program, const Launch& launch);
/// The program of a dispatch, with its uniforms set; cached until the run's version ends.
pbp::Program& ready(pbp::Run& run, const Launch& launch);

/// Calls `story` with a 0 of the type.
template <typename Story>
void with_type(pbp::ValueType type, Story story) {
    if (type == pbp::ValueType::uint32) story(std::uint32_t{});
    if (type == pbp::ValueType::int32) story(std::int32_t{});
    if (type == pbp::ValueType::float32) story(float{});
}

/// Throws Error(wrong_usage) for floats with an operator that has no result to compare with.
void check_type(pbp::Options& options, const pbp::Limits& limits);

/// Each value is read once, and n values take n - 1 additions.
inline pbp::bench::Work work(const std::string&, std::uint64_t n, std::uint64_t) {
    return {4 * n, 4, n - 1};
}

/// Draws the passes; for a tree in shared memory, which invocations are busy on which level; for v8, which
/// loads are in flight together.
void draw(pbp::Run& run, const std::vector<Launch>& launches);

}  // namespace reduction
