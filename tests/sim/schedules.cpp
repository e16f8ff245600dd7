// SPDX-License-Identifier: MIT
// Every order of the atomics of small kernels: how many there are, and what they leave, worked out by hand.
#include <doctest/doctest.h>

#include "tests/sim/kernel.hpp"
#include "tests/support/folder.hpp"

using namespace pbp;
using test::contains, test::Kernel;

TEST_SUITE_BEGIN("cpu");

namespace {

sim::ProgramReport in_all_orders(const std::string& text, glm::uvec3 groups,
                                 std::vector<Kernel::Words> buffers) {
    sim::Settings settings;
    settings.search = sim::Settings::Search::all_orders;
    return Kernel{.text = text, .groups = groups, .buffers = std::move(buffers), .settings = settings}
        .run()
        .report;
}

std::string tried(int count) {
    return "all orders of its atomics tried (" + std::to_string(count) +
           "): every order gives this result for these data";
}

bool begins(const std::string& text, const std::string& words) {
    return text.starts_with(words);
}

}  // namespace

TEST_CASE("the last of four to count: 4! orders, one result") {
    const auto report = in_all_orders(R"(layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { uint count; uint result; };
void main() {
    if (atomicAdd(count, 1u) == 3u) result = 7u;
}
)",
                                      {1, 1, 1}, {{0, 0}});
    CHECK(report.findings.empty());
    CHECK(report.orders == tried(24));
}

TEST_CASE("two pairs on two words: 2! * 2! orders") {
    const auto report = in_all_orders(R"(layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { uint count[2]; uint result[2]; };
void main() {
    uint word = gl_LocalInvocationID.x / 2u;
    if (atomicAdd(count[word], 1u) == 1u) result[word] = 7u;
}
)",
                                      {1, 1, 1}, {{0, 0, 0, 0}});
    CHECK(report.orders == tried(4));
}

TEST_CASE("additions whose results nobody reads commute: one order is enough") {
    const auto report = in_all_orders(R"(layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { uint histogram[2]; };
void main() {
    atomicAdd(histogram[gl_LocalInvocationID.x % 2u], 1u);
}
)",
                                      {2, 1, 1}, {{0, 0}});
    CHECK(report.orders == tried(1));
}

TEST_CASE("a ticket decides where a value goes: the report shows two results") {
    const auto report = in_all_orders(R"(layout(local_size_x = 3) in;
layout(std430, binding = 0) buffer Data { uint count; uint values[3]; };
void main() {
    values[atomicAdd(count, 1u)] = 10u + gl_LocalInvocationID.x;
}
)",
                                      {1, 1, 1}, {{0, 0, 0, 0}});
    CHECK(report.findings.empty());
    CAPTURE(report.orders);
    CHECK(begins(report.orders, "the result depends on the order: values["));
    CHECK(contains(report.orders, "invocation 2 of workgroup 0 (line 5)"));
}

namespace {

/// The workgroup that counts last takes what all of them have added.
std::string total_with(const std::string& between) {
    return R"(layout(local_size_x = 1) in;
layout(std430, binding = 0) coherent buffer Data { uint total; uint finished; uint result; };
void main() {
    atomicAdd(total, 1u << gl_WorkGroupID.x);
    )" + between +
           R"(
    if (atomicAdd(finished, 1u) == gl_NumWorkGroups.x - 1u) result = atomicExchange(total, 0u);
}
)";
}

}  // namespace

TEST_CASE("an addition that may arrive late: the memory barrier makes all orders alike") {
    const auto right = in_all_orders(total_with("memoryBarrierBuffer();"), {3, 1, 1}, {{0, 0, 0}});
    CHECK(right.findings.empty());
    CAPTURE(right.orders);
    CHECK(contains(right.orders, "every order gives this result"));
    const auto wrong = in_all_orders(total_with(""), {3, 1, 1}, {{0, 0, 0}});
    CAPTURE(wrong.orders);
    CHECK(begins(wrong.orders, "the result depends on the order: "));
    REQUIRE(wrong.findings.size() == 1);
    CHECK(wrong.findings[0].fault == "atomic overtaken");
    CHECK(wrong.findings[0].explains);
    CHECK(wrong.findings[0].schedule == "all");
}

TEST_CASE("an addition that may arrive late where its order matters to nobody else is no fault") {
    for (const std::string last : {"values[atomicAdd(count, 1u)] = gl_WorkGroupID.x;",
                                   "if (atomicAdd(count, 1u) == 2u) values[0] = gl_WorkGroupID.x;"}) {
        const auto report = in_all_orders(R"(layout(local_size_x = 1) in;
layout(std430, binding = 0) coherent buffer Data { uint total; uint count; uint values[3]; };
void main() {
    atomicAdd(total, 1u << gl_WorkGroupID.x);
    )" + last + R"(
    if (gl_WorkGroupID.x == 0u) atomicAdd(total, atomicOr(total, 0u) & 0u);
}
)",
                                          {3, 1, 1}, {Kernel::Words(5)});
        CAPTURE(report.orders);
        CHECK(report.findings.empty());
        CHECK(begins(report.orders, "the result depends on the order: "));
    }
}

