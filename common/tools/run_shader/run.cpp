// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/run.hpp"

#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "common/device/timer.hpp"
#include "common/lesson/simulation_pictures.hpp"
#include "common/sim/beside/left_loop.hpp"
#include "common/sim/beside/repair.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/run/simulator.hpp"
#include "common/tools/run_shader/compiled.hpp"
#include "common/tools/run_shader/expecting.hpp"
#include "common/tools/run_shader/pictures.hpp"
#include "common/tools/run_shader/session.hpp"

namespace pbp::run_shader {

namespace {

constexpr std::uint32_t most_rows = 16;  ///< of a strip: dispatches whose results are kept

/// Dispatches as often as asked; what the buffers held at first and after each of the last dispatches.
std::vector<Snapshots> dispatch_all(Session& session, const Wishes& wishes, Outcome& outcome,
                                    Device& device) {
    std::vector<Snapshots> kept;
    for (const auto& bound : session.buffers()) kept.push_back({{"before", bound.began.words}});
    for (std::uint32_t i = 1; i <= wishes.repeat; ++i) {
        device.backend().start_clock();
        session.dispatch();
        outcome.elapsed_ms += device.backend().stop_clock_ms();
        if (i < wishes.repeat && i >= most_rows) continue;
        for (std::size_t b = 0; b < kept.size(); ++b)
            if (i == wishes.repeat || session.buffers()[b].block.writes)
                kept[b].emplace_back(wishes.repeat == 1 ? "after" : fmt::format("dispatch {}", i),
                                     session.read(session.buffers()[b]));
    }
    return kept;
}

ShownBuffer shown_buffer(const BoundBuffer& bound, const Snapshots& snapshots, const Wishes& wishes) {
    ShownBuffer shown{bound.block.name,
                      bound.block.binding,
                      bound.block.writes,
                      bound.block.uniform,
                      bound.began.in_words,
                      {},
                      {}};
    for (const auto& member : bound.block.members)
        shown.members.push_back(compare(member, member.open ? bound.began.count : member.count,
                                        snapshots.front().second, snapshots.back().second, wishes.show));
    return shown;
}

void tell_device(const Device& device, Sink& sink) {
    RunReport about;
    about.renderer = device.info().renderer;
    about.context = device.info().context;
    about.software = device.info().software;
    about.subgroups = to_string(device.subgroups());
    sink.start(about);
}

/// What the simulator saw, as a lesson tells it of a version.
VersionReport simulation_of(sim::Simulator& simulator, const Wishes& wishes, Unwritten& unwritten) {
    VersionReport report;
    const auto stem = wishes.shader.stem().string();
    for (const auto& account : simulator.take_accounts()) {
        report.simulation.push_back(sim::report(account, simulator.settings().subgroup_size));
        if (wishes.pictures)
            unwritten.attempt([&] {
                report.pictures = save_simulation_pictures(account, simulator.settings(),
                                                           wishes.out / "run" / (stem + "_sim"), stem);
            });
    }
    return report;
}

ShaderTree shaders_of(const Wishes& wishes) {
    return {wishes.shaders, wishes.shader, wishes.shader.string()};
}

/// One finding, with the change that brings the accesses into order, for all those which that removes.
void prove_repair(const Wishes& wishes, VersionReport& report, Sink& sink) {
    if (sim::errors_of(report.simulation).empty() || is_compiled(wishes.shader)) return;
    const auto repair =
        sim::repair_of(*wishes.simulated, shaders_of(wishes), sink, [&](Device& device, sim::Extent extent) {
            if (wishes.subgroup) device.use_subgroups(*wishes.subgroup);
            Session session(device, wishes);
            session.dispatch(wishes.repeat);
            sim::Result result;
            if (!extent.checks) return result;
            if (!wishes.expect.empty()) return result.right = is_as_expected(wishes, session), result;
            for (const auto& bound : session.buffers()) {
                const auto words = session.read(bound);
                result.words = fnv1a(words.data(), words.size(), result.words);
            }
            return result;
        });
    if (repair) sim::state(*repair, report.simulation);
}

/// Runs the same on the simulator, where the driver may have left a loop.
void add_left_loop(Device& device, Wishes wishes, Outcome& outcome, Sink& sink) {
    wishes.simulated = sim::Settings{};  // the machine is left_loop's; it only says that there is one
    const auto left =
        sim::left_loop(device, shaders_of(wishes), wishes.limits.dispatch_s, sink, [&](Device& simulated) {
            simulated.use_subgroups(device.subgroups());
            Session(simulated, wishes).dispatch(wishes.repeat);
        });
    if (left && left->certain) outcome.left_loop = left->sentence;
    if (left && !left->certain) outcome.notes.push_back(left->sentence);
}

}  // namespace

Opened opened_for(const Wishes& wishes, Observer& observer) {
    const auto machine = wishes.simulated ? Machine(*wishes.simulated) : Machine(wishes.context);
    Opened made(machine, shaders_of(wishes), &observer);
    if (wishes.subgroup) made.device.use_subgroups(*wishes.subgroup);
    return made;
}

Outcome outcome_of(const Session& session, const Wishes& wishes) {
    const auto groups = session.groups(), local = session.local_size();
    Outcome made;
    made.groups = {groups.x, groups.y, groups.z};
    made.local = {local.x, local.y, local.z};
    made.repeat = wishes.repeat;
    made.notes = session.notes();
    return made;
}

void tell(VersionReport report, const Wishes& wishes, Sink& sink) {
    report.name = wishes.shader.filename().string();
    const auto fails = [](const SweptRun& one) { return !one.problems.empty(); };
    if (std::ranges::any_of(report.simulation, &sim::ProgramReport::has_errors) ||
        std::ranges::any_of(report.sweep, fails)) {
        report.status = VersionReport::Status::wrong;
        report.exit_code = static_cast<int>(ExitCode::check_failed);
    }
    sink.version(report);
}

Outcome run(const Wishes& wishes, Sink& sink, Unwritten& unwritten) {
    const auto name = wishes.shader.stem().string();
    const auto folder = wishes.out / "run";
    auto [simulator, device] = opened_for(wishes, sink);
    tell_device(device, sink);

    Session session(device, wishes);
    auto outcome = outcome_of(session, wishes);
    std::vector<Snapshots> snapshots;
    try {
        snapshots = dispatch_all(session, wishes, outcome, device);
    } catch (const Error& error) {  // what was found until then counts all the same
        if (simulator == nullptr) throw;
        sink.end();  // of the dispatch: its time limit is over
        auto report = simulation_of(*simulator, wishes, unwritten);
        if (error.code() == ExitCode::time_limit) report.smallest = smallest_command(wishes, session, false);
        tell(std::move(report), wishes, sink);
        throw;
    }
    if (!wishes.expect.empty()) compare_with_expected(wishes, session, snapshots, outcome);
    if (simulator == nullptr && sim::has_loops(session.source()))
        add_left_loop(device, wishes, outcome, sink);
    if (simulator != nullptr) outcome.elapsed_ms = 0;  // how long a simulation takes says nothing

    if (wishes.pictures) {
        unwritten.attempt([&] { ensure_writable(folder, "--out"); });
        remove_pictures(folder, name);
    }
    const auto local = session.local_size();
    for (std::size_t b = 0; b < snapshots.size(); ++b) {
        const auto& bound = session.buffers()[b];
        outcome.buffers.push_back(shown_buffer(bound, snapshots[b], wishes));
        auto& shown = outcome.buffers.back();
        if (wishes.pictures && shown.changed() > 0)
            unwritten.attempt([&] {
                shown.pictures = draw_buffer(bound, snapshots[b], local.x * local.y * local.z, folder, name);
            });
    }
    for (const auto& bound : session.images()) {
        const auto& shape = bound.shape;
        ShownImage shown{bound.slot.name,
                         bound.slot.binding,
                         bound.slot.sampled,
                         std::string(find_texel_format(shape.format)->name),
                         {},
                         bound.in_words,
                         0,
                         {},
                         {}};
        for (int axis = 0; axis < shape.dimensions + (shape.arrayed ? 1 : 0); ++axis)
            shown.size.push_back(shape.size[axis]);
        const auto pixels = session.read(bound);
        const auto& format = *find_texel_format(shape.format);
        const bool in_numbers = format.is_integer() || format.bits[1] == 0;
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            shown.changed += pixels[i] != bound.began[i];
            if (!in_numbers || i >= wishes.show) continue;
            shown.texels.before.push_back(text_of(bound.began[i], shape));
            shown.texels.after.push_back(text_of(pixels[i], shape));
        }
        if (wishes.pictures && shown.changed > 0)
            unwritten.attempt([&] { shown.picture = draw_image(bound, pixels, folder, name); });
        outcome.images.push_back(shown);
    }
    if (simulator == nullptr) return outcome;
    auto report = simulation_of(*simulator, wishes, unwritten);
    const auto others = sim::other_orders(simulator->settings(), report.simulation);
    if (others.wanted) try_other_orders(wishes, session, report, outcome, sink);
    sim::accuse_late_atomics(report.simulation);
    if (!others.left_out.empty()) outcome.notes.push_back(others.left_out);
    if (!outcome.wrong.empty() || std::ranges::any_of(report.simulation, &sim::ProgramReport::has_errors))
        report.smallest = smallest_command(wishes, session, true);
    prove_repair(wishes, report, sink);
    tell(std::move(report), wishes, sink);
    return outcome;
}

}  // namespace pbp::run_shader
