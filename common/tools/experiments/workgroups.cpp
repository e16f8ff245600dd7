// SPDX-License-Identifier: MIT
// What invocations of a workgroup do together; some of it with rungs of the lessons.
#include <bit>
#include <numeric>

#include "common/tools/experiments/experiments.hpp"

namespace pbp::experiments {

namespace {

/// Sorts the same keys in place, again and again.
struct Sorting {
    Sorting(Bench& bench, std::uint32_t count)
        : gpu(bench.gpu), keys(Bench::words(count)), data(gpu.buffer(keys)), sorted(keys) {
        std::ranges::sort(sorted);
    }
    Way way(const std::string& name, std::function<void()> work) {
        return {name, std::move(work), [this] { return gpu.read(data) == sorted; },
                [this] { gpu.write(data, keys); }};
    }
    Program program(const std::string& shader, std::uint32_t local_size) {
        return gpu.program(shader, {{{"LOCAL_SIZE", std::to_string(local_size)}}});
    }
    Device& gpu;
    Words keys;
    Buffer<std::uint32_t> data;
    Words sorted;
};

/// The same keys in one workgroup, sorted by two kernels that know n.
Outcome in_one_workgroup(Bench& bench, Outcome outcome, const std::string& a_name, const std::string& a,
                         const std::string& b_name, const std::string& b) {
    const auto n = std::min(bench.some() / 8, 2 * bench.gpu.limits().workgroup_invocations);
    Sorting sorting(bench, n);
    auto one = sorting.program(a, n / 2), other = sorting.program(b, n / 2);
    const auto sorts = [&](Program& program) {
        program.set("n", n);
        return [&] { bench.gpu.dispatch(program, Groups{1}, {inout(0, sorting.data)}); };
    };
    return bench.compare(std::move(outcome), sorting.way(a_name, sorts(one)),
                         sorting.way(b_name, sorts(other)));
}

const std::string v2 = "04_odd_even_sort/v2_fixed.comp", v3 = "04_odd_even_sort/v3_paired.comp";

}  // namespace

Outcome uniform_branch(Bench& bench, Outcome outcome) {
    return in_one_workgroup(bench, std::move(outcome), "04 v2: branch on the parity", v2,
                            "parity in the index", "experiments/odd_even_offset.comp");
}

Outcome fewer_turns(Bench& bench, Outcome outcome) {
    return in_one_workgroup(bench, std::move(outcome), "04 v2: a pass a turn", v2, "04 v3: two passes a turn",
                            v3);
}

Outcome barriers(Bench& bench, Outcome outcome) {
    const auto n = bench.some();
    constexpr std::uint32_t local_size = 256;
    Kernel<std::uint32_t, std::uint32_t> two{
        "two barriers a pass", "scan_two_barriers", Bench::words(n), Words(n), n, local_size};
    for (std::size_t i = 0; i < n; i += local_size)
        std::inclusive_scan(
            two.from.begin() + static_cast<std::ptrdiff_t>(i),
            two.from.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(i + local_size, n)),
            two.expected.begin() + static_cast<std::ptrdiff_t>(i));
    two.uniforms = {{"n", n}};
    return bench.compare(outcome, two, two.with("one, and two arrays", "scan_one_barrier"));
}

Outcome bank_conflicts(Bench& bench, Outcome outcome) {
    std::uint32_t side = 32;
    while (4 * side * side <= bench.many()) side *= 2;
    const auto values = Bench::words(std::size_t{side} * side);
    Words turned(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) turned[i % side * side + i / side] = values[i];
    const auto from = bench.gpu.buffer(values);
    auto to = bench.gpu.buffer<std::uint32_t>(values.size());
    const auto program = [&](const char* padding) {
        auto made = bench.gpu.program("experiments/transpose_tile.comp", {{{"PADDING", padding}}});
        made.set("side", side);
        return made;
    };
    auto unpadded = program("0"), padded = program("1");
    const auto way = [&](const std::string& name, Program& kernel) {
        return Way{name,
                   [&] {
                       bench.gpu.dispatch(kernel, {side / 32, side / 32, 1}, {in(0, from), out(1, to)});
                   },
                   [&] {
                       const bool right = bench.same(to, turned);
                       bench.gpu.fill(to, 0);
                       return right;
                   }};
    };
    return bench.compare(outcome, way("tile of 32 x 32", unpadded), way("tile of 32 x 33", padded));
}

Outcome algorithm(Bench& bench, Outcome outcome) {
    const std::uint32_t n = std::min(bench.some() / 8, 2048u), local_size = 256;
    const auto log2 = static_cast<std::uint32_t>(std::bit_width(n) - 1);
    Sorting sorting(bench, n);
    auto finished = bench.gpu.buffer({0u, 0u});
    const auto groups = groups_for(n / 2, local_size, bench.gpu.limits());
    auto neighbours = sorting.program("04_odd_even_sort/v5_dispatches.comp", local_size);
    auto network = sorting.program("05_bitonic_sort/v3_global.comp", local_size);
    neighbours.set("n", n);
    network.set("pairs", n / 2);
    return bench.compare(
        outcome,
        sorting.way(
            fmt::format("04 v5: {} passes", n),
            [&] {
                for (std::uint32_t pass = 1; pass <= n; ++pass) {
                    neighbours.set("pass", pass);
                    bench.gpu.dispatch(neighbours, groups, {inout(0, sorting.data), inout(1, finished)});
                }
            }),
        sorting.way(fmt::format("05 v3: {} passes", log2 * (log2 + 1) / 2), [&] {
            for (std::uint32_t block = 2; block <= n; block *= 2)
                for (std::uint32_t stride = block / 2; stride > 0; stride /= 2) {
                    network.set("block", block).set("stride", stride);
                    bench.gpu.dispatch(network, groups, {inout(0, sorting.data)});
                }
        }));
}

}  // namespace pbp::experiments
