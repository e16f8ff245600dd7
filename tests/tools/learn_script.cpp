// SPDX-License-Identifier: MIT
// The script ./learn, in a small project of its own: what clean removes, two builds at once, what a signal
// leaves running. A script plays CMake.
#include "common/base/files.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace learn_script_test {

using namespace pbp::test;

namespace {

/// A folder with `learn`, and with programs that come first in the PATH.
struct Project {
    Folder folder;
    fs::path root = folder.path() / "project";

    Project() {
        fs::create_directories(root / "lessons/01_first");
        fs::copy_file(fs::path(PBP_SOURCE_DIR) / "learn", root / "learn");
        write("lessons/01_first/main.cpp", "");
    }
    fs::path write(const std::string& name, const std::string& text) const {
        return folder.write("project/" + name, text);
    }
    void program(const fs::path& file, const std::string& text) const {
        fs::create_directories(file.parent_path());
        std::ofstream(file) << "#!/bin/sh\n" << text;
        fs::permissions(file, fs::perms::owner_all);
    }
    /// A build folder as CMake leaves it, for the project in `home`.
    void configured(const std::string& name, const fs::path& home) const {
        write(
            name + "/CMakeCache.txt",
            "CMAKE_PROJECT_NAME:STATIC=pass_by_pass\nCMAKE_HOME_DIRECTORY:INTERNAL=" + home.string() + "\n");
        write(name + "/build.ninja", "");
    }
    /// Runs a shell command line in the project's folder.
    Outcome sh(const std::string& line) const {
        return run_program({"bash", "-c", "cd \"$1\" && PATH=$1/bin:$PATH && " + line, "bash", root});
    }
    bool holds(const std::string& name) const { return fs::exists(fs::symlink_status(root / name)); }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Project, "clean removes the project's own build folders, and no other folder") {
        for (const char* name : {"build", "build-debug", "build-strict"}) configured(name, root);
        configured("build-other", folder.path());
        for (const char* name : {"build_notes/a", "builders_guide/a", "build-plan/a", "build.md", "builds/a"})
            write(name, "mine");
        write("my_exercises/a", "mine");
        const auto outcome = sh("./learn clean");
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 0);
        for (const char* name : {"build", "build-debug", "build-strict"}) {
            CHECK(!holds(name));
            CHECK(contains(outcome.output, "removed " + std::string(name) + "\n"));
        }
        for (const char* name : {"build_notes/a", "builders_guide/a", "build-plan/a", "build.md", "builds/a",
                                 "build-other/CMakeCache.txt", "my_exercises/a", "learn"}) {
            CAPTURE(name);
            CHECK(holds(name));
        }
        CHECK(contains(outcome.output, "build-other, built from "));
        CHECK(sh("./learn clean").exit_code == 0);
    }

    TEST_CASE_FIXTURE(Project,
                      "clean follows no link, and removes from an unconfigured build/ only what it knows") {
        folder.write("elsewhere/CMakeCache.txt", "CMAKE_HOME_DIRECTORY:INTERNAL=" + root.string() + "\n");
        folder.write("elsewhere/mine", "");
        fs::create_directory_symlink(folder.path() / "elsewhere", root / "build");
        fs::create_directory_symlink(folder.path() / "elsewhere", root / "out");
        const auto outcome = sh("./learn clean");
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 0);
        CHECK(fs::exists(folder.path() / "elsewhere/CMakeCache.txt"));
        CHECK(fs::exists(folder.path() / "elsewhere/mine"));
        CHECK(contains(outcome.output, "build, a link to "));
        CHECK(contains(outcome.output, "out, a link to "));

        fs::remove(root / "build");
        write("build/web/index.html", "");
        write("build/configure.log", "");
        CHECK(sh("./learn clean").exit_code == 0);
        CHECK(!holds("build"));
        write("build/configure.log", "");
        write("build/mine", "");
        CHECK(contains(sh("./learn clean").output, "build, where nothing was configured"));
        CHECK(!holds("build/configure.log"));
        CHECK(holds("build/mine"));
    }

    TEST_CASE_FIXTURE(Project, "clean removes from out/ what runs draw and write there, and no other file") {
        // `learn` reads the lists that common/base/written.hpp describes.
        const std::vector<std::string> drawn{"index.html",
                                             "01_first/index.html",
                                             "01_first/v1_linear.png",
                                             "01_first/v1_linear.got.png",
                                             "01_first/tune.png",
                                             "01_first/tune_v1_linear.png",
                                             "01_first/.watch/01_first/v1_linear.png",
                                             "01_first/.watch/v1_linear.passes",
                                             "02_second/v1_plain.png",
                                             "exercises/01_first/v1_linear.got.png",
                                             "run/histogram_Histogram.png",
                                             "run_sort/v1_pass.png",
                                             "bench/bench.json",
                                             "bench/03_reduction_ladder.png",
                                             "experiments/experiments.md"};
        const std::vector<std::string> mine{
            "passes.json",        "my_exercises/a.comp", "01_first/notes.txt",
            "01_first/photo.png", "bench/bench.png",     "run/a/b.png",
            "run/holiday.png",    "run/a b\n.png",       "01_first/v1_holiday.png"};
        for (const auto& file : drawn) {
            fs::create_directories((root / "out" / file).parent_path());
            pbp::write_output(root / "out" / file, "");
        }
        std::ofstream(root / "out/run/.pass_by_pass", std::ios::app) << "../passes.json" << '\0';
        for (const auto& file : mine) write("out/" + file, "");
        const auto outcome = sh("./learn clean");
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 0);
        for (const auto& file : drawn) {
            CAPTURE(file);
            CHECK(!holds("out/" + file));
        }
        for (const auto& file : mine) {
            CAPTURE(file);
            CHECK(holds("out/" + file));
        }
        CHECK(contains(outcome.output, "removed out/01_first (5 of its files)\n"));
        CHECK(contains(outcome.output, "removed out/02_second (1 of its files)\n"));
        CHECK(contains(outcome.output, "\n  out/passes.json\n"));
        CHECK(!holds("out/02_second"));
        CHECK(!holds("out/exercises"));

        for (const auto& file : mine) fs::remove(root / "out" / file);
        for (const char* empty : {"my_exercises", "run/a"}) fs::remove(root / "out" / empty);
        CHECK(sh("./learn clean").output.empty());
        CHECK(!holds("out"));
    }

    TEST_CASE_FIXTURE(
        Project,
        "a project that was moved is configured again, and never builds in another project's folder") {
        program(root / "bin/cmake", "case $1 in -S) : >build/build.ninja ;; esac\n");
        program(root / "bin/ninja", "");
        program(root / "build/lessons/01_first", "echo runs\n");
        configured("build", folder.path() / "before");
        write("build/mine", "");
        check_ended(sh("./learn --no-install 1"), 0, {"runs\n"});
        CHECK(holds("build/mine"));
        CHECK(!holds("build/CMakeCache.txt"));

        write("build/CMakeCache.txt",
              "CMAKE_PROJECT_NAME:STATIC=other\nCMAKE_HOME_DIRECTORY:INTERNAL=/usr\n");
        check_ended(sh("./learn --no-install 1"), 2, {"build holds what was built from /usr: move it away"});
        CHECK(holds("build/CMakeCache.txt"));
    }

    TEST_CASE_FIXTURE(Project,
                      "once all lessons have run, what a learner starts next is built, and said once") {
        configured("build", root);
        program(root / "bin/cmake", "echo \"$*\" >>asked\n");
        program(root / "bin/ninja", "");
        program(root / "build/lessons/01_first", "echo runs >>asked\n");
        auto outcome = sh("./learn --no-install && cat asked");
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 0);
        const auto tools = outcome.output.find("--target tools\n");
        REQUIRE(tools != outcome.output.npos);
        CHECK(outcome.output.rfind("runs\n") < tools);
        CHECK(count(outcome.output, "Ctrl-C is fine") == 1);
        program(root / "build/exercises", "");
        outcome = sh("./learn --no-install");
        CHECK(outcome.exit_code == 0);
        CHECK(!contains(outcome.output, "Ctrl-C is fine"));
    }

    TEST_CASE_FIXTURE(Project, "if two build at once, one waits and says so, and both run") {
        configured("build", root);
        program(root / "bin/ninja", "");
        program(root / "bin/cmake",
                "mkdir building || { echo two build at once; exit 1; }\n"  // the first takes until the second
                                                                           // waits
                "for i in $(seq 300); do grep -q waiting said && break; sleep 0.1; done\nrmdir building\n");
        program(root / "build/lessons/01_first", "echo runs\n");
        const auto outcome =
            sh("{ ./learn --no-install 1 2>>said & ./learn --no-install 1 2>>said; echo $?; wait $!; echo "
               "$?; cat said; }");
        CAPTURE(outcome.output);
        CHECK(count(outcome.output, "runs\n") == 2);
        CHECK(count(outcome.output, "\n0\n") == 2);
        CHECK(count(outcome.output, "learn: another ./learn is building in ") == 1);
    }

    TEST_CASE_FIXTURE(Project,
                      "a signal ends what ./learn test and ./learn started, and gives the exit code") {
        configured("build", root);
        const std::string stays = "echo $$ >>pids\nsh -c 'echo $$ >>pids; sleep 50; :'; :\n";
        write("stays", stays);
        write("build/CTestTestfile.cmake",
              "add_test(stays \"sh\" \"" + (root / "stays").string() +
                  "\")\nset_tests_properties(stays PROPERTIES WORKING_DIRECTORY \"" + root.string() +
                  "\")\n");
        program(root / "build/lessons/01_first", stays);
        program(root / "building/cmake", stays);
        program(root / "building/ninja", "");
        struct Case {
            std::string words, signal, code;
        };
        for (const auto& [words, signal, code] : std::vector<Case>{{"--no-build test", "TERM", "143"},
                                                                   {"--no-build test", "INT", "130"},
                                                                   {"--no-build test --json", "HUP", "129"},
                                                                   {"--no-build", "TERM", "143"},
                                                                   {"--no-build", "INT", "130"},
                                                                   {"--no-install 1", "TERM", "143"}}) {
            CAPTURE(words);
            CAPTURE(signal);
            // -m: a shell's child in the background would ignore SIGINT
            const auto outcome = sh("{ set -m; rm -f pids; PATH=$1/building:$PATH ./learn " + words +
                                    " & for i in {1..300}; do [ 2 = \"$(wc -l <pids)\" ] && break; sleep "
                                    "0.1; done 2>/dev/null; kill -" +
                                    signal +
                                    " $!; wait $!; echo ends with $?; for i in $(cat pids); do kill -0 $i "
                                    "2>/dev/null || echo gone; done; }");
            CAPTURE(outcome.output);
            CHECK(contains(outcome.output, "ends with " + code + "\n"));
            CHECK(count(outcome.output, "gone\n") == 2);
        }
    }

    TEST_CASE_FIXTURE(Project,
                      "a lesson's name is the whole word, and a page's address is one in a browser") {
        for (const char* word : {"1/x", "lessons/01_first/main.cpp"}) {
            CAPTURE(word);
            CHECK(sh(std::string("./learn open ") + word).exit_code == 2);
            CHECK(contains(sh(std::string("./learn --no-build ") + word).output, "is neither a command"));
        }
        const auto raw = sh("./learn \"$(printf 'x\\033[31my')\" 2>&1").output;
        CHECK(contains(raw, "'x?[31my' is neither a command"));
        CHECK(contains(sh("./learn 03.1 2>&1").output, "'03.1' is an exercise: ./learn next 03.1 begins it"));
        CHECK(contains(sh("./learn watch 3 2>&1").output, "after a lesson: ./learn 3 --watch."));
        CHECK(sh("./learn $(printf '%020000d' 0)").output.size() < 4100);
        const auto odd = root.parent_path() / "50% of #1?\xC3\xA4";
        fs::rename(root, odd);
        root = odd;
        fs::create_directories(root / "out/01_first");
        std::ofstream(root / "out/01_first/index.html");
        for (const char* word : {"1", "lessons/01_first/"})
            CHECK(sh(std::string("./learn open ") + word).output ==
                  "The page: file://" + folder.path().string() +
                      "/50%25%20of%20%231%3F%C3%A4/out/01_first/index.html\n");
    }

    TEST_CASE_FIXTURE(Project, "what is in the way of building is named: a file, and a folder that is gone") {
        write("build", "mine");
        check_ended(sh("./learn 1"), 2,
                    {"/build is a file, but what is built should go there: move it away."});
        CHECK(contains(
            sh("mkdir gone && cd gone && rmdir ../gone && " + quoted(root / "learn") + " list").output,
            "learn: the current folder is gone; change to another one (cd)."));
        check_ended(sh("mkdir gone && cd gone && rmdir ../gone && " PBP_BINARY_DIR "/exercises list"), 2,
                    {"exercises: the current folder cannot be used ("});
    }

    TEST_CASE_FIXTURE(Project, "help shows seven commands, help all the rest, both in 80 columns") {
        const auto help = sh("./learn help"), all = sh("./learn help all");
        CHECK(help.exit_code == 0);
        CHECK(count(help.output, "\n  ./learn") == 7);
        CHECK(contains(help.output, "./learn help all"));
        for (const auto& text : {help.output, all.output}) {
            std::istringstream lines(text);
            for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
        }
        for (const char* command :
             {"list",    "install",   "run",     "open",   "next",     "exercises", "check",     "hint",
              "reset",   "solution",  "tune",    "bench",  "plain",    "test",      "mutants",   "new",
              "doctor",  "web",       "windows", "clean",  "8 window", "3 sweep",   "3 compare", "3 step",
              "3 calls", "3 capture", "3 soak",  "3 tune", "3 --sim"}) {
            CAPTURE(command);
            CHECK(contains(all.output, "\n  ./learn " + std::string(command)));
        }
        CHECK(sh("./learn -h").output == help.output);
        CHECK(sh("./learn help everything").exit_code == 2);
    }

    TEST_CASE_FIXTURE(Project, "install builds nothing, and fails while something is missing") {
        program(root / "bin/dpkg-query",
                "shift 3; for package; do printf '|installed %s|' \"$package\"; done\n");
        check_ended(sh("./learn install"), 0, {"Everything that the lessons need is installed."});
        program(root / "bin/dpkg-query", "");
        check_ended(sh("./learn install --no-install"), 4, {"still missing: ", "fonts-dejavu-core"});
        CHECK(sh("./learn install 3").exit_code == 2);
        CHECK(!holds("build"));
    }

    TEST_CASE_FIXTURE(Project,
                      "a package that would upgrade another is held back, and the rest is installed") {
        program(root / "bin/dpkg-query", "");
        program(root / "bin/sudo", "exec \"$@\"\n");
        program(root / "bin/apt-get",
                "case \"$*\" in\n"
                "-s*dejavu*) echo 'Inst libone [1.0] (1.1 Debian:12 [amd64])' ;;\n"
                "-s*) ;;\n"
                "*install*) echo \"$*\" >>asked ;;\n"
                "esac\n");
        const auto install = sh("./learn install; cat asked");
        CAPTURE(install.output);
        CHECK(count(install.output,
                    "learn: not installed because apt would also upgrade libone: fonts-dejavu-core. "
                    "To allow that, run: apt-get install fonts-dejavu-core\n") == 1);
        CHECK(contains(install.output, " install libgl1-mesa-dri\n"));

        const auto web = sh("./learn web; echo $?");
        CAPTURE(web.output);
        CHECK(contains(web.output, "the course for a browser cannot be built without fonts-dejavu-core"));
        CHECK(contains(web.output, "\n4\n"));
        CHECK(!contains(web.output, "./learn web, which installs"));
    }

    TEST_CASE_FIXTURE(Folder, "a fresh root uses the mirror in the machine's own list, in either format") {
        const auto mirror = [&](const std::string& name, const std::string& text) {
            write("etc/" + name, text);
            auto outcome =
                run_program({PBP_SOURCE_DIR "/tests/fresh_root", "--mirror", path() / "etc", "bookworm"});
            fs::remove_all(path() / "etc");
            return outcome.output;
        };
        const std::string list = "sources.list", other = "sources.list.d/a.list",
                          fields = "sources.list.d/a.sources";
        CHECK(mirror(list, "deb http://a/debian bookworm main\n") == "http://a/debian\n");
        CHECK(mirror(other,
                     "# deb http://no/debian bookworm main\ndeb cdrom:[Debian 12]/ bookworm main\n"
                     "deb-src http://src/debian bookworm main\n"
                     "deb [arch=amd64 signed-by=/k.gpg] https://b/debian/ bookworm contrib main # mine\n") ==
              "https://b/debian/\n");
        CHECK(mirror(list,
                     "deb http://security/debian bookworm-security main\ndeb http://tools/ stable main\n"
                     "deb http://a/debian bookworm main\n") == "http://a/debian\n");
        CHECK(mirror(list, "deb http://a/debian sid main\n") ==
              "http://a/debian\n");  // the nearest to be had
        CHECK(mirror(list, "deb http://tools/ bookworm tools\n").empty());
        CHECK(mirror(fields,
                     "# mine\nEnabled: no\nTypes: deb\nURIs: http://off/debian\nSuites: "
                     "bookworm\nComponents: main\n\n"
                     "Types: deb\nURIs: http://c/debian\n# a remark\nSuites: bookworm-updates\n "
                     "bookworm\nComponents: "
                     "non-free\n main\nSigned-By:\n -----BEGIN\n URIs: http://key/debian\n") ==
              "http://c/debian\n");
        CHECK(mirror(fields,
                     "types: deb-src deb\nuris: http://d/debian http://e/debian\nsuites: "
                     "bookworm\ncomponents: main") == "http://d/debian\n");
        CHECK(mirror(fields, "Types: deb-src\nURIs: http://d/debian\nSuites: bookworm\nComponents: main\n")
                  .empty());
    }
}

}  // namespace learn_script_test
