// SPDX-License-Identifier: MIT
#include "common/tools/exercises/progress.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "common/base/readable.hpp"
#include "common/base/system.hpp"

namespace pbp::exercises {

namespace fs = std::filesystem;

namespace {

constexpr double most_hints = 1000;  ///< more than any card has: anyone can edit the file

}  // namespace

Progress::Progress(fs::path folder) : folder_(std::move(folder)) {
    if (read()) return;
    const FolderLock lock(folder_, FolderLock::Wish::wait);  // no other ./learn changes it
    if (!read()) put_aside();                                // no other window has done so meanwhile
}

bool Progress::read() {
    states_.clear();
    std::error_code unreachable;
    if (!fs::exists(file(), unreachable) && !unreachable) return true;
    if (const auto why = why_no_file(file()); !why.empty())
        fail(ExitCode::machine_lacks, "{}: {}.", in_message(file()), why);
    errno = 0;
    std::ifstream in(file());
    std::stringstream text;
    text << in.rdbuf();
    if (!in)
        fail(ExitCode::machine_lacks, "{} cannot be read ({}).", in_message(file()), std::strerror(errno));
    auto states = states_in(text.str());
    if (states) states_ = std::move(*states);
    return states.has_value();
}

std::optional<std::map<std::string, Progress::State>> Progress::states_in(const std::string& text) {
    try {
        std::map<std::string, State> states;
        const auto whole = nlohmann::json::parse(text);
        for (const auto& [id, one] : whole.items())
            states[id] = {one.value("solved", false), one.value("gave_up", false),
                          static_cast<int>(std::clamp(one.value("hints", 0.0), 0.0, most_hints))};
        return states;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

void Progress::put_aside() {
    auto aside = folder_ / "progress.damaged.json";
    auto problem = rename_to_free(file(), aside);
    for (int i = 2; problem == std::errc::file_exists; ++i) {
        aside = folder_ / fmt::format("progress.damaged.{}.json", i);
        problem = rename_to_free(file(), aside);
    }
    notice_ = fmt::format(
        "The progress file was damaged and is kept as {}; ./learn check --all judges your files again "
        "and marks what is right.",
        problem ? file().string() : aside.string());
}

const Progress::State& Progress::of(const std::string& id) const {
    static const State fresh;
    const auto found = states_.find(id);
    return found == states_.end() ? fresh : found->second;
}

void Progress::change(const std::string& id, const std::function<void(State&)>& how) {
    const FolderLock lock(folder_, FolderLock::Wish::wait);  // no other ./learn changes it
    if (!read()) put_aside();
    auto states = states_;
    how(states[id]);
    nlohmann::json whole = nlohmann::json::object();
    for (const auto& [name, one] : states)
        whole[name] = {{"solved", one.solved}, {"gave_up", one.gave_up}, {"hints", one.hints}};
    std::error_code problem;
    fs::create_directories(folder_, problem);
    if (!problem) problem = write_whole(file(), whole.dump(1) + "\n");
    if (problem)
        fail(ExitCode::machine_lacks,
             "Progress could not be saved in {} ({}); {}, then ./learn check {} records it.", file().string(),
             problem.message(), remedy_for(problem, "make the folder writable"), id);
    states_ = std::move(states);
}

}  // namespace pbp::exercises
