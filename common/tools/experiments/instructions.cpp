// SPDX-License-Identifier: MIT
// Which instructions a kernel runs, and how often.
#include <cmath>

#include "common/tools/experiments/experiments.hpp"

namespace pbp::experiments {

namespace {

constexpr std::uint32_t rounds = 64, local_size = 256;

/// Words through a shader, with ROUNDS defined and n set.
Kernel<std::uint32_t, std::uint32_t> on_words(Bench& bench, const std::string& name,
                                              const std::string& shader) {
    const auto n = bench.some();
    Kernel<std::uint32_t, std::uint32_t> kernel{name, shader, Bench::words(n), Words(n), n, local_size};
    kernel.defines = {{"ROUNDS", std::to_string(rounds)}};
    kernel.uniforms = {{"n", n}};
    return kernel;
}

/// Floats from 1 to 2 through a shader, and what the CPU makes of them in double.
template <typename F>
Kernel<float, float> on_floats(Bench& bench, const std::string& name, const std::string& shader, F term) {
    const auto n = bench.some();
    const auto values = each(
        Bench::words(n), [](std::uint32_t word) { return 1.0F + static_cast<float>(word >> 9) * 0x1p-23F; });
    const auto sums = each(values, [&](float value) {
        double sum = 0;
        for (std::uint32_t k = 0; k < rounds; ++k) sum += term(static_cast<double>(value), k);
        return static_cast<float>(sum);
    });
    Kernel<float, float> kernel{name, shader, values, sums, n, local_size};
    kernel.defines = {{"ROUNDS", std::to_string(rounds)}};
    kernel.uniforms = {{"n", n}};
    return kernel;
}

/// A step that a kernel makes ROUNDS times on a word.
template <typename F>
std::uint32_t repeated(std::uint32_t x, F step) {
    for (std::uint32_t k = 0; k < rounds; ++k) x = step(x);
    return x;
}

std::uint32_t multiply(std::uint32_t x) {
    return x * 1664525u + 1013904223u;
}

std::uint32_t shift(std::uint32_t x) {
    return (x ^ x << 13) + (x >> 17);
}

}  // namespace

Outcome branches(Bench& bench, Outcome outcome) {
    auto lanes = on_words(bench, "neighbours part ways", "branch_lanes");
    auto groups = lanes.with("workgroups part ways", "branch_groups");
    for (std::uint32_t i = 0; i < lanes.from.size(); ++i) {
        lanes.expected[i] = repeated(lanes.from[i], i % 2 == 0 ? multiply : shift);
        groups.expected[i] = repeated(lanes.from[i], i / local_size % 2 == 0 ? multiply : shift);
    }
    return bench.compare(outcome, lanes, groups);
}

Outcome short_branches(Bench& bench, Outcome outcome) {
    constexpr std::uint32_t limit = 3000000019u;
    auto branch = on_words(bench, "if (x > limit) x -= limit", "choose_branch");
    branch.uniforms.emplace_back("limit", limit);
    branch.expected = each(branch.from, [](std::uint32_t x) {
        return repeated(x, [](std::uint32_t y) { return multiply(y) - (multiply(y) > limit ? limit : 0); });
    });
    return bench.compare(outcome, branch, branch.with("x -= limit * uint(x > limit)", "choose_arithmetic"));
}

Outcome unrolling(Bench& bench, Outcome outcome) {
    constexpr std::uint32_t count = 16;
    const auto n = bench.many() / count;
    const auto values = Bench::words(std::size_t{n} * count);
    Words sums(n);
    for (std::size_t i = 0; i < values.size(); ++i) sums[i % n] += values[i];
    Kernel<std::uint32_t, std::uint32_t> uniform{"loop length in a uniform", "sum_uniform_count", values,
                                                 sums, n};
    auto constant = uniform.with("loop length in a define", "sum_constant_count");
    uniform.uniforms = {{"n", n}, {"count", count}};
    constant.defines = {{"COUNT", std::to_string(count)}};
    constant.uniforms = {{"n", n}};
    return bench.compare(outcome, uniform, constant);
}

Outcome constants(Bench& bench, Outcome outcome) {
    constexpr std::uint32_t width = 1000;
    auto uniform = on_words(bench, "division by a uniform", "divide_uniform");
    uniform.expected = each(uniform.from, [](std::uint32_t x) {
        return repeated(x, [](std::uint32_t y) { return y % width * 4000037u + y / width; });
    });
    auto constant = uniform.with("division by a define", "divide_constant");
    uniform.uniforms.emplace_back("width", width);
    constant.defines.push_back({"WIDTH", std::to_string(width)});
    return bench.compare(outcome, uniform, constant);
}

Outcome remainders(Bench& bench, Outcome outcome) {
    constexpr std::uint32_t size = 1u << 20;
    auto modulo = on_words(bench, "x % size", "wrap_modulo");
    modulo.uniforms.emplace_back("size", size);
    modulo.expected = each(modulo.from, [](std::uint32_t x) {
        return repeated(x, [](std::uint32_t y) { return multiply(y % size); });
    });
    return bench.compare(outcome, modulo, modulo.with("x & (size - 1)", "wrap_mask"));
}

Outcome powers(Bench& bench, Outcome outcome) {
    const auto eighth = [](double x, std::uint32_t k) { return std::pow(x + 0.001 * k, 8.0); };
    const auto function = on_floats(bench, "pow(x, 8.0)", "power_pow", eighth);
    return bench.compare(outcome, function, function.with("three multiplications", "power_multiply"), 1e-4);
}

Outcome roots(Bench& bench, Outcome outcome) {
    const auto divided = on_floats(bench, "1.0 / sqrt(x)", "root_divided",
                                   [](double x, std::uint32_t k) { return 1 / std::sqrt(x + k); });
    return bench.compare(outcome, divided, divided.with("inversesqrt(x)", "root_inverse"), 1e-4);
}

}  // namespace pbp::experiments
