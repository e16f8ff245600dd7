// SPDX-License-Identifier: MIT
// Soaks: which sizes they try, what they count, and that a wrong or hanging run can be reproduced.
#include "common/modes/soak.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <set>

#include "tests/support/endless.hpp"
#include "tests/support/fake_backend.hpp"
#include "tests/support/lessons.hpp"
#include "tests/support/notebook.hpp"

namespace soak_test {

using namespace pbp;
using namespace pbp::test;

namespace {

/// The task: add 1 to each element. n = 5 gives up, and v2 does not build.
void adding(Run& run) {
    auto expected = run.input<std::uint32_t>();
    auto data = run.gpu.buffer(expected);
    if (run.n == 5) run.gave_up("nobody added");
    run.plan(1, expected.size());
    run.dispatch(run.program(), {1, 1, 1}, {inout(0, data)});
    for (auto& value : expected) ++value;
    run.check("add", data, expected);
}

const Lesson lesson{.id = "99_adding",
                    .title = "adding",
                    .about = "",
                    .n = 8,
                    .data = InputKind::small,
                    .types = {ValueType::uint32},
                    .versions = {{.name = "v1_add", .idea = "adds"},
                                 {.name = "v2_broken", .idea = "adds"},
                                 {.name = "v3_few",
                                  .idea = "adds few",
                                  .largest = {[](const Limits&) { return std::uint64_t{4}; }, ""}}},
                    .story = adding};

struct Session {
    Folder folder;
    Notebook notebook;
    Options options;
    std::vector<std::size_t> sizes;             ///< n of each dispatch
    std::vector<std::uint32_t> first_elements;  ///< and its first element before the dispatch
    std::size_t wrong_from = ~std::size_t{0};   ///< the n from which element 2 is wrong
    int exit_code = -1;

    Session() {
        const std::string body =
            "layout(local_size_x = 8) in;\nlayout(std430, binding = 0) buffer Data { uint data[]; };\n"
            "void main() {}\n";
        for (const char* name : {"v1_add", "v3_few"})
            folder.write(fmt::format("shaders/99_adding/{}.comp", name),
                         "#version 450 core\n// fake: add\n" + body);
        folder.write("shaders/99_adding/v2_broken.comp", "#version 450 core\n" + body);
        fs::create_directories(folder.path() / "shaders/common");
        options.only = {"v1"};
        options.n = 64;
    }
    void run() {
        auto backend = std::make_unique<FakeBackend>(
            std::map<std::string, FakeBackend::Kernel>{{"add", [this](const FakeBackend::Call& call) {
                                                            auto& data = *call.buffers[0];
                                                            sizes.push_back(data.size());
                                                            first_elements.push_back(data[0]);
                                                            for (auto& value : data) ++value;
                                                            if (data.size() >= wrong_from) ++data.at(2);
                                                        }}});
        Device device(std::move(backend), {folder.path() / "shaders", {}, {}}, &notebook);
        exit_code = soak_versions(device, lesson, options, 300, notebook);
        REQUIRE(!notebook.versions.empty());
    }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE(
        "sizes lie from 1 to the most, every octave as often, with powers of two and their neighbours") {
        for (const std::uint32_t most : {1u, 2u, 3u, 100u, 1u << 20, ~0u}) {
            Random random(7), again(7);
            std::map<int, int> octaves;
            std::set<std::uint32_t> seen;
            for (int i = 0; i < 20000; ++i) {
                const auto n = soak_n(random, most);
                REQUIRE(n == soak_n(again, most));
                REQUIRE(n >= 1);
                REQUIRE(n <= most);
                ++octaves[std::bit_width(n)];
                seen.insert(n);
            }
            CAPTURE(most);
            const int all = std::bit_width(most);
            CHECK(static_cast<int>(octaves.size()) == all);
            for (const auto& [octave, count] : octaves) CHECK(count > 20000 / all / 2);
            if (most == 3) CHECK(seen.size() == 3);
            if (most == 1u << 20)
                for (const std::uint32_t n : {1u, 1u << 16, (1u << 16) - 1, (1u << 16) + 1})
                    CHECK(seen.contains(n));
        }
    }

