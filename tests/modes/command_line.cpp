// SPDX-License-Identifier: MIT
// The programs as a person types them, including typing errors.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>

#include "common/picture/canvas/bitmap.hpp"
#include "common/picture/canvas/style.hpp"
#include "tests/support/endless.hpp"
#include "tests/support/lessons.hpp"

namespace command_line_test {

using namespace pbp;
using namespace pbp::test;

namespace {

const std::string lesson = "05_bitonic_sort";

struct Typed {
    Folder out;
    Outcome typed(std::vector<std::string> words, const std::string& environment = "") {
        words.insert(words.begin(), lesson_program(lesson));
        words.insert(words.end(), {"--out", out.path()});
        return run_program(words, environment);
    }
    /// Wrong usage gives one sentence on one line, and leaves no file.
    void refuses(std::vector<std::string> words, const std::string& sentence, int exit_code = 2) {
        const auto outcome = typed(words);
        CAPTURE(words);
        CAPTURE(outcome.output);
        check_ended(outcome, exit_code, {sentence});
        CHECK(count(outcome.output, "\n") <= 2);
        CHECK((!fs::exists(out.path() / lesson) || fs::is_empty(out.path() / lesson)));
    }
    /// A copy of v1 with one place replaced.
    std::string shader(const std::string& search, const std::string& replacement) {
        return out.write("v1_shared.comp", shader_with(lesson + "/v1_shared.comp", search, replacement));
    }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Typed, "wrong words are answered in one sentence, exit 2") {
        refuses({"--n", "0"}, "--n: takes a whole number of at least 1, not 0.");
        refuses({"--n", "-3"}, "--n");
        refuses({"--n", "many"}, "--n: takes a whole number of at least 1, not 'many'.");
        refuses({"--n", "3.5"}, "not '3.5'");
        refuses({"--n", "99999999999"}, "99999999999 is too large");
        refuses({"--n", "2^32"}, "--n: 2^32 is too large; it takes up to 4294967295.");
        refuses({"--n", "2^99999999999999999999"}, "is too large");
        refuses({"--n", "2^"}, "not '2^'");
        refuses({"--n", "2^-1"}, "not '2^-1'");
        refuses({"--n"}, "--n");
        refuses({"--only", "v9"}, "has no version 'v9'; it has v1_shared, v2_pick");
        refuses({"--only", "v"}, "has no version 'v'; it has");
        refuses({"--only", "v\x1B[2J"}, "has no version 'v?[2J'; it has");
        refuses({"--sim-schedule", "random"}, "--sim-schedule: random needs a seed, as in random:1.");
        refuses({"--sim-schedule", "turns"}, "--sim-schedule: turns needs subgroups, as in turns:1,0*3.");
        for (const std::string turn : {"", "x", "1*", "*3", "1.", ".1", "-1", "1*3*2", "1.2.3", "99999999"})
            refuses({"--sim-schedule", ("turns:0," + turn).c_str()},
                    "'" + turn + "' is no turn; one is [WORKGROUP.]SUBGROUP[*ACCESSES], as in 1 or 0.1*3.");
        refuses({"--data", "nice"}, "--data: unknown value 'nice'; choose one of");
        refuses({"--type", "double"}, "--type: unknown value 'double'; choose one of float, int, uint.");
        refuses({"--subgroup", "cuda"}, "--subgroup: unknown value 'cuda'");
        refuses({"--context", "wgl"}, "--context: unknown value 'wgl'");
        refuses({"--shader", "/no/such.comp"}, "there is no such file");
        refuses({"--shaders", "/no/such"}, "which is not a folder");
        refuses({"--time-limit", "soon"},
                "--time-limit: takes a number of seconds above 0 and up to 86400, not 'soon'.");
        refuses({"--time-limit", "0"}, "above 0");
        refuses({"--frobnicate"}, "unknown option '--frobnicate' (--help");
        refuses({"frobnicate"}, "unexpected argument 'frobnicate'");
        refuses({"--seed", "-1"}, "--seed: takes a whole number from 0 to");
        refuses({"--gpu", "first"}, "--gpu: takes a device number listed by ./learn doctor, not 'first'.");
        refuses({"--export", "/no/such/table.csv"}, "the folder /no/such does not exist");
        refuses({"--export", out.path() / "table.xls"}, "the extension must be .csv or .json");
    }

