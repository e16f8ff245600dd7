// SPDX-License-Identifier: MIT
#include "common/tools/grade/results.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "common/base/printable.hpp"
#include "common/report/text.hpp"

namespace pbp::grade {

namespace {

/// A cell of CSV (RFC 4180). A spreadsheet would take one that begins with = or the like for a formula.
std::string cell(std::string text) {
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
        text.insert(0, "'");
    for (auto at = text.find('"'); at != std::string::npos; at = text.find('"', at + 2))
        text.insert(at, "\"");
    return '"' + text + '"';
}

std::string xml(std::string_view text) {
    return page::html_text(printable(text));
}

/// What the verdict says of the card's technique.
std::string technique_of(Result result, const std::string& reason) {
    if (result == Result::right) return "as asked";
    if (result != Result::another_way) return "";
    return reason.substr(std::string_view(exercises::another_way).size());
}

std::string points_text(const std::optional<double>& points) {
    return points ? fmt::format("{}", *points) : "";
}

}  // namespace

std::string as_csv(const Graded& graded) {
    std::string text = "learner,exercise,result,technique,points,seconds,hints,gave_up,why\n";
    for (const auto& learner : graded.learners)
        for (const auto& one : learner.submissions) {
            const auto* verdict = graded.verdict_on(one);
            const auto result = graded.result_of(one);
            const auto reason = reason_of(one, verdict);
            text += fmt::format(
                "{},{},{},{},{},{},{},{},{}\n", cell(learner.name), one.exercise->id(), in_words(result),
                cell(technique_of(result, reason)), points_text(graded.points.of(*one.exercise, result)),
                verdict == nullptr ? "" : fmt::format("{:.1f}", verdict->seconds), one.progress.hints,
                one.progress.gave_up, cell(reason.substr(0, reason.find('\n'))));
        }
    return text;
}

std::string as_csv(const std::vector<Similar>& similar) {
    std::string text = "exercise,learners,own_words,difference,our_solution_too\n";
    for (const auto& one : similar)
        text +=
            fmt::format("{},{},{},{},{}\n", one.id, cell(fmt::format("{}", fmt::join(one.learners, ", "))),
                        one.own_words, one.how, one.as_ours);
    return text;
}

std::string as_junit(const Graded& graded, const Learner& learner) {
    const auto name = xml(learner.name);
    std::string cases;
    int failures = 0, errors = 0;
    for (const auto& one : learner.submissions) {
        const auto* verdict = graded.verdict_on(one);
        const auto result = graded.result_of(one);
        cases += fmt::format("<testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">", name,
                             one.exercise->id(), verdict == nullptr ? 0 : verdict->seconds);
        if (result != Result::right) {
            const char* kind = result == Result::not_judged ? "error" : "failure";
            ++(result == Result::not_judged ? errors : failures);
            cases += fmt::format("<{} message=\"{}\">{}</{}>", kind, in_words(result),
                                 xml(reason_of(one, verdict)), kind);
        }
        cases += "</testcase>\n";
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" "
        "errors=\"{}\">\n{}</testsuite>\n",
        name, learner.submissions.size(), failures, errors, cases);
}

std::string as_table(const Graded& graded) {
    std::size_t wide = 7;
    for (const auto& learner : graded.learners) wide = std::max(wide, learner.name.size());
    std::string text = fmt::format("\n{:<{}}", "", wide);
    for (const auto& one : graded.learners.front().submissions) text += "  " + one.exercise->id();
    text += "  right\n";
    for (const auto& learner : graded.learners) {
        text += fmt::format("{:<{}}", printable(learner.name), wide);
        std::size_t right = 0;
        double points = 0;
        bool pays = false;
        for (const auto& one : learner.submissions) {
            const auto result = graded.result_of(one);
            right += result == Result::right ? 1 : 0;
            const auto worth = graded.points.of(*one.exercise, result);
            points += worth.value_or(0);
            pays |= worth.has_value();
            text += fmt::format("  {:^4}", mark_of(result));
        }
        text += fmt::format("  {:>5}{}\n", right, pays ? fmt::format("  {:g} points", points) : "");
    }
    for (int i = 0; i <= static_cast<int>(Result::not_judged); ++i)
        text += fmt::format("{}{} {}", i % 5 == 0 ? "\n" : "   ", mark_of(static_cast<Result>(i)),
                            in_words(static_cast<Result>(i)));
    return text + "\n";
}

}  // namespace pbp::grade
