// SPDX-License-Identifier: MIT
#include "common/check/signatures/diagnosis.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "tests/check/examples.hpp"

using namespace pbp;
using namespace pbp::test;

TEST_SUITE("cpu") {
    TEST_CASE("each pattern comes first on its own examples, and on no other's") {
        std::map<Pattern, int> found;
        for (const auto& example : examples()) {
            CAPTURE(example.name);
            CAPTURE(to_string(example.pattern));
            const auto diagnosis = diagnose(example.evidence());
            REQUIRE(!diagnosis.findings.empty());
            const auto& first = diagnosis.findings.front();
            CHECK(to_string(first.pattern) == to_string(example.pattern));
            CHECK(diagnosis.findings.size() <= 2);
            ++found[example.pattern];
            for (const auto& finding : diagnosis.findings) {
                CHECK(finding.what.ends_with("."));
                CHECK(finding.meaning.starts_with("This usually means that "));
                for (const auto& hint : finding.hints) CHECK(!hint.empty());
            }
        }
        for (int p = static_cast<int>(Pattern::written_outside); p <= static_cast<int>(Pattern::lost_keys);
             ++p) {
            const auto pattern = static_cast<Pattern>(p);
            CAPTURE(to_string(pattern));
            CHECK(!to_string(pattern).empty());
            if (pattern != Pattern::subgroup_size) CHECK(found[pattern] >= 2);
        }
    }

    TEST_CASE("a right result shows no pattern") {
        for (auto example : examples()) {
            CAPTURE(example.name);
            example.got = example.expected;
            example.beyond.clear();
            CHECK(diagnose(example.evidence()).findings.empty());
        }
        CHECK(diagnose({}).findings.empty());
    }

    TEST_CASE("of the first workgroup alone it says how many cells after it are wrong") {
        Words expected(32), got;
        std::ranges::generate(expected, [k = 1u]() mutable { return 7u * k++; });
        got = expected;
        for (std::size_t i = 16; i < 28; ++i) got[i] += 100u * static_cast<std::uint32_t>(i);
        const Schedule schedule{.share = 16, .invocations = 16, .subgroup_size = 8, .dispatches = 1};
        const auto found = diagnose({.expected = expected, .got = got, .schedule = schedule}).findings;
        REQUIRE(!found.empty());
        CHECK(to_string(found.front().pattern) == "the first workgroup alone");
        CHECK(found.front().what ==
              "The first workgroup's cells are right; of the 16 cells after them, 12 are wrong.");
    }

    TEST_CASE("a pass that changes nothing has swapped no neighbours") {
        const Words before{3, 1, 7, 2, 9, 4, 8, 5}, expected{1, 3, 2, 7, 4, 9, 5, 8};
        CHECK(diagnose({.expected = expected, .got = before, .before = before}).findings.empty());
    }

    TEST_CASE("noise shows no pattern") {
        int seen = 0;
        for (std::uint64_t seed = 1; seed <= 200; ++seed) {
            const auto before = generate(InputKind::random, ValueType::uint32, 64, seed);
            const auto expected = generate(InputKind::random, ValueType::uint32, 64, seed + 1000);
            auto got = expected;
            Random random(seed);
            for (int k = 0; k < 12; ++k) got[random.below(63)] = static_cast<std::uint32_t>(random.next());
            const Schedule schedule{.share = 16, .invocations = 16, .subgroup_size = 8, .dispatches = 1};
            seen += diagnose({.expected = expected, .got = got, .before = before, .schedule = schedule})
                            .findings.empty()
                        ? 0
                        : 1;
        }
        CHECK(seen == 0);
    }

    TEST_CASE("'one subgroup size alone' needs one right and one wrong result at two sizes") {
        const Words right(16, 1), wrong(16, 2);
        const auto of = [&](const Words& got, std::uint32_t lanes) {
            return Evidence{.expected = right, .got = got, .schedule = {.subgroup_size = lanes}};
        };
        const auto found = diagnose_subgroup_sizes(of(wrong, 8), of(right, 32));
        REQUIRE(found);
        CHECK(found->what == "Right with subgroups of 32, wrong with subgroups of 8.");
        CHECK(diagnose_subgroup_sizes(of(right, 8), of(wrong, 32)));
        CHECK(!diagnose_subgroup_sizes(of(right, 8), of(right, 32)));
        CHECK(!diagnose_subgroup_sizes(of(wrong, 8), of(wrong, 32)));
        CHECK(!diagnose_subgroup_sizes(of(right, 8), of(wrong, 8)));
        CHECK(!diagnose_subgroup_sizes(of(right, 0), of(wrong, 8)));
    }
}
