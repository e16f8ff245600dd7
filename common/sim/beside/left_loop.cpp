// SPDX-License-Identifier: MIT
#include "common/sim/beside/left_loop.hpp"

#include <algorithm>

#include "common/glsl/scan.hpp"
#include "common/sim/beside/beside.hpp"

namespace pbp::sim {

namespace {

constexpr std::uint32_t most_rounds = 65535;  // measured: docs/hardware.md

/// True if this driver leaves a loop of more than `most_rounds` rounds: llvmpipe does in Mesa 22.3.6, and no
/// longer in 25.0.7. No other driver is asked.
bool leaves_loops(Device& driver) {
    if (!driver.info().renderer.starts_with("llvmpipe")) return false;
    constexpr std::uint32_t wanted = most_rounds + 1;
    glsl::Source source;
    source.text = R"(#version 450 core
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Count { uint rounds; };
uniform uint wanted;
void main() {
    for (uint i = 0u; i < wanted; ++i) atomicAdd(rounds, 1u);
}
)";
    auto program = driver.build("a probe of the driver", source);
    program.set("wanted", wanted);
    auto rounds = driver.buffer({0u});
    driver.dispatch(program, Groups{1, 1, 1}, {inout(0, rounds)}, "a probe of the driver");
    return driver.read(rounds)[0] != wanted;
}

/// The loop that went on.
std::optional<LeftLoop> endless(const std::vector<Account>& accounts) {
    for (const auto& account : accounts)
        for (const auto& one : account.findings.all()) {
            if (one.fault != Fault::endless_loop && one.fault != Fault::stuck) continue;
            const auto line = static_cast<int>(account.code->sites[one.here.site].line);
            const auto place = account.source.locate(0, line);
            return LeftLoop{
                true, fmt::format("{}:{}: this loop does not end within {} rounds of its invocation's loops, "
                                  "after which llvmpipe "
                                  "leaves all of them, so its results do not count; find out with --sim what "
                                  "should end it, or use a GPU if it needs more.\n    {}",
                                  place.file, place.line, most_rounds, account.source.line_text(0, line))};
        }
    return std::nullopt;
}

}  // namespace

std::optional<LeftLoop> left_loop(Device& driver, ShaderTree shaders, double limit_s, Observer& observer,
                                  const std::function<void(Device&)>& work) {
    if (!leaves_loops(driver)) return std::nullopt;
    Settings settings = settings_like(driver.info());
    settings.most_rounds = most_rounds;
    settings.patience = 1;  // llvmpipe counts all loops together
    Beside beside(settings, std::move(shaders), limit_s, observer);
    const auto ran_out = beside.run(work);
    if (auto found = endless(beside.simulator().take_accounts())) return found;
    if (ran_out.empty()) return std::nullopt;
    return LeftLoop{
        false,
        fmt::format("{}: llvmpipe leaves all loops of an invocation after {} rounds, without a word; the "
                    "simulator could not rule that out in {} s",
                    ran_out.substr(0, ran_out.find(": the dispatch")), most_rounds,
                    beside.simulator().settings().processor_s)};
}

bool has_loops(const glsl::Source& source) {
    return std::ranges::any_of(glsl::tokens(source.text), [](const glsl::Token& token) {
        return token.text == "for" || token.text == "while" || token.text == "do";
    });
}

}  // namespace pbp::sim
