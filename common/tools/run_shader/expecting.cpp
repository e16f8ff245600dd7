// SPDX-License-Identifier: MIT
#include "common/tools/run_shader/expecting.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/readable.hpp"
#include "common/check/mismatch.hpp"
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
Words numbers_of(const BoundBuffer& bound, const Words& words) {
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
    const auto found = std::ranges::find_if(buffers, [&](const BoundBuffer& bound) {
        if (bound.block.uniform) return false;
        return which.empty() ? bound.block.writes : means(which, bound.block);
    });
    if (found != buffers.end()) return static_cast<std::size_t>(found - buffers.begin());
    if (which.empty()) fail(ExitCode::wrong_usage, "--expect: the shader writes no buffer.");
    std::vector<std::string> names;
    for (const auto& bound : buffers) names.push_back(bound.block.name);
    const auto meant = glsl::nearest(which, names);
    fail(ExitCode::wrong_usage, "--expect: the shader uses no buffer '{}'{}", in_message(which),
         meant.empty() ? "." : fmt::format("; did you mean '{}'?", meant));
}

/// The buffer whose first contents the result is about: its own, if they were given, or else the first that
/// the shader starts from.
std::size_t input_of(std::size_t result, const std::vector<BoundBuffer>& buffers, const Wishes& wishes) {
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

void compare_with_expected(const Wishes& wishes, const Session& session,
                           const std::vector<Snapshots>& snapshots, Outcome& outcome) {
    const auto& buffers = session.buffers();
    const auto [which, what] = expectation_from(wishes.expect);
    const auto result = result_of(which, buffers);
    const auto& bound = buffers[result];
    const auto type = type_of(bound.block);
    auto got = numbers_of(bound, snapshots[result].back().second);
    const auto& names = expectation_names();
    Words words;
    double tolerance = 0;
    if (std::ranges::find(names, what) != names.end()) {
        const auto from = input_of(result, buffers, wishes);
        if (type_of(buffers[from].block) != type)
            fail(ExitCode::wrong_usage, "--expect: '{}' and '{}' hold numbers of different types.",
                 buffers[from].block.name, bound.block.name);
        const auto input = numbers_of(buffers[from], snapshots[from].front().second);
        words = expected(what, input, type, got.size());
        tolerance = allowed(what, input, type);
        outcome.expected = fmt::format("{}: the {} of {}", bound.block.name, what, buffers[from].block.name);
    } else {
        words = read_values(what, type);
        outcome.expected = fmt::format("{} as in {}", bound.block.name, what);
    }
    const bool listed = std::ranges::find(names, what) == names.end();
    if (const auto why = misfit(bound.block.name, got.size(), words.size(), listed); !why.empty())
        fail(ExitCode::wrong_usage, "--expect {}: {}", in_message(wishes.expect), why);
    got.resize(words.size());
    const auto twin = values_of(words, type).doubles(), is = values_of(got, type).doubles();
    const auto mismatch = first_mismatch(twin, is, tolerance);
    if (!mismatch) return;
    outcome.wrong = fmt::format("element {} is {}, expected {}; {} of {} elements differ.\n{}",
                                mismatch->index, in_digits(mismatch->got), in_digits(mismatch->expected),
                                mismatch->wrong, words.size(), mismatch->neighbourhood);
}

bool is_as_expected(const Wishes& wishes, Session& session) {
    std::vector<Snapshots> snapshots;
    for (const auto& bound : session.buffers())
        snapshots.push_back({{"before", bound.began.words}, {"after", session.read(bound)}});
    Outcome outcome;
    compare_with_expected(wishes, session, snapshots, outcome);
    return outcome.wrong.empty();
}

}  // namespace pbp::run_shader
