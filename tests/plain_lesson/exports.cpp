// SPDX-License-Identifier: MIT
// ./learn plain: each export builds without this project and is right.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace plain_export_test {

using namespace pbp::test;

namespace {

/// True for the nightly test, which exports every version.
bool every_export() {
    return std::getenv("PBP_ALL_EXPORTS") != nullptr;
}

/// Lessons and versions to export: one per lesson and kind, or every shader of every lesson.
std::vector<std::pair<std::string, std::string>> exports() {
    if (!every_export())
        return {{"01", "v2"}, {"02", "v1"}, {"02", "v7"}, {"03", "v8"}, {"04", "v4"},
                {"05", "v3"}, {"06", "v6"}, {"07", "v1"}, {"08", "v1"}, {"09", "v7"}};
    std::vector<std::pair<std::string, std::string>> found;
    for (const auto& folder : fs::directory_iterator(fs::path(PBP_SOURCE_DIR) / "shaders"))
        if (const auto lesson = folder.path().filename().string(); std::isdigit(lesson[0]) != 0)
            for (const auto& shader : fs::directory_iterator(folder))
                if (shader.path().extension() == ".comp")
                    found.emplace_back(lesson.substr(0, 2), shader.path().stem());
    std::ranges::sort(found);
    return found;
}

/// Builds the program in a folder with one line and runs it.
Outcome built_and_run(const fs::path& home) {
    return run_program({"sh", "-c",
                        "cd \"$1\" && g++ -std=c++17 -Wall -Wextra -Werror main.cpp \"$2\"/glad/src/gl.c "
                        "-I\"$2\"/glad/include -lglfw -lEGL -o program && ./program",
                        "sh", home.string(), PBP_BINARY_DIR});
}

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE(
        "plain exports: one version per lesson builds with one line, without this project, and is right") {
        if (skip_without_gpu()) return;
        const Folder out;
        for (const auto& [lesson, version] : exports()) {
            CAPTURE(lesson);
            const auto exported = run_program(
                {std::string(PBP_BINARY_DIR) + "/plain", lesson, "--only", version, "--out", out.path()});
            CAPTURE(exported.output);
            if (exported.exit_code == 2 && every_export()) continue;  // refused by name
            REQUIRE(exported.exit_code == 0);
            fs::path home;
            for (const auto& entry : fs::directory_iterator(out.path()))
                if (entry.path().filename().string().starts_with(lesson + "_"))
                    home = entry.path() / ("plain_" + version.substr(0, version.find('_')));
            REQUIRE(fs::exists(home / "README.md"));
            check_ended(built_and_run(home), 0, {"right: "});
            for (const auto& entry : fs::directory_iterator(home)) {  // one that reads nothing of ours
                const auto text = read_text(entry.path());
                CHECK(entry.path().extension() != ".bin");  // it makes its input
                if (entry.path().extension() != ".cpp" && entry.path().extension() != ".comp") continue;
                for (const char* ours : {"TRACE(", "ASSERT(", "pbp", "#include \"common", "#line", "@"})
                    CHECK(!contains(text, ours));
            }
        }
    }

    TEST_CASE("plain exports: a program makes the lesson's input, and finds a wrong result") {
        if (skip_without_gpu()) return;
        const Folder out;
        for (const std::string words :
             {"02 --only v2", "05 --only v4 --n 32 --data random --seed 7", "08 --only v3 --n 50"}) {
            CAPTURE(words);
            const auto exported = run_program({"sh", "-c", "\"$1\"/plain " + words + " --out \"$2\"", "sh",
                                               PBP_BINARY_DIR, out.path().string()});
            CAPTURE(exported.output);
            REQUIRE(exported.exit_code == 0);
        }
        for (const fs::path& home :
             {out.path() / "02_memory_access/plain_v2", out.path() / "05_bitonic_sort/plain_v4",
              out.path() / "08_particles/plain_v3"}) {
            auto text = replaced(read_text(home / "main.cpp"),
                                 "    const Words expected = ", "    Words expected = ");
            const std::string objects = "    const Objects gl = ";
            text.insert(text.find(objects), "    expected.back() ^= 0x40000000u;\n");
            std::ofstream(home / "main.cpp") << text;
            check_ended(built_and_run(home), 1, {"WRONG: "});
        }
        // An n is not ignored: the program says that it takes none, and how to get one for another.
        check_ended(run_program({"sh", "-c", "cd \"$1\" && ./program 100000", "sh",
                                 (out.path() / "08_particles/plain_v3").string()}),
                    2, {"those for n = 50; for another n: ", "./learn plain 08 --only v3 --n N"});
        // Two programs of v4 differ in LOCAL_SIZE alone.
        CHECK(contains(read_text(out.path() / "05_bitonic_sort/plain_v4/main.cpp"),
                       "{\"v4_rows.comp\", \"#define LOCAL_SIZE 2\\n\"}"));
        CHECK(!fs::exists(out.path() / "05_bitonic_sort/plain_v4/v4_rows_2.comp"));
        // What was taken home and changed is not replaced; what was not is written again.
        const auto again = [&](const char* lesson) {
            return run_program({std::string(PBP_BINARY_DIR) + "/plain", lesson, "--only", "v3", "--n", "50",
                                "--out", out.path()});
        };
        check_ended(again("08"), 2, {"plain_v3/main.cpp is there and differs"});
        fs::remove(out.path() / "08_particles/plain_v3/main.cpp");
        CHECK(again("08").exit_code == 0);
        CHECK(again("08").exit_code == 0);
    }

    TEST_CASE("plain exports: what cannot be exported is refused by name") {
        if (skip_without_gpu()) return;
        const Folder out;
        for (const auto& [words, said] : std::vector<std::pair<std::vector<std::string>, std::string>>{
                 {{"08", "--only", "v2", "--window"}, "unknown option '--window'"},
                 {{"02", "--only", "v7", "--image", "a.png"}, "--image cannot be exported"},
                 {{"05", "--only", "v3", "--data", "extremes"}, "--data: unknown value 'extremes'"},
                 {{"00", "--only", "v1"}, "'00' is no lesson with shaders"},
                 {{"05", "--only", "v77"}, "lesson 05_bitonic_sort has no version 'v77'"},
                 {{"04", "--only", "v1_early"}, "wrong on purpose"}}) {
            auto line = words;
            line.insert(line.begin(), std::string(PBP_BINARY_DIR) + "/plain");
            line.insert(line.end(), {"--out", out.path()});
            check_ended(run_program(line), 2, {said});
        }
        CHECK(fs::is_empty(out.path()));
    }
}

}  // namespace plain_export_test
