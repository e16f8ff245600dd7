// SPDX-License-Identifier: MIT
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <initializer_list>

#include "common/process/interrupt.hpp"

namespace pbp {

namespace {

volatile std::sig_atomic_t caught = 0;

}  // namespace

void catch_signals() {
    struct sigaction action {};
    action.sa_handler = [](int signal) { caught = signal; };  // without SA_RESTART: a wait is interrupted
    for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
    struct sigaction hang_up {};
    ::sigaction(SIGHUP, nullptr, &hang_up);
    if (hang_up.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);  // nohup has it ignored
}

void end_with_parent() {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
}

int interruption() {
    return caught;
}

void ignore_lost_readers() {
    ::signal(SIGPIPE, SIG_IGN);
}

void end_with_reader() {
    ::signal(SIGPIPE, SIG_DFL);
    ::raise(SIGPIPE);
}

// stdio forgets the reason: the newline that is missing anyway asks again.
int print_problem() {
    return ::write(STDOUT_FILENO, "\n", 1) < 0 ? errno : 0;
}

bool is_reader_gone(int error) {
    return error == EPIPE;
}

}  // namespace pbp
