// SPDX-License-Identifier: MIT
#include "common/modes/bench/peers.hpp"

#include <unistd.h>

#include <fstream>

#include "common/base/error.hpp"
#include "common/base/fnv.hpp"

namespace pbp::bench {

namespace fs = std::filesystem;

namespace {

/// What the peer's checksum is of, where the result is `expected`.
std::uint64_t checksum_of(const std::string& primitive, const std::vector<std::uint32_t>& words,
                          std::vector<std::uint32_t> expected) {
    if (primitive.starts_with("select_if"))
        for (auto& place : expected) place = words[place];
    const auto sum = fnv1a(expected.data(), expected.size());
    const auto count = static_cast<std::uint32_t>(expected.size());
    return primitive.starts_with("select_") ? fnv1a(&count, 1, sum) : sum;
}

}  // namespace

Peers::Peers(const fs::path& programs, bool software, const std::vector<std::string>& primitives,
             const std::vector<std::uint32_t>& words)
    : words_(words), data_(fs::temp_directory_path() / fmt::format("pbp_bench_{}.raw", ::getpid())) {
    const auto cub = programs / "peers_cub", standard = programs / "peers_std";
    const bool on_gpu = !software && fs::exists(cub);
    one_at_a_time_ = !on_gpu;
    if (!on_gpu && !fs::exists(standard)) {
        notes_.push_back("no peer has been built in " + programs.string());
        return;
    }
    std::ofstream(data_, std::ios::binary)
        .write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(4 * words.size()));
    for (const auto& primitive : primitives) {
        const bool of_cub = primitive.ends_with("_sort"), of_std = primitive == "sort";
        if (on_gpu ? of_std : of_cub) continue;
        try {
            running_.emplace_back(on_gpu ? cub : standard, "", primitive, data_, words.size());
            if (on_gpu) running_.emplace_back(cub, "graph:", primitive, data_, words.size());
        } catch (const Error& problem) {
            notes_.push_back(problem.what());
        }
    }
}

Peers::~Peers() {
    std::error_code none;
    fs::remove(data_, none);
}

std::vector<Contender> Peers::contenders() {
    std::vector<Contender> all;
    for (auto& running : running_) {
        auto& process = running.process;
        all.push_back({process.name(), process.version(),
                       [this, &process](std::size_t runs, std::uint64_t back_to_back, bool cold) {
                           return process.runs_us(runs, one_at_a_time_ ? 1 : back_to_back, cold);
                       },
                       [this, &running](const std::vector<std::uint32_t>& expected) {
                           if (running.process.checksum() != checksum_of(running.primitive, words_, expected))
                               fail(ExitCode::check_failed, "{} has a different result on the same data.",
                                    running.process.name());
                       }});
    }
    return all;
}

}  // namespace pbp::bench
