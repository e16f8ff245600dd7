// SPDX-License-Identifier: MIT
#include <functional>
#include <numeric>
#include <optional>

#include "lessons/09_radix_sort/stories.hpp"

using namespace pbp;

namespace radix {

namespace {

constexpr std::uint32_t header = 32;  ///< words before the states: a ticket for each digit

/// Fruitless looks per digit, 1024 for all digits of an invocation: llvmpipe ends every loop once those of an
/// invocation have made 65535 rounds together.
std::uint32_t patience_for(const Shape& shape) {
    return std::max(1u, 1024 / scan::parts_of(shape.radix(), shape.local_size));
}

/// What the look-back of one sort must withstand: shaders/common/digit_states.glsl.
struct Weather {
    std::uint32_t patience;
    std::uint32_t prefixes_every = 1;
    std::uint32_t mute_every = 1;
};

/// The buffers of v6 to v8. The input is never overwritten.
struct Sorter {
    using Array = Buffer<std::uint32_t>;
    Run& run;
    const Sweep& plan;
    const std::vector<bool>& skipped;                    ///< by round; in a run that checks
    Array input, from, to, counts, next_counts, states;  ///< from, to: with values, pairs
    std::optional<Array> values = {}, sorted_values = {};
    std::optional<Array> sorted = {};  ///< the keys of a sort with values

    /// Sorts; calls `counted` after the first dispatch and `swept` after each of the others. The result is in
    /// `from`. The weather is calm where a round is skipped: its tiles do not look back.
    void sort(const Weather& weather, bool traced, const std::function<void()>& counted,
              const std::function<void(std::size_t)>& swept) {
        const auto table = states.size() - header;
        std::swap(counts, next_counts);  // which the sort before has emptied
        if (run.checking()) {            // what is not emptied reads as a prefix, or as too many keys
            run.gpu.fill(states, pbp::untouched);
            run.gpu.fill(next_counts, pbp::untouched);
        }
        run.dispatch(ready(run, plan.count), plan.count.groups,
                     {in(0, input), inout(1, counts), inout(2, states), out(3, next_counts)});
        counted();
        for (std::size_t r = 0; r < plan.sweeps.size(); ++r) {
            const auto& launch = plan.sweeps[r];
            auto& program = ready(run, launch).set("patience", weather.patience);
            if (run.checking())
                program.set("prefixes_every", skipped[r] ? 1 : weather.prefixes_every)
                    .set("mute_every", skipped[r] ? 1 : weather.mute_every);
            const bool last = r + 1 == plan.sweeps.size();
            std::vector<Argument> arguments{in(0, r == 0 ? input : from), in(1, counts), inout(2, states),
                                            out(3, last && sorted ? *sorted : to)};
            if (values && r == 0) arguments.push_back(in(4, *values));
            if (sorted_values && last) arguments.push_back(out(5, *sorted_values));
            run.dispatch(program, launch.groups, arguments,
                         traced ? passes_in_shared(launch.passes.size(), table) : Traced{});
            std::swap(from, to);
            swept(r);
        }
    }
    const Array& result() const { return sorted ? *sorted : from; }
};

/// Keys and their values as two arrays of a state.
std::vector<record::Pass> parts(const Run& run, const Pairs& got, const Pairs& expected) {
    return {{.values = run.decode(got.keys), .expected = run.decode(expected.keys), .part = "keys"},
            {.values = got.values, .expected = expected.values, .part = "values"}};
}

}  // namespace

void one_sweep(Run& run) {
    Pairs now{run.keys()};  // data
    const auto input = now.keys;
    const auto bits = bits_of(run, input);
    const bool pairs = sorts_pairs(run.version());
    if (pairs) {
        now.values.resize(run.n);
        std::iota(now.values.begin(), now.values.end(), 0u);
        auto both = parts(run, now, {});
        for (auto& part : both) part.name = "input";
        run.initial(std::move(both));
    } else
        run.initial("input", input);

    const auto shape = shape_of(run);  // passes
    auto plan = sweep(run.version(), shape, run.n, bits, run.gpu.limits());
    std::vector<bool> skipped;
    if (run.checking()) {
        for (auto& launch : plan.sweeps) launch.defines.push_back({"WEATHER", "1"});
        for (const auto& digit : plan.digits)
            skipped.push_back(skips_rounds(run.version()) && one_digit(input, digit));
    }
    const auto tiles = columns(run.version(), shape, run.n);
    run.plan(1 + passes_in(plan.sweeps), run.n);
    auto padded = input;
    padded.resize(scan::whole_vectors(run.n), 0);
    Sorter sorter{run,
                  plan,
                  skipped,
                  run.gpu.buffer(padded),
                  run.gpu.buffer<std::uint32_t>(run.n * (pairs ? 2 : 1)),
                  run.gpu.buffer<std::uint32_t>(run.n * (pairs ? 2 : 1)),
                  run.gpu.buffer(Words(plan.digits.size() * shape.radix(), 0)),
                  run.gpu.buffer(Words(plan.digits.size() * shape.radix(), 0)),
                  run.gpu.buffer(Words(header + std::size_t{tiles} * shape.radix(), 0))};
    if (pairs) {
        sorter.values = run.gpu.buffer(now.values);
        sorter.sorted_values = run.gpu.buffer<std::uint32_t>(run.n);
        sorter.sorted = run.gpu.buffer<std::uint32_t>(run.n);
    }

    Trail trail(run, shape.tile());
    const auto counted = [&] {
        if (run.checking())
            run.check(plan.count.passes.front(), sorter.counts,
                      histograms(now.keys, plan.digits, shape.radix()));
    };
    const auto swept = [&](std::size_t r) {
        if (!run.checking()) return;
        const auto& digit = plan.digits[r];
        auto names = plan.sweeps[r].passes;
        if (skipped[r]) names[2] += ", skipped";
        const auto own =
            counts(now.keys, digit, shape.radix(), shape.tile());  // the CPU twins of the same passes
        const auto to = places(now.keys, digit, run.n);
        trail.add(names[2], digit, now.keys, to);
        now.keys = moved(now.keys, to);
        now.values = moved(now.values, pairs ? to : Words{});
        run.check_shared(names[0], own);  // check
        run.check_shared(names[1], sums_before(own));
        if (!pairs) return run.check(names[2], sorter.from, now.keys);
        const bool last = r + 1 == plan.sweeps.size();
        run.check(names[2], [&] {
            return parts(run,
                         last ? Pairs{run.gpu.read(*sorter.sorted), run.gpu.read(*sorter.sorted_values)}
                              : separated(run.gpu.read(sorter.from)),
                         now);
        });
    };
    sorter.sort({.patience = patience_for(shape), .prefixes_every = 4}, true, counted, swept);  // run
    if (pairs)
        run.outcome(*sorter.sorted_values, [&] { return order_by(input, bits); }, {.what = "order"});
    else
        run.outcome(sorter.from, [&] { return sorted_by(input, bits); });
    if (!run.checking()) return;
    const auto check_result = [&](const std::string& name) {
        run.result(name, sorter.result(), now.keys);
        if (pairs) run.result(name + ", the values", *sorter.sorted_values, now.values);
    };
    check_result("the last pass");
    trail.draw();  // draw

    // The same again: everyone counts late tiles at once, and some tiles never publish: every third, or eight
    // of them.
    sorter.sort(
        {.patience = 0, .mute_every = std::max(3u, tiles / 8)}, false, [] {}, [](std::size_t) {});
    check_result("nobody patient, some tiles silent");
}

}  // namespace radix
