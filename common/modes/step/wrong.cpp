// SPDX-License-Identifier: MIT
#include "common/modes/step/wrong.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

#include "common/base/error.hpp"
#include "common/event/sink.hpp"
#include "common/lesson/run.hpp"
#include "common/modes/task.hpp"
#include "common/sim/beside/stepping.hpp"
#include "common/sim/report/report.hpp"
#include "common/sim/reported/words.hpp"

namespace pbp {

namespace {

constexpr std::size_t recorded_bytes = std::size_t{64} << 20;

/// What a checked run came to.
struct CheckedFault {
    std::string why = {};
    std::uint32_t workgroup = 0;
    std::uint64_t pass = 0;
    std::size_t dispatch = 0;  ///< from 0
    std::string part = {};
    std::size_t cell = 0;
    std::optional<sim::ReportedPlace> line = {};  ///< of an error, where no element is wrong
};

class WrongSearch {
  public:
    WrongSearch(const Lesson& lesson, const Version& version, const Options& options,
                const sim::Settings& machine)
        : lesson_(lesson), version_(version), options_(options), machine_(machine) {}

    CheckedFault check() {
        auto opened = open();
        ProgramCache programs;
        Run run(opened.device, programs, lesson_, version_, options_, {}, silent_);
        try {
            lesson_.tell(version_, run);
        } catch (const CheckFailed& failed) {
            const auto& recorder = run.recorder();
            const auto& facts = run.facts();
            const auto& wrong = *recorder.wrong();
            const auto cell = recorder.wrong_index();
            const bool unwritten = cell < wrong.writers.size() && wrong.writers[cell] == 0;
            return {
                failed.what() +
                    std::string(unwritten ? "\nNobody wrote it in this pass; below is who did last." : ""),
                recorder.wrong_workgroup(),
                facts.passes,
                facts.dispatches - 1,
                wrong.part,
                cell,
                {}};
        } catch (const Error& problem) {
            if (problem.code() != ExitCode::time_limit) throw;
            return {.why = problem.what(), .dispatch = run.facts().dispatches - 1};
        }
        for (const auto& account : opened.simulator->take_accounts())
            for (const auto& finding : sim::report(account, machine_.subgroup_size).findings)
                if (!finding.note && !finding.places.empty())
                    return {.why = in_a_line(finding), .line = finding.places.front()};
        fail(ExitCode::wrong_usage, "--wrong: {} is right with these data, in this order.", version_.name);
    }

    WrongStep record(CheckedFault fault) {
        if (auto found = recorded(fault); found) return *std::move(found);
        return *recorded(fault);  // of the workgroup that is known now
    }

  private:
    using Place = std::pair<std::size_t, std::size_t>;

    Opened open() { return Opened({lesson_, options_, Machine(machine_)}, silent_); }

    /// None, with another workgroup to look at, if that is where the element was written.
    std::optional<WrongStep> recorded(CheckedFault& fault) {
        auto opened = open();
        sim::History history(*opened.simulator, sim::History::most_nodes,
                             sim::History::Window{fault.workgroup, recorded_bytes});
        ProgramCache programs;
        Run run(opened.device, programs, lesson_, version_, options_, {.observing = &history}, silent_);
        try {
            lesson_.tell(version_, run);
        } catch (const Error&) {  // what was recorded until then is what somebody wants to look at
            if (history.recorded().empty()) throw;
        }
        const sim::Stepping stepping(history);
        auto [dispatch, step] = fault.line
                                    ? step_at(history, *fault.line)
                                    : Place{std::min(fault.dispatch, history.recorded().size() - 1), 0};
        if (const auto node = node_of(history, fault); node != sim::Provenance::none) {
            const auto workgroup = stepping.workgroup_of(node);
            if (workgroup != std::exchange(fault.workgroup, workgroup)) return std::nullopt;
            if (const int at = stepping.step_of(node); at >= 0) std::tie(dispatch, step) = stepping.place(at);
        }
        return WrongStep{history.recorded().at(dispatch), dispatch, step, fault.why};
    }

    /// What stored the wrong element; none: nobody knows.
    static sim::Provenance::Node node_of(const sim::History& history, const CheckedFault& fault) {
        for (const auto& row : history.rows())
            if (row.pass == fault.pass && row.part == fault.part && fault.cell < row.nodes.size())
                if (const auto node = row.nodes[fault.cell];
                    node != sim::Provenance::none &&
                    history.graph().step(node).kind == sim::Provenance::Kind::stored)
                    return node;
        return sim::Provenance::none;
    }

    static Place step_at(const sim::History& history, const sim::ReportedPlace& line) {
        const auto file = std::filesystem::path(line.file).filename();
        for (std::size_t dispatch = 0; dispatch < history.recorded().size(); ++dispatch) {
            const auto& [ran, recording] = history.recorded()[dispatch];
            std::vector<bool> is_there;  // by site: there are fewer of them than steps
            for (std::uint32_t site = 0; site < ran.code->sites.size(); ++site) {
                const auto at = ran.source->locate(0, static_cast<int>(sim::Simulator::line_of(ran, site)));
                is_there.push_back(at.line == line.line && std::filesystem::path(at.file).filename() == file);
            }
            const auto found = std::ranges::find_if(recording.steps, [&](const sim::LineStep& step) {
                return step.subgroup != sim::LineStep::elsewhere && is_there[step.site];
            });
            if (found != recording.steps.end())
                return {dispatch, static_cast<std::size_t>(found - recording.steps.begin())};
        }
        return {0, 0};
    }

    const Lesson& lesson_;
    const Version& version_;
    const Options& options_;
    const sim::Settings& machine_;
    SilentSink silent_;
};

}  // namespace

WrongStep find_wrong(const Lesson& lesson, const Version& version, const Options& options,
                     const sim::Settings& machine) {
    constexpr auto most_stepped = sim::History::most_elements;
    if (*options.n > most_stepped)
        fail(ExitCode::wrong_usage, "--wrong takes n up to {}, not {}: try a smaller --n.", most_stepped,
             *options.n);
    WrongSearch search(lesson, version, options, machine);
    return search.record(search.check());
}

}  // namespace pbp
