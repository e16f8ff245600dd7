// The program of a plain lesson: runs the lesson's programs, and draws what they print.
// SPDX-License-Identifier: MIT
#include "common/base/files.hpp"
#include "common/base/system.hpp"
#include "common/lesson/selection.hpp"
#include "common/options/read_words.hpp"
#include "common/options/words.hpp"
#include "common/process/guarded.hpp"
#include "common/process/interrupt.hpp"
#include "common/process/worker.hpp"
#include "common/terminal/run_page.hpp"
#include "common/terminal/terminal.hpp"
#include "common/tools/plain_lesson/judge.hpp"
#include "common/tools/plain_lesson/plain_lesson.hpp"

using namespace pbp;
namespace fs = std::filesystem;

namespace {

constexpr const char* about =
    "Complete programs in plain OpenGL, without this project's framework: copy one, and it builds anywhere.\n"
    "They know nothing of --sim, --watch, tune and the other options and verbs of the numbered lessons.";

struct Wishes {
    Options options;
    bool quiet = false, json = false;
    fs::path card, program;
    std::string context = "auto";
};

/// An exercise's verdict, reported like that of any lesson.
int judge(const Wishes& wishes, const Lesson& lesson, Sink& sink) {
    end_with_parent();  // ./learn check
    std::vector<std::string> settings;
    if (wishes.context == "egl") settings = {"DISPLAY", "WAYLAND_DISPLAY"};
    const auto report = plain::judged(wishes.card, wishes.program, settings);
    RunReport about;
    about.lesson = lesson.id;
    about.title = lesson.title;
    about.data = "exercise: " + shown(wishes.program);
    sink.start(about);
    sink.version(report);
    return report.exit_code;
}

int run(int argc, const char* const* argv) {
    catch_signals();
    const auto folder = project_root() / "lessons" / PBP_LESSON;
    const auto lesson = plain::lesson_of(folder);
    Wishes wishes;
    auto& [options, quiet, json, card, program, context] = wishes;
    options.out = project_root() / "out";
    bool no_pictures = false;
    const auto app = make_app(about, lesson.id);
    OptionGroup words(*app);
    words.word("-n,--n", "COUNT", "Number of elements",
               [&](const auto& word) { options.n = count_from("--n", word); });
    words.list("--only", "VERSION", "Run only these versions, e.g. --only v3", options.only);
    words.value("--out", "DIR", "Folder for the pictures [out]", options.out);
    words.flag("--no-pictures", "Check, and draw nothing", no_pictures);
    bool judges = false;
    OptionGroup exercise(
        add_verb(*app, "judge", "Check --shader as an exercise (./learn check)", [&] { judges = true; }));
    for (auto group : {words, exercise}) {
        group.flag("-q,--quiet", "Print failures only", quiet);
        group.flag("--json", "Print one JSON document", json);
    }
    exercise.positional("CARD", "The exercise's card, a .md file", [&](const auto& file) { card = file; });
    exercise.value("--shader", "FILE", "The program to judge", program);
    exercise.value("--out", "DIR", "Where ./learn check draws; this judge draws nothing", options.out);
    exercise.word("--context", "KIND", "How an exercise reaches OpenGL: auto, glfw or egl [auto]",
                  [&](const auto& word) {
                      context =
                          choice_from("--context", word,
                                      Words<std::string>{{"auto", "auto"}, {"glfw", "glfw"}, {"egl", "egl"}});
                  });
    if (!parsed(*app, argc, argv)) return 0;
    options.pictures = !no_pictures && !judges;
    for (const auto& word : options.only) version_named(lesson, word);
    if (judges && (card.empty() || program.empty()))
        fail(ExitCode::wrong_usage,
             "judge: name a card and the file to judge, as in judge CARD --shader FILE.");

    const Presentation presentation{.out = options.out,
                                    .quiet = quiet,
                                    .json = json,
                                    .leaves_page = options.paged(),
                                    .where_to_look = [&](const Heard& heard) {
                                        return where_pictures_are(heard, options.out, options.pictures);
                                    }};
    Terminal terminal(presentation);
    if (judges) {
        const int code = attempted(terminal, [&] { return judge(wishes, lesson, terminal); });
        if (json) terminal.close(code);
        return code;
    }
    RunPage page(lesson, presentation, terminal);
    int code = attempted(terminal, [&] {
        make_room(options.out / lesson.id, "--out");
        page.ensure_writable();
        const auto programs = own_program().parent_path() / "programs" / lesson.id;
        return plain::run(lesson, folder, programs, options, page);
    });
    const int written = attempted(terminal, [&] {
        terminal.set_page(page.write());
        return 0;
    });
    if (code == 0) code = written;
    terminal.close(code);
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    return guarded(PBP_LESSON, [&] { return run(argc, argv); });
}
