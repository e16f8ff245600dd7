// SPDX-License-Identifier: MIT
#include "common/tools/run_passes/twin.hpp"

#include <algorithm>

#include "common/base/files.hpp"
#include "common/sim/code/code.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/reported/words.hpp"

namespace pbp::run_passes {

namespace {

std::unique_ptr<Backend> simulated(sim::Simulator*& simulator) {
    constexpr double most_seconds = 20;  // nobody else watches it
    sim::Settings settings;
    settings.limit_s = most_seconds;
    auto made = std::make_unique<sim::Simulator>(settings);
    simulator = made.get();
    return made;
}
/// True where a shader has an instruction that leaves something to compare with.
bool stores(const sim::Code& code) {
    using sim::Op;
    return std::ranges::any_of(code.instructions, [](const sim::Instruction& in) {
        return in.op == Op::store_buffer || in.op == Op::atomic_buffer || in.op == Op::store_image ||
               in.op == Op::atomic_image;
    });
}


}  // namespace

Twin::Twin(const Description& description, std::uint32_t n, const Beginning& beginning,
           const std::filesystem::path& shaders)
    : description_(description),
      n_(n),
      device_(simulated(simulator_), {shaders, {}, {}}),
      state_(device_, description, n, beginning) {}

std::vector<std::string> Twin::dispatch(const Launch& launch) {
    return run(launch.step->reference, launch);
}

std::vector<std::string> Twin::whole() {
    Step step;
    step.node = &description_.document.root();
    Launch launch{.step = &step,
                  .name = "reference",
                  .defines = {},
                  .uniforms = {},
                  .names = names_of(description_, n_)};
    return run(description_.reference, launch);
}

std::vector<std::string> Twin::run(const std::filesystem::path& shader, const Launch& launch) {
    auto& program =
        programs_.get(device_, std::filesystem::absolute(shader).string(), {.defines = launch.defines});
    state_.set_uniforms(program, launch, true);
    const auto arguments = state_.arguments(program, launch, true);
    device_.dispatch(program, {1, 1, 1}, arguments, {}, "");
    for (const auto& account : simulator_->take_accounts()) {
        for (const auto& finding : sim::report(account, simulator_->settings().subgroup_size).findings)
            if (!finding.note)
        if (!stores(*account.code))
            fail(
                ExitCode::wrong_usage,
                "the reference {} writes no buffer and no image, so there is nothing to compare with; let it "
                "write what is right.",
                shown(shader));
    }
                fail(ExitCode::check_failed, "the reference {} is wrong itself: {}", shown(shader),
                     in_a_line(finding));
    return state_.written(program, launch, true);
}

}  // namespace pbp::run_passes
