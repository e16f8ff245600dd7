// SPDX-License-Identifier: MIT
#include "common/program/watch.hpp"

#include <thread>

#include "common/base/files.hpp"
#include "common/process/process.hpp"
#include "common/process/worker.hpp"
#include "common/program/rerun.hpp"
#include "common/program/watch/interrupt.hpp"
#include "common/program/watch/lock.hpp"
#include "common/program/watch/rounds.hpp"
#include "common/program/watch/sources.hpp"

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
