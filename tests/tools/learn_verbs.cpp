// SPDX-License-Identifier: MIT
// ./learn VERB LESSON and ./learn LESSON VERB.
#include <fstream>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace learn_verbs_test {

using namespace pbp::test;

namespace {

/// A project of one lesson, whose programs print what they are started with.
struct Project {
    Folder folder;

    Project() {
        fs::copy_file(fs::path(PBP_SOURCE_DIR) / "learn", folder.path() / "learn");
        fs::create_directories(folder.path() / "lessons/01_first");
        fs::create_directories(folder.path() / "lessons/02_plain");
        folder.write("lessons/01_first/main.cpp", "");
        folder.write("lessons/02_plain/CMakeLists.txt", "");
        folder.write("build/CMakeCache.txt",
                     "CMAKE_HOME_DIRECTORY:INTERNAL=" + folder.path().string() + "\n");
        folder.write("build/build.ninja", "");
        for (const char* name : {"build/lessons/01_first", "build/bench"}) {
            fs::create_directories((folder.path() / name).parent_path());
            folder.write(name, "#!/bin/sh\necho ${0##*/} \"$@\"\n");
            fs::permissions(folder.path() / name, fs::perms::owner_all);
        }
    }
    Outcome learn(const std::string& words) const {
        return run_program({"bash", "-c", "cd \"$1\" && ./learn --no-build " + words, "bash", folder.path()});
    }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Project, "the verb may be before the lesson or after it") {
        for (const std::string verb :
             {"tune", "sweep", "compare", "step", "soak", "calls", "capture", "window"}) {
            CAPTURE(verb);
            const auto expected = "01_first " + verb + " --n 8\n";
            CHECK(learn(verb + " 1 --n 8").output == expected);
            CHECK(learn("01_first " + verb + " --n 8").output == expected);
            CHECK(contains(learn(verb + " 2").output, "lesson 02 is plain OpenGL"));
            CHECK(learn(verb + " 3").exit_code == 2);
            check_ended(learn(verb), 2, {"as in ./learn " + verb + " 3"});
        }
        CHECK(learn("bench 1 --peers").output == "bench 01_first --peers\n");
        CHECK(learn("1 bench --peers").output == "bench 01_first --peers\n");
        CHECK(contains(learn("swep 1").output, "did you mean"));
    }
}

}  // namespace learn_verbs_test
