// SPDX-License-Identifier: MIT
#include "common/tools/bench/charts.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace pbp::bench {

namespace {

std::string machine(const Report& report, const std::string& lesson, std::uint64_t n) {
    std::string words = report.device;
    if (!report.driver.empty()) words += ", OpenGL " + report.driver;
    if (!report.date.empty()) words += ", measured on " + dates_in_words(report, lesson, n);
    return words;
}

}  // namespace

std::uint64_t size_to_draw(const Ladder& ladder) {
    std::uint64_t best = 0;
    std::ptrdiff_t most = 0;
    for (const auto n : ladder.sizes()) {
        const auto rungs = std::ranges::count_if(
            ladder.versions(), [&](const auto& version) { return ladder.timed(version, n) != nullptr; });
        const bool better = rungs > most || (rungs == most && n > best);
        if (rungs > 0 && (best == 0 || (n <= 1U << 26 && (better || best > 1U << 26))))
            best = n, most = rungs;
    }
    const auto peers = std::ranges::count_if(
        ladder.peers(), [&](const auto& peer) { return ladder.beside(peer, best).peer != nullptr; });
    return most + peers < 2 ? 0 : best;
}

std::vector<std::string> save_charts(const std::filesystem::path& folder, const Report& report) {
    std::vector<std::string> files;
    for (const auto& lesson : lessons_of(report)) {
        const Ladder ladder(report, lesson);
        const auto n = size_to_draw(ladder);
        if (n == 0) continue;
        const auto name = folder / folder_of(lesson);
        files.push_back(name.string() + "_ladder.png");
        picture::draw(ladder_chart(ladder, n)).save(files.back());
        files.push_back(name.string() + "_throughput.png");
        picture::draw(throughput_chart(ladder)).save(files.back());
    }
    return files;
}

picture::ChartPoint speed_of(const Ladder& ladder, const Row& row, const Time& time) {
    const double speed = ladder.speed(row, time.median_us), half = time.spread_us / 2;
    if (half <= 0) return {static_cast<double>(row.n), speed};
    return {static_cast<double>(row.n), speed, ladder.speed(row, time.median_us + half),
            half < time.median_us ? ladder.speed(row, time.median_us - half) : speed};
}

std::string chart_title(const Ladder& ladder, const std::string& what) {
    std::string name = folder_of(ladder.lesson());
    std::ranges::replace(name, '_', ' ');
    return name + ": " + what;
}

std::vector<std::string> chart_notes(const Ladder& ladder, std::uint64_t n) {
    const Report& report = ladder.report();
    std::vector<std::string> all{machine(report, ladder.lesson(), n)};
    std::set<std::string> changed;
    for (const auto& row : report.rows)
        if (row.changed && row.lesson == ladder.lesson()) changed.insert(row.version);
    if (!changed.empty())
        all.push_back(fmt::format("Measured before {} changed: {}.",
                                  changed.size() == 1 ? "its shader was" : "their shaders were",
                                  fmt::join(changed, ", ")));
    if (const auto names = ladder.left_out(); !names.empty())
        all.push_back(fmt::format("Not measured on this machine: {}.", fmt::join(names, ", ")));
    if (report.software)
        all.emplace_back(
            "A software renderer: these times rank code for a CPU, not for a GPU, so no limit is drawn.");
    return all;
}

bool any_named(const std::vector<std::string>& peers, const char* part) {
    return std::ranges::any_of(peers, [&](const auto& name) { return name.find(part) != name.npos; });
}

std::string library_of(const std::vector<std::string>& peers) {
    return any_named(peers, "cub::")   ? "CUB, NVIDIA's CUDA library"
           : any_named(peers, "std::") ? "the C++ standard library on one core"
                                       : "another library";
}

std::string peers_in_words(const std::vector<std::string>& peers) {
    std::string words;
    if (any_named(peers, ", graph")) words += " Graph: its calls recorded once, replayed as a CUDA graph.";
    if (any_named(peers, " of places"))
        words += " Of places: it copies the positions of the kept values, not the values.";
    if (any_named(peers, "::Flagged"))
        words += " Select::Flagged writes the positions of the kept values, as the lesson does.";
    if (any_named(peers, "Select::If")) words += " Select::If writes the kept values themselves.";
    return words;
}

std::string unit_in_words(const Ladder& ladder) {
    if (!ladder.counts_keys()) return "GB/s of the bytes that the task must move";
    return ladder.report().software ? "million keys per second (Mkeys/s)"
                                    : "billion keys per second (Gkeys/s)";
}

}  // namespace pbp::bench
