// SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "tests/support/system.hpp"

int main(int argc, char** argv) {
    using pbp::test::set_default;
    set_default("PBP_SHRINK_MS", "0");      // most tests have no use for smaller cases, which take their time
    set_default("PBP_REPAIR_MS", "30000");  // a busy machine proves the same as an idle one
    return doctest::Context(argc, argv).run();
}
