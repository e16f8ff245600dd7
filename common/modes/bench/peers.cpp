// SPDX-License-Identifier: MIT
#include "common/modes/bench/peers.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "common/base/error.hpp"
#include "common/base/fnv.hpp"
#include "common/base/whole_file.hpp"

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

/// Words in a file without a name, which no crash can leave. Others open it by its path as long as
/// this lives.
class NamelessFile {
  public:
    explicit NamelessFile(const std::vector<std::uint32_t>& words) {
        auto name = (fs::temp_directory_path() / "pbp_bench_XXXXXX").string();
        file_ = ::mkstemp(name.data());
        if (file_ < 0 || ::unlink(name.c_str()) != 0) cannot();
        const auto* bytes = reinterpret_cast<const char*>(words.data());
        for (auto left = 4 * words.size(); left > 0;) {
            const auto wrote = ::write(file_, bytes, left);
            if (wrote < 0 && errno != EINTR) cannot();
            if (wrote > 0) bytes += wrote, left -= static_cast<std::size_t>(wrote);
        }
    }
    ~NamelessFile() { ::close(file_); }
    NamelessFile(const NamelessFile&) = delete;
    NamelessFile& operator=(const NamelessFile&) = delete;
    fs::path path() const { return fmt::format("/proc/{}/fd/{}", ::getpid(), file_); }

  private:
    [[noreturn]] static void cannot() {
        const std::error_code reason(errno, std::generic_category());
        fail(exit_code_of(reason), "The data for other libraries could not be written to {}: {}.",
             fs::temp_directory_path().string(), reason.message());
    }
    int file_ = -1;
};

}  // namespace

Peers::Peers(const fs::path& programs, bool software, const std::vector<std::string>& primitives,
             const std::vector<std::uint32_t>& words)
    : words_(words) {
    const auto cub = programs / "peers_cub", standard = programs / "peers_std";
    const bool on_gpu = !software && fs::exists(cub);
    one_at_a_time_ = !on_gpu;
    if (!on_gpu && !fs::exists(standard)) {
        notes_.push_back("no peer has been built in " + programs.string());
        return;
    }
    const NamelessFile data(words);  // they have read it when they say that they are ready
    for (const auto& primitive : primitives) {
        const bool of_std = primitive.starts_with("sort");
        const bool of_cub = primitive.starts_with("radix_sort") || primitive == "merge_sort";
        if (on_gpu ? of_std : of_cub) continue;
        try {
            running_.emplace_back(on_gpu ? cub : standard, "", primitive, data.path(), words.size());
            if (on_gpu) running_.emplace_back(cub, "graph:", primitive, data.path(), words.size());
        } catch (const Error& problem) {
            notes_.push_back(problem.what());
        }
    }
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