    TEST_CASE_FIXTURE(Typed, "no value is empty, and none is given twice") {
        for (const char* flag : {"--n", "--seed", "--data", "--type", "--input", "--only", "--shader",
                                 "--shaders", "--subgroup", "--local-size", "--per-invocation", "--export",
                                 "--context", "--gpu", "--time-limit", "--sim-subgroup"}) {
            refuses({flag, ""}, flag + std::string(": needs a value, but this one is empty"));
            refuses({flag + std::string("="), "--sim"}, flag + std::string(": needs a value"));
        }
        refuses({"--n", "5", "--n", "5"}, "--n is given twice; give it once.");
        refuses({"--n", "5", "-n", "6"}, "--n is given twice; give it once.");
        refuses({"--shader", "a.comp", "--shader", "b.comp"}, "--shader is given twice; give it once.");
        refuses({"--seed", "1", "--sim", "--seed", "2"}, "--seed is given twice; give it once.");
        refuses({"--only", "v1,"}, "--only: 'v1,' has a stray comma; remove it.");
        refuses({"--only", "v1,,v2"}, "has a stray comma");
        refuses({"--sim=no"}, "--sim: takes no value");
    }

    TEST_CASE_FIXTURE(Typed, "a count may be a power of two") {
        const auto said = typed({"--sim", "--only", "v1", "--no-pictures", "--n", "2^6"}).output;
        CHECK(contains(said, "05 bitonic sort · n = 64, "));
    }

    TEST_CASE_FIXTURE(Typed, "the first and the last lines of a run are true") {
        auto said = typed({"--sim", "--only", "v1", "--no-pictures"}).output;
        CAPTURE(said);
        CHECK(contains(said, "05 bitonic sort · n = 32, "));
        CHECK_FALSE(contains(said, "timings mean little"));  // nothing is timed
        CHECK_FALSE(contains(said, "pictures:"));
        CHECK(contains(said, "  page: docs/05_bitonic_sort.md"));
        said = typed({"--sim", "--only", "v1"}).output;
        CHECK(contains(said, "pictures: "));
        CHECK(contains(said, "step through it: file://" + (out.path() / lesson / "index.html").string()));
        CHECK_FALSE(contains(said, "learn open"));  // which opens the page in out/
        said = typed({"sweep", "--only", "v2"}).output;
        CHECK(contains(said, "05 bitonic sort · n = 32, "));
    }

    TEST_CASE("a strip that leaves passes out says so, in the colour of a notice") {
        const auto notices = [](const std::string& n) {
            const Folder out;
            const auto outcome = run_program({lesson_program("07_stream_compaction"), "--sim", "--only", "v2",
                                              "--n", n, "--out", out.path()});
            CAPTURE(outcome.output);
            CHECK(outcome.exit_code == 0);
            const auto strip =
                picture::load_bitmap(out.path() / "07_stream_compaction" / "v2_scan_scatter.png");
            return std::ranges::count(strip.pixels, picture::style::notice);
        };
        CHECK(notices("4") == 0);
        CHECK(notices("8") > 0);  // two of its nine passes are over the totals of totals
    }

    TEST_CASE_FIXTURE(Typed,
                      "a path that is not a file is refused in a sentence that says what it is, exit 2") {
        fs::create_symlink("loop.comp", out.path() / "loop.comp");
        REQUIRE(::mkfifo((out.path() / "pipe.comp").c_str(), 0600) == 0);
        refuses({"--shader", out.path() / "loop.comp"},
                "it cannot be reached (Too many levels of symbolic links).");
        refuses({"--shader", std::string(5000, 'x')}, "it cannot be reached (File name too long).");
        refuses({"--shader", out.path()}, "it is a folder, not a file.");
        refuses({"--shader", out.path() / "pipe.comp"}, "it is a pipe, which can be read only once");
        refuses({"--shaders", out.path() / "loop.comp"}, "which is not a folder");
        refuses({"--shaders", std::string(5000, 'x')}, "which is not a folder");
        refuses({"--export", "/" + std::string(5000, 'x') + "/table.csv"}, "does not exist");
        refuses({"--watch", "--input", out.path() / "pipe.comp"}, "save it in a file first");
    }

