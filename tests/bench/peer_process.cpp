// SPDX-License-Identifier: MIT
// The programs that a bench compares with, and the process that talks to them.

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "common/base/fnv.hpp"
#include "common/check/inputs.hpp"
#include "common/modes/bench/peers.hpp"
#include "tests/peers/protocol.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace peer_process_test {

using namespace pbp;
using namespace pbp::test;
using bench::PeerProcess;

namespace {

using Words = std::vector<std::uint32_t>;

const fs::path peers_std = fs::path(PBP_BINARY_DIR) / "peers" / "peers_std";

/// Random words over the whole range, and the file from which a peer reads them.
struct Data {
    explicit Data(std::size_t n) : words(generate(InputKind::random, ValueType::uint32, n, 3)) {
        file = folder.write("words.raw", {reinterpret_cast<const char*>(words.data()), 4 * n});
    }
    PeerProcess peer(const std::string& primitive) const {
        return {peers_std, primitive, file, words.size()};
    }

    Folder folder;
    Words words;
    fs::path file;
};

/// The checksum that a peer reports for what it kept.
std::uint64_t with_count(const Words& kept) {
    const auto count = static_cast<std::uint32_t>(kept.size());
    return fnv1a(&count, 1, fnv1a(kept.data(), kept.size()));
}

std::uint64_t sum_of(const Words& words) {
    return fnv1a(words.data(), words.size());
}

/// The result of a call to a peer that is a shell script.
template <typename Call>
std::pair<ExitCode, std::string> with_script(const std::string& lines, Call call, double limit_s = 20) {
    const Folder folder;
    const auto script = folder.write("peer", "#!/bin/sh\n" + lines + "\n");
    fs::permissions(script, fs::perms::owner_all);
    const auto file = folder.write("words.raw", "1234");
    return error_of([&] {
        PeerProcess peer(script, "reduce", file, 1, limit_s);
        call(peer);
    });
}

const std::string greeting = "echo 'ready some::sum|1.2.3|a machine'; read line; ";

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("FNV-1a of the bytes that its authors publish") {
        const std::uint32_t word = 'a' | 'b' << 8 | 'c' << 16 | 'd' << 24;
        CHECK(fnv1a(nullptr, 0) == 0xCBF29CE484222325u);
        CHECK(fnv1a(&word, 1) == 0xFC179F83EE0724DDu);
    }

    TEST_CASE("cold means four times a cache, and never just one copy") {
        CHECK(peers::copies_beyond(1000, 10) == 400);
        CHECK(peers::copies_beyond(1000, 1001) == 4);
        CHECK(peers::copies_beyond(1000, 2000) == 2);
        CHECK(peers::copies_beyond(1000, 4000) == 2);
        CHECK(peers::copies_beyond(1000, 1000000) == 2);
    }

    TEST_CASE("each primitive of the standard library, hot and cold, has the right output") {
        for (const std::size_t n : {1u, 2u, 1000u, 4097u}) {
            CAPTURE(n);
            const Data data(n);
            Words sums(n), sorted = data.words, values, places;
            std::partial_sum(data.words.begin(), data.words.end(), sums.begin());
            std::ranges::sort(sorted);
            const std::uint32_t threshold = data.words[n / 2];  // the value itself is not above it
            for (std::uint32_t i = 0; i < n; ++i) {
                if (data.words[i] <= threshold) continue;
                values.push_back(data.words[i]);
                places.push_back(i);
            }
            const std::vector<std::pair<std::string, std::uint64_t>> expected{
                {"reduce", sum_of({sums.back()})},
                {"inclusive_scan", sum_of(sums)},
                {fmt::format("select_if={}", threshold), with_count(values)},
                {fmt::format("select_index={}", threshold), with_count(places)},
                {"sort", sum_of(sorted)}};
            for (const auto& [primitive, sum] : expected) {
                CAPTURE(primitive);
                auto peer = data.peer(primitive);
                CHECK(peer.checksum() == sum);  // of the untimed first operation
                CHECK(peer.run_us(3, false) > 0);
                CHECK(peer.checksum() == sum);
            }
        }
        const Data data(1 << 20);  // large, so that a few copies fill a cache
        auto peer = data.peer("inclusive_scan");
        const auto sum = peer.checksum();
        const auto times = peer.runs_us(5, 2, true);
        CHECK(times.size() == 5);
        CHECK(std::ranges::min(times) > 0);
        CHECK(peer.checksum() == sum);
        CHECK(peer.run_us(1, false) > 0);
        CHECK(peer.checksum() == sum);
    }

