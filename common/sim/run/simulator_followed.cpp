// SPDX-License-Identifier: MIT
// Where values come from, what ran meanwhile, and one workgroup of it line by line.
#include <filesystem>
#include <utility>

#include "common/sim/run/simulator.hpp"

namespace pbp::sim {

void Simulator::follow(std::size_t most_nodes, Provenance::Keeps keeps) {
    provenance_ = std::make_shared<Provenance>(most_nodes, keeps);
}

Provenance* Simulator::followed(const Program& program) {
    if (!provenance_) return nullptr;
    provenance_->begin_dispatch();
    for (const auto& one : ran_)
        if (one.code == program.code) {
            ran_.push_back(one);
            return provenance_.get();
        }
    ran_.push_back({program.code, std::make_shared<const glsl::Source>(program.source)});
    return provenance_.get();
}

void Simulator::run(Dispatch& dispatch, const Program& program) {
    if (!window_) return sim::run(dispatch);
    const Ran ran{program.code, std::make_shared<const glsl::Source>(program.source)};
    std::vector<std::uint32_t> shown;
    for (std::uint32_t site = 0; site < ran.code->sites.size(); ++site) shown.push_back(seen_at(ran, site));
    StepRecorder recorder(*std::exchange(window_, std::nullopt), std::move(shown));
    dispatch.steps = &recorder;
    const auto keep = [&] {
        dispatch.steps = nullptr;
        recorded_ = Recorded{ran, recorder.take_recording(dispatch.findings)};
        recorded_->recording.stopped = dispatch.stopped;
    };
    try {
        sim::run(dispatch);
    } catch (const TimeUp&) {  // what went on for ever is what somebody asks about
        keep();
        recorded_->recording.stopped = true;
        throw;
    }
    keep();
}

std::uint32_t Simulator::line_of(std::uint32_t site) const {
    return ran_.empty() ? 0 : line_of(ran_.back(), site);
}

/// The site itself, or the one that called trace.glsl there.
std::uint32_t Simulator::seen_at(const Ran& ran, std::uint32_t site) {
    const auto& source = *ran.source;
    const auto& sites = ran.code->sites;
    const auto is_probe = [&source](std::uint32_t line) {
        return line >= glsl::lines_a_string &&  // not in the shader itself
               std::filesystem::path(source.locate(0, static_cast<int>(line)).file).filename() ==
                   "trace.glsl";
    };
    while (is_probe(sites[site].line) && sites[site].caller != 0) site = sites[site].caller;
    return site;
}

std::uint32_t Simulator::line_of(const Ran& ran, std::uint32_t site) {
    return ran.code->sites[seen_at(ran, site)].line;
}

}  // namespace pbp::sim
