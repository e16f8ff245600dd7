// SPDX-License-Identifier: MIT
// What happens to a worker that dies, and to one whose parent dies. Both hang in an endless loop meanwhile.
#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <future>
#include <system_error>
#include <thread>

#include "common/event/encoding.hpp"
#include "common/process/process.hpp"
#include "common/process/worker.hpp"
#include "tests/support/endless.hpp"
#include "tests/support/notebook.hpp"
#include "tests/support/program.hpp"
#include "tests/support/watcher.hpp"

namespace worker_test {

using namespace pbp;
using namespace pbp::test;

namespace {

using namespace std::chrono_literals;

const event::Finished right{0};
const event::Begin in_pass_3{Observer::Activity::dispatch, "pass 3"};

bool is_running(pid_t process) {
    const auto text = read_text("/proc/" + std::to_string(process) + "/stat");
    return !text.empty() && text.find(") Z") == std::string::npos;
}

template <typename Condition>
bool within(std::chrono::seconds limit, Condition condition) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (std::chrono::steady_clock::now() < end) {
        if (condition()) return true;
        std::this_thread::sleep_for(20ms);
    }
    return condition();
}

/// What happened to a worker that is played by a shell.
Outcome heard(const std::string& script, const TimeLimits& limits = {}) {
    Notebook notebook;
    const int code = supervise("/bin/sh", {"-c", script}, limits, notebook, {});
    return {code, notebook.errors.empty() ? "" : notebook.errors.back()};
}

/// The shell command that sends bytes to its parent.
std::string say(const std::string& bytes) {
    std::string words = "printf '";
    for (const char c : bytes) words += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    return words + "' >&3; ";
}
std::string say(const Event& event) {
    return say(encoded(event));
}

/// A lesson whose shader never ends, started, and awaited until its worker is inside the dispatch.
struct Hanging {
    Hanging() {
        REQUIRE(within(20s, [&] { return (worker = lesson.child()) != 0; }));
        // The title is printed once the worker has a context; the first dispatch follows within a moment.
        lesson.until("bitonic sort", 20s);
        std::this_thread::sleep_for(1500ms);
    }
    ~Hanging() {
        if (is_running(worker)) ::kill(worker, SIGKILL);
    }

    Folder folder;
    Watcher lesson{{lesson_program("05_bitonic_sort"), "--shader",
                    folder.write("v3_global.comp", endless_shader()).string(), "--time-limit", "60", "--n",
                    endless_n, "--out", folder.path().string()}};
    pid_t worker = 0;
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("a worker's results count only with its final report") {
        CHECK(heard(say(right)).exit_code == 0);
        CHECK(heard(say(event::Finished{3}) + "exit 3").exit_code == 3);
        for (const char* code : {"0", "1", "6"}) {
            check_ended(heard(say(in_pass_3) + "exit " + std::string(code)), 6,
                        {"exit code " + std::string(code) + ") in pass 3 without its final report"});
        }
        check_ended(heard(say(right) + "exit 1"), 6, {"announced exit code 0, but ended with 1"});
        CHECK(heard(say(right) + "kill -SEGV $$").exit_code == 6);
    }

    TEST_CASE("a worker that does nothing outside any shader is ended, one that works in silence is not") {
        const auto begun = std::chrono::steady_clock::now();
        const auto started = [](const std::string& script) {
            return std::async(std::launch::async, [script] { return heard(script); });
        };
        auto idle = started(say(event::Note{"n"}) + "exec sleep 600");
        auto finished = started(say(event::Finished{3}) + "exec sleep 600");
        auto silent = started(
            "end=$(($(date +%s) + 12)); while [ $(date +%s) -lt $end ]; do sleep 0.2; done; " + say(right));
        check_ended(idle.get(), 6, {"The worker did nothing for 10 s outside any shader"});
        CHECK(finished.get().exit_code == 3);  // it had said all: its results count
        CHECK(silent.get().exit_code == 0);
        CHECK(std::chrono::steady_clock::now() - begun < 60s);
    }

    TEST_CASE("a worker that sends anything but events has no result, even if it then waits for ever") {
        auto damaged = encoded(right);
        damaged.back() ^= 1;
        for (const std::string& bytes : {std::string("garbage that is longer than the head of an event"),
                                         std::string("{\"finished\":0}\n"), damaged}) {
            for (const char* after : {"", "exec sleep 600"}) {
                CAPTURE(bytes);
                check_ended(heard(say(in_pass_3) + say(bytes) + say(right) + after), 6,
                            {"a malformed message in pass 3"});
            }
        }
        for (const auto& cut : {encoded(right).substr(0, 5), encoded(in_pass_3).substr(0, 30)}) {
            check_ended(heard(say(right) + say(cut)), 6, {"a malformed message"});
        }
    }

