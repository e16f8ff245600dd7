// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

#include "lessons/03_reduction/reduction.hpp"

/// What the cells should hold after each pass, how far floats may be off, and what kind of cell each one is.
namespace reduction {

/// The twin sums floats in double, integers as they are.
template <typename T>
using Exact = std::conditional_t<std::is_same_v<T, float>, double, T>;

/// a + b as integers add in a shader: modulo 2^32.
template <typename T>
T add(T a, T b) {
    return static_cast<T>(static_cast<Index>(a) + static_cast<Index>(b));
}
/// a + b without a float's rounding; beyond the largest float it is infinite, as a float is.
inline double add(double a, double b) {
    constexpr double first_infinite = 0x1.ffffffp127;
    const double sum = a + b;
    return std::abs(sum) < first_infinite || std::isnan(sum)
               ? sum
               : std::copysign(std::numeric_limits<double>::infinity(), sum);
}

/// The sum of all values, added one after another.
template <typename T>
std::vector<T> sum(const std::vector<T>& values) {
    Exact<T> total{};
    for (const T value : values) total = add(total, static_cast<Exact<T>>(value));
    return {static_cast<T>(total)};
}

/// The CPU twin of one pass: its result for these cells (for the first pass, the elements).
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
    // A single element is copied into the cell with its number; everything else is summed into new cells.
    if (pass.kind != Kind::load || launch.load != Load::one) links.into_new_array();
    std::vector<V> next(launch.cells_after(pass));
    const auto into = [&](Index from, Index to, bool alone) {
        next[to] = add(next[to], cells[from]);
        links.add(from, to, alone ? LinkKind::moved : LinkKind::added);
    };
    if (pass.kind == Kind::load) {
        const Index together = launch.in_fours() ? 4 : 1;  // added to each other first, then to the cell
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
    } else if (pass.kind == Kind::memory) {
        for (Index from = 0; from < launch.workgroups; ++from) into(from, 0, launch.workgroups == 1);
    } else {
        const Index each = launch.tree == Tree::subgroups ? launch.subgroup_count() : 1;
        for (Index to = 0; to < pass.workgroups; ++to)
            for (Index k = 0; k < each; ++k) into(to * local_size + k, to, each == 1);
    }
    cells = std::move(next);
}

/// How far float sums may be from the twin's, pass by pass. A sum of d additions in sequence differs from the
/// exact one by at most d * 2^-24 * (sum of |x|), to first order; each of n values may also lose 2^-126 if a
/// device flushes subnormal numbers to 0. (N. J. Higham, "The accuracy of floating
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
    /// How far the sum may be off after all passes, known before the first: a bench looks at no other pass.
    /// Infinite if a sum on the way may reach infinity; empty for integers.
    std::optional<double> in_the_end(const std::vector<Launch>& launches) const;
    /// True for a cell that may or may not reach infinity, depending on the order of its additions: subgroups
    /// guarantee none.
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
    std::vector<double> magnitudes_;  ///< the sum of |x| in each cell; empty for integers
};

/// Which cells hold padding, which are idle, and which were not written in this pass.
std::vector<pbp::CellMark> marks(const Launch& launch, const Pass& pass, const Tolerance& tolerance);

/// What the cells should hold, pass by pass, computed without the device.
template <typename T>
struct Twin {
    explicit Twin(const std::vector<T>& values) : cells(values.begin(), values.end()), tolerance(values) {}
    /// The twin of a run's input; the run draws that input as its first row.
    explicit Twin(pbp::Run& run) : Twin(run.input<T>()) { run.initial("input", cells); }

    void step(const Launch& launch, const Pass& pass, pbp::Links& links) {
        reduction::step(cells, launch, pass, links);
        tolerance.step(launch, pass);
        marks = reduction::marks(launch, pass, tolerance);
    }
    /// The same in a run, which also records what was added to what, and how far floats may be off.
    void step(const Launch& launch, const Pass& pass, pbp::Run& run) {
        step(launch, pass, run.links());
        run.tolerance(tolerance.allowed());
        if (launch.tree == Tree::subgroups && tolerance.any_depends_on_order())
            run.note(
                "sums that may exceed the largest float on the way were not compared: subgroups guarantee no "
                "order of additions, so infinity may or may not be reached");
    }

    /// Gives the run the sum, where it is, and how far a float may be off: for a bench, which sees no pass.
    void outcome(const pbp::Buffer<T>& sums, const std::vector<Launch>& launches, pbp::Run& run) const {
        run.outcome(sums, [&] { return sum(run.input<T>()); }, {.off = tolerance.in_the_end(launches)});
    }
    /// Checks a pass: the buffer of sums if the pass ends there, otherwise the cells that it recorded.
    void compare(const Pass& pass, const pbp::Buffer<T>& sums, pbp::Run& run) const {
        pass.stored ? run.check(pass.name, sums, cells, marks) : run.check_shared(pass.name, cells, marks);
    }

    std::vector<Exact<T>> cells;
    Tolerance tolerance;
    std::vector<pbp::CellMark> marks;
};

}  // namespace reduction
