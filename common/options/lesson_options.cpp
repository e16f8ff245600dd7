// SPDX-License-Identifier: MIT
#include "common/options/lesson_options.hpp"

#include <sstream>

#include "common/options/read_words.hpp"
#include "common/options/verb_options.hpp"

namespace pbp {

namespace {

template <typename Text>
Options with_any_words(const Lesson& lesson, Options options, const Text& words) {
    const auto app = make_app("", lesson.id);
    Asked asked;
    asked.options = std::move(options);
    VerbOptions(*app, lesson, asked).data().input().own().plain_own().versions().sizes();
    asked.options.given.merge(read_words(*app, words));
    return std::move(asked.options);
}

}  // namespace

Options with_words(const Lesson& lesson, Options options, const std::string& words) {
    return with_any_words(lesson, std::move(options), words);
}

Options with_words(const Lesson& lesson, Options options, const WordsByFlag& words) {
    return with_any_words(lesson, std::move(options), typed(words));
}

std::vector<std::string> lines_of(const std::string& value) {
    std::vector<std::string> all;
    std::istringstream lines(value);
    for (std::string line; std::getline(lines, line);) all.push_back(line);
    return all;
}

std::vector<std::string> typed(const WordsByFlag& words) {
    std::vector<std::string> all;
    for (const auto& [flag, value] : words)
        for (const auto& line : lines_of(value)) all.insert(all.end(), {flag, line});
    return all;
}

}  // namespace pbp