    TEST_CASE("a kept worker that ends has not carried out its order, whatever it reports") {
        KeptWorker worker(
            [] {
                return std::make_unique<ChildProcess>(
                    "/bin/sh", std::vector<std::string>{"-c", "read order; " + say(right)});
            },
            {});
        Notebook notebook;
        CHECK(worker.carry_out("v1", notebook, {}) == 6);
        CHECK(contains(notebook.errors.back(), "The worker"));
    }

    TEST_CASE("a worker that is killed is not blamed on its shader") {
        const std::string inside = say(in_pass_3);
        check_ended(heard(inside + "kill -SEGV $$"), 6,
                    {"The worker died (signal 11, Segmentation fault) in pass 3; an index"});
        auto outcome = heard(inside + "kill -KILL $$");
        check_ended(outcome, 6, {"killed (signal 9, Killed) in pass 3, from outside or because"});
        CHECK(!contains(outcome.output, "index"));
        check_ended(heard(inside + "kill -XCPU $$"), 6, {"reached its CPU time limit", "ulimit -t"});
        check_ended(heard(inside + "kill -TERM $$"), 6,
                    {"terminated by another process (signal 15, Terminated) in pass 3"});
    }

    TEST_CASE("trouble of the driver's and of the machine's is not blamed on the shader either") {
        auto outcome =
            heard(say(in_pass_3) + "kill -BUS $$");  // a full disk, a file of the driver's in memory
        check_ended(
            outcome, 6,
            {"died (signal 7, Bus error) in pass 3: a file that it keeps in memory", "free some space"});
        outcome = heard(say(event::Begin{Observer::Activity::build, "v3.comp"}) + "kill -SEGV $$");
        check_ended(outcome, 6, {"The compiler died (signal 11, Segmentation fault) in v3.comp"});
        CHECK(!contains(outcome.output, "index"));
    }

    TEST_CASE("dispatches that end one by one, and never all of them, are ended together") {
        const auto dispatch = say(in_pass_3) + "sleep 0.05; " + say(event::End{});
        const TimeLimits together{.together_s = 1};
        CHECK(TimeLimits{.dispatch_s = 3}.with_an_end().together_s == 30);
        const auto begun = std::chrono::steady_clock::now();
        check_ended(heard("while :; do " + dispatch + "done", together), 5,
                    {"pass 3 was still running when all dispatches together had taken 1 s"});
        CHECK(std::chrono::steady_clock::now() - begun < 10s);
        // a report begins anew, and what shows itself in a window has no end
        const auto many =
            "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do " + dispatch;
        auto outcome = heard(many + say(event::VersionDone{}) + "done; " + say(right), together);
        CHECK(outcome.exit_code == 0);
        CHECK(heard(many + "done; " + say(right), {}).exit_code == 0);
        // what is compiled between them, as every program is, is not their time
        const auto compiled =
            say(event::Begin{Observer::Activity::build, "v7.comp"}) + "sleep 0.6; " + say(event::End{});
        outcome = heard(dispatch + compiled + dispatch + compiled + dispatch + say(right), together);
        CHECK(outcome.exit_code == 0);
    }

    TEST_CASE("whatever a run throws becomes one sentence and an exit code") {
        Notebook notebook;
        CHECK(attempted(notebook, [] { return 3; }) == 3);
        CHECK(notebook.errors.empty());
        CHECK(attempted(notebook, []() -> int { fail(ExitCode::check_failed, "Wrong."); }) == 1);
        CHECK(notebook.errors.back() == "Wrong.");
        CHECK(attempted(notebook, []() -> int { throw std::bad_alloc(); }) == 6);
        CHECK(contains(notebook.errors.back(), "out of memory"));
        CHECK(attempted(notebook, []() -> int { throw std::out_of_range("at"); }) == 6);
        CHECK(notebook.errors.back() == "The run ended early: at.");
        CHECK(attempted(notebook,
                        []() -> int { throw std::system_error(EMFILE, std::generic_category()); }) == 4);
        CHECK(contains(notebook.errors.back(), "raise ulimit -n"));
    }

