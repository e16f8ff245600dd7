// SPDX-License-Identifier: MIT
#include "common/program/watch/interrupt.hpp"

#include <csignal>
#include <cstdio>

#include "common/process/interrupt.hpp"

namespace pbp::watch {

void catch_signals() {
    pbp::catch_signals();
    ::signal(SIGPIPE, SIG_IGN);
}

bool stopped() {
    return interruption() != 0 || std::ferror(stdout) != 0;
}

}  // namespace pbp::watch