    TEST_CASE("your own data may come from a pipe, in any mode, and may begin with a byte order mark") {
        const Folder out;
        const auto after = [&](const std::string& words) {
            CAPTURE(words);
            check_ended(run_program({"bash", "-c",
                                     lesson_program(lesson) + " --only v1 --no-pictures --out " +
                                         quoted(out.path()) + " " + words}),
                        0, {"n = 9, uint from ", "right"});
        };
        after("--sim --input <(seq 9)");
        after("--sim --input /dev/stdin < <(seq 9)");
        after("--sim --in-process --input <(seq 9)");
        after("--sim --input <(printf '\\xEF\\xBB\\xBF'; seq 9)");
        check_ended(run_program({"bash", "-c",
                                 lesson_program(lesson) + " --sim --input <(:) --out " + quoted(out.path())}),
                    2, {"holds no values"});
    }

    TEST_CASE_FIXTURE(Typed, "help is a page, on stdout, exit 0") {
        const auto outcome = typed({"--help"});
        CHECK(outcome.exit_code == 0);
        for (const char* part :
             {"The ladder:", "v6_registers", "Exit codes:", "--time-limit", "there is nothing to rebuild"})
            CHECK(contains(outcome.output, part));
    }
}

TEST_SUITE("gpu") {
    TEST_CASE_FIXTURE(Typed, "input files: wrong ones refused, right ones sorted") {
        if (skip_without_gpu()) return;
        refuses({"--input", "/no/such.txt"}, "The input file /no/such.txt cannot be read");
        refuses({"--input", out.write("words.txt", "1\ntwo\n")}, "words.txt:2: 'two' is not a uint");
        refuses({"--n", "4294967295"}, "is above this driver's limit");
        refuses({"--input", out.write("three.txt", "1\n2\n3\n"), "--n", "4"},
                "--n 4 is more than the 3 values");
        CHECK(typed({"--only", "v6", "--input", out.write("eight.txt", "2\n7\n5\n1\n4\n8\n6\n3\n"),
                     "--export", out.path() / "table.json"})
                  .exit_code == 0);
        CHECK(contains(read_text(out.path() / "table.json"), "\"v6_registers\""));
    }

    TEST_CASE_FIXTURE(Typed, "a version run beyond its largest n reports that n") {
        if (skip_without_gpu()) return;
        check_ended(typed({"--only", "v2", "--n", "100000"}), 2, {"takes n up to"});
    }

    TEST_CASE_FIXTURE(Typed, "--quiet prints nothing when all is right; --json prints it for machines") {
        if (skip_without_gpu()) return;
        CHECK(typed({"--only", "v1,v3", "--quiet"}).output.empty());
        check_ended(typed({"--only", "v1,v3", "--json"}), 0,
                    {"\"lesson\": \"05_bitonic_sort\"", "\"exit_code\": 0"});
    }

    TEST_CASE_FIXTURE(Typed, "a shader error prints file, line, the line and the driver's words; exit 3") {
        if (skip_without_gpu()) return;
        check_ended(typed({"--shader", shader("const uint i = gl_LocalInvocationID.x;",
                                              "const uint i = gl_LocalInvocationID.q_x;")}),
                    3, {"v1_shared.comp:14", "const uint i = gl_LocalInvocationID.q_x;", "^"});
    }

    TEST_CASE_FIXTURE(Typed, "an endless loop is stopped: exit 5, naming shader and pass") {
        if (skip_without_gpu()) return;
        const auto began = std::chrono::steady_clock::now();
        check_ended(typed({"--time-limit", "1", "--n", endless_n, "--shader",
                           out.write("v3_global.comp", endless_shader())}),
                    5, {"v3_global.comp, pass 1 of 253 did not end within 1 s"});
        CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(8));
    }
}

}  // namespace command_line_test
