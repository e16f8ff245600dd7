// SPDX-License-Identifier: MIT
#include "common/report/overview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "common/base/heading.hpp"
#include "common/report/model_json.hpp"
#include "common/report/page.hpp"
#include "common/report/text.hpp"

namespace pbp::page {

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

struct Run {
    std::string folder;
    json summary;
};

/// The summary in a page's head; null if the file has none.
json summary_in(const fs::path& page) {
    constexpr std::string_view mark = "<script type=\"application/json\" id=\"summary\">";
    constexpr std::size_t head = 1 << 16;  // the summary comes first
    std::string text(head, '\0');
    std::ifstream file(page, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    const auto begin = text.find(mark);
    if (begin == text.npos) return {};
    const auto from = begin + mark.size();
    return json::parse(text.substr(from, text.find("</script>", from) - from), nullptr, false);
}

std::string word(const json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

double number(const json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

/// "8 versions right", "1 of 8 versions wrong"; and whether all versions that ran were right.
std::pair<std::string, bool> result_of(const json& summary) {
    std::size_t all = 0, bad = 0;
    for (const auto& version : summary["versions"]) {
        const auto status = word(version, "status");
        if (status == "skipped") continue;
        ++all;
        bad += status != "right" && status != "shown" && status != "not checked" ? 1 : 0;
    }
    if (const auto problem = word(summary, "problem"); !problem.empty()) return {problem, false};
    if (bad > 0) return {fmt::format("{} of {} version{} wrong", bad, all, all == 1 ? "" : "s"), false};
    return {fmt::format("{} version{} right", all, all == 1 ? "" : "s"), true};
}

std::string card(const Run& run) {
    const auto [result, right] = result_of(run.summary);
    const auto folder = html_text(run.folder);
    std::string pictures;
    for (const auto& version : run.summary["versions"])
        if (const auto picture = word(version, "picture"); !picture.empty())
            pictures += fmt::format("<img src=\"{}/{}\" alt=\"{}\" loading=\"lazy\">", folder,
                                    html_text(picture), html_text(word(version, "name")));
    return fmt::format(
        "<li><a href=\"{0}/index.html\"><h2>{1} {2}</h2></a>\n<p class=\"result {3}\">{4}</p>\n"
        "<p class=\"quiet\">{5}; {6}, {7:.2f} s</p>\n<div class=\"thumbnails\">{8}</div></li>\n",
        folder, html_text(number_of(word(run.summary, "lesson"))), html_text(word(run.summary, "title")),
        right ? "right" : "wrong", html_text(result), html_text(word(run.summary, "data")),
        html_text(word(run.summary, "began")), number(run.summary, "seconds"), pictures);
}

}  // namespace

std::string overview_of(const fs::path& out) {
    std::vector<Run> runs;
    std::error_code problem;
    for (const auto& entry : fs::directory_iterator(out, problem)) {
        auto summary = summary_in(entry.path() / "index.html");
        if (summary.is_object() && summary.contains("versions") && summary["versions"].is_array())
            runs.push_back({entry.path().filename().string(), std::move(summary)});
    }
    std::ranges::sort(runs, {}, &Run::folder);
    const auto parts = page_parts();
    return filled(parts.overview, [&](std::string_view name) -> std::string {
        if (name == "style source") return policy_source(parts.style_sha256);
        if (name == "style") return std::string(parts.style);
        std::string cards;
        for (const auto& run : runs) cards += card(run);
        return name == "runs" ? cards : "";
    });
}

}  // namespace pbp::page
