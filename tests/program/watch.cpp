// SPDX-License-Identifier: MIT
// --watch as a learner sees it: save, read, fix. Nothing waits a fixed time: each step waits for a line.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/support/endless.hpp"
#include "tests/support/program.hpp"
#include "tests/support/watcher.hpp"

namespace watch_test {

using namespace pbp::test;

namespace {

void save(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

/// Few enough keys for a right run within a moment, and enough for minutes in a loop that llvmpipe leaves
/// after 65535 rounds.
constexpr const char* few_but_endless = "262144";

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE("a learner saves right, wrong and broken shaders, and sees what changed") {
        if (skip_without_gpu()) return;
        Watcher watcher("05_bitonic_sort", {"--only", "v3,v5"});
        const auto picture = watcher.out() / "05_bitonic_sort/v3_global.png";
        const auto first = watcher.round();
        CAPTURE(first);
        CHECK(contains(first, "bitonic sort"));
        CHECK(contains(first, "watching "));
        const auto drawn = read_text(picture);
        CHECK(!drawn.empty());

        const auto shader = watcher.shader("v3_global.comp"), tail = watcher.shader("v5_shared_tail.comp");
        const auto right = read_text(shader);
        save(tail, read_text(tail) + "// another end\n");
        auto said = watcher.round();
        CAPTURE(said);
        CHECK(contains(said, "v5_shared_tail.comp was saved"));
        CHECK(contains(said, "the same passes as in the last round"));
        CHECK(!contains(said, "v3_global"));

        save(shader, replaced(right, "ascending ? min(a, b) : max(a, b)", "min(a, b)"));
        said = watcher.round();
        CHECK(contains(said, "v3_global              WRONG"));
        CHECK(contains(
            said, "changed since the last round: block 2, stride 1 (8 cells); it ended 14 passes earlier"));
        CHECK(contains(said, "the last right result is kept: "));
        CHECK(contains(said, "v5_shared_tail"));  // runs v3's shader as well
        CHECK(read_text(picture) == drawn);
        CHECK(fs::exists(watcher.out() / "05_bitonic_sort/v3_global.changed.png"));
        CHECK(fs::exists(watcher.out() / "05_bitonic_sort/v3_global.got.png"));

        save(shader, replaced(right, "keys[low], b", "keyz[low], b"));
        said = watcher.round();
        CHECK(contains(said, "v3_global.comp:"));
        CHECK(contains(said, "keyz[low], b"));  // the source line
        CHECK(contains(said, "the last right result is kept: "));
        CHECK(read_text(picture) == drawn);

        save(shader, right);
        said = watcher.round();
        CHECK(contains(said, "it got 14 passes further"));
        CHECK(contains(said, "v3_global              right"));
        CHECK(!fs::exists(watcher.out() / "05_bitonic_sort/v3_global.got.png"));

        CHECK(watcher.interrupt() == 130);
        CHECK(!fs::exists(watcher.out() / "05_bitonic_sort/.watch"));
    }

    TEST_CASE("a newly included file is watched, and so is one that is made later") {
        if (skip_without_gpu()) return;
        Watcher watcher("03_reduction", {"--only", "v1", "--no-pictures"});
        watcher.round();
        const auto shader = watcher.shader("v1_interleaved.comp");
        save(shader, replaced(read_text(shader), "void main()", "#include \"mine.glsl\"\nvoid main()"));
        auto said = watcher.round();
        CAPTURE(said);
        CHECK(contains(said, "there is no file \"mine.glsl\" to include"));
        save(watcher.shader("mine.glsl"), "const uint mine = 1u;\n");
        said = watcher.round();
        CHECK(contains(said, "mine.glsl was saved"));
        CHECK(contains(said, "right"));
        save(watcher.shader("mine.glsl"), "const uint mine = ;\n");
        said = watcher.round();
        CHECK(contains(said, "mine.glsl:1: error"));
        fs::remove(shader);
        said = watcher.round();
        CHECK(contains(said, "v1_interleaved.comp was deleted"));
        CHECK(contains(said, "there is no such file"));
        fs::create_directory(shader);
        CHECK(contains(watcher.round(), "v1_interleaved.comp is a folder now"));
        fs::remove(shader);
        CHECK(contains(watcher.round(), "v1_interleaved.comp was deleted"));
        REQUIRE(::mkfifo(shader.c_str(), 0600) == 0);
        CHECK(contains(watcher.round(), "v1_interleaved.comp is a pipe or a device now"));
        CHECK(watcher.interrupt(SIGTERM) == 128 + SIGTERM);
    }

    TEST_CASE("the watcher survives an endless shader and a worker that dies") {
        if (skip_without_gpu()) return;
        Watcher watcher("05_bitonic_sort",
                        {"--only", "v3", "--n", few_but_endless, "--time-limit", "2", "--no-pictures"});
        constexpr std::chrono::seconds limit(300);
        watcher.until("Ctrl-C to stop", limit);
        const auto shader = watcher.shader("v3_global.comp");
        const auto right = read_text(shader);
        save(shader, endless_shader());
        auto said = watcher.until("Ctrl-C to stop", limit);
        CAPTURE(said);
        CHECK(contains(said, "did not end within 2 s"));
        CHECK(contains(said, "the last right result is kept"));
        save(shader, right + "// fixed\n");
        said = watcher.until("Ctrl-C to stop", limit);
        CHECK(contains(said, "right"));
        CHECK(contains(said, "the same passes as in the last round"));  // kept after the worker's end

        const pid_t worker = watcher.child();
        REQUIRE(worker > 0);
        ::kill(worker, SIGKILL);  // it dies while it waits: nothing is reported, a new one does the work
        save(shader, right + "// and again\n");
        said = watcher.until("Ctrl-C to stop", limit);
        CHECK(contains(said, "right"));
        CHECK(watcher.interrupt(SIGHUP) == 128 + SIGHUP);
    }

    TEST_CASE("Ctrl-C stops a watcher and its worker while a shader hangs") {
        if (skip_without_gpu()) return;
        Watcher watcher("05_bitonic_sort", {"--only", "v3", "--n", endless_n, "--time-limit", "600"});
        watcher.until("bitonic sort");
        const pid_t worker = watcher.child();
        CHECK(worker > 0);
        CHECK(watcher.interrupt() == 130);
        CHECK(::kill(worker, 0) != 0);  // it was waited for: its process id is free
    }

    TEST_CASE("two watchers of one folder: the second one says so and exits") {
        if (skip_without_gpu()) return;
        Watcher watcher("03_reduction", {"--only", "v1"});
        watcher.round();
        const std::vector<std::string> words{lesson_program("03_reduction"), "--watch", "--out",
                                             watcher.out().string()};
        check_refused(run_program(words), 2, {"Another --watch is already drawing into"});
        CHECK(watcher.interrupt(SIGKILL) == 128 + SIGKILL);  // leaves nothing that blocks the next one
        Watcher next("03_reduction", {"--only", "v1"}, watcher.out());
        CHECK(contains(next.round(), "right"));
        CHECK(next.interrupt() == 130);
    }

    TEST_CASE("a folder that no longer takes pictures costs one round") {
        if (skip_without_gpu()) return;
        Watcher watcher("03_reduction", {"--only", "v1"});
        watcher.round();
        const auto folder = watcher.out() / "03_reduction", shader = watcher.shader("v1_interleaved.comp");
        fs::rename(folder, watcher.out() / "aside");
        save(folder, "a file instead of the folder");
        save(shader, read_text(shader) + "// 1\n");
        auto said = watcher.round();
        CAPTURE(said);
        CHECK(contains(said, "cannot be written"));
        fs::remove(folder);
        save(shader, read_text(shader) + "// 2\n");
        said = watcher.round();
        CHECK(contains(said, "right"));
        CHECK(fs::exists(folder / "v1_interleaved.png"));
        CHECK(watcher.interrupt() == 130);
    }

    TEST_CASE("a failure that leaves nothing to wait for ends the watcher with its exit code") {
        if (skip_without_gpu()) return;
        check_ended(run_program({lesson_program("03_reduction"), "--watch", "--n", "4294967295"}), 2,
                    {"above this driver's limit"});
    }
}

namespace {

/// What a watcher of lesson 03 says once v1 is saved with another comment.
std::string after_a_save(Watcher& watcher) {
    const auto shader = watcher.shader("v1_interleaved.comp");
    save(shader, read_text(shader) + "// another end\n");
    return watcher.round();
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("on the simulator what is saved runs again, and nothing else") {
        Watcher watcher("03_reduction", {"--sim", "--only", "v1,v2"});
        const auto first = watcher.round();
        CAPTURE(first);
        CHECK(count(first, "12 passes     3 orders") == 2);
        const auto said = after_a_save(watcher);
        CAPTURE(said);
        CHECK(contains(said, "v1_interleaved         right  12 passes     3 orders"));
        CHECK(contains(said, "the same passes as in the last round"));
        CHECK(!contains(said, "v2_"));
        CHECK(watcher.interrupt() == 130);
    }

    TEST_CASE("a sweep of the simulator runs again what is saved, and nothing else") {
        Watcher watcher("03_reduction", {"sweep", "--only", "v1,v2"});
        const auto first = watcher.round();
        CAPTURE(first);
        CHECK(count(first, "all 20 runs agree") == 2);
        const auto said = after_a_save(watcher);
        CAPTURE(said);
        CHECK(count(said, "all 20 runs agree") == 1);
        CHECK(contains(said, "v1_interleaved         right"));
        CHECK(watcher.interrupt() == 130);
    }
}

}  // namespace watch_test
