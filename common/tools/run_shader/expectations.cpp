// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/expectations.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>

#include "common/base/error.hpp"
#include "common/base/readable.hpp"
#include "common/check/keys.hpp"
#include "common/lesson/operators.hpp"

namespace pbp::run_shader {

namespace {

using Words = std::vector<std::uint32_t>;

Words sorted(Words words, ValueType type) {
    for (auto& word : words) word = key_of(word, type);
    std::ranges::sort(words);
    for (auto& word : words) word = bits_of_key(word, type);
    return words;
}

/// The running sums; floats add up in double precision.
Words scan(const Words& words, ValueType type) {
    Words made;
    if (type != ValueType::float32) {
        std::inclusive_scan(words.begin(), words.end(), std::back_inserter(made));
        return made;
    }
    double sum = 0;
    for (const auto word : words)
        made.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(sum += std::bit_cast<float>(word))));
    return made;
}

Words exclusive(Words sums) {
    std::rotate(sums.begin(), sums.end() - 1, sums.end());
    sums.front() = 0;
    return sums;
}

Words histogram(const Words& words, ValueType type, std::size_t bins) {
    if (type == ValueType::float32)
        fail(ExitCode::wrong_usage, "a histogram counts whole numbers, but its input is float.");
    Words made(bins);
    for (const auto word : words) {
        if (word >= bins)
            fail(ExitCode::wrong_usage,
                 "a histogram of {} numbers counts the values 0 to {}, but its input holds {}; give it such "
                 "values (\"small\": 0 to 9), or say what you count by a reference.",
                 bins, bins - 1, word);
        ++made[word];
    }
    return made;
}

using Make = std::function<Words(const Words&, ValueType, std::size_t)>;

const std::map<std::string, Make>& all() {
    static const std::map<std::string, Make> known{
        {"sorted", [](const Words& in, ValueType type, std::size_t) { return sorted(in, type); }},
        {"descending",
         [](const Words& in, ValueType type, std::size_t) {
             auto made = sorted(in, type);
             std::ranges::reverse(made);
             return made;
         }},
        {"sum", [](const Words& in, ValueType type, std::size_t) { return Words{scan(in, type).back()}; }},
        {"minimum",
         [](const Words& in, ValueType type, std::size_t) { return Words{sorted(in, type).front()}; }},
        {"maximum",
         [](const Words& in, ValueType type, std::size_t) { return Words{sorted(in, type).back()}; }},
        {"inclusive_scan", [](const Words& in, ValueType type, std::size_t) { return scan(in, type); }},
        {"exclusive_scan",
         [](const Words& in, ValueType type, std::size_t) { return exclusive(scan(in, type)); }},
        {"reversed", [](const Words& in, ValueType, std::size_t) { return Words(in.rbegin(), in.rend()); }},
        {"histogram",
         [](const Words& in, ValueType type, std::size_t bins) { return histogram(in, type, bins); }},
        {"copy", [](const Words& in, ValueType, std::size_t) { return in; }}};
    return known;
}

}  // namespace

const std::vector<std::string>& expectation_names() {
    static const auto names = [] {
        std::vector<std::string> made;
        for (const auto& [name, ignored] : all()) made.push_back(name);
        return made;
    }();
    return names;
}

std::vector<std::uint32_t> expected(const std::string& name, const Words& input, ValueType type,
                                    std::size_t size) {
    return all().at(name)(input, type, size);
}

sim::Promise promise_of(const std::string& name, ValueType type) {
    using Makes = sim::Promise::Makes;
    static const std::map<std::string, Makes> made{{"sorted", Makes::order},
                                                   {"descending", Makes::order},
                                                   {"sum", Makes::total},
                                                   {"inclusive_scan", Makes::scan},
                                                   {"exclusive_scan", Makes::scan}};
    const auto known = made.find(name);
    if (known == made.end()) return {.why_nothing = "of what --expect says, sorted, sum and scans have one"};
    if (known->second != Makes::order) {
        auto promise = pbp::promise_of(Operator::sum, known->second, type);
        promise.exclusive = name == "exclusive_scan";
        return promise;
    }
    return {.makes = Makes::order, .descending = name == "descending"};
}

std::pair<std::string, std::string> expectation_from(const std::string& word) {
    const auto equals = word.find('=');
    if (equals == word.npos) return {"", word};
    return {word.substr(0, equals), word.substr(equals + 1)};
}

std::string misfit(const std::string& buffer, std::size_t size, std::size_t count, bool listed) {
    if (count == size || (count < size && !listed)) return {};
    return fmt::format(
        "'{}' holds {} number{}, but {} {} expected; {}.", buffer, size, size == 1 ? "" : "s", count,
        count == 1 ? "is" : "are",
        listed ? "list one for each of its numbers" : "make it larger, or name another buffer");
}

void check_expected(const std::string& word) {
    const auto what = expectation_from(word).second;
    const auto& names = expectation_names();
    if (word.starts_with('='))
        fail(ExitCode::wrong_usage, "--expect {}: a buffer's name belongs before '=', or leave '=' out.",
             in_message(word));
    if (std::ranges::find(names, what) != names.end()) return;
    if (const auto why = why_no_file(what); !why.empty())
        fail(ExitCode::wrong_usage, "--expect {}: it is neither one of {} nor a file: {}.", in_message(word),
             fmt::join(names, ", "), why);
}

}  // namespace pbp::run_shader
