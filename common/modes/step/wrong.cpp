// SPDX-License-Identifier: MIT
#include "common/modes/step/wrong.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "common/base/error.hpp"
#include "common/event/sink.hpp"
#include "common/lesson/run.hpp"
#include "common/modes/task.hpp"
#include "common/sim/beside/stepping.hpp"
#include "common/sim/report/wording.hpp"
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
    bool is_error = false;  ///< no element is wrong
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
                static_cast<std::size_t>(facts.dispatches) - 1,
                wrong.part,
                cell};
        } catch (const Error& problem) {
            if (problem.code() != ExitCode::time_limit) throw;
            return {.why = problem.what(), .dispatch = static_cast<std::size_t>(run.facts().dispatches) - 1};
        }
        for (const auto& account : opened.simulator->take_accounts())
            for (const auto& finding : account.findings.all())
                if (!finding.is_note() && finding.here.site != 0)
                    return {.why = in_a_line(sim::Wording(account.source, *account.code).finding(finding)),
                            .workgroup = finding.here.invocation / account.code->module.local_count(),
                            .is_error = true};
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
        auto [dispatch, step] = fault.is_error
                                    ? first_found(history)
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

    /// The first step that does what it should not; the very first step: none does.
    static Place first_found(const sim::History& history) {
        for (std::size_t dispatch = 0; dispatch < history.recorded().size(); ++dispatch)
            for (const auto& one : history.recorded()[dispatch].recording.found)
                if (!one.what.is_note()) return {dispatch, one.step};
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
