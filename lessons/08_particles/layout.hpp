// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "common/device/device.hpp"
#include "common/lesson/knobs.hpp"
#include "lessons/08_particles/particles.hpp"

/// Where each version stores what in memory.
namespace particles {

using Words = std::vector<std::uint32_t>;

using pbp::untouched;

/// v1's particle as you would write it in C++: 28 bytes, and not what the shader reads.
struct Careless {
    glm::vec3 position;
    glm::vec3 velocity;
    float lifetime;
};
/// v1's particle in std430: a vec3 starts at a multiple of 16 bytes.
struct Padded {
    alignas(16) glm::vec3 position;
    alignas(16) glm::vec3 velocity;
    float lifetime;
};
/// v2's particle.
struct Vec4s {
    glm::vec4 position_lifetime;
    glm::vec4 velocity;
};
static_assert(sizeof(Careless) == 28 && sizeof(Padded) == 32 && sizeof(Vec4s) == 32);

/// A member of particle i is the word first[member] + i * apart of the buffer; a word has 4 bytes.
struct Layout {
    std::string version;
    std::array<std::size_t, member_count> first{};
    std::size_t apart = 0;
    std::size_t words = 0;  ///< of all particles

    std::size_t word(Member member, std::size_t i) const { return first[member] + i * apart; }
};

/// The layout of a version, from the C++ structs above; "careless" is v1's as it must not be.
Layout layout(const std::string& version, std::size_t n);

/// Words for `invocations` particles or for those of the layout, whichever is more, as far as the driver
/// allows: the spare words take what a shader without a bounds check would overwrite.
std::size_t words_for(const Layout& layout, std::size_t invocations, const pbp::Limits& limits);

/// The particles as a buffer's words; everything between and after them is untouched.
template <typename T>
Words packed(const State<T>& state, const Layout& layout, std::size_t words) {
    Words all(words, untouched);
    for (std::size_t m = 0; m < member_count; ++m)
        for (std::size_t i = 0; i < state.size(); ++i)
            all[layout.word(static_cast<Member>(m), i)] =
                std::bit_cast<std::uint32_t>(static_cast<float>(state.members[m][i]));
    return all;
}
/// The particles that a buffer's words hold.
Seen unpacked(const Words& words, const Layout& layout, std::size_t n);
/// The words that v2's struct declares and nobody needs, one per particle. Empty unless one has been written
/// and is not 0: then a shader keeps something there.
Words kept_in_unused(const Words& words, const Layout& layout, std::size_t n);
/// The words after the last particle.
Words after_the_last(const Words& words, const Layout& layout);

/// Where the driver must place what a version's shader declares.
struct Place {
    std::string name;
    std::size_t offset = 0, element_bytes = 0;
};
std::vector<Place> places(const std::string& version);
/// Throws Error(check_failed) if the driver places a member of the shader's block at another offset than the
/// C++ side.
void check_places(const std::string& version, const pbp::Program& program);

/// The number of 32-byte sectors, the least that GPU memory moves, that a subgroup touches when each lane
/// reads these members of its particle.
std::size_t sectors(const Layout& layout, const std::vector<Member>& members, std::size_t lanes);

/// The largest n: what fits into one buffer, and what the CPU twin can follow within seconds.
std::uint64_t largest_n(const pbp::Limits& limits);
inline const pbp::LargestN one_buffer{largest_n, "32 bytes each in one buffer, and a CPU twin that keeps up"};

}  // namespace particles
