// SPDX-License-Identifier: MIT
// Known mistakes, made in the lessons' own shaders, and the pattern that the lesson must name. What a driver
// may hide or show at random is in tests/check/examples.cpp as arrays; small kernels for the rest are in
// tests/gpu/diagnosis.cpp.
#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "common/check/signatures/diagnosis.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/lessons.hpp"

using namespace pbp::test;

namespace {

/// A mistake: one place replaced in a shader of a lesson, and the pattern that must come first.
struct Mistake {
    std::string lesson, shader, search, replacement, pattern;
    std::vector<std::string> words = {};
};

const std::vector<Mistake> mistakes{
    {"03_reduction", "v3_sequential", "        barrier();  // this level reads what others wrote\n", "",
     "stale values"},
    {"06_subgroup_scan", "v1_hillis_steele", "        barrier();  // all have read before any overwrites", "",
     "stale values"},
    {"04_odd_even_sort", "v2_fixed", "    barrier();  // others compare what I loaded\n", "", "stale values"},
    {"04_odd_even_sort", "v3_paired",
     "        barrier();  // the odd pass compares what others wrote in the even one\n", "",
     "lost and doubled"},
    {"05_bitonic_sort", "v1_shared", "            barrier();  // the next pass reads what others wrote", "",
     "lost and doubled"},
    {"04_odd_even_sort", "v5_dispatches", "if (high >= n) return;", "if (high + 1u >= n) return;",
     "all but the end"},
    {"05_bitonic_sort", "v3_global", "if (i >= pairs) return;", "if (i >= pairs - 1u) return;",
     "all but the end"},
    {"08_particles", "v3_soa", "if (i >= n) return;", "if (i >= n - 1u) return;", "all but the end"},
    // One workgroup: if several write one slot, the last of them is always the same.
    {"07_stream_compaction",
     "v2_scan_scatter",
     "if (keep) kept[slot[i]] = i;",
     "kept[slot[i]] = i;",
     "written outside",
     {"--local-size", "512"}},
    {"08_particles", "v2_aos", "if (i >= n) return;", "if (i > n) return;", "written outside"},
    {"06_subgroup_scan", "parts/v4_add", "data[i] += before[flat_workgroup()];", "data[i] += before[0];",
     "the first workgroup alone"},
    {"01_workgroup_ids", "v1_linear", "local_index[i] = gl_LocalInvocationID.x;",
     "local_index[i] = gl_GlobalInvocationID.x;", "the first workgroup alone"},
    {"03_reduction", "v3_sequential", "stride > 0u; stride /= 2u", "stride > 1u; stride /= 2u",
     "wrong depth"},
    {"06_subgroup_scan", "v1_hillis_steele", "stride < LOCAL_SIZE; stride",
     "stride < LOCAL_SIZE / 2u; stride", "wrong depth"},
    {"04_odd_even_sort", "v5_dispatches", "if (a <= b) return;",
     "if ((a <= b) != (pass == 4u && i == 2u)) return;", "changed places"},
    {"05_bitonic_sort", "v3_global", "(low & block) == 0u;",
     "((low & block) == 0u) != (block == 16u && stride == 4u);", "changed places"},
    {"07_stream_compaction", "parts/v2_previous", "density[i - 1u]", "density[i]", "shifted by one"},
    {"04_odd_even_sort", "v2_fixed", "    if (i < n) keys[i] = tile[i];",
     "    if (i < n) keys[i] = tile[min(i + 1u, n - 1u)];", "shifted by one"},
    {"06_subgroup_scan", "v1_hillis_steele", "if (exclusive != 0u) {", "if (exclusive == 0u) {",
     "the other kind of scan"},
    {"07_stream_compaction", "v3_one_pass", "before + within - own;", "before + within;",
     "the other kind of scan"},
    {"05_bitonic_sort",
     "v3_global",
     "keys[low] = ascending ? min(a, b) : max(a, b);\n    keys[high] = ascending ? max(a, b) : min(a, b);",
     "const bool less = int(a) < int(b);\n    keys[low] = ascending == less ? a : b;\n    keys[high] = "
     "ascending == less ? b : a;",
     "signed or unsigned",
     {"--data", "random"}},
    {"04_odd_even_sort",
     "v5_dispatches",
     "if (a <= b) return;",
     "if (int(a) <= int(b)) return;",
     "signed or unsigned",
     {"--data", "random"}},
    {"01_workgroup_ids", "v1_linear", "if (i >= n) return;", "if (i >= n || i % 4u == 1u) return;",
     "never written"},
    {"03_reduction", "v3_sequential", "if (i < stride) {", "if (i < stride && i != 2u) {", "never written"},
};

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

TEST_CASE("a known mistake in a lesson's shader is called by its name") {
    if (skip_without_gpu()) return;
    if (!on_llvmpipe_with_small_subgroups()) {
        std::printf(
            "SKIPPED: no OpenGL device that shows every missing barrier (llvmpipe, subgroups of 8)\n");
        return;
    }
    const auto chosen = lessons();
    const Folder folder;
    fs::copy(source_dir / "shaders", folder.path() / "shaders", fs::copy_options::recursive);
    for (const auto& mistake : mistakes) {
        if (std::ranges::find(chosen, mistake.lesson) == chosen.end()) continue;
        CAPTURE(mistake.shader);
        CAPTURE(mistake.replacement);
        const auto file = "shaders/" + mistake.lesson + "/" + mistake.shader + ".comp";
        const auto right = read_text(source_dir / file);
        REQUIRE(count(right, mistake.search) == 1);
        auto wrong = right;
        wrong.replace(wrong.find(mistake.search), mistake.search.size(), mistake.replacement);
        folder.write(file, wrong);
        std::vector<std::string> words{
            "--shaders", folder.path() / "shaders", "--only", number_of(mistake.shader),
            "--json",    "--no-pictures",           "--out",  folder.path()};
        words.insert(words.end(), mistake.words.begin(), mistake.words.end());
        const auto outcome = run_lesson(mistake.lesson, words);
        folder.write(file, right);
        CAPTURE(outcome.output);
        CHECK(outcome.exit_code == 1);
        const auto report = nlohmann::json::parse(outcome.output, nullptr, false);
        REQUIRE(report.is_object());
        REQUIRE(!report["versions"].empty());
        const auto& diagnosis = report["versions"].back()["diagnosis"];
        CHECK(diagnosis.size() <= 2);
        REQUIRE(!diagnosis.empty());
        CHECK(diagnosis[0]["pattern"] == mistake.pattern);
        CHECK(diagnosis[0]["hints"].size() == 3);
    }
}
