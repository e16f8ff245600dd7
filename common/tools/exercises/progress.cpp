// SPDX-License-Identifier: MIT
#include "common/tools/exercises/progress.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "common/base/readable.hpp"

namespace pbp::exercises {

namespace fs = std::filesystem;

Progress::Progress(fs::path folder) : folder_(std::move(folder)) {
    read();
}

void Progress::read() {
    states_.clear();
    const auto file = folder_ / "progress.json";
    std::error_code unreachable;
    if (!fs::exists(file, unreachable) && !unreachable) return;
    if (const auto why = why_no_file(file); !why.empty())
        fail(ExitCode::machine_lacks, "{}: {}.", in_message(file), why);
    errno = 0;
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    if (!in) fail(ExitCode::machine_lacks, "{} cannot be read ({}).", in_message(file), std::strerror(errno));
    try {
        const auto whole = nlohmann::json::parse(text.str());
        for (const auto& [id, one] : whole.items())
            states_[id] = {one.value("solved", false), one.value("gave_up", false), one.value("hints", 0)};
    } catch (const nlohmann::json::exception&) {
        states_.clear();
        auto aside = folder_ / "progress.damaged.json";
        for (int i = 2; fs::exists(aside); ++i) aside = folder_ / fmt::format("progress.damaged.{}.json", i);
        std::error_code problem;
        fs::rename(file, aside, problem);
        notice_ = fmt::format(
            "The progress file was damaged and is kept as {}; ./learn check --all judges your files again "
            "and marks what is right.",
            problem ? file.string() : aside.string());
    }
}

const Progress::State& Progress::of(const std::string& id) const {
    static const State fresh;
    const auto found = states_.find(id);
    return found == states_.end() ? fresh : found->second;
}

void Progress::change(const std::string& id, const std::function<void(State&)>& how) {
    read();
    auto states = states_;
    how(states[id]);
    nlohmann::json whole = nlohmann::json::object();
    for (const auto& [name, one] : states)
        whole[name] = {{"solved", one.solved}, {"gave_up", one.gave_up}, {"hints", one.hints}};
    std::error_code problem;
    fs::create_directories(folder_, problem);
    const auto file = folder_ / "progress.json";
    if (!problem) problem = write_whole(file, whole.dump(1) + "\n");
    if (problem)
        fail(ExitCode::machine_lacks,
             "Progress could not be saved in {} ({}); {}, then ./learn check {} records it.", file.string(),
             problem.message(), remedy_for(problem, "make the folder writable"), id);
    states_ = std::move(states);
}

}  // namespace pbp::exercises
