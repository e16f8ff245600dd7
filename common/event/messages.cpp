// SPDX-License-Identifier: MIT
#include "common/event/messages.hpp"

#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "common/base/error.hpp"
#include "common/event/bench_report_json.hpp"
#include "common/report/model_json.hpp"
#include "common/report/text.hpp"

namespace pbp {

using nlohmann::json;

NLOHMANN_JSON_SERIALIZE_ENUM(VersionReport::Status, {{VersionReport::Status::right, "right"},
                                                     {VersionReport::Status::shown, "shown"},
                                                     {VersionReport::Status::wrong, "wrong"},
                                                     {VersionReport::Status::skipped, "skipped"},
                                                     {VersionReport::Status::failed, "failed"}})
static void to_json(json& text, Pattern pattern) {
    text = to_string(pattern);
}
static void from_json(const json& text, Pattern& pattern) {
    for (int p = 0; p <= static_cast<int>(Pattern::lost_keys); ++p)
        if (text == to_string(static_cast<Pattern>(p))) pattern = static_cast<Pattern>(p);
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(InvocationIds, global, local, workgroup, dimensions)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LogEntry, during, place, expression, value, who)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DebugReport, logs, dropped_logs, assertions_held, unreached)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Finding, pattern, what, meaning, hints)
namespace sim {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportedPlace, file, line, text, role)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportedFinding, fault, sentence, places, note, times)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportedLine, file, line, text, issued, lanes, shared_accesses,
                                   conflict_cycles, requests, sectors, needed_sectors, cache_lines, atomics,
                                   contention, barriers)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProgramReport, shader, dispatches, subgroup_size, elapsed_ms, findings,
                                   lines)
}  // namespace sim
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SweptRun, subgroup_size, schedule, outcome, problems)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(VersionReport, name, idea, status, message, exit_code, gave_up,
                                   passes_checked, passes, orders, elapsed_ms, spread_ms, timed_runs,
                                   pictures, diagnosis, notes, debug, simulation, sweep)
NLOHMANN_JSON_SERIALIZE_ENUM(TunedRow::Status, {{TunedRow::Status::right, "right"},
                                                {TunedRow::Status::wrong, "wrong"},
                                                {TunedRow::Status::left_out, "left out"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TunedRow, local_size, per_invocation, status, message, median_ms,
                                   spread_ms, runs, elements_per_s, ratio, own, best, as_good)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TuningReport, version, n, chooses_local_size, chooses_per_invocation, rows,
                                   message, exit_code, pictures, gave_up)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RunReport, lesson, title, data, renderer, context, subgroups, software)

namespace {

/// Text from files and drivers need not be UTF-8; JSON must be.
std::string line_of(const json& message) {
    return message.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace

void MessageWriter::send(const std::string& line) {
    std::size_t sent = 0;
    while (sent < line.size()) {
        const auto count = ::write(descriptor_, line.data() + sent, line.size() - sent);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0)  // the parent is gone: nobody to work for
            ::_exit(static_cast<int>(ExitCode::worker_died));
        sent += static_cast<std::size_t>(count);
    }
}

void MessageWriter::begin(Activity activity, const std::string& what) {
    send(line_of({{"begin", activity == Activity::build ? "build" : "dispatch"}, {"what", what}}));
}
void MessageWriter::end() {
    send("{\"end\":true}\n");
}
void MessageWriter::note(const std::string& sentence) {
    send(line_of({{"note", sentence}}));
}
void MessageWriter::start(const RunReport& report) {
    send(line_of({{"start", report}}));
}
void MessageWriter::progress(const std::string& version, double fraction) {
    send(line_of({{"progress", version}, {"fraction", fraction}}));
}
void MessageWriter::version(const VersionReport& report) {
    send(line_of({{"version", report}}));
}
void MessageWriter::recorded(const page::Piece& piece) {
    send(line_of({{"recorded", piece}}));
}
void MessageWriter::so_far(const VersionReport& report) {
    send(line_of({{"so_far", report}}));
}
void MessageWriter::tuned(const TuningReport& report) {
    send(line_of({{"tuned", report}}));
}
void MessageWriter::planned(const std::vector<std::string>& versions) {
    send(line_of({{"planned", versions}}));
}
void MessageWriter::benched(const bench::Row& row) {
    send(line_of({{"benched", row}}));
}
void MessageWriter::done() {
    send("{\"done\":true}\n");
}
void MessageWriter::error(int exit_code, const std::string& sentence) {
    send(line_of({{"error", sentence}, {"exit_code", exit_code}}));
}

void MessageWriter::finished(int exit_code) {
    send(line_of({{"finished", exit_code}}));
}

std::optional<int> final_report(std::string_view line) {
    if (!line.starts_with("{\"finished\":")) return std::nullopt;
    const json message = json::parse(line, nullptr, false);
    return message.is_object() && message["finished"].is_number_integer()
               ? std::optional(message["finished"].get<int>())
               : std::nullopt;
}

bool deliver(std::string_view line, Sink& sink) try {
    const json message = json::parse(line, nullptr, false);
    if (!message.is_object()) return false;
    if (message.contains("begin"))
        sink.begin(message["begin"] == "build" ? Observer::Activity::build : Observer::Activity::dispatch,
                   message.value("what", ""));
    else if (message.contains("end"))
        sink.end();
    else if (message.contains("note"))
        sink.note(message["note"]);
    else if (message.contains("start"))
        sink.start(message["start"].get<RunReport>());
    else if (message.contains("progress"))
        sink.progress(message["progress"], message.value("fraction", 0.0));
    else if (message.contains("version"))
        sink.version(message["version"].get<VersionReport>());
    else if (message.contains("recorded"))
        sink.recorded(message["recorded"].get<page::Piece>());
    else if (message.contains("so_far"))
        sink.so_far(message["so_far"].get<VersionReport>());
    else if (message.contains("tuned"))
        sink.tuned(message["tuned"].get<TuningReport>());
    else if (message.contains("planned"))
        sink.planned(message["planned"].get<std::vector<std::string>>());
    else if (message.contains("benched"))
        sink.benched(message["benched"].get<bench::Row>());
    else if (message.contains("done"))
        sink.done();
    else if (message.contains("error"))
        sink.error(message.value("exit_code", 1), message["error"]);
    else
        return false;
    return true;
} catch (const json::exception&) {  // a message with another content than its name says
    return false;
}

std::string to_json(const RunReport& run, const std::vector<VersionReport>& versions,
                    const std::vector<TuningReport>& tunings, int exit_code, const std::string& problem) {
    json document;
    document["run"] = run;
    document["versions"] = versions;
    document["tuning"] = tunings;
    document["exit_code"] = exit_code;
    document["error"] = problem;
    return document.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace pbp
