// SPDX-License-Identifier: MIT
#include "common/report/overview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "common/base/heading.hpp"
#include "common/card/card.hpp"
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

/// What became of a version, in words and as a class of page.css.
std::pair<std::string, std::string> outcome_of(const json& version) {
    const auto status = word(version, "status");
    if (status == "right") return {"right", "right"};
    if (status == "not checked") return {"not checked", "shown"};
    if (status == "shown") return {"wrong on purpose", "shown"};
    if (status == "skipped") return {"skipped", "shown"};
    if (status == "wrong") return {"wrong", "wrong"};
    return {status == "failed" ? "failed" : "did not finish", "wrong"};
}

/// "8 versions right, 1 wrong on purpose", "1 of 8 versions wrong"; and whether nothing went wrong.
std::pair<std::string, bool> result_of(const json& summary) {
    std::size_t right = 0, shown = 0, wrong = 0, unchecked = 0;
    for (const auto& version : summary["versions"]) {
        right += word(version, "status") == "right" ? 1 : 0;
        shown += word(version, "status") == "shown" ? 1 : 0;
        wrong += outcome_of(version).second == "wrong" ? 1 : 0;
        unchecked += word(version, "status") == "not checked" ? 1 : 0;
    }
    const auto plural = [](std::size_t count) { return count == 1 ? "" : "s"; };
    if (const auto problem = word(summary, "problem"); !problem.empty()) return {problem, false};
    if (wrong > 0)
        return {fmt::format("{} of {} version{} wrong", wrong, right + wrong, plural(right + wrong)), false};
    if (right == 0 && unchecked > 0) return {"not checked", true};
    const auto purpose = shown > 0 ? fmt::format(", {} wrong on purpose", shown) : "";
    return {fmt::format("{} version{} right{}", right, plural(right), purpose), true};
}

/// The first sentence of a text that may be broken into lines.
std::string first_sentence(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    const auto end = text.find(". ");
    return end == text.npos ? text : text.substr(0, end + 1);
}

/// Which exercises a project has, and which of them are solved.
struct Exercises {
    std::vector<exercises::Exercise> all;
    json progress;
};

Exercises exercises_in(const fs::path& project) {
    Exercises found{exercises::all(project / "shaders"), {}};
    for (auto& one : exercises::all(project / "lessons")) found.all.push_back(std::move(one));
    std::ifstream file(project / "my_exercises/progress.json");
    found.progress = json::parse(file, nullptr, false);
    return found;
}

/// "Exercises: 2 of 5 solved."; empty for a lesson without any.
std::string exercises_of(const std::string& lesson, const Exercises& exercises) {
    std::size_t all = 0, solved = 0;
    for (const auto& one : exercises.all) {
        if (one.lesson != lesson) continue;
        ++all;
        if (!exercises.progress.is_object()) continue;
        const auto found = exercises.progress.find(one.id());
        if (found != exercises.progress.end() && found->is_object())
            solved += found->contains("solved") && (*found)["solved"] == true ? 1 : 0;
    }
    return all == 0 ? "" : fmt::format("Exercises: {} of {} solved.", solved, all);
}

/// Returns the version whose picture represents a run: the first right one with a picture, otherwise the
/// first with a picture, otherwise null.
json pictured(const json& summary) {
    json first;
    for (const auto& version : summary["versions"]) {
        if (word(version, "picture").empty()) continue;
        if (word(version, "status") == "right") return version;
        if (first.is_null()) first = version;
    }
    return first;
}

std::string card(const Run& run, const Exercises& exercises) {
    const auto [result, right] = result_of(run.summary);
    const auto folder = html_text(run.folder), lesson = word(run.summary, "lesson");
    std::string versions, picture;
    for (const auto& version : run.summary["versions"]) {
        const auto [words, kind] = outcome_of(version);
        const auto name = html_text(word(version, "name"));
        versions += fmt::format(
            "<li><a href=\"{}/index.html#{}\">{}</a> {} <span class=\"result {}\">{}</span></li>\n", folder,
            name, name, html_text(word(version, "idea")), kind, words);
    }
    if (const auto version = pictured(run.summary); !version.is_null()) {
        const auto name = html_text(word(version, "name"));
        picture = fmt::format(
            "<a href=\"{0}/index.html#{1}\"><img src=\"{0}/{2}\" alt=\"The passes of {1}\" "
            "loading=\"lazy\"></a>",
            folder, name, html_text(word(version, "picture")));
    }
    return fmt::format(
        "<li><h2><a href=\"{0}/index.html\">{1} {2}</a></h2>\n<p>{3}</p>\n<div "
        "class=\"thumbnail\">{4}</div>\n"
        "<p><span class=\"result {5}\">{6}</span> <span class=\"quiet\">{7}</span></p>\n<ul "
        "class=\"versions\">\n{8}</ul>\n"
        "<p class=\"quiet\">{9}; {10}, {11:.2f} s</p></li>\n",
        folder, html_text(number_of(lesson)), html_text(word(run.summary, "title")),
        html_text(first_sentence(word(run.summary, "about"))), picture, right ? "right" : "wrong",
        html_text(result), html_text(exercises_of(lesson, exercises)), versions,
        html_text(word(run.summary, "data")), html_text(word(run.summary, "began")),
        number(run.summary, "seconds"));
}

}  // namespace

std::string overview_of(const fs::path& out, const fs::path& root) {
    std::vector<Run> runs;
    std::error_code problem;
    for (const auto& entry : fs::directory_iterator(out, problem)) {
        auto summary = summary_in(entry.path() / "index.html");
        if (summary.is_object() && summary.contains("versions") && summary["versions"].is_array())
            runs.push_back({entry.path().filename().string(), std::move(summary)});
    }
    std::ranges::sort(runs, {}, &Run::folder);
    const auto exercises = exercises_in(root);
    const auto parts = page_parts();
    return filled(parts.overview, [&](std::string_view name) -> std::string {
        if (name == "style source") return policy_source(parts.style_sha256);
        if (name == "style") return std::string(parts.style);
        std::string cards;
        for (const auto& run : runs) cards += card(run, exercises);
        return name == "runs" ? cards : "";
    });
}

}  // namespace pbp::page
