// SPDX-License-Identifier: MIT
// Schedule and twin of lesson NN, without a context.
#include <doctest/doctest.h>

#include "common/check/inputs.hpp"
#include "lessons/NN_NAME/NAME.hpp"

namespace NAME_test {

namespace {

using schedule_NN::Elements;
using schedule_NN::local_size;
using schedule_NN::Pass;

/// What both passes together must give, from a formula without passes.
Elements expected(const Elements& input) {
    Elements sums;
    for (std::size_t i = 0; i < input.size(); ++i) {
        const bool alone = i + 1 == input.size() || i % local_size == local_size - 1;
        sums.push_back(alone ? 2 * input[i] : 2 * (input[i] + input[i + 1]));
    }
    return sums;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("lesson NN: the twin's passes, one after another, give the sums of neighbours") {
        using pbp::InputKind;
        for (const auto kind : {InputKind::random, InputKind::sorted, InputKind::reversed, InputKind::equal,
                                InputKind::extremes})
            for (const std::size_t n : {1, 2, 3, 15, 16, 17, 31, 32, 33, 1000}) {
                CAPTURE(n);
                const auto input = pbp::generate(kind, pbp::ValueType::uint32, n, 1);
                schedule_NN::Twin twin(input);
                for (const auto pass : schedule_NN::passes(n)) twin.step(pass);
                CHECK(twin.elements() == expected(input));
            }
    }

    TEST_CASE("lesson NN: a pass continues from the one before") {
        schedule_NN::Twin twin({1, 10, 100});
        twin.step(Pass::twice);
        CHECK(twin.elements() == Elements{2, 20, 200});
        twin.step(Pass::add);
        CHECK(twin.elements() == Elements{22, 220, 200});
    }
}

}  // namespace NAME_test
