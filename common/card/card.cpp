// SPDX-License-Identifier: MIT
#include "common/card/card.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <tuple>

#include "common/base/readable.hpp"
#include "common/base/text.hpp"

namespace pbp::exercises {

namespace {

namespace fs = std::filesystem;

int number_of(const std::string& name) {
    int number = 0;
    std::from_chars(name.data() + 1, name.data() + name.size(), number);
    return number;
}

/// What is in a folder; nothing if it does not exist.
fs::directory_iterator entries(const fs::path& folder) {
    std::error_code problem;
    fs::directory_iterator found(folder, problem);
    if (problem && problem != std::errc::no_such_file_or_directory && problem != std::errc::not_a_directory)
        cannot_read(in_message(folder), problem.value());
    return found;
}

/// The run that "technique: OPTIONS" names.
Technique technique_of(const std::string& words, const fs::path& file) {
    Technique technique;
    technique.run = trimmed(words);
    technique.n = elements_of(words);
    if (technique.n == 0)
        fail(ExitCode::wrong_usage,
             "The exercise's card {} needs a size after 'technique:', as in technique: --n 1000.",
             file.string());
    technique.solution = fs::path(file).replace_extension(".comp").string();
    return technique;
}

/// Of some cases, the one with the most elements up to n, and the one with the fewest above.
std::vector<std::string> next_to(std::uint64_t n, const std::vector<std::string>& cases) {
    std::vector<std::string> found;
    for (const bool above : {false, true}) {
        const std::string* nearest = nullptr;
        for (const auto& one : cases) {
            const auto its = elements_of(one);
            if ((its > n) != above) continue;
            if (nearest == nullptr || (its > elements_of(*nearest)) != above) nearest = &one;
        }
        if (nearest != nullptr) found.push_back(*nearest);
    }
    return found;
}

void read_line_of(const fs::path& file, Technique& technique, const std::string& line) try {
    read_line(technique, line);
} catch (const Error& problem) {
    fail(ExitCode::wrong_usage, "The exercise's card {}: {}.", file.string(), problem.what());
}

}  // namespace

Card read_card(const fs::path& file) {
    if (const auto why = why_no_file(file); !why.empty())
        fail(ExitCode::wrong_usage, "The exercise card {} cannot be read: {}.", in_message(file), why);
    errno = 0;
    std::ifstream in(file);
    if (!in) cannot_read(in_message(file), errno);
    Card card;
    bool in_cases = false, in_technique = false;
    std::string* text = nullptr;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("# ")) {
            card.title = trimmed(line.substr(2));
        } else if (line.starts_with("version:")) {
            card.version = trimmed(line.substr(8));
        } else if (line.starts_with("technique:")) {
            card.technique = technique_of(line.substr(10), file);
            in_technique = true;
        } else if (line.starts_with("cases:")) {
            in_cases = true;
            in_technique = false;
        } else if (line.starts_with("## Hint")) {
            text = &card.hints.emplace_back();
        } else if (line.starts_with("## Why")) {
            text = &card.why;
        } else if (text != nullptr) {
            *text += line + "\n";
        } else if (in_technique && !trimmed(line).empty()) {
            read_line_of(file, card.technique, line);
        } else if (in_cases && !trimmed(line).empty()) {
            card.cases.push_back(trimmed(line));
        }
    }
    card.technique.elsewhere = next_to(card.technique.n, card.cases);
    for (auto& hint : card.hints) hint = trimmed(hint);
    card.why = trimmed(card.why);
    const char* missing = card.title.empty()                            ? "its title, '# Words'"
                          : card.version.empty()                        ? "'version: NAME'"
                          : card.cases.empty() && card.technique.n == 0 ? "'cases:' and a line for each"
                          : card.hints.empty()                          ? "'## Hint'"
                          : card.why.empty()                            ? "'## Why it works'"
                                                                        : nullptr;
    if (missing != nullptr)
        fail(ExitCode::wrong_usage, "The exercise card {} lacks {}.", file.string(), missing);
    return card;
}

std::vector<Exercise> all(const fs::path& folder) {
    std::vector<Exercise> found;
    for (const auto& lesson : entries(folder)) {
        for (const auto& entry : entries(lesson.path() / "exercises")) {
            if (entry.path().extension() != ".md") continue;
            auto file = entry.path();
            if (!fs::exists(file.replace_extension(".cpp"))) file.replace_extension(".comp");
            found.push_back({lesson.path().filename().string(), file.stem().string(), entry.path(), file});
        }
    }
    std::ranges::sort(
        found, {}, [](const Exercise& one) { return std::tuple(one.lesson, number_of(one.name), one.name); });
    return found;
}

const Exercise& find(const std::vector<Exercise>& exercises, const std::string& word) {
    const auto means = [&](const Exercise& one) {
        const auto id = one.id();
        return word == id || "0" + word == id || word == one.name || word == one.lesson + "/" + one.name;
    };
    const auto count = std::ranges::count_if(exercises, means);
    if (count == 0) {
        std::string of_lesson;
        for (const auto& one : exercises)
            if (const auto number = one.lesson.substr(0, 2); word == number || "0" + word == number)
                of_lesson += (of_lesson.empty() ? "" : ", ") + one.id();
        if (!of_lesson.empty())
            fail(ExitCode::wrong_usage, "{} is a lesson: name one of its exercises, {}.", word, of_lesson);
        fail(ExitCode::wrong_usage, "There is no exercise {}; ./learn exercises lists them.", word);
    }
    if (count > 1)
        fail(ExitCode::wrong_usage, "{} lessons have an exercise {}; give its number, as in 03.2.", count,
             word);
    return *std::ranges::find_if(exercises, means);
}

}  // namespace pbp::exercises
