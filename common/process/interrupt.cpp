// SPDX-License-Identifier: MIT
#include "common/process/interrupt.hpp"

#include <sys/prctl.h>

#include <csignal>
#include <initializer_list>

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

}  // namespace pbp
