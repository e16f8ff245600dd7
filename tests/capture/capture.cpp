// SPDX-License-Identifier: MIT
// What a graphics debugger sees of a capture: apitrace records a lesson under Xvfb, and its trace is read.
#include <doctest/doctest.h>

#include <sstream>

#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

using namespace pbp::test;

namespace {

bool skip_without_tools() {
    if (run_program({"sh", "-c", "command -v apitrace && command -v xvfb-run"}).exit_code == 0)
        return skip_without_gpu();
    std::printf("SKIPPED: no OpenGL debugger on this machine; install apitrace, xvfb and xauth\n");
    return true;
}

/// What is between two swaps of the window's buffers: its debug group, and the number of dispatches.
struct Frame {
    std::string group;
    int dispatches = 0;
};

std::vector<Frame> frames_of(const std::string& calls) {
    std::vector<Frame> frames(1);
    std::istringstream lines(calls);
    for (std::string line; std::getline(lines, line);) {
        const std::string name = "message = \"";
        if (contains(line, "glXSwapBuffers(")) frames.emplace_back();
        if (contains(line, " glDispatchCompute(")) ++frames.back().dispatches;
        if (contains(line, " glPushDebugGroup(")) {
            const auto from = line.find(name) + name.size();
            frames.back().group = line.substr(from, line.find('"', from) - from);
        }
    }
    return frames;
}

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE("each dispatch of the first run has its own frame, named by version and pass") {
        if (skip_without_tools()) return;
        const Folder folder;
        const auto record = (folder.path() / "lesson.trace").string();
        check_ended(
            run_program(on_own_display({"apitrace", "trace", "-o", record, lesson_program("05_bitonic_sort"),
                                        "capture", "--only", "v1,v3", "--n", "8", "--out", folder.path()})),
            0, {"6 dispatches, one frame each; not timed"});

        std::vector<std::string> groups;
        for (const auto& frame :
             frames_of(run_program({"apitrace", "dump", "--color=never", record}).output)) {
            CHECK(frame.dispatches == (frame.group.empty() ? 0 : 1));
            if (!frame.group.empty()) groups.push_back(frame.group);
        }
        std::vector<std::string> expected{"v1_shared, passes 1 to 6 of 6"};
        for (int pass = 1; pass <= 6; ++pass)
            expected.push_back("v3_global, pass " + std::to_string(pass) + " of 6");
        CHECK(groups == expected);
    }
}
