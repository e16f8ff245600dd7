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

/// What the operator makes of all values, taken one after another.
template <typename T>
std::vector<T> total_of(const std::vector<T>& values, pbp::Operator by) {
    auto total = pbp::identity<Exact<T>>(by);
    for (const T value : values) total = pbp::combined(by, total, static_cast<Exact<T>>(value));
    return {static_cast<T>(total)};
}

/// The CPU twin of one pass: its result for these cells (for the first pass, the elements).
template <typename V>
void step(std::vector<V>& cells, const Launch& launch, const Pass& pass, pbp::RowShape& row) {
    const Index local_size = launch.local_size;
    if (pass.kind == Kind::fold) {
        for (Index to = 0; to < launch.cells(); ++to) {
            if (!launch.takes(to, pass.stride)) continue;
            cells[to] = pbp::combined(launch.by, cells[to], cells[to + pass.stride]);
        }
        return;
    }
    // A single element is copied into the cell with its number; everything else is summed into new cells.
    if (pass.kind != Kind::load || launch.load != Load::one) row.into_new_array();
    const bool below_own = pass.kind == Kind::sums && !pass.stored;  // one cell per workgroup, below it
    if (below_own) row.per_cell(local_size);
    if (!below_own && (pass.kind == Kind::sums || pass.kind == Kind::memory)) row.undivided();
    const V nothing = pbp::identity<V>(launch.by);
    std::vector<V> next(launch.cells_after(pass), nothing);
    const auto into = [&](Index from, Index to) {
        next[to] = pbp::combined(launch.by, next[to], cells[from]);
    };
    if (pass.kind == Kind::load) {
        const Index together = launch.in_fours() ? 4 : 1;  // added to each other first, then to the cell
        for (Index e = 0; e < launch.n; e += together) {
            const Index to = launch.cell_of(e);
            V sum = nothing;
            for (Index k = e; k < std::min(e + together, launch.n); ++k)
                sum = pbp::combined(launch.by, sum, cells[k]);
            next[to] = pbp::combined(launch.by, next[to], sum);
        }
    } else if (pass.kind == Kind::subgroups) {
        for (Index from = 0; from < pass.workgroups * local_size; ++from)
            if (pass.gathered ? from < launch.workgroups : launch.first_element(from) < launch.n)
                into(from, from / local_size * local_size + from % local_size / launch.subgroup_size);
    } else if (pass.kind == Kind::gather) {
        for (Index from = 0; from < launch.workgroups; ++from) into(from, from % local_size);
    } else if (pass.kind == Kind::memory) {
        for (Index from = 0; from < launch.workgroups; ++from) into(from, 0);
    } else {
        const Index each = launch.tree == Tree::subgroups ? launch.subgroup_count() : 1;
        for (Index to = 0; to < pass.workgroups; ++to)
            for (Index k = 0; k < each; ++k) into(to * local_size + k, to);
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
    explicit Twin(pbp::Run& run) : Twin(run.input<T>()) {
        const auto by = pbp::operator_of(run.options);
        const bool compares = by == pbp::Operator::maximum || by == pbp::Operator::minimum;
        if (compares && std::ranges::any_of(cells, [](auto cell) { return cell != cell; }))
            pbp::fail(pbp::ExitCode::wrong_usage,
                      "--operator {}: the data has NaNs, and GLSL leaves open what comparing one gives; "
                      "choose other data.",
                      pbp::to_string(by));
        run.initial("input", cells);
    }

    void step(const Launch& launch, const Pass& pass, pbp::RowShape& row) {
        reduction::step(cells, launch, pass, row);
        tolerance.step(launch, pass);
        marks = reduction::marks(launch, pass, tolerance);
    }
    /// The same in a run, which also says how far floats may be off.
    void step(const Launch& launch, const Pass& pass, pbp::Run& run) {
        if (launch.by != pbp::Operator::sum) {
            auto added = cells;
            Launch own = launch;
            own.by = pbp::Operator::sum;
            pbp::RowShape none;
            reduction::step(added, own, pass, none);
            run.suspect(added, pbp::still_adds(launch.by));
        }
        step(launch, pass, run.row());
        run.tolerance(tolerance.allowed());
        if (launch.tree == Tree::subgroups && tolerance.any_depends_on_order())
            run.note(
                "sums that may exceed the largest float on the way were not compared: subgroups guarantee no "
                "order of additions, so infinity may or may not be reached");
    }

    /// Gives the run the sum, where it is, and how far a float may be off: for a bench, which sees no pass.
    void outcome(const pbp::Buffer<T>& sums, const std::vector<Launch>& launches, pbp::Run& run) const {
        run.outcome(sums, [&] { return total_of(run.input<T>(), launches.front().by); },
                    {.off = tolerance.in_the_end(launches),
                     .promise = pbp::promise_of(launches.front().by, pbp::sim::Promise::Makes::total,
                                                run.options.type)});
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
