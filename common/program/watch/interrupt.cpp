// SPDX-License-Identifier: MIT
#include "common/program/watch/interrupt.hpp"

#include <cstdio>

#include "common/process/interrupt.hpp"
#include "common/process/worker.hpp"

namespace pbp::watch {

void catch_signals() {
    pbp::catch_signals();
    ignore_lost_readers();
}

bool stopped() {
    return interruption() != 0 || std::ferror(stdout) != 0;
}

int stopped_code() {
    return interruption() != 0 ? 128 + interruption() : pbp::stopped_code;
}

}  // namespace pbp::watch
