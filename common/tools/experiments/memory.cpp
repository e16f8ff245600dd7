// SPDX-License-Identifier: MIT
// How a kernel touches memory.
#include <glm/vec4.hpp>

#include "common/tools/experiments/experiments.hpp"

namespace pbp::experiments {

namespace {

Words plus_one(const Words& values) {
    return each(values, [](std::uint32_t value) { return value + 1; });
}

}  // namespace

Outcome workgroup_size(Bench& bench, Outcome outcome) {
    const auto n = bench.many();
    const auto values = Bench::words(n), expected = plus_one(values);
    Kernel<std::uint32_t, std::uint32_t> small{
        "8 invocations a workgroup", "copy_one", values, expected, n, 8};
    small.uniforms = {{"n", n}};
    auto large = small.with("256 invocations a workgroup", "copy_one");
    large.local_size = 256;
    return bench.compare(outcome, small, large);
}

Outcome access_pattern(Bench& bench, Outcome outcome) {
    const auto n = bench.many();
    constexpr std::uint32_t items = 16;
    const auto values = Bench::words(n);
    Kernel<std::uint32_t, std::uint32_t> blocked{"each takes 16 neighbours", "access_blocked", values,
                                                 plus_one(values), n / items};
    blocked.defines = {{"ITEMS", std::to_string(items)}};
    blocked.uniforms = {{"n", n}};
    return bench.compare(outcome, blocked, blocked.with("neighbours take neighbours", "access_interleaved"));
}

Outcome wide_loads(Bench& bench, Outcome outcome) {
    const auto n = bench.many();
    const auto values = Bench::words(n);
    Kernel<std::uint32_t, std::uint32_t> one{"4 bytes a load", "copy_one", values, plus_one(values), n};
    one.uniforms = {{"n", n}};
    auto four = one.with("16 bytes a load", "copy_four");
    four.invocations = n / 4;
    return bench.compare(outcome, one, four);
}

Outcome shared_memory(Bench& bench, Outcome outcome) {
    const auto n = bench.many();
    constexpr std::uint32_t radius = 8;
    const auto values = Bench::words(n);
    Words sums(n);
    std::uint32_t sum = 0;  // of the window around i, from that around i - 1
    for (std::uint32_t i = 0; i < radius; ++i) sum += values[i];
    for (std::uint32_t i = 0; i < n; ++i) {
        if (i + radius < n) sum += values[i + radius];
        if (i > radius) sum -= values[i - radius - 1];
        sums[i] = sum;
    }
    Kernel<std::uint32_t, std::uint32_t> global{"17 loads from memory", "window_global", values, sums, n};
    global.defines = {{"RADIUS", std::to_string(radius)}};
    global.uniforms = {{"n", n}};
    return bench.compare(outcome, global, global.with("17 from a shared tile", "window_shared"));
}

Outcome small_types(Bench& bench, Outcome outcome) {
    const auto n = bench.many();
    const auto loose = each(Bench::words(n), [](std::uint32_t value) { return value & 255u; });
    const auto brighter = each(loose, [](std::uint32_t value) { return std::min(value + 16u, 255u); });
    const auto packed = [](const Words& values) {
        Words words(values.size() / 4);
        for (std::size_t i = 0; i < values.size(); ++i) words[i / 4] |= values[i] << (8 * (i % 4));
        return words;
    };
    Kernel<std::uint32_t, std::uint32_t> a{"a byte in 32 bits", "bytes_loose", loose, brighter, n},
        b{"four bytes in 32 bits", "bytes_packed", packed(loose), packed(brighter), n / 4};
    a.uniforms = b.uniforms = {{"n", n}};
    return bench.compare(outcome, a, b);
}

Outcome packed_colours(Bench& bench, Outcome outcome) {
    const auto n = bench.many() / 4;
    const auto packed = Bench::words(n);
    const auto channel = [](std::uint32_t pixel, int k) {
        return static_cast<float>(pixel >> (8 * k) & 255u) / 255.0F;
    };
    const auto floats = each(packed, [&](std::uint32_t pixel) {
        return glm::vec4(channel(pixel, 0), channel(pixel, 1), channel(pixel, 2), channel(pixel, 3));
    });
    const auto grey =
        each(floats, [](glm::vec4 pixel) { return 0.299F * pixel.r + 0.587F * pixel.g + 0.114F * pixel.b; });
    Kernel<glm::vec4, float> a{"four floats a pixel", "grey_floats", floats, grey, n};
    Kernel<std::uint32_t, float> b{"four bytes a pixel", "grey_packed", packed, grey, n};
    a.uniforms = b.uniforms = {{"n", n}};
    return bench.compare(outcome, a, b, 1e-5);
}

}  // namespace pbp::experiments
