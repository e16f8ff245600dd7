// SPDX-License-Identifier: MIT
// What is right shows no pattern in any lesson. Examples of the patterns are in tests/check/examples.cpp as
// arrays, and small kernels in tests/gpu/diagnosis.cpp.
#include <bit>
#include <nlohmann/json.hpp>

#include "common/check/signatures/diagnosis.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/lessons.hpp"

using namespace pbp::test;

namespace {

/// The words of a row of an --export: integers as they are, others as floats.
std::vector<std::uint32_t> words_of(const nlohmann::json& values) {
    std::vector<std::uint32_t> words;
    for (const auto& value : values)
        words.push_back(value.is_number_unsigned() ? value.get<std::uint32_t>()
                        : value.is_number_float()  ? std::bit_cast<std::uint32_t>(value.get<float>())
                        : value.is_number()        ? static_cast<std::uint32_t>(value.get<std::int64_t>())
                                                   : 0u);
    return words;
}

}  // namespace

TEST_CASE("no right pass of any lesson shows a pattern, and neither does a single wrong cell") {
    if (skip_without_gpu()) return;
    const Folder folder;
    for (const auto& lesson : lessons())
        for (const char* n : {"", "33", "1000"}) {
            const auto table = folder.path() / "rows.json";
            std::vector<std::string> words{"--quiet",  "--no-pictures", "--out",        folder.path(),
                                           "--export", table,           "--time-limit", slow_compiler_s};
            if (*n != '\0') words.insert(words.end(), {"--n", n});
            // What is right is the same on the simulator, which compiles in a tenth of the time.
            if (!full_matrix()) words.insert(words.end(), {"--sim-schedule", "in-order"});
            const auto outcome = run_lesson(lesson, words);
            CAPTURE(lesson);
            CAPTURE(n);
            CAPTURE(outcome.output);
            REQUIRE(outcome.exit_code == 0);
            for (const auto& version : nlohmann::json::parse(read_text(table))) {
                std::vector<std::uint32_t> before;
                for (const auto& row : version["rows"]) {
                    const auto expected = words_of(row["values"]);
                    const pbp::Schedule schedule{
                        .share = 16, .invocations = 16, .subgroup_size = 8, .dispatches = 1};
                    CHECK(pbp::diagnose(
                              {.expected = expected, .got = expected, .before = before, .schedule = schedule})
                              .findings.empty());
                    auto got = expected;
                    constexpr std::uint32_t fill = 0xA5A5A5A5u;  // where it belongs, a write is out of place
                    if (got.size() >= 8 && got[got.size() / 2] != fill) ++got[got.size() / 2];
                    for (const auto& finding :
                         pbp::diagnose(
                             {.expected = expected, .got = got, .before = before, .schedule = schedule})
                             .findings) {
                        CAPTURE(version["version"].dump());
                        CAPTURE(row["pass"].dump());
                        CAPTURE(finding.what);
                        // A key that is one larger is a second copy of another key.
                        CHECK(finding.pattern == pbp::Pattern::lost_keys);
                    }
                    before = expected;
                }
            }
        }
}
