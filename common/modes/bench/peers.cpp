// SPDX-License-Identifier: MIT
#include "common/modes/bench/peers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "common/base/error.hpp"
#include "common/base/fnv.hpp"
#include "common/base/system.hpp"

namespace pbp::bench {

namespace {

/// Reads a whole line as one number; false if it is not a number.
template <typename T, typename... Format>
bool parse(const std::string& line, T& value, Format... format) {
    const auto [end, problem] = std::from_chars(line.data(), line.data() + line.size(), value, format...);
    return problem == std::errc() && end == line.data() + line.size();
}

}  // namespace

PeerProcess::PeerProcess(const std::filesystem::path& program, const std::string& primitive,
                         const std::filesystem::path& data_file, std::uint64_t n, double limit_s)
    : program_(program),
      limit_s_(limit_s),
      peer_({program.string(), primitive, data_file.string(), std::to_string(n)}) {
    const std::string start = "its start", greeting = answer_to(start);
    const auto first = greeting.find('|');
    const auto second = first == greeting.npos ? first : greeting.find('|', first + 1);
    if (!greeting.starts_with("ready ") || second == greeting.npos) nonsense(start, greeting);
    name_ = greeting.substr(6, first - 6);
    version_ = greeting.substr(first + 1, second - first - 1);
    device_ = greeting.substr(second + 1);
}

std::vector<double> PeerProcess::runs_us(std::size_t runs, std::uint64_t back_to_back, bool cold) {
    const auto question = fmt::format("time {} {} {}", back_to_back, cold ? "cold" : "hot", runs);
    const auto said = ask(question);
    std::vector<double> times;
    for (std::size_t from = 0; from <= said.size();) {
        const auto to = std::min(said.find(' ', from), said.size());
        double elapsed_us = 0;
        if (!parse(said.substr(from, to - from), elapsed_us) || !std::isfinite(elapsed_us) || elapsed_us <= 0)
            nonsense(question, said);
        times.push_back(elapsed_us);
        from = to + 1;
    }
    if (times.size() != runs) nonsense(question, said);
    return times;
}

std::uint64_t PeerProcess::checksum() {
    const std::string question = "checksum", said = ask(question);
    std::uint64_t sum = 0;
    if (!parse(said, sum, 16) || said.size() != 16) nonsense(question, said);
    return sum;
}

std::string PeerProcess::ask(const std::string& question) {
    if (peer_.over())
        fail(ExitCode::worker_died, "{} has already ended and cannot be asked '{}'; start it again.",
             program_.string(), question);
    peer_.say(question);
    return answer_to(question);
}

std::string PeerProcess::answer_to(const std::string& question) {
    const auto heard = peer_.hear(limit_s_);
    if (!heard) {
        peer_.end();
        fail(ExitCode::time_limit,
             "{} did not answer '{}' within {} s and was stopped; ask for less work, or leave this peer out.",
             program_.string(), question, limit_s_);
    }
    const auto& [what, said] = *heard;
    if (what == Conversation::Heard::end || said.starts_with(program_.filename().string() + ": "))
        gave_up(question, said);
    return said;
}

void PeerProcess::gave_up(const std::string& question, const std::string& said) {
    const auto ended = peer_.part();
    const bool known = ended && !ended->by_signal && ended->code > 0 &&
                       ended->code <= static_cast<int>(ExitCode::worker_died);
    if (known && !said.empty()) throw Error(static_cast<ExitCode>(ended->code), said);
    const std::string how = !ended             ? "it hangs"
                            : ended->by_signal ? in_words(*ended)
                                               : fmt::format("exit code {}", ended->code);
    fail(ExitCode::worker_died, "{} ended at '{}' ({}){}; run it by hand to see why.", program_.string(),
         question, how, said.empty() ? "" : ", saying '" + said + "'");
}

void PeerProcess::nonsense(const std::string& question, const std::string& said) {
    peer_.end();
    fail(ExitCode::worker_died,
         "{} answered '{}' with '{}', which is not in tests/peers/protocol.hpp; rebuild it.",
         program_.string(), question, said);
}

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
    : words_(words) {
    const auto cub = programs / "peers_cub", standard = programs / "peers_std";
    const bool on_gpu = !software && fs::exists(cub);
    one_at_a_time_ = !on_gpu;
    if (!on_gpu && !fs::exists(standard)) {
        notes_.push_back("no peer has been built in " + programs.string());
        return;
    }
    const TemporaryFile data({reinterpret_cast<const char*>(words.data()),
                              4 * words.size()});  // they have read it when they say that they are ready
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
