// SPDX-License-Identifier: MIT
// What goes between the CPU's memory and the GPU's. Timed by the CPU's clock, copies and all.
#include "common/device/buffer.hpp"
#include "common/tools/experiments/experiments.hpp"

namespace pbp::experiments {

namespace {

constexpr std::uint32_t local_size_of_copy = 256, passes = 8;

/// The kernel that adds 1, and where it works.
struct Adding {
    explicit Adding(Bench& bench)
        : gpu(bench.gpu),
          values(Bench::words(bench.many() / 8)),
          n(static_cast<std::uint32_t>(values.size())),
          program(gpu.program("experiments/copy_one.comp",
                              {{{"LOCAL_SIZE", std::to_string(local_size_of_copy)}}})),
          groups(groups_for(n, local_size_of_copy, gpu.limits())),
          one(gpu.buffer(values)),
          other(gpu.buffer<std::uint32_t>(n)) {
        program.set("n", n);
    }
    void add(const Buffer<std::uint32_t>& from, Buffer<std::uint32_t>& to) {
        gpu.dispatch(program, groups, {in(0, from), out(1, to)});
    }
    Device& gpu;
    Words values;
    std::uint32_t n;
    Program program;
    Groups groups;
    Buffer<std::uint32_t> one, other;
};

/// New values for every frame, read by `reads` dispatches: copied into the GPU's own memory, or written into
/// memory that both see.
Outcome mapped(Bench& bench, Outcome outcome, std::uint32_t reads) {
    Adding adding(bench);
    const auto expected = each(adding.values, [](std::uint32_t value) { return value + 1; });
    MappedBuffer<std::uint32_t> seen(bench.gpu.backend(), adding.n);
    const auto frame = [&](const Buffer<std::uint32_t>& from) {
        for (std::uint32_t k = 0; k < reads; ++k) adding.add(from, adding.other);
        bench.gpu.backend().finish();  // the next frame overwrites what this one reads
    };
    const auto right = [&] {
        const bool same = bench.same(adding.other, expected);
        bench.gpu.fill(adding.other, 0);
        return same;
    };
    const auto times = reads == 1 ? std::string("once") : fmt::format("{} times", reads);
    return bench.compare(outcome,
                         {"copied, read " + times,
                          [&] {
                              bench.gpu.write(adding.one, adding.values);
                              frame(adding.one);
                          },
                          right},
                         {"mapped, read " + times,
                          [&] {
                              std::ranges::copy(adding.values, seen.values().begin());
                              frame(seen.buffer());
                          },
                          right},
                         Clock::wall);
}

}  // namespace

Outcome transfers(Bench& bench, Outcome outcome) {
    Adding adding(bench);
    const auto expected = each(adding.values, [](std::uint32_t value) { return value + passes; });
    Words result;
    const auto right = [&] { return std::exchange(result, {}) == expected; };
    return bench.compare(outcome,
                         {fmt::format("back and forth, {} passes", passes),
                          [&] {
                              result = adding.values;
                              for (std::uint32_t pass = 0; pass < passes; ++pass) {
                                  bench.gpu.write(adding.one, result);
                                  adding.add(adding.one, adding.other);
                                  result = bench.gpu.read(adding.other);
                              }
                          },
                          right},
                         {"there once, and back once",
                          [&] {
                              bench.gpu.write(adding.one, adding.values);
                              for (std::uint32_t pass = 0; pass < passes; ++pass) {
                                  adding.add(adding.one, adding.other);
                                  std::swap(adding.one, adding.other);
                              }
                              result = bench.gpu.read(adding.one);
                          },
                          right},
                         Clock::wall);
}

Outcome mapped_once(Bench& bench, Outcome outcome) {
    return mapped(bench, std::move(outcome), 1);
}

Outcome mapped_often(Bench& bench, Outcome outcome) {
    return mapped(bench, std::move(outcome), passes);
}

}  // namespace pbp::experiments
