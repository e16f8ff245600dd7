// SPDX-License-Identifier: MIT
#include "common/tools/bench/card.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "common/base/files.hpp"
#include "common/base/system.hpp"
#include "common/opengl/opengl.hpp"
#include "common/process/worker.hpp"
#include "common/sim/reported/card.hpp"
#include "common/tools/bench/limits.hpp"

namespace pbp::bench {

namespace {

using Buffers = std::initializer_list<Argument>;
using Uniforms = std::vector<std::pair<const char*, UniformValue>>;

class CardKernels {
  public:
    CardKernels(Device& device, RecordingBackend& backend)
        : device_(device),
          measurement_(device, backend, memory_words),
          size_(device.info().subgroup_size),
          steps_(device.buffer<std::uint32_t>(memory_words)),
          data_(device.buffer<std::uint32_t>(cached_words)) {
        device.fill(steps_, 1031 * line_words);  // odd: all lines come in turn, none next to the last
        device.fill(data_, 0);
    }

    sim::Card measure() {
        sim::Card card;
        const auto& renderer = device_.info().renderer;
        card.name = renderer.substr(0, renderer.find('/'));
        card.subgroup = size_;
        card.dispatch_us = empty_us_ = measurement_.empty_us();
        card.workgroup_ns = ns("empty", {}, most_groups, {}) / most_groups;
        find_room(card);
        find_rates(card);
        find_memory(card);
        find_looks(card);
        return card;
    }

  private:
    static constexpr std::uint32_t memory_words = 1u << 26, cached_words = 1u << 22, line_words = 32;
    static constexpr std::uint32_t most_groups = 1u << 15;
    inline static const std::pair<const char*, UniformValue> factor{"factor", 0.5f};  // of the kernel "work"

    /// The median time of one dispatch of shaders/bench/NAME.comp, in microseconds.
    double us(const std::string& name, const std::vector<glsl::Define>& defines, std::uint32_t groups,
              Buffers buffers, const Uniforms& uniforms = {}) {
        auto key = name;
        for (const auto& [macro, value] : defines) key += " " + macro + "=" + value;
        auto built = programs_.find(key);
        if (built == programs_.end())
            built = programs_.emplace(key, device_.program("bench/" + name + ".comp", {.defines = defines}))
                        .first;
        auto& program = built->second;
        const auto dispatch = [&] {
            for (const auto& [uniform, value] : uniforms) program.set(uniform, value);
            device_.dispatch(program, {groups, 1, 1}, buffers);
        };
        return measurement_.median_us(key, dispatch, runs_, runs_ > 3);
    }
    /// Without what a dispatch takes that does nothing, in nanoseconds.
    double ns(const std::string& name, const std::vector<glsl::Define>& defines, std::uint32_t groups,
              Buffers buffers, const Uniforms& uniforms = {}) {
        return (us(name, defines, groups, buffers, uniforms) - empty_us_) * 1e3;
    }
    static std::vector<glsl::Define> local(std::uint32_t size) {
        return {{"LOCAL_SIZE", std::to_string(size)}};
    }
    static std::vector<glsl::Define> local(std::uint32_t size, std::uint32_t shared_words) {
        return {{"LOCAL_SIZE", std::to_string(size)}, {"SHARED", std::to_string(shared_words)}};
    }

    /// The largest number of workgroups up to `most` that take no longer than one.
    template <typename F>
    std::uint32_t at_once(std::uint32_t most, F&& us_of) {
        runs_ = 3;    // twice the time is easily seen
        us_of(most);  // what it asks for is in the cache then
        const double one = us_of(1);
        std::uint32_t few = 1, many = most + 1;
        while (many - few > 1) {
            const auto middle = few + (many - few) / 2;
            (us_of(middle) < 1.5 * one ? few : many) = middle;
        }
        runs_ = 9;
        return few;
    }

    /// How many workgroups run at a time: where a multiprocessor's instructions, its invocations or its
    /// shared memory are used up, one more workgroup takes as long again.
    void find_room(sim::Card& card) {
        constexpr std::uint32_t kib16 = 4096;  // words
        const std::uint32_t most = std::min(1024u, device_.limits().workgroup_invocations);
        const auto chased = [&](std::uint32_t size, std::uint32_t words) {
            return [this, size, words](std::uint32_t groups) {
                return us("card/trips", local(size, words), groups, {in(0, steps_), inout(1, data_)},
                          {{"rounds", 256u}, {"last", cached_words - 1}});
            };
        };
        card.multiprocessors = at_once(4096, [&](std::uint32_t groups) {
            return us("card/work", local(most), groups, {inout(0, data_)}, {{"rounds", 256u}, factor});
        });
        const auto each = [&](std::uint32_t all) {
            return std::max(1.0, std::round(all / card.multiprocessors));
        };
        card.invocations = most * each(at_once(1u << 14, chased(most, 1)));
        card.shared_bytes = 4.0 * kib16 * each(at_once(1u << 14, chased(size_, kib16)));
    }

    /// What a subgroup does: how often all of them together, and how soon after each other one alone.
    void find_rates(sim::Card& card) {
        const auto groups = static_cast<std::uint32_t>(64 * card.multiprocessors);
        constexpr std::uint32_t size = 256, rounds = 64, alone = 512;
        const double subgroups = 1.0 * groups * size / size_;
        const auto both = [&](const std::string& name, double each, double& per_ns, double& after_ns,
                              Buffers buffers, const Uniforms& others = {}) {
            const auto uniforms = [&](std::uint32_t count) {
                auto all = others;
                all.emplace_back("rounds", count);
                return all;
            };
            per_ns = subgroups * rounds * each / ns(name, local(size), groups, buffers, uniforms(rounds));
            const auto one = name == "card/barriers" ? size : size_;
            after_ns = ns(name, local(one), 1, buffers, uniforms(alone)) / (alone * each);
        };
        both("card/work", 128, card.instructions_per_ns, card.instruction_ns, {inout(0, data_)}, {factor});
        both("card/shared", 4, card.shared_per_ns, card.exchange_ns, {inout(0, data_)});
        both("card/barriers", 4, card.barriers_per_ns, card.barrier_ns, {});
        constexpr std::uint32_t adding = 1u << 13;
        card.atomic_ns = ns("card/atomics", {}, adding, {inout(0, data_)}) / (1.0 * adding * size / size_);
    }

