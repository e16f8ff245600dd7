// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace pbp::run_shader {

/// The first elements of an array, or of what a buffer holds once, as text: one per scalar or vector.
struct ShownColumn {
    std::string name;  ///< of the member of a structure; empty if the element is not a structure
    std::string type;
    std::vector<std::string> before, after;
};

/// A member of a buffer, before and after all dispatches.
struct ShownMember {
    std::string name, type;
    bool array = false;
    std::uint64_t count = 1, changed = 0, first_changed = 0;  ///< elements
    std::vector<ShownColumn> columns;
};

struct ShownBuffer {
    std::string name;
    std::uint32_t binding = 0;
    bool writes = true, uniform = false;  ///< a uniform block is numbered among its like
    std::string began;                    ///< what it held at first, in words
    std::vector<ShownMember> members;
    std::vector<std::string> pictures;
    std::uint64_t changed() const {
        std::uint64_t all = 0;
        for (const auto& member : members) all += member.changed;
        return all;
    }
};

struct ShownImage {
    std::string name;
    std::uint32_t binding = 0;
    bool sampled = false;
    std::string format;               ///< in GLSL
    std::vector<std::uint32_t> size;  ///< of an array, its layers last
    std::string began;
    std::uint64_t changed = 0;  ///< texels
    std::string picture;        ///< empty where nothing changed
    ShownColumn texels = {};    ///< the first ones, of a format that is not for looking at
};

/// What came of a run.
struct Outcome {
    std::array<std::uint32_t, 3> groups{}, local{};
    std::uint32_t repeat = 1;
    double elapsed_ms = 0;  ///< of all dispatches; 0: not timed
    std::vector<ShownBuffer> buffers;
    std::vector<ShownImage> images;
    std::string expected;        ///< what the last dispatch was compared with; empty: nothing
    std::string wrong;           ///< where it differs; empty: nowhere
    std::string left_loop = {};  ///< a loop that the driver left before its end; empty: none
    std::vector<std::string> notes;
};

std::string to_json(const Outcome& outcome);
Outcome from_json(const std::string& text);

/// How the result compares with what was expected, in a line and, where it differs, some more; empty where
/// nothing was.
std::string expectation(const Outcome& outcome, std::string (*bold)(const std::string&));

/// The outcome as text for a person; `bold` paints what changed.
std::string in_words(const Outcome& outcome, std::string (*bold)(const std::string&));

}  // namespace pbp::run_shader
