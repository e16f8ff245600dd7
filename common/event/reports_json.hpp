// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "common/event/event.hpp"
#include "common/event/tuning_report.hpp"
#include "common/event/version_report.hpp"
#include "common/report/model_json.hpp"

namespace pbp {

NLOHMANN_JSON_SERIALIZE_ENUM(VersionReport::Status, {{VersionReport::Status::right, "right"},
                                                     {VersionReport::Status::shown, "shown"},
                                                     {VersionReport::Status::unchecked, "not checked"},
                                                     {VersionReport::Status::wrong, "wrong"},
                                                     {VersionReport::Status::skipped, "skipped"},
                                                     {VersionReport::Status::failed, "failed"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(InvocationIds, global, local, workgroup, dimensions)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LogEntry, during, place, expression, value, who)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DebugReport, logs, dropped_logs, assertions_held, unreached)
namespace sim {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportedPlace, file, line, text, role)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportedFinding, fault, sentence, places, note, times, schedule, advice,
                                   repair)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportedCost, work, exchanges, stored_lines, loaded_once, stored_once,
                                   stored_bytes, image_bytes, at_one_word, trips)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportedLine, file, line, text, issued, lanes, shared_accesses,
                                   conflict_cycles, requests, sectors, needed_sectors, cache_lines, atomics,
                                   contention, barriers, subgroup_operations, shared_atomics, stored_sectors,
                                   cost, predicted_us)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportedCode, file, line, instructions)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProgramReport, shader, dispatches, subgroup_size, elapsed_ms, findings,
                                   lines, code, orders, shared_bytes, workgroups, local_size, buffer_bytes,
                                   polls, polls_alone, predicted)
}  // namespace sim
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShownColumn, name, type, before, after)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShownMember, name, type, array, count, changed, first_changed, columns)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShownBuffer, name, binding, writes, uniform, began, members)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShownImage, name, binding, sampled, format, size, began, changed, texels)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Contents, groups, local, repeat, buffers, images)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SweptRun, subgroup_size, schedule, outcome, problems)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(VersionReport, name, idea, status, message, exit_code, gave_up,
                                   passes_checked, passes, orders, elapsed_ms, spread_ms, timed_runs,
                                   pictures, cause, notes, why, debug, calls, simulation, predicted, sweep,
                                   smallest, stepping, contents)
NLOHMANN_JSON_SERIALIZE_ENUM(TunedRow::Status, {{TunedRow::Status::right, "right"},
                                                {TunedRow::Status::wrong, "wrong"},
                                                {TunedRow::Status::left_out, "left out"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TunedRow, local_size, per_invocation, status, message, median_ms,
                                   spread_ms, runs, elements_per_s, ratio, own, best, as_good)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TuningReport, version, n, chooses_local_size, chooses_per_invocation, rows,
                                   message, exit_code, pictures, gave_up)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RunReport, lesson, title, data, renderer, context, subgroups, software)

}  // namespace pbp
