// SPDX-License-Identifier: MIT
#include "common/app/bench/bounds.hpp"

#include <algorithm>

#include "common/app/bench/stopwatch.hpp"
#include "common/app/timing.hpp"
#include "common/check/inputs.hpp"

namespace pbp::bench {

namespace {

using Words = std::vector<std::uint32_t>;

class Measurement {
  public:
    Measurement(Device& device, RecordingBackend& backend)
        : device_(device),
          backend_(backend),
          values_(words(device.info().software ? 1u << 22 : 1u << 25)),
          from_(device.buffer(values_)),
          to_(device.buffer<std::uint32_t>(values_.size())) {}

    /// The shortest time of a shader over all that is tried, in microseconds.
    double best_us(const std::string& shader) {
        const bool software = device_.info().software;
        double best = 0;
        for (const std::uint32_t local_size : software ? Words{64} : Words{128, 256, 512, 1024}) {
            const auto turns = static_cast<std::uint32_t>(values_.size() / 16 / local_size);
            auto program = device_.program("bench/" + shader + ".comp",
                                           {.defines = {{"LOCAL_SIZE", std::to_string(local_size)}}});
            program.set("turns", turns);
            // All at once, or so few that each takes several turns.
            for (const std::uint32_t groups : software ? Words{turns} : Words{turns, 4096, 2048, 1024}) {
                if (groups > std::min(turns, device_.limits().workgroup_count.x)) continue;
                const auto once = median_us(shader, 1, [&] {
                    device_.dispatch(program, {groups, 1, 1}, {in(from_), out(to_)});
                });
                if (best == 0 || once < best) best = once;
            }
        }
        return best;
    }
    double empty_us() {
        auto program = device_.program("bench/empty.comp");
        return median_us("empty", device_.info().software ? 32 : 1024, [&] {
            device_.dispatch(program, {1, 1, 1}, {});
        });
    }
    bool copied() { return device_.read(to_) == values_; }
    double bytes() const { return 4.0 * static_cast<double>(values_.size()); }

  private:
    /// Words without the highest bit: read.comp counts on it.
    static Words words(std::size_t count) {
        auto all = generate(InputKind::random, ValueType::uint32, count, 1);
        for (auto& word : all) word >>= 1;
        return all;
    }
    double median_us(const std::string& what, std::uint64_t back_to_back, const auto& dispatch) {
        backend_.begin();
        backend_.want_dispatches(true);
        dispatch();
        Stopwatch watch(device_, backend_.end(), "the limit '" + what + "'");
        std::vector<double> runs_us;
        for (int run = 0; run < (device_.info().software ? 3 : 9); ++run)
            runs_us.push_back(watch.hot_us(back_to_back));
        return timing_of(runs_us).median_ms;  // its unit is that of what it is given
    }

    Device& device_;
    RecordingBackend& backend_;
    Words values_;
    Buffer<std::uint32_t> from_, to_;
};

}  // namespace

Bounds measure(Device& device, RecordingBackend& backend) {
    Measurement measurement(device, backend);
    const double copy_us = measurement.best_us("copy");
    if (!measurement.copied())
        fail(ExitCode::check_failed, "shaders/bench/copy.comp left something else than what it copied.");
    const double read_us = measurement.best_us("read");
    return {2 * measurement.bytes() / copy_us * 1e-3, measurement.bytes() / read_us * 1e-3,
            measurement.empty_us()};
}

}  // namespace pbp::bench
