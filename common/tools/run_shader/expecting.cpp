// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/expecting.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/readable.hpp"
#include "common/check/values.hpp"
#include "common/tools/run_shader/expectations.hpp"

namespace pbp::run_shader {

namespace {

using Words = std::vector<std::uint32_t>;

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
