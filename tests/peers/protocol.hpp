// SPDX-License-Identifier: MIT
// What the bench compares with: programs that do the same work with another library, spoken to by lines of
// text.
//
//   peers_std PRIMITIVE FILE N      the C++ standard library, on one core
//   peers_cub PRIMITIVE FILE N      CUB, on the first CUDA device
//
// FILE holds N little-endian uint32. PRIMITIVE is one of
//   reduce                  their sum modulo 2^32
//   inclusive_scan          each becomes the sum of all up to it
//   select_if=THRESHOLD     the values above THRESHOLD, in their order, and how many they are
//   select_index=THRESHOLD  the same, but their places 0 .. N-1 instead of the values: what lesson 07 keeps
//   sort                    peers_std only
//   radix_sort, merge_sort  peers_cub only
//
// First the program says        ready NAME|VERSION|DEVICE      e.g. ready cub::DeviceReduce::Sum|3.0.1|NVIDIA
// H200 then it answers each line:
//   time K hot    K operations, one behind the other on the same buffers: microseconds of one, e.g. 10.2735
//   time K cold   the same, over copies of input and output in turn; together they are at least four times as
//   large as the
//                 last-level cache (of the GPU: L2), so that no operation finds its data there
//   checksum      FNV-1a 64 of the last operation's output, 16 hexadecimal digits; of select_*: of what is
//   kept, then of the count quit          ends it, as the end of its input does
// One operation has been done, untimed, before it says ready.
//
// An operation is all that a caller must do each time: clearing temporary storage is part of it, allocating
// it is not. Every operation starts from the same input. What sorts in place therefore copies first, within
// the clock.
//
// Errors: one sentence on stderr that begins with the program's name, and an exit code of the project
// (common/error.hpp).
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

// C++17, and nothing but the standard library: nvcc alone builds a peer.
namespace peers {

enum : int { wrong_usage = 2, machine_lacks = 4, died = 6 };

/// A failure with its exit code; the program's name is put before the sentence.
struct Failure : std::runtime_error {
    Failure(int code, const std::string& sentence) : std::runtime_error(sentence), exit_code(code) {}
    int exit_code;
};

/// What the command line asks for.
struct Task {
    std::string primitive;  ///< without its threshold
    std::uint32_t threshold = 0;
    std::vector<std::uint32_t> input;
};

/// A library at work on one task.
struct Peer {
    virtual ~Peer() = default;
    virtual std::string name() const = 0;
    virtual std::string version() const = 0;
    virtual std::string device() const = 0;
    /// Microseconds of one of `count` operations.
    virtual double time_us(std::uint64_t count, bool cold) = 0;
    virtual std::uint64_t checksum() = 0;
};

/// How many copies of `bytes` are four times as large as a cache.
inline std::size_t copies_beyond(std::size_t cache_bytes, std::size_t bytes) {
    return (4 * cache_bytes + bytes - 1) / bytes;
}

/// A whole number from 0 to `most`; `what` names it in the sentence of the failure.
inline std::uint64_t whole(const std::string& word, std::uint64_t most, const std::string& what) {
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc() || end != word.data() + word.size() || value > most)
        throw Failure(wrong_usage,
                      what + " '" + word + "' is no whole number from 0 to " + std::to_string(most) + ".");
    return value;
}

inline std::vector<std::uint32_t> read_words(const std::string& file, std::uint64_t n) {
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    if (!stream) throw Failure(wrong_usage, "the file " + file + " cannot be read.");
    const auto bytes = static_cast<std::uint64_t>(stream.tellg());
    if (bytes != 4 * n)
        throw Failure(wrong_usage, "the file " + file + " holds " + std::to_string(bytes) +
                                       " bytes, not the " + std::to_string(4 * n) + " of " +
                                       std::to_string(n) + " values.");
    std::vector<std::uint32_t> words(n);
    stream.seekg(0);
    if (!stream.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(bytes)))
        throw Failure(wrong_usage, "the file " + file + " could not be read to its end.");
    return words;
}

inline Task task_of(int argc, char** argv) {
    if (argc != 4) throw Failure(wrong_usage, "takes three words: PRIMITIVE FILE N.");
    Task task;
    task.primitive = argv[1];
    if (const auto sign = task.primitive.find('='); sign != std::string::npos) {
        const auto most = std::numeric_limits<std::uint32_t>::max();
        task.threshold =
            static_cast<std::uint32_t>(whole(task.primitive.substr(sign + 1), most, "the threshold"));
        task.primitive.erase(sign);
    }
    const auto n = whole(argv[3], std::numeric_limits<std::int32_t>::max(), "N");
    if (n == 0) throw Failure(wrong_usage, "N must be at least 1.");
    task.input = read_words(argv[2], n);
    return task;
}

inline void answer(Peer& peer, const std::string& line) {
    const bool hot = line.size() > 9 && line.compare(line.size() - 4, 4, " hot") == 0;
    const bool cold = line.size() > 10 && line.compare(line.size() - 5, 5, " cold") == 0;
    if (line.compare(0, 5, "time ") == 0 && (hot || cold)) {
        const auto word = line.substr(5, line.size() - 5 - (hot ? 4 : 5));
        const auto count = whole(word, 1000000000, "the number of operations");
        if (count == 0) throw Failure(wrong_usage, "the number of operations must be at least 1.");
        std::printf("%.9g\n", peer.time_us(count, cold));
    } else if (line == "checksum") {
        std::printf("%016llx\n", static_cast<unsigned long long>(peer.checksum()));
    } else {
        throw Failure(wrong_usage,
                      "does not know '" + line + "'; ask 'time K hot', 'time K cold', 'checksum' or 'quit'.");
    }
    std::fflush(stdout);
}

/// The whole of a peer's main: `make` builds the library's side of a task, or throws a Failure.
template <typename Make>
int serve(const char* program, int argc, char** argv, Make make) {
    try {
        const Task task = task_of(argc, argv);
        const std::unique_ptr<Peer> peer = make(task);
        std::printf("ready %s|%s|%s\n", peer->name().c_str(), peer->version().c_str(),
                    peer->device().c_str());
        std::fflush(stdout);
        for (std::string line; std::getline(std::cin, line) && line != "quit";) answer(*peer, line);
        return 0;
    } catch (const Failure& failure) {
        std::fprintf(stderr, "%s: %s\n", program, failure.what());
        return failure.exit_code;
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "%s: there is too little memory for so many values; take a smaller N.\n",
                     program);
        return machine_lacks;
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "%s: ended early: %s.\n", program, problem.what());
        return died;
    }
}

}  // namespace peers