    TEST_CASE("on a GPU CUB is asked for ordinary calls and for one graph, and both results are checked") {
        const Words words{5, 1, 9, 7}, places{0, 2, 3};
        const Folder folder;
        const auto script =
            folder.write("peers_cub", fmt::format("#!/bin/sh\n"
                                                  "case $1 in graph:*) form=', graph' ;; esac\n"
                                                  "echo \"ready cub::${{1#graph:}}$form|3.0.1|a GPU\"\n"
                                                  "while read word rest; do case $word in\n"
                                                  "time) echo 2.5 ;; checksum) echo {:016x} ;; *) exit ;;\n"
                                                  "esac; done\n",
                                                  with_count({5, 9, 7})));
        fs::permissions(script, fs::perms::owner_all);
        bench::Peers peers(folder.path(), false, {"select_if=4"}, words);
        CHECK(peers.notes().empty());
        const auto both = peers.contenders();
        REQUIRE(both.size() == 2);
        CHECK(both[0].name == "cub::select_if=4");
        CHECK(both[1].name == "cub::select_if=4, graph");
        for (const auto& contender : both) {
            CHECK(contender.runs_us(1, 10, false) == std::vector<double>{2.5});
            CHECK_NOTHROW(contender.check(places));
            CHECK_THROWS(contender.check({0, 1}));
        }
    }

    TEST_CASE("a bench leaves no file, however it ends: a peer's data have no name while it runs") {
        const auto files = [] {
            std::ptrdiff_t count = 0;
            for (const auto& entry : fs::directory_iterator(fs::temp_directory_path()))
                count += entry.path().filename().string().starts_with("pbp_bench_") ? 1 : 0;
            return count;
        };
        const auto before = files();
        const Words words(1000, 7);
        bench::Peers peers(peers_std.parent_path(), true, {"reduce"}, words);
        CHECK(files() == before);
        const auto all = peers.contenders();
        REQUIRE(all.size() == 1);
        CHECK_NOTHROW(all[0].check({7000}));
    }

    TEST_CASE("a peer says who it is") {
        const Data data(10);
        CHECK(data.peer("reduce").name() == "std::reduce");
        CHECK(contains(data.peer("reduce").version(), "lib"));
        CHECK(contains(data.peer("reduce").device(), "one core"));
    }

    TEST_CASE("a peer refuses what it cannot do in its own sentence, with its exit code") {
        const Data data(10);
        const auto file = data.file.string();
        const auto from = [&](const fs::path& program, const std::string& primitive, const fs::path& words,
                              std::uint64_t n) {
            return error_of([&] { PeerProcess(program, primitive, words, n); });
        };
        const auto is = [](const auto& error, ExitCode code, const std::string& part) {
            CAPTURE(error.second);
            CHECK(error.first == code);
            CHECK(contains(error.second, part));
        };
        is(from(peers_std, "radix_sort", file, 10), ExitCode::wrong_usage, "unknown primitive 'radix_sort'");
        is(from(peers_std, "select_if=1x", file, 10), ExitCode::wrong_usage, "the threshold '1x'");
        is(from(peers_std, "reduce", file, 11), ExitCode::wrong_usage,
           "holds 40 bytes, not the 44 of 11 values");
        is(from(peers_std, "reduce", file, 0), ExitCode::wrong_usage, "N must be at least 1");
        is(from(peers_std, "reduce", file + ".no", 10), ExitCode::wrong_usage, "cannot be read");
        is(from(data.folder.path() / "none", "reduce", file, 10), ExitCode::machine_lacks,
           "could not be started");
        is(error_of([&] { data.peer("reduce").run_us(0, false); }), ExitCode::wrong_usage, "at least 1");
    }