    TEST_CASE("a sweep leaves nothing in the folder for temporary files, since it needs none") {
        check_ended(run_program({lesson_program("03_reduction"), "sweep", "--only", "v3", "--n", "16"},
                                "TMPDIR=/no/such/folder"),
                    0, {"all 20 runs agree"});
    }

    TEST_CASE("an export refuses a file that is read-only or no file at all") {
        const Folder folder;
        const auto kept = folder.write("kept.csv", "precious");
        fs::permissions(kept, fs::perms::owner_read);
        const auto exported = [&](const std::string& name) {
            return run_program({lesson_program("03_reduction"), "--sim", "--only", "v3", "--n", "16", "--out",
                                folder.path() / "out", "--export", folder.path() / name});
        };
        check_refused(exported("kept.csv"), 4,
                      {"kept.csv: the file is read-only; make it writable or choose another."});
        CHECK(read_text(kept) == "precious");
        fs::create_symlink("/dev/null", folder.path() / "null.csv");
        check_ended(exported("null.csv"), 2, {"not a regular file"});
    }

    TEST_CASE("half-written files of a killed run are removed, those of others stay") {
        const Folder folder;
        const auto old = folder.write("out/03_reduction/.pbp-0123abcd.part", "half"),
                   young = folder.write("out/03_reduction/.pbp-0123abce.part", "half"),
                   foreign = folder.write("out/03_reduction/film.mkv.part", "half");
        const auto former = folder.write("out/03_reduction/v3_sequential.png.0123abcd.part", "half");
        for (const auto& file : {old, foreign, former})
            fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
        run_program({lesson_program("03_reduction"), "--sim", "--only", "v3", "--n", "16", "--out",
                     folder.path() / "out"});
        CHECK(!fs::exists(old));
        CHECK(!fs::exists(former));
        CHECK(fs::exists(young));
        CHECK(fs::exists(foreign));
    }

    TEST_CASE("a variable that keeps OpenGL away is named, with the way around it") {
        const std::string doctor = std::string(PBP_BINARY_DIR) + "/doctor";
        check_ended(run_program({doctor, "--context", "glfw"}, "DISPLAY=:4321 WAYLAND_DISPLAY="), 4,
                    {"DISPLAY=:4321", "--sim, which needs no OpenGL"});
        auto outcome = run_program({doctor, "--context", "egl"}, "MESA_GL_VERSION_OVERRIDE=3.3");
        if (outcome.exit_code != 4) return;  // a driver that ignores Mesa's variables
        CHECK(contains(outcome.output, "correct or unset MESA_GL_VERSION_OVERRIDE=3.3"));
        CHECK(contains(outcome.output, "--sim, which needs no OpenGL"));
    }

    TEST_CASE("a lesson started by CTest is skipped without OpenGL, or fails if OpenGL is required") {
        const auto lesson = [](const std::string& environment) {
            return run_program({std::string(PBP_SOURCE_DIR) + "/tests/skip_without_gpu",
                                std::string(PBP_BINARY_DIR) + "/doctor", lesson_program("03_reduction"),
                                "--only", "v3", "--no-pictures"},
                               environment);
        };
        const std::string none =
            "env -u DISPLAY -u WAYLAND_DISPLAY __EGL_VENDOR_LIBRARY_FILENAMES=/dev/null ";
        check_ended(lesson(none + "PBP_REQUIRE_GPU=0"), 4, {"SKIPPED: no OpenGL"});
        auto outcome = lesson(none + "PBP_REQUIRE_GPU=1");
        CHECK(outcome.exit_code == 4);
        CHECK(!contains(outcome.output, "SKIPPED"));
    }
}

TEST_SUITE("gpu") {
    TEST_CASE("a worker that dies is reported with what it was doing; exit 6") {
        if (skip_without_gpu()) return;
        Hanging hanging;
        ::kill(hanging.worker, SIGSEGV);
        CHECK(hanging.lesson.ended() == 6);
        const auto said = hanging.lesson.rest();
        CAPTURE(said);
        CHECK(contains(said, "The worker died (signal 11"));
        CHECK(contains(said, "v3_global.comp, pass 1 of 253"));
    }

    TEST_CASE("no worker outlives its parent, not even one that hangs in the driver") {
        if (skip_without_gpu()) return;
        Hanging hanging;
        hanging.lesson.interrupt(SIGKILL);
        CHECK(within(5s, [&] { return !is_running(hanging.worker); }));
    }
}

}  // namespace worker_test
