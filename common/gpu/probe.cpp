// SPDX-License-Identifier: MIT
#include "common/gpu/probe.hpp"

namespace pbp {

namespace {

constexpr std::uint32_t workgroups = 1024;

}  // namespace

std::vector<glsl::Define> probe_defines() {
    return {{"LOCAL_SIZE", "128"}};  // the largest subgroup there is
}

Probe probe(Device& device, Program& program) {
    enum { ticket, starved, lanes, done };
    auto words = device.buffer(std::vector<std::uint32_t>(done + workgroups, 0));
    program.set("patience", patience(device.info()));
    device.dispatch(program, Groups{workgroups, 1, 1}, {inout(words)}, "a probe of the driver");
    const auto answer = device.read(words);
    return {answer[lanes], answer[ticket] == workgroups && answer[starved] == 0};
}

Probe probe(Device& device) {
    auto program = device.program(probe_shader, {probe_defines()});
    return probe(device, program);
}

bool waiting_workgroups_progress(Device& device) {
    return probe(device).waiting_workgroups_progress;
}

std::uint32_t patience(const DeviceInfo& info) {
    return info.software ? 1u << 25 : 1u << 22;
}

}  // namespace pbp
