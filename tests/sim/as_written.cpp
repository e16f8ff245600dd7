// SPDX-License-Identifier: MIT
// Odd-even sort as it is first written: the report names everything that is wrong with it.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "common/glsl/preprocess.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/run/simulator.hpp"

using namespace pbp;

TEST_SUITE_BEGIN("cpu");

namespace {

/// What the simulator finds while it sorts 128 keys in one workgroup of 64 invocations.
sim::ProgramReport sorted_as_written(sim::Settings settings) {
    settings.most_rounds = 100;  // the loop has no end
    sim::Simulator simulator(settings);
    const auto source = glsl::preprocess(PBP_SOURCE_DIR "/tests/sim/kernels/odd_even_as_written.comp",
                                         {PBP_SOURCE_DIR "/shaders/common", {{"LOCAL_SIZE", "64"}}});
    const auto program = simulator.build(source).handle;
    std::vector<std::uint32_t> keys(128);
    std::iota(keys.rbegin(), keys.rend(), 0u);
    const Handle buffer = simulator.create_buffer(keys.size() * 4);
    simulator.write(buffer, 0, std::as_bytes(std::span(keys)));
    simulator.dispatch(program, {1, 1, 1}, {std::span(&buffer, 1), {}, {}, {}});
    return sim::report(simulator.take_accounts().at(0), settings.subgroup_size);
}

/// True if some finding of this kind shows the line with `text`, and also the other one if it is given.
bool names(const sim::ProgramReport& report, const std::string& fault, const std::string& text,
           const std::string& other = "") {
    return std::ranges::any_of(report.findings, [&](const sim::ReportedFinding& one) {
        const auto shows = [&](const std::string& words) {
            return std::ranges::any_of(one.places, [&](const sim::ReportedPlace& place) {
                return place.text.find(words) != std::string::npos;
            });
        };
        return one.fault == fault && shows(text) && shows(other);
    });
}

}  // namespace

TEST_CASE(
    "the sort as it is first written: races on the flag and the counter, a barrier that not all may reach") {
    for (const std::uint32_t size : {4u, 8u, 16u})
        for (const auto order :
             {sim::Settings::Order::in_order, sim::Settings::Order::reverse, sim::Settings::Order::random}) {
            sim::Settings settings;
            settings.subgroup_size = size;
            settings.order = order;
            const auto report = sorted_as_written(settings);
            std::string found;
            for (const auto& one : report.findings) {
                found += "\n" + one.fault + ": " + one.sentence;
                for (const auto& place : one.places) found += "\n    " + place.text + "    " + place.role;
            }
            CAPTURE(size);
            CAPTURE(found);
            CHECK(names(report, "data race", "step_count += 1u", "low = step_count"));
            CHECK(names(report, "data race", "is_swap = true", "if (!is_swap) break;"));
            CHECK(names(report, "barrier in non-uniform flow", "barrier();", "if (!is_swap) break;"));
            CHECK(names(report, "endless loop", "is_swap"));
        }
}

TEST_CASE("a barrier behind a condition that nobody races for is none of this") {
    // All leave this loop together: two barriers separate each read of its condition from the writes.
    sim::Simulator simulator({});
    glsl::Source source;
    source.text = R"(#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint left;
void main() {
    uint i = gl_LocalInvocationID.x;
    if (i == 0u) left = 5u;
    barrier();
    while (true) {
        if (left == 0u) break;
        barrier();
        if (i == 0u) --left;
        barrier();
    }
    data[i] = i;
}
)";
    source.files = {"kernel.comp"};
    source.originals = {source.text};
    const auto program = simulator.build(source).handle;
    const Handle buffer = simulator.create_buffer(256);
    simulator.dispatch(program, {1, 1, 1}, {std::span(&buffer, 1), {}, {}, {}});
    CHECK(sim::report(simulator.take_accounts().at(0), 32).findings.empty());
}
