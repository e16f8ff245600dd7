// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/timing.hpp"
#include "common/check/inputs.hpp"
#include "common/device/device.hpp"

namespace pbp::experiments {

/// Two ways to do the same, timed in turns. The advice says that b is faster.
struct Outcome {
    std::string id;              ///< e.g. "access"
    std::string item;            ///< of docs/tuning.md, e.g. "access pattern"
    std::string a = {}, b = {};  ///< what the two do, in a few words
    Timing time_a = {}, time_b = {};
    Ratio ratio = {};          ///< of a's time to b's
    std::string problem = {};  ///< why there is no time; empty: both are right

    /// "3.9x faster", "equal", "1.2x SLOWER", or the problem.
    std::string verdict() const;
};

/// As one line for a terminal, as a line of a table in Markdown, and all as JSON.
std::string line(const Outcome& outcome);
std::string markdown(const Outcome& outcome);
std::string headline();
std::string markdown_headline();
std::string to_json(const Outcome& outcome);
Outcome from_json(const std::string& text);
std::string to_json(const std::vector<Outcome>& outcomes, const std::string& renderer);

using Words = std::vector<std::uint32_t>;

/// One way to do a task.
struct Way {
    std::string name;
    std::function<void()> work;          ///< what is timed
    std::function<bool()> right;         ///< what it left is what the CPU makes of the same data
    std::function<void()> prepare = {};  ///< before each timed piece of work, outside the clock; may be none
};

/// A way that is one dispatch of one of shaders/experiments, from a buffer to another.
template <typename T, typename U>
struct Kernel {
    std::string name;
    std::string shader;  ///< e.g. "copy_one"
    std::vector<T> from;
    std::vector<U> expected;
    std::uint64_t invocations = 0;
    std::uint32_t local_size = 256;
    std::vector<glsl::Define> defines = {};  ///< beside LOCAL_SIZE
    std::vector<std::pair<std::string, UniformValue>> uniforms = {};

    /// The same, done by another shader.
    Kernel with(const std::string& other_name, const std::string& other_shader) const {
        auto made = *this;
        made.name = other_name;
        made.shader = other_shader;
        return made;
    }
};

enum class Clock : std::uint8_t {
    device,  ///< what the device does, on its own clock
    wall     ///< all of it, transfers and the CPU's part as well
};

/// Compares ways: first each result with the CPU's, then the times, in turns.
class Bench {
  public:
    /// `quick`: small data and one turn, for tests that ask for right results only.
    Bench(Device& device, bool quick) : gpu(device), quick_(quick) {}

    Device& gpu;
    /// Elements where memory is the limit, and where instructions are: enough that a dispatch's own cost is
    /// small. Powers of two.
    std::uint32_t many() const { return quick_ ? 1u << 14 : gpu.info().software ? 1u << 20 : 1u << 25; }
    std::uint32_t some() const { return quick_ ? 1u << 12 : gpu.info().software ? 1u << 17 : 1u << 22; }
    static Words words(std::size_t n) { return generate(InputKind::random, ValueType::uint32, n, 1); }

    Outcome compare(Outcome outcome, const Way& a, const Way& b, Clock clock = Clock::device);

    template <typename T, typename U, typename V, typename W>
    Outcome compare(Outcome outcome, const Kernel<T, U>& a, const Kernel<V, W>& b, double tolerance = 0) {
        const Prepared<T, U> first(*this, a, tolerance);
        const Prepared<V, W> second(*this, b, tolerance);
        return compare(std::move(outcome), first.way, second.way);
    }

    /// Floats may differ by `tolerance` of their size.
    template <typename U>
    bool same(const Buffer<U>& got, const std::vector<U>& expected, double tolerance = 0) {
        return std::ranges::equal(gpu.read(got), expected, [&](U one, U other) {
            const double a = static_cast<double>(one), b = static_cast<double>(other);
            return std::abs(a - b) <= tolerance * std::abs(b);
        });
    }

  private:
    /// A kernel with all that its dispatch needs.
    template <typename T, typename U>
    struct Prepared {
        Prepared(Bench& bench, const Kernel<T, U>& kernel, double tolerance)
            : from(bench.gpu.buffer(kernel.from)),
              to(bench.gpu.buffer<U>(kernel.expected.size())),
              program(bench.build(kernel.shader, kernel.local_size, kernel.defines)),
              groups(groups_for(kernel.invocations, kernel.local_size, bench.gpu.limits())) {
            for (const auto& [name, value] : kernel.uniforms) program.set(name, value);
            way = {kernel.name,
                   [&] {
                       bench.gpu.dispatch(program, groups, {in(0, from), out(1, to)});
                   },
                   [&bench, &kernel, tolerance, this] { return bench.same(to, kernel.expected, tolerance); }};
        }
        Prepared(const Prepared&) = delete;
        Prepared& operator=(const Prepared&) = delete;

        Buffer<T> from;
        Buffer<U> to;
        Program program;
        Groups groups;
        Way way;
    };

    Program build(const std::string& shader, std::uint32_t local_size, std::vector<glsl::Define> defines);
    /// Milliseconds that one piece of work takes, over `times` of them in a row.
    double time(const Way& way, Clock clock, int times);

    bool quick_;
};

/// What `f` makes of each value.
template <typename T, typename F>
auto each(const std::vector<T>& values, F f) {
    std::vector<decltype(f(values[0]))> made(values.size());
    std::ranges::transform(values, made.begin(), f);
    return made;
}

}  // namespace pbp::experiments
