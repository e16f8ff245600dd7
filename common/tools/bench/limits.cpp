// SPDX-License-Identifier: MIT
// The first process of a bench: who the device is, and what it can do at most.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "common/base/timing.hpp"
#include "common/check/inputs.hpp"
#include "common/event/bench_row.hpp"
#include "common/event/bench_row_json.hpp"
#include "common/modes/bench/stopwatch.hpp"
#include "common/opengl/opengl.hpp"
#include "common/tools/bench/limits.hpp"
#include "common/tools/bench/sitting.hpp"

namespace pbp::bench {

namespace {

using Words = std::vector<std::uint32_t>;
constexpr std::uint32_t loads = 4;  // vectors of four words that an invocation has on their way

/// Words without the highest bit: read.comp counts on it.
Words words(std::size_t count) {
    auto all = generate(InputKind::random, ValueType::uint32, count, 1);
    for (auto& word : all) word >>= 1;
    return all;
}

}  // namespace

Measurement::Measurement(Device& device, RecordingBackend& backend, std::uint64_t most)
    : device_(device),
      backend_(backend),
      software_(device.info().software),
      values_(words(most)),
      from_(device.buffer(values_)),
      to_(device.buffer<std::uint32_t>(most)) {
    // All are built before anything is timed: a GPU that waits for a compiler slows its clock down.
    for (const std::uint32_t local_size : software_ ? Words{64} : Words{256, 512, 1024})
        for (const char* shader : {"copy", "read"})
            kernels_.push_back({shader, local_size,
                                device.program(fmt::format("bench/{}.comp", shader),
                                               {.defines = {{"LOCAL_SIZE", std::to_string(local_size)}}})});
}

double Measurement::best_us(const std::string& shader, std::uint64_t n) {
    double best_us = 0;
    std::function<void()> best;
    for (const int runs : {5, 21}) {  // first all, then the best one for good
        for (auto& kernel : kernels_) {
            if (kernel.shader != shader || runs > 5) continue;
            const auto vectors = static_cast<std::uint32_t>(n / 4);
            for (const auto groups : group_counts(vectors, kernel.local_size)) {
                const auto dispatch = [this, &kernel, groups, vectors] {
                    kernel.program.set("vectors", vectors);
                    device_.dispatch(kernel.program, {groups, 1, 1}, {in(0, from_), out(1, to_)});
                };
                const double once_us = median_us(shader, dispatch, runs, best == nullptr);
                if (best == nullptr || once_us < best_us) best_us = once_us, best = dispatch;
            }
        }
        if (runs > 5) best_us = median_us(shader, best, runs, true);
    }
    return best_us;
}

double Measurement::empty_us() {
    auto program = device_.program("bench/empty.comp");
    return median_us(
        "empty",
        [&] {
            device_.dispatch(program, {1, 1, 1}, {});
        },
        21, true);
}

Words Measurement::group_counts(std::uint32_t vectors, std::uint32_t local_size) const {
    const auto parts = std::max(1u, vectors / (loads * local_size));
    Words counts{std::min(parts, device_.limits().workgroup_count.x)};
    if (software_) return counts;
    for (const std::uint32_t invocations : {1u << 20, 270336u, 135168u})  // the last two: 2048 on 132, half
        if (invocations / local_size < parts) counts.push_back(invocations / local_size);
    return counts;
}

double Measurement::median_us(const std::string& what, const std::function<void()>& dispatch, int runs,
                              bool warm_up) {
    backend_.begin();
    backend_.want_dispatches(true);
    dispatch();
    Stopwatch watch(device_, backend_.end(), "the limit '" + what + "'");
    const auto back_to_back = watch.back_to_back_for(software_ ? 1 : 2000);
    if (warm_up) watch.warm_up(false);
    std::vector<double> runs_us;
    for (int run = 0; run < (software_ ? 3 : runs); ++run) runs_us.push_back(watch.hot_us(back_to_back));
    return timing_of(runs_us).median_ms;  // its unit is that of what it is given
}

double rate(double bytes_a_word, std::uint64_t n, double us) {
    return bytes_a_word * static_cast<double>(n) / us * 1e-3;
}

namespace {

/// Measures this machine's own limits: a copy and a read of 2^26 words, which no cache holds (fewer on a
/// software renderer, which is compared with none), and of each n in `sizes` as far as a buffer can be. Some
/// numbers of workgroups and their sizes are tried, of which the best counts: a limit is a maximum. `backend`
/// is the device's own. Throws Error(check_failed) where the copy is not what was copied.
Bounds measure(Device& device, RecordingBackend& backend, const std::vector<std::uint64_t>& sizes) {
    const auto most = std::min<std::uint64_t>(device.info().software ? 1u << 22 : 1u << 26,
                                              std::bit_floor(device.limits().buffer_bytes / 4));
    Measurement measurement(device, backend, most);
    const double copy_us = measurement.best_us("copy", most);
    if (!measurement.copied())
        fail(ExitCode::check_failed, "shaders/bench/copy.comp: its output differs from its input.");
    Bounds bounds{
        rate(8, most, copy_us), rate(4, most, measurement.best_us("read", most)), measurement.empty_us(), {}};
    if (device.info().software) return bounds;
    for (const auto n : sizes)
        if (n >= 1024 && n <= most)
            bounds.sizes.push_back({n, measurement.best_us("copy", n), measurement.best_us("read", n)});
    return bounds;
}

}  // namespace

using nlohmann::json;

int tell_limits(const ContextOptions& context, const std::filesystem::path& shaders,
                std::vector<std::uint64_t> sizes, Sink& sink) {
    auto recording = std::make_unique<RecordingBackend>(open_gl(context));
    auto& backend = *recording;
    Device device(std::move(recording), {shaders, {}, {}}, &sink);
    const auto& info = device.info();
    if (sizes.empty()) sizes = default_sizes(info.limits.buffer_bytes, info.software);
    sink.result(json{
        {"limits", measure(device, backend, sizes)},
        {"device", info.renderer},
        {"driver", info.version},
        {"software", info.software},
        {"sizes",
         sizes}}.dump(-1, ' ', false, json::error_handler_t::replace));
    return 0;
}

void Sitting::keep_limits(const std::string& result) {
    const auto report = json::parse(result);
    report.at("limits").get_to(report_.bounds);
    report.at("device").get_to(report_.device);
    report.at("driver").get_to(report_.driver);
    report.at("software").get_to(report_.software);
    report.at("sizes").get_to(sizes_);
}

}  // namespace pbp::bench
