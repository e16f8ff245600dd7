// SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>

int main(int argc, char** argv) {
    ::setenv("PBP_SHRINK_MS", "0", 0);      // most tests have no use for smaller cases, which take their time
    ::setenv("PBP_REPAIR_MS", "30000", 0);  // a busy machine proves the same as an idle one
    return doctest::Context(argc, argv).run();
}
