// check_kernel SHADER: sums 64 numbers by a kernel, on the simulator. Exit code 1 if the sum is wrong or the
// simulator finds a fault, in one of three orders. SPDX-License-Identifier: MIT
#include <cstdio>

#include "common/base/error.hpp"
#include "common/device/device.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/run/simulator.hpp"

using namespace pbp;

// [check]
/// The number of faults, each printed; a wrong sum is one.
int faults_of(const char* shader, const sim::Settings& settings) {
    auto made = std::make_unique<sim::Simulator>(settings);
    auto& simulator = *made;
    ShaderTree shaders;
    shaders.root = SHADERS;
    Device device(std::move(made), shaders);
    auto data = device.buffer(std::vector<std::uint32_t>(64, 1));
    auto program = device.program(shader);
    device.dispatch(program, Groups{1}, {inout(0, data)});

    int faults = 0;
    for (const auto& report : sim::take_reports(simulator))
        for (const auto& finding : report.findings) {
            if (finding.note) continue;
            std::printf("%s\n", finding.in_full().c_str());
            ++faults;
        }
    if (const auto sum = device.read(data)[0]; sum != 64) {
        std::printf("the sum is %u, not 64\n", sum);
        ++faults;
    }
    return faults;
}
// [/check]

int main(int argc, char** argv) {
    using Order = sim::Settings::Order;
    int faults = 0;
    try {
        for (const auto order : {Order::in_order, Order::reverse, Order::random}) {
            sim::Settings settings;
            settings.order = order;
            faults += faults_of(argc > 1 ? argv[1] : "sum.comp", settings);
        }
    } catch (const Error& problem) {
        std::printf("%s\n", problem.what());
        return 1;
    }
    return faults > 0 ? 1 : 0;
}
