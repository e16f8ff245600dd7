// SPDX-License-Identifier: MIT
#include "common/program/watch.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "common/base/files.hpp"
#include "common/glsl/included.hpp"
#include "common/lesson/selection.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/process/process.hpp"
#include "common/process/worker.hpp"
#include "common/program/rerun.hpp"
#include "common/program/watch/changes.hpp"
#include "common/program/watch/interrupt.hpp"
#include "common/program/watch/lock.hpp"
#include "common/program/watch/rounds.hpp"

namespace pbp::watch {

namespace fs = std::filesystem;

namespace {

/// The hidden folder, empty, and gone at the end.
class HiddenFolder {
  public:
    explicit HiddenFolder(fs::path folder) : folder_(std::move(folder)) { clear(); }
    ~HiddenFolder() { clear(); }
    HiddenFolder(const HiddenFolder&) = delete;
    HiddenFolder& operator=(const HiddenFolder&) = delete;

  private:
    void clear() const {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    fs::path folder_;
};

/// The files that the chosen versions of a lesson are made of: their shaders (version_shaders.hpp), those
/// that they were seen to build, and all that these include.
class Sources {
  public:
    Sources(const Lesson& lesson, const Options& options) : lesson_(lesson), options_(options) {}

    /// Reads anew which files belong to which version, and has `changes` watch them.
    void update(Rounds& rounds);
    std::vector<std::string> versions() const;
    /// Those that one of these files belongs to.
    std::vector<std::string> affected_by(const std::vector<Change>& changed) const;
    Changes changes;

  private:
    const Lesson& lesson_;
    const Options& options_;
    std::map<std::string, std::set<std::filesystem::path>> files_;  ///< by version
};

std::vector<std::string> Sources::versions() const {
    std::vector<std::string> names;
    for (const auto& version : lesson_.versions)
        if (chosen(version, options_)) names.push_back(version.name);
    return names;
}

void Sources::update(Rounds& rounds) {
    std::set<fs::path> all;
    for (const auto& version : lesson_.versions) {
        if (!chosen(version, options_)) continue;
        auto shaders = shaders_of(lesson_, version, options_);
        for (const auto& name : rounds.built(version.name))
            if (name != options_.shader.string()) shaders.push_back(options_.shaders / name);
        auto& files = files_[version.name];
        files.clear();
        if (!lesson_.file.empty()) files.insert(lesson_.file);
        for (const auto& shader : shaders)
            for (auto& file : glsl::files_of(shader, options_.shaders / "common"))
                files.insert(std::move(file));
        all.insert(files.begin(), files.end());
    }
    changes.watch(all);
}

std::vector<std::string> Sources::affected_by(const std::vector<Change>& changed) const {
    std::vector<std::string> names;
    for (const auto& name : versions())
        if (const auto files = files_.find(name);
            files != files_.end() && std::ranges::any_of(changed, [&](const Change& change) {
                return files->second.contains(change.file);
            }))
            names.push_back(name);
    return names;
}

}  // namespace

int watch(int argc, const char* const* argv, const Lesson& lesson, const CommandLine& line,
          Terminal& terminal, RunPage& page) {
    const auto& options = line.options;
    const Lock lock(options.out / lesson.id);
    const HiddenFolder hidden(hidden_folder(lesson, options));
    catch_signals();
    KeptWorker worker([&] { return std::make_unique<ChildProcess>(argc, argv); }, line.limits);
    Rounds rounds(
        page, [&](const std::string& names, Sink& sink) { return worker.carry_out(names, sink, stopped); });
    Sources sources(lesson, options);
    const auto round = [&](const std::vector<std::string>& versions) {
        sources.update(rounds);  // before the round, so that what is saved during it is seen
        const int exit_code = rounds.run(versions);
        try {
            page.write();
        } catch (const Error& refused) {
            terminal.note(refused.what());
        }
        terminal.end_round();
        sources.update(rounds);  // with the shaders that versions were seen to build
        if (!stopped())
            terminal.waiting(
                fmt::format("watching {} ({} files); save one to run it again, Ctrl-C to stop",
                            shown(lesson.file.empty() ? options.shaders / lesson.id : lesson.file),
                            sources.changes.existing()));
        return exit_code;
    };

    if (const int exit_code = round(sources.versions()); exit_code != 0 && exit_code != pbp::stopped_code)
        return exit_code;
    while (!stopped()) {
        std::this_thread::sleep_for(Changes::look_again);
        const auto changed = sources.changes.look();
        if (changed.empty()) continue;
        for (const auto& change : changed)
            terminal.headline(fmt::format("{} {}", shown(change.file), in_words(change.kind)));
        const auto affected = sources.affected_by(changed);
        if (!affected.empty()) round(affected);
    }
    terminal.headline("");
    return stopped_code();
}

}  // namespace pbp::watch
