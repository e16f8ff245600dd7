// SPDX-License-Identifier: MIT
#include "common/tools/run_passes/twin.hpp"

#include <algorithm>

#include "common/base/files.hpp"
#include "common/sim/code/code.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/reported/words.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp::run_passes {

namespace {

sim::Settings limited_to(double limit_s) {
    sim::Settings settings;
    settings.limit_s = limit_s;
    return settings;
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

Twin::Twin(const Description& description, std::uint32_t n, const Beginning& beginning, const Run& run)
    : description_(description),
      n_(n),
      opened_(limited_to(run.options.limit_s), {run.options.shaders, {}, {}}, run.gpu.observer()),
      state_(opened_.device, description, n, beginning) {}

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
    auto& program = programs_.get(opened_.device, std::filesystem::absolute(shader).string(),
                                  {.defines = launch.defines});
    state_.set_uniforms(program, launch, true);
    const auto arguments = state_.arguments(program, launch, true);
    opened_.device.dispatch(program, {1, 1, 1}, arguments, {}, "");
    for (const auto& account : opened_.simulator->take_accounts()) {
        for (const auto& finding : sim::report(account, opened_.simulator->settings().subgroup_size).findings)
            if (!finding.note)
                fail(ExitCode::check_failed, "the reference {} is wrong itself: {}", shown(shader),
                     in_a_line(finding));
        if (!stores(*account.code))
            fail(
                ExitCode::wrong_usage,
                "the reference {} writes no buffer and no image, so there is nothing to compare with; let it "
                "write what is right.",
                shown(shader));
    }
    return state_.written(program, launch, true);
}

}  // namespace pbp::run_passes