    TEST_CASE_FIXTURE(Session,
                      "as many runs as asked, other sizes and data each time, the same for the same seed") {
        options.seed = 3;
        run();
        CHECK(notebook.versions[0].passes_checked == 300);
        CHECK(sizes.size() == 300);
        CHECK(std::set(sizes.begin(), sizes.end()).size() > 40);
        CHECK(std::set(first_elements.begin(), first_elements.end()).size() > 290);  // the whole range
        CHECK(std::ranges::is_sorted(notebook.fractions));
        const auto before = std::exchange(sizes, {});
        run();
        CHECK(sizes == before);
        sizes.clear();
        options.seed = 4;
        run();
        CHECK(sizes != before);
    }

    TEST_CASE_FIXTURE(Session, "wrong runs are counted, and the first can be made again") {
        wrong_from = 50;
        run();
        CHECK(exit_code == 1);
        CHECK(notebook.versions[0].status == VersionReport::Status::wrong);
        CHECK(sizes.size() == 300);
        const auto wrong = std::ranges::count_if(sizes, [](std::size_t n) { return n >= 50; });
        REQUIRE(wrong > 2);
        const auto& message = notebook.versions[0].message;
        CAPTURE(message);
        CHECK(contains(message,
                       fmt::format("{} of 300 runs were wrong; the first: wrong after add (run ", wrong)));
        CHECK(contains(message, "element 2 is"));
        CHECK(contains(message, "with --only v1_add --n "));
        CHECK(contains(notebook.versions[0].notes.at(0), fmt::format("{} wrong", wrong)));
    }

    TEST_CASE_FIXTURE(Session, "a run that gave up is no right one") {
        run();
        const auto fives = std::ranges::count(sizes, 5u);
        REQUIRE(fives > 0);
        CHECK(exit_code == 1);
        CHECK(notebook.versions[0].status == VersionReport::Status::failed);
        CHECK(contains(notebook.versions[0].message, fmt::format("{} of 300 runs", fives)));
        CHECK(contains(notebook.versions[0].notes.at(1), "nobody added"));
    }

    TEST_CASE_FIXTURE(Session,
                      "a version that does not build ends with its exit code; one that takes few gets few") {
        options.only = {"v2", "v3"};
        run();
        REQUIRE(notebook.versions.size() == 2);
        CHECK(exit_code == 3);
        CHECK(notebook.versions[0].exit_code == 3);
        CHECK(contains(notebook.versions[0].message, "no line '// fake: NAME'"));
        CHECK(notebook.versions[1].status == VersionReport::Status::right);
        CHECK(sizes.size() == 300);
        CHECK(std::ranges::max(sizes) == 4);
        CHECK(contains(notebook.versions[1].notes.at(0), "0 wrong, 0 gave up, none hung"));
    }
}

TEST_SUITE("gpu") {
    TEST_CASE("a run of a soak that hangs is ended with its number, n and seed; one that is wrong is found") {
        if (skip_without_gpu()) return;
        const Folder out;
        const auto soak = [&](const std::string& lesson, std::vector<std::string> words) {
            words.insert(words.begin(), lesson_program(lesson));
            return run_program(words);
        };
        check_ended(soak("05_bitonic_sort",
                         {"soak", "--runs", "100", "--n", endless_n, "--time-limit", "0.5", "--seed", "2",
                          "--shader", out.write("v3_global.comp", endless_shader())}),
                    5, {" of 100: --n ", "--data random) did not end within 0.5 s"});

        const std::string sum = "tile[i] + tile[i + stride]";
        const auto text = shader_with("03_reduction/v3_sequential.comp", sum, sum + " + T(i == 6u ? 1 : 0)");
        check_ended(soak("03_reduction", {"soak", "--runs", "20", "--n", "1000", "--shader",
                                          out.write("v3_sequential.comp", text)}),
                    1, {"of 20 runs were wrong", "--only v3_sequential --n "});
    }
}

}  // namespace soak_test
