// SPDX-License-Identifier: MIT
#include "common/device/probe.hpp"

#include <algorithm>

namespace pbp {

namespace {

constexpr std::uint32_t patience =
    1u << 22;  // polls: seconds on a GPU, and never reached if others make progress
constexpr int attempts = 16;

}  // namespace

std::vector<glsl::Define> probe_defines() {
    return {{"LOCAL_SIZE", "128"}};  // the largest possible subgroup
}

Probe probe(Device& device, Program& program) {
    enum { ticket, starved, lanes, done };
    // A GPU starves workgroups only when it is full; on a CPU few run side by side anyway.
    const std::uint32_t workgroups =
        std::min(device.info().software ? 64u : 1024u, device.limits().workgroup_count.x);
    Probe found;
    program.set("patience", patience);
    for (int i = 0; i < (device.info().software ? attempts : 1) && !found.waiting_workgroups_progress; ++i) {
        auto words = device.buffer(std::vector<std::uint32_t>(done + workgroups, 0));
        device.dispatch(program, Groups{workgroups, 1, 1}, {inout(0, words)}, "a probe of the driver");
        const auto answer = device.read(words);
        found = {answer[lanes], answer[ticket] == workgroups && answer[starved] == 0};
    }
    return found;
}

Probe probe(Device& device) {
    auto program = device.program(probe_shader, {probe_defines()});
    return probe(device, program);
}

std::uint32_t lanes_of(Device& device) {
    auto size = device.buffer<std::uint32_t>({1});
    auto program = device.program("common/subgroup_size.comp", {{{"LOCAL_SIZE", "1"}}});
    device.dispatch(program, Groups{1, 1, 1}, {out(0, size)}, "a probe of the driver");
    return device.read(size).front();
}

bool waiting_workgroups_progress(Device& device) {
    return probe(device).waiting_workgroups_progress;
}

}  // namespace pbp
