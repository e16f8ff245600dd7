// SPDX-License-Identifier: MIT
// The C++ standard library on one core: protocol.hpp defines its input and output.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>
#include <ranges>

#include "common/base/fnv.hpp"
#include "tests/peers/protocol.hpp"

namespace {

using Word = std::uint32_t;
using Words = std::vector<Word>;

/// One call of the library; returns the number of words in its output.
using Operation = std::function<std::size_t(const Words& in, Words& out)>;

struct Primitive {
    const char* name;
    Operation run;
    bool counts = false;  ///< the number of words in its output is part of its result
};

Primitive primitive_of(const peers::Task& task) {
    const auto threshold = task.threshold;
    const auto& which = task.primitive;
    if (which == "reduce")
        return {"std::reduce", [](const Words& in, Words& out) {
                    out[0] = std::reduce(in.begin(), in.end(), Word{0});
                    return std::size_t{1};
                }};
    if (which == "inclusive_scan")
        return {"std::inclusive_scan", [](const Words& in, Words& out) {
                    std::inclusive_scan(in.begin(), in.end(), out.begin());
                    return in.size();
                }};
    if (which == "select_if")
        return {"std::copy_if",
                [threshold](const Words& in, Words& out) {
                    const auto end = std::copy_if(in.begin(), in.end(), out.begin(),
                                                  [threshold](Word value) { return value > threshold; });
                    return static_cast<std::size_t>(end - out.begin());
                },
                true};
    if (which == "select_index")
        return {"std::copy_if of places",
                [threshold](const Words& in, Words& out) {
                    const auto places = std::views::iota(Word{0}, static_cast<Word>(in.size()));
                    const auto end =
                        std::copy_if(places.begin(), places.end(), out.begin(),
                                     [&in, threshold](Word place) { return in[place] > threshold; });
                    return static_cast<std::size_t>(end - out.begin());
                },
                true};
    if (which == "sort")
        return {"std::sort", [](const Words& in, Words& out) {
                    std::copy(in.begin(), in.end(), out.begin());
                    std::sort(out.begin(), out.end());
                    return out.size();
                }};
    if (which == "sort_pairs")
        return {"std::stable_sort of pairs", [](const Words& in, Words& out) {
                    std::vector<std::pair<Word, Word>> pairs(in.size());
                    for (std::size_t i = 0; i < in.size(); ++i) pairs[i] = {in[i], static_cast<Word>(i)};
                    std::stable_sort(pairs.begin(), pairs.end(),
                                     [](const auto& a, const auto& b) { return a.first < b.first; });
                    for (std::size_t i = 0; i < in.size(); ++i) out[i] = pairs[i].second;
                    return out.size();
                }};
    throw peers::Failure(peers::wrong_usage,
                         "unknown primitive '" + which +
                             "'; choose one of reduce, inclusive_scan, select_if=THRESHOLD, "
                             "select_index=THRESHOLD, sort, sort_pairs.");
}

/// The size of the last cache before memory.
std::size_t cache_bytes() {
    constexpr long where_unknown = 32L << 20;
    long bytes = ::sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (bytes <= 0) bytes = ::sysconf(_SC_LEVEL2_CACHE_SIZE);
    return static_cast<std::size_t>(bytes > 0 ? bytes : where_unknown);
}

class Standard final : public peers::Peer {
  public:
    explicit Standard(const peers::Task& task) : primitive_(primitive_of(task)) {
        const std::size_t out_words = task.primitive == "reduce" ? 1 : task.input.size();
        copies_.push_back({task.input, Words(out_words)});
        kept_ = primitive_.run(copies_[0].in, copies_[0].out);
    }
    std::string name() const override { return primitive_.name; }
    std::string version() const override {
#if defined(_GLIBCXX_RELEASE)
        return "libstdc++ " + std::to_string(_GLIBCXX_RELEASE);
#elif defined(_LIBCPP_VERSION)
        return "libc++ " + std::to_string(_LIBCPP_VERSION);
#else
        return "of unknown version";
#endif
    }
    std::string device() const override {
        std::ifstream stream("/proc/cpuinfo");
        for (std::string line; std::getline(stream, line);)
            if (const auto colon = line.find(": "); line.rfind("model name", 0) == 0 && colon != line.npos)
                return "one core of " + line.substr(colon + 2);
        return "one core";
    }
    std::vector<double> times_us(std::uint64_t count, bool cold, std::size_t runs) override {
        if (cold) fill_memory();
        const std::size_t in_turn = cold ? copies_.size() : 1;
        std::vector<double> times(runs);
        for (auto& elapsed_us : times) {
            const auto start = std::chrono::steady_clock::now();
            for (std::uint64_t i = 0; i < count; ++i) {
                last_ = last_ + 1 < in_turn ? last_ + 1 : 0;
                kept_ = primitive_.run(copies_[last_].in, copies_[last_].out);
            }
            const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
            elapsed_us = took.count() / static_cast<double>(count);
        }
        return times;
    }
    std::uint64_t checksum() override {
        const auto sum = pbp::fnv1a(copies_[last_].out.data(), kept_);
        const auto count = static_cast<Word>(kept_);
        return primitive_.counts ? pbp::fnv1a(&count, 1, sum) : sum;
    }

  private:
    struct Copy {
        Words in, out;
    };
    /// More copies than any cache holds.
    void fill_memory() {
        const auto bytes = (copies_[0].in.size() + copies_[0].out.size()) * sizeof(Word);
        const auto wanted = peers::copies_beyond(cache_bytes(), bytes);
        copies_.reserve(wanted);
        while (copies_.size() < wanted) copies_.push_back(copies_[0]);
    }
    Primitive primitive_;
    std::vector<Copy> copies_;
    std::size_t last_ = 0;  ///< the copy that the last operation worked on
    std::size_t kept_ = 0;  ///< the number of words in its output
};

}  // namespace

int main(int argc, char** argv) {
    return peers::serve("peers_std", argc, argv,
                        [](const peers::Task& task) { return std::make_unique<Standard>(task); });
}
