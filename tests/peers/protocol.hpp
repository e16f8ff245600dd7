// SPDX-License-Identifier: MIT
// What a bench compares with: programs that do the same work with another library, controlled line by line.
//
//   peers_std PRIMITIVE FILE N    the C++ standard library, on one core
//   peers_cub PRIMITIVE FILE N    CUB, on the first CUDA device
//
// FILE holds N little-endian uint32. PRIMITIVE is one of
//
//   reduce                  their sum modulo 2^32
//   inclusive_scan          each becomes the sum of all up to it
//   select_if=THRESHOLD     the values above THRESHOLD, in their order, and their number
//   select_index=THRESHOLD  the same, but their indices 0 .. N-1 instead of the values: lesson 07's task
//   sort                    peers_std only
//   radix_sort, merge_sort  peers_cub only
//   sort_pairs              peers_std only: keys with the values 0 .. N-1, stable; the output is the values
//   radix_sort_pairs        peers_cub only: the same
//   graph:PRIMITIVE         peers_cub only: one of these, the K operations of a run as one CUDA graph, so
//                           that the CPU launches them all at once
//
// First the program says "ready NAME|VERSION|DEVICE", e.g. "ready cub::DeviceReduce::Sum|3.0.1|NVIDIA H200".
// Then it answers each line:
//
//   time K hot        K operations back to back on the same buffers: microseconds per operation, e.g. 10.2735
//   time K cold       the same over copies of input and output in turn, at least two, and together at least
//                     four times as large as the last-level cache (of a GPU: L2), so that no operation finds
//                     its data there
//   time K hot RUNS   RUNS times that, without a pause in between: RUNS numbers in a line; cold likewise
//   checksum          FNV-1a 64 of the last operation's output, 16 hexadecimal digits; of select_*: of what
//                     is kept, and then of the count
//   quit              ends it, as the end of its input does
//
// One operation has been done, untimed, before it says ready. A GPU lowers its clock when work comes in
// short bursts: peers_cub therefore repeats the operation untimed for 300 ms before the first run of each
// time line, and leaves no pause in between.
//
// An operation is all that a caller must do each time: clearing temporary storage is part of it, allocating
// it is not. Every operation starts from the same input: an in-place sort copies it first, within the timing.
//
// Errors: one sentence on stderr that begins with the program's name, and an exit code of the project
// (common/base/error.hpp).
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

// C++17, and nothing but the standard library: nvcc alone builds a peer.
namespace peers {

enum : int { wrong_usage = 2, machine_lacks = 4, died = 6 };

/// A failure with its exit code; the program's name is put before the message.
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
    /// For each of `runs` runs, which follow each other without a pause, the microseconds per operation of
    /// its `count` operations.
    virtual std::vector<double> times_us(std::uint64_t count, bool cold, std::size_t runs) = 0;
    virtual std::uint64_t checksum() = 0;
};

/// The number of copies of `bytes` that are four times as large as a cache; at least two, since with a single
/// one nothing would be cold, however large it is.
inline std::size_t copies_beyond(std::size_t cache_bytes, std::size_t bytes) {
    return std::max<std::size_t>(2, (4 * cache_bytes + bytes - 1) / bytes);
}

/// An integer from 0 to `most`; `what` names it in the error message.
inline std::uint64_t whole(const std::string& word, std::uint64_t most, const std::string& what) {
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc() || end != word.data() + word.size() || value > most)
        throw Failure(wrong_usage,
                      what + " '" + word + "' is not a whole number from 0 to " + std::to_string(most) + ".");
    return value;
}

/// An integer from 1 to `most`.
inline std::uint64_t count_of(const std::string& word, std::uint64_t most, const std::string& what) {
    const auto count = whole(word, most, what);
    if (count == 0) throw Failure(wrong_usage, what + " must be at least 1.");
    return count;
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
    const auto n = count_of(argv[3], std::numeric_limits<std::int32_t>::max(), "N");
    task.input = read_words(argv[2], n);
    return task;
}

inline void answer(Peer& peer, const std::string& line) {
    std::istringstream stream(line);
    const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
    if ((words.size() == 3 || words.size() == 4) && words[0] == "time" &&
        (words[2] == "hot" || words[2] == "cold")) {
        const auto count = count_of(words[1], 1000000000, "the number of operations");
        const auto runs = words.size() == 4 ? count_of(words[3], 10000, "the number of runs") : 1;
        const char* before = "";
        for (const double elapsed_us : peer.times_us(count, words[2] == "cold", runs)) {
            std::printf("%s%.9g", before, elapsed_us);
            before = " ";
        }
        std::printf("\n");
    } else if (line == "checksum") {
        std::printf("%016llx\n", static_cast<unsigned long long>(peer.checksum()));
    } else {
        throw Failure(wrong_usage, "does not know '" + line +
                                       "'; ask 'time K hot RUNS', 'time K cold RUNS', 'checksum' or 'quit'.");
    }
    std::fflush(stdout);
}

/// All of a peer's main: `make` builds the library's side of a task, or throws a Failure.
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
        std::fprintf(stderr, "%s: too little memory for this many values; choose a smaller N.\n", program);
        return machine_lacks;
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "%s: ended early: %s.\n", program, problem.what());
        return died;
    }
}

}  // namespace peers
