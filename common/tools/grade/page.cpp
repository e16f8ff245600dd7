// SPDX-License-Identifier: MIT
// The page of a learner.
#include <fmt/format.h>

#include <fstream>

#include "common/base/printable.hpp"
#include "common/report/text.hpp"
#include "common/tools/grade/results.hpp"

namespace pbp::grade {

namespace {

constexpr const char* head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{0}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }}
table {{ border-collapse: collapse }} th, td {{ text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #8884 }}
pre {{ overflow-x: auto; padding: .6rem; border: 1px solid #8884 }} img {{ max-width: 100%; background: #fff }}
</style></head><body><h1>{0}</h1>
<table><tr><th>Exercise<th>Result<th>Points<th>Hints<th>Solution seen</tr>
)";

std::string text_of(const std::string& text) {
    return page::html_text(printable(text));
}

/// A picture as part of the page; nothing where it is gone.
std::string picture(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (bytes.empty()) return {};
    const auto name = std::filesystem::path(file).filename().string();
    return fmt::format("<p>{0}<br><img alt=\"{0}\" src=\"data:image/png;base64,{1}\"></p>\n", text_of(name),
                       page::base64(bytes));
}

}  // namespace

std::string as_page(const Graded& graded, const Learner& learner) {
    auto text = fmt::format(head, text_of(learner.name));
    std::string details;
    for (const auto& one : learner.submissions) {
        const auto* verdict = graded.verdict_on(one);
        const auto result = graded.result_of(one);
        const auto id = one.exercise->id();
        const auto title = id + " " + exercises::read_card(one.exercise->card).title;
        const auto points = graded.points.of(*one.exercise, result), most = graded.points.most(*one.exercise);
        text +=
            fmt::format("<tr><td><a href=\"#{}\">{}</a><td>{}<td>{}<td>{}<td>{}</tr>\n", id, text_of(title),
                        in_words(result), points ? fmt::format("{} of {}", *points, *most) : "",
                        one.progress.hints, one.progress.gave_up ? "yes" : "");
        details += fmt::format("<h2 id=\"{}\">{}: {}</h2>\n", id, text_of(title), in_words(result));
        if (const auto reason = reason_of(one, verdict); !reason.empty())
            details += "<pre>" + text_of(reason) + "</pre>\n";
        if (verdict != nullptr) {
            details += "<ul>";
            for (const auto& note : verdict->notes) details += "<li>" + text_of(note) + "</li>\n";
            details += "</ul>\n";
            for (const auto& file : verdict->pictures) details += picture(file);
        }
        if (one.to_be_judged())
            details += "<details><summary>The file that was judged</summary><pre>" + text_of(one.text) +
                       "</pre></details>\n";
    }
    return text + "</table>\n" + details + "</body></html>\n";
}

}  // namespace pbp::grade
