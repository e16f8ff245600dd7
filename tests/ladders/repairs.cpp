// SPDX-License-Identifier: MIT
// Each barrier() of a lesson's shaders, taken away by itself: the simulator reports one finding, with a line
// where a barrier() fixes it.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/support/folder.hpp"
#include "tests/support/lessons.hpp"

using namespace pbp::test;

namespace repairs_test {

namespace {

const std::string barrier = "barrier();";

/// Lessons whose versions meet at barriers, and run in a second or two.
const std::vector<std::string> meeting{"03_reduction", "04_odd_even_sort", "05_bitonic_sort",
                                       "06_subgroup_scan"};

/// Barriers without which every order is right all the same: others serve in their stead.
const std::vector<std::string> spare{"06_subgroup_scan/v2_blelloch.comp:34"};

std::vector<fs::path> shaders_in(const fs::path& folder) {
    std::vector<fs::path> all;
    for (const auto& folder_here : {folder, folder / "parts"})
        if (fs::exists(folder_here))
            for (const auto& entry : fs::directory_iterator(folder_here))
                if (entry.path().extension() == ".comp" && !contains(entry.path().string(), "_wrong"))
                    all.push_back(entry.path());
    std::ranges::sort(all);
    return all;
}

}  // namespace

TEST_CASE("a barrier() that is taken away is missed once, and found again") {
    const Folder folder;
    fs::copy(source_dir / "shaders", folder.path() / "shaders", fs::copy_options::recursive);
    for (const auto& lesson : lessons()) {
        if (std::ranges::find(meeting, lesson) == meeting.end()) continue;
        for (const auto& shader : shaders_in(folder.path() / "shaders" / lesson)) {
            const auto right = read_text(shader);
            for (auto at = right.find(barrier); at != right.npos; at = right.find(barrier, at + 1)) {
                if (at > 0 && right[at - 1] != ' ') continue;  // of memoryBarrier...()
                const auto line =
                    1 + std::count(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(at), '\n');
                const auto place =
                    fmt::format("{}:{}", fs::relative(shader, folder.path() / "shaders").string(), line);
                CAPTURE(place);
                auto wrong = right;
                folder.write(fs::relative(shader, folder.path()), wrong.erase(at, barrier.size()));
                const auto outcome =
                    run_lesson(lesson,
                               {"--shaders", folder.path() / "shaders", "--only", number_of(shader), "--n",
                                "300", "--sim", "--json", "--no-pictures", "--out", folder.path()},
                               "PBP_SHRINK_MS=0 PBP_REPAIR_MS=20000 ");
                CAPTURE(outcome.output);
                const auto report = nlohmann::json::parse(outcome.output, nullptr, false);
                REQUIRE(report.is_object());
                std::vector<std::string> found;
                for (const auto& program : report["versions"].back()["simulation"])
                    for (const auto& finding : program["findings"])
                        if (!finding["note"]) found.push_back(finding["repair"]);
                if (std::ranges::find(spare, place) != spare.end()) {
                    CHECK(outcome.exit_code == 0);
                    continue;
                }
                CHECK(outcome.exit_code == 1);
                REQUIRE(found.size() == 1);
                CHECK(contains(found[0], "barrier();` after line "));
                CHECK(contains(found[0], " nothing races in 5 orders"));
            }
            folder.write(fs::relative(shader, folder.path()), right);
        }
    }
}

}  // namespace repairs_test
