// SPDX-License-Identifier: MIT
#include "common/app/watch/interrupt.hpp"

#include <csignal>
#include <cstdio>
#include <initializer_list>

namespace pbp::watch {

namespace {

volatile std::sig_atomic_t interrupted = 0;

void interrupt(int) {
    interrupted = 1;
}

}  // namespace

void catch_signals() {
    struct sigaction action {};
    action.sa_handler = interrupt;  // without SA_RESTART: whoever waits for the worker looks up
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
}

bool stopped() {
    return interrupted != 0 || std::ferror(stdout) != 0;
}

}  // namespace pbp::watch
