// SPDX-License-Identifier: MIT
#include <algorithm>
#include <mutex>
#include <set>

#include "common/modes/machines.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/reported/words.hpp"
#include "common/sim/run/simulator.hpp"
#include "common/tools/run_shader/run.hpp"
#include "common/tools/run_shader/session.hpp"

namespace pbp::run_shader {

namespace {

/// All that a run left.
struct Swept {
    std::vector<Contents> buffers;
    std::vector<Block> blocks;
    std::vector<ImageSlot> slots;
    std::vector<std::vector<Texel>> images;
    std::vector<ImageShape> shapes;  ///< of the images
    std::vector<sim::ProgramReport> reports;
    std::set<std::string> findings;  ///< each in a few words
    std::array<std::uint32_t, 3> groups{}, local{};
    std::vector<std::string> notes;
};

Swept left_by(Session& session) {
    Swept made;
    for (const auto& bound : session.buffers()) {
        made.blocks.push_back(bound.block);
        made.buffers.push_back({session.read(bound), bound.began.count, {}});
    }
    for (const auto& bound : session.images()) {
        made.slots.push_back(bound.slot);
        made.images.push_back(session.read(bound));
        made.shapes.push_back(bound.shape);
    }
    for (int axis = 0; axis < 3; ++axis) {
        made.groups[static_cast<std::size_t>(axis)] = session.groups()[axis];
        made.local[static_cast<std::size_t>(axis)] = session.local_size()[axis];
    }
    made.notes = session.notes();
    return made;
}

/// The i-th texel, as a shader addresses it.
std::string place_of(std::size_t i, const ImageShape& shape) {
    const auto x = i % shape.size.x, y = i / shape.size.x % shape.size.y, z = i / shape.size.x / shape.size.y;
    return shape.size.z > 1 ? fmt::format("texel ({}, {}, {})", x, y, z)
                            : fmt::format("pixel ({}, {})", x, y);
}

Swept run_on(const sim::Settings& settings, const Wishes& wishes, Sink& sink) {
    auto backend = std::make_unique<sim::Simulator>(settings);
    auto& simulator = *backend;
    Device device(std::move(backend), {wishes.shaders, wishes.shader, wishes.shader.string()}, &sink);
    if (wishes.subgroup) device.use_subgroups(*wishes.subgroup);
    Session session(device, wishes);
    for (std::uint32_t i = 0; i < wishes.repeat; ++i) session.dispatch();
    auto made = left_by(session);
    for (const auto& account : simulator.take_accounts()) {
        made.reports.push_back(sim::report(account, settings.subgroup_size));
        for (const auto& finding : made.reports.back().findings)
            if (!finding.note) made.findings.insert(in_a_line(finding));
    }
    return made;
}

/// The first word that differs, as the shader would name it, with both values; empty: none does.
std::string first_difference(const Swept& one, const Swept& first) {
    for (std::size_t b = 0; b < one.buffers.size(); ++b)
        for (const auto& member : one.blocks[b].members) {
            const auto count = member.open ? one.buffers[b].count : member.count;
            for (std::uint32_t i = 0; i < count; ++i)
                for (const auto& column : member.columns)
                    for (std::size_t s = 0; s < column.scalars.size(); ++s) {
                        const auto& scalar = column.scalars[s];
                        const auto at = member.offset + std::uint64_t{i} * member.stride + scalar.offset;
                        const auto is = text_of(one.buffers[b].words, scalar, at),
                                   was = text_of(first.buffers[b].words, scalar, at);
                        if (is == was) continue;
                        std::string name = one.blocks[b].name + ": " + member.name;
                        if (member.array) name += fmt::format("[{}]", i);
                        if (!column.name.empty()) name += "." + column.name;
                        if (column.scalars.size() > 1) name += fmt::format(", component {},", s);
                        return fmt::format("{} is {}, not {}", name, is, was);
                    }
        }
    for (std::size_t m = 0; m < one.images.size(); ++m)
        for (std::size_t i = 0; i < one.images[m].size(); ++i) {
            const auto &is = one.images[m][i], &was = first.images[m][i];
            if (is == was) continue;
            return fmt::format("image {}: {} is {}, not {}", one.slots[m].name, place_of(i, one.shapes[m]),
                               text_of(is, one.shapes[m]), text_of(was, one.shapes[m]));
        }
    return {};
}

/// What one has and the other has not.
std::vector<std::string> without(const std::set<std::string>& some, const std::set<std::string>& others) {
    std::vector<std::string> left;
    std::ranges::set_difference(some, others, std::back_inserter(left));
    return left;
}

}  // namespace

void sweep(const Wishes& wishes, Outcome& outcome, Sink& sink) {
    const auto settings = swept(*wishes.simulated);
    std::vector<Swept> runs(settings.size());
    std::mutex mutex;
    const auto run = [&](std::size_t i) {
        BesideOthers own(sink, mutex, settings[i]);
        runs[i] = run_on(settings[i], wishes, own);
    };
    run(0);  // what is wrong with all of them is said once
    on_all_cores(runs.size() - 1, [&](std::size_t i) { run(i + 1); });
    sink.end();
    const auto& first = runs.front();
    RunReport about;
    about.renderer = fmt::format("the simulator, {} machines", runs.size());
    sink.start(about);
    outcome.groups = first.groups;
    outcome.local = first.local;
    outcome.repeat = wishes.repeat;
    outcome.notes = first.notes;
    outcome.swept = static_cast<std::uint32_t>(runs.size());
    for (const auto& finding : first.findings)
        outcome.sweep.push_back(fmt::format("{}: {}", pbp::in_words(settings.front()), finding));
    for (std::size_t i = 1; i < runs.size(); ++i) {
        const auto who = pbp::in_words(settings[i]);
        if (const auto words = first_difference(runs[i], first); !words.empty())
            outcome.sweep.push_back(fmt::format("{}: different results: {}", who, words));
        for (const auto& finding : without(runs[i].findings, first.findings))
            outcome.sweep.push_back(fmt::format("{}: different findings: {}", who, finding));
        for (const auto& finding : without(first.findings, runs[i].findings))
            outcome.sweep.push_back(fmt::format("{}: not found here: {}", who, finding));
    }
}

namespace {

/// True if atomics that were overtaken are why a random order left something else than the first one: without
/// them it leaves the same.
bool overtaken_atomics_differ(sim::Settings settings, const Swept& made, const Wishes& wishes, Sink& sink,
                              const Swept& first) {
    const bool any = std::ranges::any_of(made.reports, [](const auto& program) {
        return std::ranges::any_of(program.findings, &sim::ReportedFinding::explains);
    });
    if (!any) return false;
    settings.late_atomics = false;
    return first_difference(run_on(settings, wishes, sink), first).empty();
}

}  // namespace

void try_other_orders(const Wishes& wishes, Session& session, VersionReport& report, Outcome& outcome,
                      Sink& sink) {
    using Order = sim::Settings::Order;
    auto settings = *wishes.simulated;
    settings.search = sim::Settings::Search::one_order;
    const auto first = left_by(session);
    std::string depends;
    for (const auto order : {Order::reverse, Order::random}) {
        settings.order = order;
        const auto name = sim::schedule_of(settings);
        const auto made = run_on(settings, wishes, sink);
        const auto difference = first_difference(made, first);
        const bool overtaken =
            !difference.empty() && overtaken_atomics_differ(settings, made, wishes, sink, first);
        for (const auto& program : made.reports)
            if (sim::add_findings(report.simulation, program, name,
                                  overtaken ? sim::Overtaken::error : sim::Overtaken::note))
                return;
        if (depends.empty() && !difference.empty())
            depends =
                fmt::format("the result depends on the order: with --sim-schedule {}, {}", name, difference);
    }
    if (!depends.empty()) outcome.notes.push_back(depends);
}

}  // namespace pbp::run_shader
