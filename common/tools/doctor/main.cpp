// Says in plain words what OpenGL on this machine can do for the lessons.
// SPDX-License-Identifier: MIT
#include <iostream>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/system.hpp"
#include "common/device/probe.hpp"
#include "common/opengl/opengl.hpp"
#include "common/options/machine_options.hpp"
#include "common/options/read_words.hpp"
#include "common/process/guarded.hpp"
#include "common/process/worker.hpp"
#include "common/tools/doctor/report.hpp"

using namespace pbp;
using nlohmann::json;

namespace {

using doctor::Line;

std::string in_binary_units(std::uint64_t bytes) {
    if (bytes >= 1ull << 30) return fmt::format("{:.4g} GiB", static_cast<double>(bytes) / (1ull << 30));
    if (bytes >= 1ull << 20) return fmt::format("{:.4g} MiB", static_cast<double>(bytes) / (1ull << 20));
    return fmt::format("{:.4g} KiB", static_cast<double>(bytes) / 1024);
}

std::string in_words(SubgroupBackend backend) {
    switch (backend) {
        case SubgroupBackend::khr:
            return "khr (GL_KHR_shader_subgroup, real subgroup instructions)";
        case SubgroupBackend::ballot:
            return "ballot (GL_ARB_shader_ballot, loops over the lanes)";
        case SubgroupBackend::shared:
            return "shared (shared memory and barriers, works everywhere)";
    }
    return "?";
}

std::vector<Line> examine(Device& device) {
    const auto& info = device.info();
    const auto& limits = info.limits;
    std::vector<Line> lines{
        {"renderer",
         info.renderer + (info.software ? "  (software renderer: lessons run, timings mean little)" : "")},
        {"vendor", info.vendor},
        {"OpenGL", info.version},
        {"reached by", info.context},
        {"workgroup", fmt::format("at most {} invocations, {} x {} x {}", limits.workgroup_invocations,
                                  limits.workgroup_size.x, limits.workgroup_size.y, limits.workgroup_size.z)},
        {"dispatch", fmt::format("at most {} x {} x {} workgroups", limits.workgroup_count.x,
                                 limits.workgroup_count.y, limits.workgroup_count.z)},
        {"shared memory", fmt::format("{} per workgroup ({} uints)", in_binary_units(limits.shared_bytes),
                                      limits.shared_bytes / 4)},
        {"largest buffer", fmt::format("{} ({} uints: the largest --n)", in_binary_units(limits.buffer_bytes),
                                       limits.buffer_bytes / 4)},
        {"buffer bindings",
         fmt::format("{} per shader (the lessons use 8; 6 and 7 are reserved for debugging and tracing)",
                     limits.buffer_bindings)},
    };
    const auto has = [&](SubgroupBackend backend) {
        return std::ranges::find(info.subgroups, backend) != info.subgroups.end();
    };
    lines.emplace_back("extensions", fmt::format("GL_KHR_shader_subgroup: {}, GL_ARB_shader_ballot: {}",
                                                 has(SubgroupBackend::khr) ? "yes" : "no",
                                                 has(SubgroupBackend::ballot) ? "yes" : "no"));
    const auto found = probe(device);
    lines.emplace_back(
        "subgroups", fmt::format("{} lanes, back end {}", found.subgroup_size, in_words(device.subgroups())));
    lines.emplace_back(
        "waiting",
        found.waiting_workgroups_progress
            ? "workgroups that wait for earlier ones make progress: lesson 06 v5 (look-back) can run"
            : "workgroups that wait for earlier ones starve: lesson 06 runs v4 instead of v5");
    const auto gpus = egl_devices();
    for (std::size_t i = 0; i < gpus.size(); ++i) lines.emplace_back(fmt::format("--gpu {}", i), gpus[i]);
    return lines;
}

int work(const ContextOptions& context, Sink& sink) {
    Device device(open_gl(context), {project_root() / "shaders", {}, {}}, &sink);
    sink.result(json(examine(device)).dump(-1, ' ', false, json::error_handler_t::replace));
    return 0;
}

/// Keeps the lines that the worker found, and the failure.
struct Findings final : Sink {
    void on_event(const Event& event) override {
        using namespace event;
        std::visit(overloaded{[&](const Result& result) { json::parse(result.json).get_to(lines); },
                              [&](const Failed& failed) { problem = failed.sentence; },
                              [](const AnyOf<Begin, End, Note, Started, Progress, VersionDone, Recorded,
                                             SoFar, Tuned, Planned, Benched, OrderDone, Finished> auto&) {}},
                   event);
    }
    std::vector<Line> lines;
    std::string problem;
};

int run(int argc, const char* const* argv) {
    ContextOptions context;
    bool as_json = false, as_report = false, quiet = false;
    const auto app = make_app("Reports what OpenGL on this machine can do for the lessons.", "doctor");
    OptionGroup options(*app);
    add_context(options, context);
    options.flag("--json", "Print one JSON document", as_json);
    options.flag("--report", "Print a report for docs/hardware.md: no users, no folders", as_report);
    options.flag("-q,--quiet", "Print nothing when all is well", quiet);
    if (!parsed(*app, argc, argv)) return 0;
    check_context(context);
    if (as_report && as_json)
        fail(ExitCode::wrong_usage, "--report is Markdown and --json is not; leave one of them out.");
    if (is_worker()) return serve([&](Sink& sink) { return work(context, sink); });

    Findings findings;
    const int exit_code = supervise(argc, argv, {}, findings);
    if (as_json) {
        json document;
        for (const auto& [name, words] : findings.lines) document[name] = words;
        if (!findings.problem.empty()) document["problem"] = findings.problem;
        std::cout << document.dump(1, ' ', false, json::error_handler_t::replace) << "\n";
        return exit_code;
    }
    if (as_report) {
        fmt::print("{}", doctor::report(findings.lines, findings.problem, system_name(), doctor::today()));
        return exit_code;
    }
    if (!quiet)
        for (const auto& [name, words] : findings.lines) fmt::print("  {:<16} {}\n", name, words);
    if (!findings.problem.empty()) fmt::print(stderr, "{}\n", findings.problem);
    return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
    return guarded("doctor", [&] { return run(argc, argv); });
}
