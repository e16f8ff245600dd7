// SPDX-License-Identifier: MIT
// What smaller runs of a shader are tried, where one fails.
#include <algorithm>
#include <charconv>
#include <sstream>

#include "common/options/lesson_options.hpp"
#include "common/options/words.hpp"
#include "common/tools/run_shader/story.hpp"

namespace pbp::run_shader {

namespace {

using All = std::vector<WordsByFlag>;

std::vector<std::string> lines_given(const WordsByFlag& words, const std::string& flag) {
    const auto found = words.find(flag);
    return found == words.end() ? std::vector<std::string>() : lines_of(found->second);
}

WordsByFlag with(WordsByFlag words, const std::string& flag, const std::string& value) {
    words[flag] = value;
    return words;
}

WordsByFlag with(const WordsByFlag& words, const std::vector<BufferWish>& buffers) {
    std::string lines;
    for (const auto& wish : buffers) lines += (lines.empty() ? "" : "\n") + word_of(wish);
    return with(words, "--buffer", lines);
}

WordsByFlag with(const WordsByFlag& words, const Groups& groups) {
    return with(words, "--groups", fmt::format("{},{},{}", groups.x, groups.y, groups.z));
}

/// Smaller numbers than this one, the smallest first.
std::vector<std::uint32_t> below(std::uint32_t number) {
    std::vector<std::uint32_t> all;
    for (const std::uint32_t small : {1u, 2u, 3u, 4u, 8u, 16u, 32u, number / 4, number / 2, number - 1})
        if (small > (all.empty() ? 0 : all.back()) && small < number) all.push_back(small);
    return all;
}

void add_fewer_groups(const WordsByFlag& now, All& all) {
    if (const auto given = lines_given(now, "--groups"); !given.empty()) {
        const auto groups = groups_from(given.front());
        for (int axis = 0; axis < 3; ++axis)
            for (const auto count : below(groups[axis])) {
                auto fewer = groups;
                fewer[axis] = count;
                all.push_back(with(now, fewer));
            }
    }
    if (const auto given = lines_given(now, "--repeat"); !given.empty())
        for (const auto count : below(count_from("--repeat", given.front())))
            all.push_back(with(now, "--repeat", std::to_string(count)));
}

/// The whole numbers that the shader is given, such as how many elements there are.
std::set<std::uint32_t> given_numbers(const WordsByFlag& words) {
    std::set<std::uint32_t> all;
    for (const char* flag : {"--uniform", "--constant", "--define"})
        for (const auto& line : lines_given(words, flag)) {
            std::istringstream values(line.substr(std::min(line.find('=') + 1, line.size())));
            for (std::string value; std::getline(values, value, ',');) {
                std::uint32_t number = 0;
                const auto end = std::from_chars(value.data(), value.data() + value.size(), number).ptr;
                if (end != value.data() && number > 1) all.insert(number);
            }
        }
    return all;
}

/// All buffers smaller by one factor, with or without the groups: their sizes belong together. None becomes
/// smaller than a number that the shader is given, if it was not before.
void add_smaller_buffers(const WordsByFlag& now, bool with_groups, All& all) {
    const auto given = given_numbers(now);
    const auto groups = lines_given(now, "--groups");
    for (const std::uint32_t factor : {64u, 32u, 16u, 8u, 4u, 2u}) {
        auto one = now;
        bool fits = true, any = false;
        const auto divide = [&](std::uint32_t& count) {
            fits &= count % factor == 0 && std::ranges::none_of(given, [&](auto number) {
                        return number <= count && number > count / factor;
                    });
            any = true;
            count /= factor;
        };
        if (with_groups && !groups.empty()) {
            auto fewer = groups_from(groups.front());
            if (fewer.x % factor != 0) continue;
            fewer.x /= factor;
            one = with(one, fewer);
        }
        std::vector<BufferWish> buffers;
        for (const auto& line : lines_given(now, "--buffer")) {
            buffers.push_back(buffer_from(line));
            fits &= buffers.back().file.empty();
            if (auto& count = buffers.back().count; count && *count > 1) divide(*count);
        }
        if (any) one = with(one, buffers);
        if (const auto given_n = lines_given(now, "--n"); !given_n.empty() || !any) {
            std::uint32_t n = given_n.empty() ? Wishes{}.count : count_from("--n", given_n.front());
            if (n > 1) divide(n);
            one["--n"] = std::to_string(n);
        }
        if (fits && any) all.push_back(std::move(one));
    }
}

/// Buffers of zeros.
void add_plainer_buffers(const WordsByFlag& now, All& all) {
    std::vector<BufferWish> buffers;
    for (const auto& line : lines_given(now, "--buffer")) buffers.push_back(buffer_from(line));
    for (std::size_t b = 0; b < buffers.size(); ++b) {
        if (!buffers[b].kind || !buffers[b].count) continue;
        auto plainer = buffers;
        plainer[b].kind.reset();
        plainer[b].kind_word.clear();
        all.push_back(with(now, plainer));
    }
}

}  // namespace

std::vector<WordsByFlag> smaller(const WordsByFlag& words, const std::set<std::string>& ways) {
    const auto fails_by = [&](std::string_view way) {
        return std::ranges::any_of(ways, [&](const auto& one) { return one.starts_with(way); });
    };
    const bool is_wrong = fails_by("wrong"), is_endless = fails_by("exit code 5");
    All all;
    if (!is_wrong) add_fewer_groups(words, all);
    if (!is_endless && !fails_by("out of bounds")) add_smaller_buffers(words, is_wrong, all);
    if (!is_wrong && !is_endless) add_plainer_buffers(words, all);
    return all;
}

}  // namespace pbp::run_shader
