// SPDX-License-Identifier: MIT
// How long a simulator may take that is asked while results wait: what counts is its work, not the clock.
#include "common/sim/beside/beside.hpp"

#include <doctest/doctest.h>

#include <thread>

#include "common/base/deadline.hpp"
#include "common/event/sink.hpp"
#include "common/sim/beside/observed.hpp"
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

TEST_CASE(
    "nobody is named as the writer of a row where its dispatch's trace names others than were observed") {
    sim::ObservedRows seen;
    sim::ObservedRow traced, stored;
    traced.values = stored.values = Values(std::vector<std::uint32_t>{5, 7});
    traced.traced_by = {9, 10};
    stored.writers = {9, 10};
    stored.lines = {3, 3};
    seen.add({1, ""}, traced);
    seen.add({2, ""}, stored);
    for (const bool same : {true, false}) {
        record::Pass first{.values = traced.values}, second{.values = stored.values};
        first.writers = same ? traced.traced_by : std::vector<std::uint32_t>{1, 2};
        CHECK(seen.explain(1, first, true) == same);
        CHECK(seen.explain(2, second, same));
        CHECK(second.writers.empty() != same);
        CHECK(second.lines.empty() != same);
    }
}

}  // namespace beside_test
