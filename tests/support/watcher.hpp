// SPDX-License-Identifier: MIT
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/folder.hpp"

extern char** environ;

namespace pbp::test {

/// A lesson with --watch on its own copy of the shaders, as a learner without a terminal would see it.
class Watcher {
  public:
    explicit Watcher(const std::string& lesson, const std::vector<std::string>& words = {},
                     const fs::path& out = {})
        : lesson_(lesson), out_(out.empty() ? folder_.path() / "out" : out) {
        fs::copy(fs::path(PBP_SOURCE_DIR) / "shaders", folder_.path() / "shaders",
                 fs::copy_options::recursive);
        std::vector<std::string> line{std::string(PBP_BINARY_DIR) + "/lessons/" + lesson_};
        line.insert(line.end(), words.begin(), words.end());
        line.insert(line.end(),
                    {"--watch", "--shaders", (folder_.path() / "shaders").string(), "--out", out_.string()});
        start(line);
    }
    /// Another program, with its arguments.
    explicit Watcher(std::vector<std::string> line) { start(line); }
    ~Watcher() { end(); }
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

    fs::path shader(const std::string& name) const { return folder_.path() / "shaders" / lesson_ / name; }
    const fs::path& out() const { return out_; }
    /// The process that it has started, or 0.
    pid_t child() const {
        const auto id = std::to_string(pid_);
        const auto children = read_text("/proc/" + id + "/task/" + id + "/children");
        return children.empty() ? 0 : static_cast<pid_t>(std::stol(children));
    }

    /// Reads until the end of a line that contains these words; returns all output since the last call.
    /// Throws that output if the program ends first or the time limit passes.
    std::string until(const std::string& words, std::chrono::seconds limit = std::chrono::seconds(60)) {
        const auto end = std::chrono::steady_clock::now() + limit;
        for (;;) {
            const auto at = pending_.find(words);
            const auto line_end = at == std::string::npos ? at : pending_.find('\n', at + words.size());
            if (line_end != std::string::npos) {
                const auto read = pending_.substr(0, line_end + 1);
                pending_.erase(0, line_end + 1);
                return read;
            }
            const auto left =
                std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
            pollfd ready{output_, POLLIN, 0};
            char chunk[4096];
            if (left.count() <= 0 || ::poll(&ready, 1, static_cast<int>(left.count())) <= 0)
                throw std::runtime_error("no output contained '" + words + "' in time, but:\n" + pending_);
            const auto count = ::read(output_, chunk, sizeof(chunk));
            if (count <= 0) throw std::runtime_error("it ended before '" + words + "':\n" + pending_);
            pending_.append(chunk, static_cast<std::size_t>(count));
        }
    }
    /// The rest of a round.
    std::string round() { return until("Ctrl-C to stop"); }
    /// All output since the last call, of a program that has ended.
    std::string rest() {
        char chunk[4096];
        for (ssize_t count = 0; (count = ::read(output_, chunk, sizeof(chunk))) > 0;)
            pending_.append(chunk, static_cast<std::size_t>(count));
        return std::exchange(pending_, {});
    }

    /// Ctrl-C, or another signal; returns the exit code.
    int interrupt(int signal = SIGINT) {
        ::kill(pid_, signal);
        return ended();
    }
    /// Waits for its end; returns the exit code.
    int ended() {
        int status = 0;
        ::waitpid(pid_, &status, 0);
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

  private:
    void start(std::vector<std::string>& line) {
        const auto program = line.front();
        std::vector<char*> arguments;
        for (auto& word : line) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
        output_ = ends[0];
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
        const int problem =
            ::posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        ::close(ends[1]);
        if (problem != 0) throw std::runtime_error(program + " cannot be started");
    }
    void end() {
        if (pid_ > 0) interrupt(SIGKILL);
        ::close(output_);
    }

    std::string lesson_;
    Folder folder_;
    fs::path out_;
    pid_t pid_ = -1;
    int output_ = -1;
    std::string pending_;
};

}  // namespace pbp::test
