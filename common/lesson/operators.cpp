// SPDX-License-Identifier: MIT
#include "common/lesson/operators.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "common/base/error.hpp"
#include "common/record/ranges.hpp"

namespace pbp {

namespace {

constexpr std::array words{std::pair{"sum", Operator::sum}, std::pair{"max", Operator::maximum},
                           std::pair{"min", Operator::minimum}, std::pair{"product", Operator::product},
                           std::pair{"xor", Operator::exclusive_or}};

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

}  // namespace

void check_sums(const std::string& word) {
    if (word != "values" && word != "ranges")
        fail(ExitCode::wrong_usage, "--sums: unknown value '{}'; choose values or ranges.", word);
}

void show_sums(picture::Strip& strip, const Options& options) {
    const auto asked = options.extra.find("--sums");
    if (asked == options.extra.end() || asked->second != "ranges") return;
    strip.texts = record::ranges_of(strip.rows);
    strip.how_to_read +=
        " Cells name the elements of the input that they add up: 0..3 is the sum of elements 0 to 3, 0,4..12 "
        "that of every fourth.";
}

Operator operator_of(const std::string& word) {
    for (const auto& [name, by] : words)
        if (word == name) return by;
    fail(ExitCode::wrong_usage, "--operator: unknown value '{}'; choose sum, max, min, product or xor.",
         word);
}

sim::Promise promise_of(Operator by, sim::Promise::Makes makes, ValueType type) {
    if (type == ValueType::float32)
        return {.why_nothing = "sums of floats are rounded, and how depends on the data"};
    return by == Operator::sum ? sim::Promise{.makes = makes} : sim::Promise{};
}

std::string to_string(Operator by) {
    for (const auto& [name, one] : words)
        if (by == one) return name;
    return "";
}

std::string in_words_of(Operator by, std::string about_sums) {
    if (by == Operator::sum) return about_sums;
    replace_all(about_sums, "sums", "results");
    replace_all(about_sums, "sum", "result");
    replace_all(about_sums, "added", "combined");
    replace_all(about_sums, "add", "combine");
    return about_sums;
}

std::string read_as(Operator by, const std::string& about_sums) {
    return by == Operator::sum ? about_sums
                               : fmt::format("--operator {0}: for \"add\" and \"sum\" read \"{0}\". {1}",
                                             to_string(by), about_sums);
}

Cause still_adds(Operator by) {
    const bool is_function = by == Operator::maximum || by == Operator::minimum;
    const char* instead = by == Operator::product ? "a * b" : "a ^ b";
    return {
        Cause::own_task,
        "Every value is what adding gives.",
        fmt::format("The shader still adds: --operator {} changes what is expected of it, not the shader.",
                    to_string(by)),
        {"Which line of the shader makes one value of two?",
         "Look for +, +=, -, sg_add, sg_inclusive_add and atomicAdd, in the files that it includes, too. "
         "Where a cell has no value, which number changes nothing?",
         fmt::format("Write {} for a + b.", is_function ? fmt::format("{}(a, b)", to_string(by)) : instead)}};
}

}  // namespace pbp
