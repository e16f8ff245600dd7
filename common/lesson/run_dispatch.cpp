// SPDX-License-Identifier: MIT
// How a run dispatches, and who hears of it.
#include "common/device/timer.hpp"
#include "common/lesson/lesson.hpp"
#include "common/lesson/run.hpp"

namespace pbp {

void Run::dispatch(Program& program, Groups groups, std::span<const Argument> arguments, Traced traced) {
    dispatch_by(program, groups, traced, [&](const Instruments& instruments, const auto& what) {
        gpu.dispatch(program, groups, arguments, instruments, what);
    });
}

void Run::launch(Program& program, Groups groups, const Bindings& bindings, Traced traced) {
    dispatch_by(program, groups, traced, [&](const Instruments& instruments, const auto& what) {
        gpu.launch(program, groups, bindings, instruments, what);
    });
}

void Run::dispatch_by(Program& program, Groups groups, Traced traced, const Launch& launch) {
    dispatch_ = traced;
    checks_since_dispatch_ = 0;
    order_is_observed_ = true;
    trace_.clear();
    ++facts_.dispatches;
    const auto size = program.local_size();
    if (checking()) recorder_.dispatched({{groups.x, groups.y, groups.z}, {size.x, size.y, size.z}});
    if (mode_.bench != nullptr) {
        mode_.bench->dispatching(true);
        launch({}, fmt::format("dispatch {}", facts_.dispatches));
        mode_.bench->dispatching(false);
        return;
    }
    if (mode_.timed) {
        const auto chosen = in_words(options.choice);
        Timer timer(gpu, program.name() + ", a timed run" + (chosen.empty() ? "" : ", " + chosen));
        launch({}, "");
        facts_.elapsed_ms += timer.elapsed_ms();
        return;
    }
    std::string what = in_words(options.choice);
    if (planned_passes_ > 0)
        what = fmt::format("pass {} of {}{}{}", facts_.passes + 1, planned_passes_, what.empty() ? "" : ", ",
                           what);
    sink_.progress(
        version_.name,
        planned_passes_ == 0 ? 0 : static_cast<double>(facts_.passes) / static_cast<double>(planned_passes_));
    // Of a sampled run only passes that are looked at again are traced, where their trace is small enough.
    const bool inside = facts_.passes + traced.passes >= mode_.check_from && facts_.passes < mode_.check_to;
    const bool wanted = !facts_.sampled || (inside && DispatchTrace::fits(traced));
    const auto during = coming_passes() + (mode_.repeated ? recorder_.circumstances() : "");
    if (mode_.paged) {
        page_.dispatched(program,
                         {0,
                          {groups.x, groups.y, groups.z},
                          {program.local_size().x, program.local_size().y, program.local_size().z},
                          gpu.info().subgroup_size},
                         options.shaders);
        // Before what may hang or crash. A closer look sends only what it finds.
        if (!looks_closer()) page_.send();
    }
    if (mode_.observing != nullptr) mode_.observing->begin(traced, facts_.passes);
    const Instruments instruments{trace_.begin(gpu, program, traced, wanted), debug_log_.begin(gpu, program)};
    if (mode_.framed) gpu.backend().begin_frame(version_.name + ", " + during);
    launch(instruments, during);
    if (mode_.framed) gpu.backend().end_frame();
    if (mode_.observing != nullptr) mode_.observing->end(trace_.buffer());
    trace_.end(gpu);
    if (traced.at_most) dispatch_.passes = std::max<std::size_t>(1, trace_.passes_reported());
    debug_log_.end(gpu, program, groups, during, recorder_.circumstances());
}

std::string Run::coming_passes() const {
    const auto first = facts_.passes + 1, last = facts_.passes + dispatch_.passes;
    if (planned_passes_ == 0 || last > planned_passes_) return fmt::format("dispatch {}", facts_.dispatches);
    if (first == last) return fmt::format("pass {} of {}", first, planned_passes_);
    return fmt::format("passes {} to {} of {}", first, last, planned_passes_);
}

}  // namespace pbp
