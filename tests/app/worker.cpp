// SPDX-License-Identifier: MIT
// What becomes of a worker that dies, and of one whose parent dies. Both hang in an endless loop meanwhile.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <sstream>
#include <thread>

#include "tests/support/endless.hpp"
#include "tests/support/program.hpp"

extern char** environ;

using namespace pbp::test;

namespace {

using namespace std::chrono_literals;

/// The first process whose parent is `parent`, or 0.
pid_t child_of(pid_t parent) {
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const auto name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        const auto text = read_text(entry.path() / "stat");
        const auto behind_name = text.rfind(')');
        if (behind_name == std::string::npos) continue;
        char state = 0;
        pid_t its_parent = 0;
        std::istringstream(text.substr(behind_name + 1)) >> state >> its_parent;
        if (its_parent == parent && state != 'Z') return static_cast<pid_t>(std::stol(name));
    }
    return 0;
}

bool runs(pid_t process) {
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

/// A lesson whose shader never ends, started and left alone until its worker is inside the dispatch.
class Hanging {
  public:
    Hanging() {
        const auto shader = folder_.write("v3_global.comp", endless_shader()).string();
        const auto out = folder_.path().string(), program = lesson_program("05_bitonic_sort"),
                   log = (folder_.path() / "log").string();
        std::vector<const char*> words{program.c_str(), "--shader", shader.c_str(), "--time-limit", "60",
                                       "--n",           endless_n,  "--out",        out.c_str(),    nullptr};
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        posix_spawn_file_actions_adddup2(&actions, 1, 2);
        REQUIRE(posix_spawn(&parent, program.c_str(), &actions, nullptr, const_cast<char**>(words.data()),
                            environ) == 0);
        posix_spawn_file_actions_destroy(&actions);
        REQUIRE(within(20s, [&] { return (worker = child_of(parent)) != 0; }));
        // The title is printed when the worker has a context; the first dispatch follows within a moment.
        REQUIRE(within(20s, [&] { return contains(output(), "bitonic sort"); }));
        std::this_thread::sleep_for(1500ms);
    }
    ~Hanging() {
        if (parent > 0) ::kill(parent, SIGKILL);
        if (worker > 0 && runs(worker)) ::kill(worker, SIGKILL);
    }
    std::string output() const { return read_text(folder_.path() / "log"); }

    pid_t parent = 0, worker = 0;

  private:
    Folder folder_;
};

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE("a worker that dies is reported with what it was doing; exit 6") {
        if (skip_without_gpu()) return;
        Hanging lesson;
        ::kill(lesson.worker, SIGSEGV);
        int status = 0;
        REQUIRE(waitpid(lesson.parent, &status, 0) == lesson.parent);
        lesson.parent = 0;
        CAPTURE(lesson.output());
        CHECK(WEXITSTATUS(status) == 6);
        CHECK(contains(lesson.output(), "The worker died (signal 11"));
        CHECK(contains(lesson.output(), "v3_global.comp, pass 1 of 253"));
    }

    TEST_CASE("no worker outlives its parent, not even one that hangs in the driver") {
        if (skip_without_gpu()) return;
        Hanging lesson;
        ::kill(lesson.parent, SIGKILL);
        waitpid(lesson.parent, nullptr, 0);
        lesson.parent = 0;
        CHECK(within(5s, [&] { return !runs(lesson.worker); }));
    }
}
