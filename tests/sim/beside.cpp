// SPDX-License-Identifier: MIT
// How long a simulator may take that is asked while results wait: what counts is its work, not the clock.
#include "common/sim/beside/beside.hpp"

#include <doctest/doctest.h>

#include <thread>

#include "common/base/deadline.hpp"
#include "common/event/sink.hpp"
#include "tests/support/folder.hpp"

using namespace pbp;

namespace beside_test {

namespace {

/// Works for that long, as one thread.
void work(double seconds) {
    for (const double end = processor_seconds() + seconds; processor_seconds() < end;) {
    }
}

/// What ran out of time, of a kernel with this body that is run `times` times, with a wait of 0.1 s before
/// each.
std::string ran_out(const std::string& body, int times, double processor_s) {
    const test::Folder folder;
    folder.write("kernel.comp", "#version 450\nlayout(local_size_x = 1) in;\nvoid main() {" + body + "}\n");
    SilentSink silent;
    sim::Beside beside({}, {folder.path(), {}, {}}, 0, silent, processor_s);
    return beside.run([&](Device& device) {
        auto program = device.program("kernel.comp");
        for (int i = 0; i < times; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            device.dispatch(program, {1, 1, 1}, {});
        }
    });
}

}  // namespace

TEST_CASE("a deadline counts the work of a process, or the clock") {
    const Deadline never, clock(0.05, 0), processor(0, 0.05);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    CHECK_FALSE(never.is_over());
    CHECK(clock.is_over());
    CHECK_FALSE(processor.is_over());
    CHECK(processor.left_s() > 0);
    work(0.06);
    CHECK_FALSE(never.is_over());
    CHECK(processor.is_over());
    CHECK(processor.left_s() < 0);
}

TEST_CASE("a run beside another one loses no time while others have the processor") {
    CHECK(ran_out("", 5, 0.3) == "");
    CHECK(ran_out("for (uint i = 0u; i < 0xfffffffeu; ++i) if (i == 0xffffffffu) break;", 1, 0.3)
              .find("0.3 s") != std::string::npos);
}

}  // namespace beside_test
