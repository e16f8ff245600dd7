// SPDX-License-Identifier: MIT
#include <functional>

#include "lessons/09_radix_sort/stories.hpp"

using namespace pbp;

namespace radix {

namespace {

constexpr std::uint32_t header = 32;  ///< words before the states: a ticket for each digit
constexpr std::uint32_t patience =
    1024;  ///< fruitless looks, far below llvmpipe's limit on the rounds of a loop

/// The buffers of v6 and v7. The input is never overwritten.
struct Sorter {
    Run& run;
    const Sweep& plan;
    Buffer<std::uint32_t> input, from, to, counts, states;

    /// Sorts; calls `counted` after the first dispatch and `swept` after each of the others. The result is in
    /// `from`.
    void sort(std::uint32_t patience, bool traced, const std::function<void()>& counted,
              const std::function<void(std::size_t)>& swept) {
        const auto table = states.size() - header;
        run.gpu.fill(counts, 0);
        run.dispatch(ready(run, plan.count), plan.count.groups,
                     {in(0, input), inout(1, counts), inout(2, states)});
        counted();
        for (std::size_t r = 0; r < plan.sweeps.size(); ++r) {
            const auto& launch = plan.sweeps[r];
            auto& program = ready(run, launch).set("patience", patience);
            run.dispatch(program, launch.groups,
                         {in(0, r == 0 ? input : from), in(1, counts), inout(2, states), out(3, to)},
                         traced ? passes_in_shared(launch.passes.size(), table) : Traced{});
            std::swap(from, to);
            swept(r);
        }
    }
};

}  // namespace

void one_sweep(Run& run) {
    auto keys = run.keys();  // data
    const auto input = keys;
    const auto bits = bits_of(run, keys);
    run.initial("input", keys);

    const auto shape = shape_of(run);  // passes
    const auto plan = sweep(run.version(), shape, run.n, bits, run.gpu.limits());
    const auto tiles = columns(run.version(), shape, run.n);
    run.plan(1 + passes_in(plan.sweeps), run.n);
    auto padded = keys;
    padded.resize(scan::whole_vectors(run.n), 0);
    Sorter sorter{run,
                  plan,
                  run.gpu.buffer(padded),
                  run.gpu.buffer<std::uint32_t>(run.n),
                  run.gpu.buffer<std::uint32_t>(run.n),
                  run.gpu.buffer<std::uint32_t>(plan.digits.size() * shape.radix()),
                  run.gpu.buffer(Words(header + std::size_t{tiles} * shape.radix(), 0))};

    Trail trail(run);
    const auto counted = [&] {
        if (run.checking())
            run.check(plan.count.passes.front(), sorter.counts, histograms(keys, plan.digits, shape.radix()));
    };
    const auto swept = [&](std::size_t r) {
        if (!run.checking()) return;
        const auto& digit = plan.digits[r];
        const auto& names = plan.sweeps[r].passes;
        const auto own =
            counts(keys, digit, shape.radix(), shape.tile());  // the CPU twins of the same passes
        const auto to = places(keys, digit, run.n);
        trail.add(names[2], digit, keys, to);
        keys = moved(keys, to);
        run.check_shared(names[0], own);  // check
        run.check_shared(names[1], sums_before(own));
        run.check(names[2], sorter.from, keys);
    };
    sorter.sort(patience, true, counted, swept);  // run
    run.outcome(sorter.from, [&] { return sorted_by(input, bits); });
    if (!run.checking()) return;
    run.result("the last pass", sorter.from, keys);
    trail.draw();  // draw

    sorter.sort(
        0, false, [] {}, [](std::size_t) {});  // the same again, and everyone counts late tiles at once
    run.result("nobody patient", sorter.from, keys);
}

}  // namespace radix
