// SPDX-License-Identifier: MIT
// A browser has one process: fork() fails there, so nothing comes to these, which its library lacks.
#include <sys/resource.h>
#include <sys/types.h>

#include <cerrno>

extern "C" {

int prctl(int, ...) {
    errno = ENOSYS;
    return -1;
}

pid_t wait4(pid_t, int*, int, rusage*) {
    errno = ECHILD;
    return -1;
}
}
