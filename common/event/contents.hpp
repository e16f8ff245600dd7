// SPDX-License-Identifier: MIT
// What a shader of one's own left in its buffers and images.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pbp {

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
    ShownColumn texels = {};    ///< the first ones, of a format that is not for looking at
};

struct Contents {
    std::array<std::uint32_t, 3> groups{}, local{};
    std::uint32_t repeat = 1;  ///< dispatches
    std::vector<ShownBuffer> buffers;
    std::vector<ShownImage> images;
    bool empty() const { return buffers.empty() && images.empty(); }
};

/// What a run left in an array that is compared with nothing else: runs in other orders and on other machines
/// are to leave the same.
struct Left {
    std::vector<std::uint32_t> words;
    /// The first element that differs from what another run left, with both values; empty: none does.
    std::function<std::string(const std::vector<std::uint32_t>& others)> difference;
};

/// Of what two runs left: the first element that differs; empty: none does.
inline std::string first_difference(const std::vector<Left>& one, const std::vector<Left>& first) {
    for (std::size_t i = 0; i < std::min(one.size(), first.size()); ++i)
        if (one[i].words != first[i].words)
            if (auto words = one[i].difference(first[i].words); !words.empty()) return words;
    return {};
}

}  // namespace pbp