TEST_CASE("a flag with both memory barriers: in every order the reader gets the value, or waits for it") {
    const auto report = in_all_orders(R"(layout(local_size_x = 1) in;
layout(std430, binding = 0) coherent buffer Data { uint value; uint flag; uint result; };
void main() {
    if (gl_WorkGroupID.x == 0u) {
        value = 5u;
        memoryBarrierBuffer();
        atomicExchange(flag, 1u);
    } else {
        while (atomicAdd(flag, 0u) == 0u) ;
        memoryBarrierBuffer();
        result = value;
    }
}
)",
                                      {2, 1, 1}, {{0, 0, 0}});
    CHECK(report.findings.empty());
    CHECK(contains(report.orders, "every order gives this result"));
}

TEST_CASE("a subgroupBarrier() keeps the subgroup's size in all orders") {
    const auto report = in_all_orders(R"(#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) coherent buffer Data { uint flag; uint result; uint data[32]; };
void main() {
    uint i = gl_LocalInvocationID.x;
    if (gl_WorkGroupID.x == 0u) {
        data[i] = i;
        memoryBarrierBuffer();
        subgroupBarrier();
        if (i == 0u) { memoryBarrierBuffer(); atomicExchange(flag, 1u); }
    } else {
        if (i == 5u) { while (atomicAdd(flag, 0u) == 0u) ; memoryBarrierBuffer(); }
        subgroupBarrier();
        if (i == 9u) result = data[31];
    }
}
)",
                                      {2, 1, 1}, {Kernel::Words(34)});
    CHECK(report.findings.empty());
    CHECK(contains(report.orders, "every order gives this result"));
}

TEST_CASE("two locks, taken in opposite orders: one schedule waits for ever") {
    Kernel kernel{.text = R"(layout(local_size_x = 1) in;
layout(std430, binding = 0) coherent buffer Data { uint locks[2]; };
void main() {
    uint mine = gl_WorkGroupID.x, other = 1u - mine;
    while (atomicCompSwap(locks[mine], 0u, 1u) != 0u) ;
    while (atomicCompSwap(locks[other], 0u, 1u) != 0u) ;
    atomicExchange(locks[other], 0u);
    atomicExchange(locks[mine], 0u);
}
)",
                  .groups = {2, 1, 1},
                  .buffers = {{0, 0}}};
    CHECK(kernel.found().empty());
    kernel.settings.search = sim::Settings::Search::all_orders;
    CHECK(begins(kernel.found(), "waits for ever"));
}

TEST_CASE("without atomics and races every order is the same, and nothing is tried") {
    const std::string text = R"(layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { uint values[]; };
void main() {
    values[gl_GlobalInvocationID.x] += 1u;
}
)";
    Kernel kernel{.text = text, .groups = {8, 1, 1}, .buffers = {Kernel::Words(32)}};
    CHECK(kernel.run().report.orders == "no atomics, no race: every order gives this result for these data");
    kernel.text.replace(kernel.text.find("+= 1u"), 5, "= values[0]");
    CHECK(kernel.run().report.orders.empty());  // a race
}

TEST_CASE("too many orders: the report says where it gave up") {
    const auto report = in_all_orders(R"(layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { uint count; uint result; };
void main() {
    if (atomicAdd(count, 1u) == 7u) result = 7u;
}
)",
                                      {1, 1, 1}, {{0, 0}});  // 8! = 40320
    CHECK(report.orders == "20000 orders of its atomics tried, and all give this result; there are more");
}

namespace {

/// Two subgroups of four lanes add to one word of shared memory, each by a load and a store.
const std::string two_add = R"(layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { uint values[]; };
shared uint word;
void main() {
    const uint i = gl_LocalInvocationIndex;
    if (i == 0u) word = 0u;
    barrier();
    if (i % 4u == 0u) word = word + i + 1u;
    barrier();
    if (i == 0u) values[gl_WorkGroupID.x] = word;
}
)";

std::uint32_t left_by(std::vector<sim::Settings::Turn> turns) {
    sim::Settings settings;
    settings.subgroup_size = 4;
    settings.order = sim::Settings::Order::turns;
    settings.turns = std::move(turns);
    return Kernel{.text = two_add, .groups = {2, 1, 1}, .buffers = {{0, 0}}, .settings = settings}
        .run()
        .results[0][0];
}

}  // namespace

TEST_CASE("turns that somebody chose: who reads before the other has written loses an addition") {
    CHECK(left_by({}) == 6);
    CHECK(left_by({{0, 0, 0}, {0, 1, 0}, {0, 1, 0}, {0, 0, 0}}) == 6);  // one after the other
    CHECK(left_by({{0, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 1, 0}, {0, 0, 0}}) ==
          1);  // 0 reads, 1 adds, 0 writes
    CHECK(left_by({{0, 0, 0}, {0, 1, 0}, {0, 1, 1}, {0, 0, 0}}) == 5);
    // What is not there, waits or has ended is passed over.
    CHECK(left_by({{9, 0, 0}, {0, 7, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 1}}) == 6);
}

TEST_CASE("turns as words are the turns") {
    sim::Settings settings;
    settings.order = sim::Settings::Order::turns;
    settings.turns = {{0, 1, 0}, {0, 0, 3}, {2, 1, 0}, {12, 0, 40}};
    CHECK(sim::schedule_of(settings) == "turns:1,0*3,2.1,12.0*40");
}