    TEST_CASE("bad words on the command line and in a question: exit 2, one sentence") {
        const Data data(10);
        const auto start = quoted(peers_std.string());
        const auto wrong = run_program({peers_std.string(), "reduce"});
        CHECK(wrong.exit_code == 2);
        CHECK(wrong.output == "peers_std: takes three words: PRIMITIVE FILE N.\n");
        for (const std::string line : {"tme 1 hot", "time 1 warm", "time -1 hot", "time 1x hot", "time hot",
                                       "time 1 hot 0", "time 1 hot x", "time 1 hot 1 1", ""}) {
            CAPTURE(line);
            const auto asked = run_program(
                {"sh", "-c",
                 fmt::format("echo '{}' | {} reduce {} 10", line, start, quoted(data.file.string()))});
            CHECK(asked.exit_code == 2);
            CHECK(count(asked.output, "peers_std: ") == 1);
        }
        const auto quits = run_program(
            {"sh", "-c", fmt::format("echo quit | {} reduce {} 10", start, quoted(data.file.string()))});
        CHECK(quits.exit_code == 0);
    }

    TEST_CASE("a peer that dies, hangs or answers nonsense is an error in one sentence") {
        const auto time = [](PeerProcess& peer) { peer.run_us(7, false); };
        const auto dead = with_script("exit 3", time);
        CHECK(dead.first == ExitCode::worker_died);
        CHECK(contains(dead.second, "ended at 'its start' (exit code 3)"));
        const auto killed = with_script(greeting + "kill -SEGV $$", time);
        CHECK(killed.first == ExitCode::worker_died);
        CHECK(contains(killed.second, "ended at 'time 7 hot 1' (signal 11"));
        const auto own_words = with_script(greeting + "echo 'peer: no GPU.' >&2; exit 4", time);
        CHECK(own_words == std::pair(ExitCode::machine_lacks, std::string("peer: no GPU.")));
        for (const std::string answer : {"fast", "-1", "0", "inf", "nan", "12 us", "", "1 2", "1 ", " 1"}) {
            CAPTURE(answer);
            const auto said = with_script(greeting + "echo '" + answer + "'; read line", time);
            CHECK(said.first == ExitCode::worker_died);
            CHECK(contains(said.second, fmt::format("answered 'time 7 hot 1' with '{}'", answer)));
        }
        for (const std::string welcome : {"hello", "ready some::sum", "ready some::sum|1.2.3"})
            CHECK(
                contains(with_script("echo '" + welcome + "'; read line", time).second, "'" + welcome + "'"));
        CHECK(with_script(greeting + "echo 00ff; read line", [](PeerProcess& peer) {
                  peer.checksum();
              }).first == ExitCode::worker_died);
    }

    TEST_CASE("a peer that does not answer is stopped at the limit, and cannot be asked again") {
        const auto began = std::chrono::steady_clock::now();
        const auto hangs = with_script(
            greeting + "exec sleep 100",
            [](PeerProcess& peer) {
                CHECK(error_of([&] { peer.run_us(1, true); }).first == ExitCode::time_limit);
                peer.run_us(1, true);
            },
            0.3);
        CHECK(hangs.first == ExitCode::worker_died);
        CHECK(contains(hangs.second, "has already ended"));
        CHECK(with_script(
                  "exec sleep 100", [](PeerProcess&) {}, 0.3)
                  .first == ExitCode::time_limit);
        CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(20));
    }

    TEST_CASE("several peers at once do not hear each other, and end with their scope") {
        const Data data(100);
        auto first = data.peer("reduce");
        {
            auto second = data.peer("sort");
            CHECK(second.run_us(1, false) > 0);
            CHECK(first.run_us(1, false) > 0);
        }
        CHECK(first.run_us(1, false) > 0);
        CHECK(first.name() == "std::reduce");
    }
}

}  // namespace peer_process_test
