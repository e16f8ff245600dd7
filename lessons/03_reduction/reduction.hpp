// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "common/app/bench/report.hpp"
#include "common/app/run.hpp"

/// The sum of n values as data: which passes there are, how each version puts them into dispatches, and the
/// CPU twin of a pass. The ladder follows Mark Harris, "Optimizing Parallel Reduction in CUDA" (NVIDIA).
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

/// What the shaders are told by defines: the workgroup's size, and the type T with its vector T4.
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

/// Floats are summed in double by the twin, integers as they are.
template <typename T>
using Exact = std::conditional_t<std::is_same_v<T, float>, double, T>;

/// a + b as a shader's integers add: modulo 2^32.
template <typename T>
T add(T a, T b) {
    return static_cast<T>(static_cast<Index>(a) + static_cast<Index>(b));
}
/// a + b without a float's rounding, but beyond the largest float it is infinite as a float is.
inline double add(double a, double b) {
    constexpr double first_infinite = 0x1.ffffffp127;
    const double sum = a + b;
    return std::abs(sum) < first_infinite || std::isnan(sum)
               ? sum
               : std::copysign(std::numeric_limits<double>::infinity(), sum);
}

/// The sum of all, one value behind the other.
template <typename T>
std::vector<T> sum(const std::vector<T>& values) {
    Exact<T> total{};
    for (const T value : values) total = add(total, static_cast<Exact<T>>(value));
    return {static_cast<T>(total)};
}
/// Each value is read once, and every addition makes one less of them.
inline pbp::bench::Work work(const std::string&, std::uint64_t n, std::uint64_t) {
    return {4 * n, 4, n - 1};
}

/// The CPU twin of one pass: what it makes of the cells, the elements before the first pass.
template <typename V>
void step(std::vector<V>& cells, const Launch& launch, const Pass& pass, pbp::Links& links) {
    using pbp::LinkKind;
    const Index local_size = launch.local_size;
    if (pass.kind == Kind::fold) {
        for (Index to = 0; to < launch.cells(); ++to) {
            if (!launch.takes(to, pass.stride)) continue;
            cells[to] = add(cells[to], cells[to + pass.stride]);
            if (launch.first_element(to + pass.stride) < launch.n)
                links.add(to + pass.stride, to, LinkKind::added);
        }
        return;
    }
    std::vector<V> next(launch.cells_after(pass));
    const auto into = [&](Index from, Index to, bool alone) {
        next[to] = add(next[to], cells[from]);
        links.add(from, to, alone ? LinkKind::moved : LinkKind::added);
    };
    if (pass.kind == Kind::load) {
        const Index together =
            launch.load == Load::fours ? 4 : 1;  // added to each other first, and then to the cell
        for (Index e = 0; e < launch.n; e += together) {
            const Index to = launch.cell_of(e);
            V sum{};
            for (Index k = e; k < std::min(e + together, launch.n); ++k) {
                sum = add(sum, cells[k]);
                if (launch.load != Load::one) links.add(k, to, LinkKind::added);
            }
            next[to] = add(next[to], sum);
        }
    } else if (pass.kind == Kind::subgroups) {
        for (Index from = 0; from < pass.workgroups * local_size; ++from)
            if (pass.gathered ? from < launch.workgroups : launch.first_element(from) < launch.n)
                into(from, from / local_size * local_size + from % local_size / launch.subgroup_size, false);
    } else if (pass.kind == Kind::gather) {
        for (Index from = 0; from < launch.workgroups; ++from)
            into(from, from % local_size, launch.workgroups <= local_size);
    } else {
        const Index each = launch.tree == Tree::subgroups ? launch.subgroup_count() : 1;
        for (Index to = 0; to < pass.workgroups; ++to)
            for (Index k = 0; k < each; ++k) into(to * local_size + k, to, each == 1);
    }
    cells = std::move(next);
}

/// How far float sums may lie from the twin's, pass by pass. A sum that takes d additions one behind the
/// other differs from the exact one by at most d * 2^-24 * (sum of |x|), to first order; each of n values may
/// also lose 2^-126 where a device takes subnormal numbers for 0. (N. J. Higham, "The accuracy of floating
/// point summation", SIAM J. Sci. Comput. 14(4), 1993.)
class Tolerance {
  public:
    /// Integers wrap exactly: no tolerance.
    template <typename T>
    explicit Tolerance(const std::vector<T>& values) : n_(static_cast<double>(values.size())) {
        if constexpr (std::is_same_v<T, float>)
            for (const float x : values)
                magnitudes_.push_back(std::isfinite(x) ? std::abs(static_cast<double>(x)) : 0.0);
    }
    void step(const Launch& launch, const Pass& pass);
    double allowed() const { return allowed_; }
    /// True for a cell that infinity may reach or miss, as the order of its additions falls: subgroups
    /// promise none.
    bool depends_on_order(std::size_t cell) const {
        return cell < magnitudes_.size() && magnitudes_[cell] > std::numeric_limits<float>::max();
    }
    bool any_depends_on_order() const {
        for (std::size_t cell = 0; cell < magnitudes_.size(); ++cell)
            if (depends_on_order(cell)) return true;
        return false;
    }

  private:
    double n_, additions_ = 0, allowed_ = 0;
    std::vector<double> magnitudes_;  ///< the sum of |x| in each cell; empty: integers
};

/// Which cells hold padding, which are idle, and which nobody wrote in this pass.
std::vector<pbp::CellMark> marks(const Launch& launch, const Pass& pass, const Tolerance& tolerance);

/// What the cells should hold, from pass to pass, without a look at the device.
template <typename T>
struct Twin {
    explicit Twin(const std::vector<T>& values) : cells(values.begin(), values.end()), tolerance(values) {}

    void step(const Launch& launch, const Pass& pass, pbp::Links& links) {
        reduction::step(cells, launch, pass, links);
        tolerance.step(launch, pass);
        marks = reduction::marks(launch, pass, tolerance);
    }
    /// The same in a run, which is told what was added to what, and how far floats may be off.
    void step(const Launch& launch, const Pass& pass, pbp::Run& run) {
        step(launch, pass, run.links());
        run.tolerance(tolerance.allowed());
        if (launch.tree == Tree::subgroups && tolerance.any_depends_on_order())
            run.note(
                "sums that may pass the largest float on their way were not compared: subgroups promise "
                "no order of additions, so infinity may be reached or missed");
    }

    std::vector<Exact<T>> cells;
    Tolerance tolerance;
    std::vector<pbp::CellMark> marks;
};

/// Draws the passes, and for a tree in shared memory which invocations are busy on which level.
void draw(pbp::Run& run, const Launch& first);

}  // namespace reduction
