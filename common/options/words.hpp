// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/ranges.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/check/inputs.hpp"

namespace pbp {

/// The words that an option knows, and what they mean.
template <typename T>
using Words = std::map<std::string, T>;

template <typename T>
std::string listed(const Words<T>& known) {
    std::vector<std::string> names;
    for (const auto& [name, value] : known) names.push_back(name);
    return fmt::format("{}", fmt::join(names, ", "));
}

/// What a buffer of one's own may begin with: zeros (none), or a kind of input; iota is the sorted one.
const Words<std::optional<InputKind>>& data_kinds();

/// The words between the commas of a list; throws Error(wrong_usage) where one is empty.
std::vector<std::string> parts_of(const std::string& flag, const std::string& list);

/// What a word of the command line means. Each throws Error(wrong_usage) in one sentence that names the flag.
template <typename T>
T choice_from(const std::string& flag, const std::string& word, const Words<T>& known) {
    const auto found = known.find(word);
    if (found == known.end())
        fail(ExitCode::wrong_usage, "{}: unknown value '{}'; choose one of {}.", flag, word, listed(known));
    return found->second;
}
std::uint32_t count_from(const std::string& flag, const std::string& word);  ///< at least 1; 1000 or 2^20
/// A whole number from `least` to `most`.
std::uint64_t whole_from(const std::string& flag, const std::string& word, std::uint64_t least,
                         std::uint64_t most);
std::uint64_t seed_from(const std::string& flag, const std::string& word);  ///< 0 to 2^64 - 1
int index_from(const std::string& flag, const std::string& word);           ///< 0 to 999
double seconds_from(const std::string& flag, const std::string& word);      ///< above 0, at most a day

}  // namespace pbp
