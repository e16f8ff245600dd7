// SPDX-License-Identifier: MIT
#include <algorithm>
#include <mutex>
#include <set>
#include <tuple>

#include "common/modes/machines.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/reported/words.hpp"
#include "common/tools/run_shader/run.hpp"
#include "common/tools/run_shader/session.hpp"

namespace pbp::run_shader {

namespace {

/// All that a run left.
struct Swept {
    Outcome outcome;  ///< without what is shown of buffers and images
    std::vector<std::pair<Block, Contents>> buffers;
    std::vector<std::tuple<ImageSlot, ImageShape, std::vector<Texel>>> images;
    std::vector<sim::ProgramReport> reports;
    std::set<std::string> findings;  ///< each in a few words
};

Swept left_by(Session& session, const Wishes& wishes) {
    Swept made{outcome_of(session, wishes), {}, {}, {}, {}};
    for (const auto& bound : session.buffers())
        made.buffers.emplace_back(bound.block, Contents{session.read(bound), bound.began.count, {}});
    for (const auto& bound : session.images())
        made.images.emplace_back(bound.slot, bound.shape, session.read(bound));
    return made;
}

/// The i-th texel, as a shader addresses it.
std::string place_of(std::size_t i, const ImageShape& shape) {
    const auto x = i % shape.size.x, y = i / shape.size.x % shape.size.y, z = i / shape.size.x / shape.size.y;
    return shape.size.z > 1 ? fmt::format("texel ({}, {}, {})", x, y, z)
                            : fmt::format("pixel ({}, {})", x, y);
}

Swept run_on(const sim::Settings& settings, Wishes wishes, Sink& sink) {
    wishes.simulated = settings;
    auto [simulator, device] = opened_for(wishes, sink);
    Session session(device, wishes);
    session.dispatch(wishes.repeat);
    auto made = left_by(session, wishes);
    made.reports = sim::take_reports(*simulator);
    for (const auto& error : sim::errors_of(made.reports)) made.findings.insert(in_a_line(error));
    return made;
}

/// The first word that differs, as the shader would name it, with both values; empty: none does.
std::string first_difference(const Swept& one, const Swept& first) {
    for (std::size_t b = 0; b < one.buffers.size(); ++b) {
        const auto& [block, now] = one.buffers[b];
        const auto& before = first.buffers[b].second;
        for (const auto& member : block.members) {
            const auto count = member.open ? now.count : member.count;
            for (std::uint32_t i = 0; i < count; ++i)
                for (const auto& column : member.columns)
                    for (std::size_t s = 0; s < column.scalars.size(); ++s) {
                        const auto& scalar = column.scalars[s];
                        const auto at = member.offset + std::uint64_t{i} * member.stride + scalar.offset;
                        const auto is = text_of(now.words, scalar, at),
                                   was = text_of(before.words, scalar, at);
                        if (is == was) continue;
                        std::string name = block.name + ": " + member.name;
                        if (member.array) name += fmt::format("[{}]", i);
                        if (!column.name.empty()) name += "." + column.name;
                        if (column.scalars.size() > 1) name += fmt::format(", component {},", s);
                        return fmt::format("{} is {}, not {}", name, is, was);
                    }
        }
    }
    for (std::size_t m = 0; m < one.images.size(); ++m) {
        const auto& [slot, shape, now] = one.images[m];
        const auto& before = std::get<2>(first.images[m]);
        const auto [is, was] = std::ranges::mismatch(now, before);
        if (is == now.end()) continue;
        return fmt::format("image {}: {} is {}, not {}", slot.name,
                           place_of(static_cast<std::size_t>(is - now.begin()), shape), text_of(*is, shape),
                           text_of(*was, shape));
    }
    return {};
}

/// What one has and the other has not.
std::vector<std::string> without(const std::set<std::string>& some, const std::set<std::string>& others) {
    std::vector<std::string> left;
    std::ranges::set_difference(some, others, std::back_inserter(left));
    return left;
}

/// How a run came out, compared with the first one.
SweptRun compared(const sim::Settings& settings, const Swept& one, const Swept& first) {
    SweptRun made{settings.subgroup_size, sim::schedule_of(settings), "agrees", {}};
    if (!one.findings.empty()) made.outcome = "found";
    if (&one == &first) {
        made.problems.assign(one.findings.begin(), one.findings.end());
        return made;
    }
    if (const auto words = first_difference(one, first); !words.empty()) {
        made.outcome = "differs";
        made.problems.push_back("different results: " + words);
    }
    for (const auto& finding : without(one.findings, first.findings))
        made.problems.push_back("different findings: " + finding);
    for (const auto& finding : without(first.findings, one.findings))
        made.problems.push_back("not found here: " + finding);
    return made;
}

}  // namespace

Outcome sweep(const Wishes& wishes, Sink& sink) {
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
    RunReport about;
    about.renderer = fmt::format("the simulator, {} machines", runs.size());
    sink.start(about);
    VersionReport report;
    for (std::size_t i = 0; i < runs.size(); ++i)
        report.sweep.push_back(compared(settings[i], runs[i], runs.front()));
    tell(std::move(report), wishes, sink);
    return std::move(runs.front().outcome);
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
    const auto first = left_by(session, wishes);
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
