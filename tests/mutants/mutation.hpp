// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pbp::mutants {

/// What a small fault does to a shader's text.
enum class Kind : std::uint8_t {
    barrier,     ///< a barrier or memory barrier is deleted
    comparison,  ///< < becomes <=, == becomes !=, and back
    index,       ///< an index is one too large
    bounds,      ///< a condition with < <= > >= always lets the work happen
    trips,       ///< a loop runs half as often
    extreme,     ///< min becomes max, and back
    identity,    ///< 0 becomes 1, all ones become 0
    atomic       ///< an atomic becomes a plain read, modify and write
};
inline constexpr std::array kinds{Kind::barrier, Kind::comparison, Kind::index,    Kind::bounds,
                                  Kind::trips,   Kind::extreme,    Kind::identity, Kind::atomic};
std::string to_string(Kind kind);

/// One small fault: some of the text replaced. The number of lines stays the same.
struct Mutation {
    std::size_t offset = 0, length = 0;  ///< of the text that is replaced
    int line = 0;                        ///< from 1
    Kind kind = Kind::barrier;
    std::string before, after;  ///< what is replaced, and by what

    std::string applied_to(std::string_view text) const;
    /// The mutated line without its indentation: it identifies the mutation, wherever
    /// the line moves to.
    std::string changed_line(std::string_view text) const;
};

/// All faults of the kinds above in a shader, in the order of the text. Comments, preprocessor lines,
/// layouts, declarations of arrays and calls of TRACE, LOG and ASSERT are left alone.
/// Source of the idea: DeMillo, Lipton and Sayward, "Hints on Test Data Selection", 1978.
std::vector<Mutation> mutations_of(std::string_view text);

}  // namespace pbp::mutants