    void find_memory(sim::Card& card) {
        const double load = rate(4, memory_words, measurement_.best_us("read", memory_words));
        const double copy = rate(8, memory_words, measurement_.best_us("copy", memory_words));
        card.load_bytes_per_ns = load;
        card.store_bytes_per_ns = 1 / (2 / copy - 1 / load);
        // Reading takes less time than from memory as long as most of it is in the cache.
        const auto fits = [&](std::uint64_t n) {
            return rate(4, n, measurement_.best_us("read", n) - empty_us_) > 1.25 * load;
        };
        constexpr std::uint32_t usual = 1u << 20, least = 1u << 16;  // words
        for (std::uint64_t n = usual; n < memory_words; n += n / 4)
            if (fits(n)) card.cache_bytes = 4.0 * n;
        for (std::uint64_t n = usual; card.cache_bytes == 0 && n > least; n -= n / 4)
            if (fits(n)) card.cache_bytes = 4.0 * n;
        // Of a region that stays in the cache.
        const auto half = static_cast<std::uint32_t>(card.cache_bytes / 8);
        const auto lines = std::bit_floor(std::clamp(half, least, cached_words)) / line_words;
        const auto accessed = [&](std::uint32_t sectors, const char* stores) {
            constexpr std::uint32_t each = 64;
            const auto groups = sectors / 2048;
            return ns("card/sectors", {{"STORES", stores}}, groups, {inout(0, data_)},
                      {{"sectors", sectors}, {"lines", lines}}) /
                   (256.0 * groups * each);
        };
        card.sector_ns = accessed(4 * lines, "0");
        card.line_ns = std::max(0.0, accessed(lines, "1") - card.sector_ns);
        constexpr std::uint32_t few = 256, many = 2048;
        const auto chase_us = [&](std::uint32_t words, std::uint32_t rounds) {
            return us("card/trips", local(1, 1), 1, {in(0, steps_), inout(1, data_)},
                      {{"rounds", rounds}, {"last", words - 1}});
        };
        const auto trip_us = [&](std::uint32_t words) {
            return (chase_us(words, many) - chase_us(words, few)) / (many - few);
        };
        const double trip = trip_us(cached_words / 16);
        card.start_us = std::max(0.0, chase_us(cached_words / 16, few) - few * trip - empty_us_);
        // An invocation that has loaded something stores something: that trip is as long.
        card.cache_trip_ns = 2e3 * trip;
        card.memory_trip_ns = 2e3 * trip_us(memory_words);
    }

    void find_looks(sim::Card& card) {
        constexpr std::uint32_t tiles = 1u << 14, small = 64, large = 1024;
        const auto line = [&](const std::string& name) {
            const auto each = [&](std::uint32_t size) {
                device_.fill(data_, 0);  // the states of as many tiles as before are of other dispatches
                return ns(name, local(size), tiles, {in(0, steps_), inout(1, data_)}) / tiles;
            };
            const double few = each(small), many = each(large), slope = (many - few) / (large - small);
            return std::array{few - small * slope, slope};
        };
        card.look_back_ns = line("card/look_back");
        card.wide_look_back_ns = line("card/wide_look_back");
    }

    Device& device_;
    Measurement measurement_;
    std::uint32_t size_;
    Buffer<std::uint32_t> steps_, data_;
    std::map<std::string, Program> programs_;
    double empty_us_ = 0;
    int runs_ = 9;
};

/// Of the program that measures a card: what it says at the end.
class CardSink final : public Sink {
  public:
    std::string result, error;
    void on_event(const Event& event) override {
        if (const auto* made = std::get_if<event::Result>(&event)) result = made->json;
        if (const auto* failed = std::get_if<event::Failed>(&event)) error = failed->sentence;
    }
};

}  // namespace

int tell_card(const ContextOptions& context, const std::filesystem::path& shaders, Sink& sink) {
    auto recording = std::make_unique<RecordingBackend>(open_gl(context));
    auto& backend = *recording;
    Device device(std::move(recording), {shaders, {}, {}}, &sink);
    const auto& info = device.info();
    if (info.software || info.subgroup_size == 0)
        fail(ExitCode::machine_lacks,
             "--card: {} {}, and a card is a GPU whose driver says how large subgroups are.", info.renderer,
             info.software ? "is a software renderer" : "does not say it");
    sink.result(sim::to_json(CardKernels(device, backend).measure()));
    return 0;
}

int keep_card(const std::filesystem::path& file, const std::vector<std::string>& words,
              const TimeLimits& limits, bool json, const std::function<bool()>& stopped) {
    CardSink sink;
    const int code = supervise(own_program().string(), words, limits, sink, stopped);
    if (code != 0) {
        if (!sink.error.empty()) fmt::print(stderr, "{}\n", sink.error);
        return code;
    }
    write_output(file, sink.result);
    fmt::print("{}", sink.result);
    if (!json)
        fmt::print("\n  written to {}. A prediction with it: ./learn 05 --card {}\n", shown(file),
                   shown(file));
    return 0;
}

}  // namespace pbp::bench
