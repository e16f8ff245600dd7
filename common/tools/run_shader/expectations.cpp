// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/expectations.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "common/base/error.hpp"
#include "common/base/readable.hpp"
#include "common/check/keys.hpp"
#include "common/check/values.hpp"
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

const Member& numbers_in(const Block& block) {
    return block.elements() != nullptr ? *block.elements() : block.members.front();
}

ValueType type_of(const Block& block) {
    return numbers_in(block).columns.front().scalars.front().type;
}

/// The numbers of a buffer's array, one after another.
Words words_of(const BoundBuffer& bound, const Words& words) {
    const auto& member = numbers_in(bound.block);
    const std::uint32_t count = member.open ? bound.began.count : member.count;
    Words numbers;
    for (std::uint32_t i = 0; i < count; ++i)
        for (const auto& column : member.columns)
            for (const auto& scalar : column.scalars) {
                if (scalar.bytes != 4 || scalar.type != type_of(bound.block))
                    fail(ExitCode::wrong_usage,
                         "--expect: buffer '{}' is no array of 32-bit numbers of one type; name another.",
                         bound.block.name);
                numbers.push_back(
                    words.at((member.offset + std::uint64_t{i} * member.stride + scalar.offset) / 4));
            }
    return numbers;
}

/// The buffer that a word names, or else the first that the shader writes.
std::size_t result_of(const std::string& which, const std::vector<BoundBuffer>& buffers) {
    if (which.empty())
        if (const auto first = result_among(buffers)) return *first;
    const auto found = std::ranges::find_if(buffers, [&](const BoundBuffer& bound) {
        return !which.empty() && !bound.block.uniform && means(which, bound.block);
    });
    if (found != buffers.end()) return static_cast<std::size_t>(found - buffers.begin());
    if (which.empty()) fail(ExitCode::wrong_usage, "--expect: the shader writes no buffer.");
    std::vector<std::string> names;
    for (const auto& bound : buffers) names.push_back(bound.block.name);
    const auto meant = glsl::nearest(which, names);
    fail(ExitCode::wrong_usage, "--expect: the shader uses no buffer '{}'{}", in_message(which),
         meant.empty() ? "." : fmt::format("; did you mean '{}'?", meant));
}

/// How far sums of floats may be off, in any order: n * 2^-24 * (sum of |x|), as lesson 03 has it. 0 for all
/// else.
double allowed(const std::string& what, const Words& input, ValueType type) {
    const bool sums = what == "sum" || what.ends_with("_scan");
    if (type != ValueType::float32 || !sums) return 0;
    double magnitude = 0;
    for (const auto word : input) magnitude += std::abs(value_of(word, type));
    return static_cast<double>(input.size()) * 0x1p-24 * magnitude;
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

std::optional<std::size_t> result_among(const std::vector<BoundBuffer>& buffers) {
    for (std::size_t b = 0; b < buffers.size(); ++b)
        if (!buffers[b].block.uniform && buffers[b].block.writes) return b;
    return std::nullopt;
}

std::size_t input_among(std::size_t result, const std::vector<BoundBuffer>& buffers, const Wishes& wishes) {
    const auto given = [&](const Block& block) {
        const auto* wish = wish_for(wishes.buffers, block);
        return wish != nullptr && (wish->kind || !wish->file.empty());
    };
    if (given(buffers[result].block)) return result;
    for (std::size_t b = 0; b < buffers.size(); ++b)
        if (b != result && !buffers[b].block.uniform && (given(buffers[b].block) || buffers[b].block.input))
            return b;
    return result;
}

Values numbers_of(const BoundBuffer& bound, const Words& words) {
    return values_of(words_of(bound, words), type_of(bound.block));
}

Expected expected_of(const Wishes& wishes, const std::vector<BoundBuffer>& buffers) {
    const auto [which, what] = expectation_from(wishes.expect);
    Expected made{.buffer = result_of(which, buffers), .label = {}, .values = {}};
    const auto& bound = buffers[made.buffer];
    const auto type = type_of(bound.block);
    const auto size = words_of(bound, bound.began.words).size();
    const auto& names = expectation_names();
    const bool listed = std::ranges::find(names, what) == names.end();
    Words words;
    if (listed) {
        words = read_values(what, type);
        made.label = fmt::format("the last pass ({})", what);
    } else {
        const auto& from = buffers[input_among(made.buffer, buffers, wishes)];
        if (type_of(from.block) != type)
            fail(ExitCode::wrong_usage, "--expect: '{}' and '{}' hold numbers of different types.",
                 from.block.name, bound.block.name);
        const auto input = words_of(from, from.began.words);
        words = expected(what, input, type, size);
        made.tolerance = allowed(what, input, type);
        made.label = fmt::format("the last pass ({} of {})", what, from.block.name);
        made.promise = promise_of(what, type);
    }
    if (const auto why = misfit(bound.block.name, size, words.size(), listed); !why.empty())
        fail(ExitCode::wrong_usage, "--expect {}: {}", in_message(wishes.expect), why);
    made.values = values_of(std::move(words), type);
    return made;
}

}  // namespace pbp::run_shader
