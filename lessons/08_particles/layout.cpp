// SPDX-License-Identifier: MIT
#include "lessons/08_particles/layout.hpp"

#include <algorithm>
#include <set>

#include "common/base/error.hpp"
#include "common/lesson/version_names.hpp"

namespace particles {

namespace {

/// The words of a struct that holds two vectors of three numbers each, and a lifetime.
std::array<std::size_t, member_count> words_of(std::size_t position, std::size_t velocity, std::size_t life) {
    const auto p = position / 4, v = velocity / 4;
    return {p, p + 1, p + 2, v, v + 1, v + 2, life / 4};
}

}  // namespace

Layout layout(const std::string& version, std::size_t n) {
    const int number = pbp::version_number(version);
    Layout made{version, {}, 0, 0};
    if (number == 3) {
        for (std::size_t m = 0; m < member_count; ++m) made.first[m] = m * n;
        made.apart = 1;
        made.words = member_count * n;
        return made;
    }
    if (version == "careless") {
        made.first = words_of(offsetof(Careless, position), offsetof(Careless, velocity),
                              offsetof(Careless, lifetime));
        made.apart = sizeof(Careless) / 4;
    } else if (number == 1) {
        made.first =
            words_of(offsetof(Padded, position), offsetof(Padded, velocity), offsetof(Padded, lifetime));
        made.apart = sizeof(Padded) / 4;
    } else {
        made.first = words_of(offsetof(Vec4s, position_lifetime), offsetof(Vec4s, velocity),
                              offsetof(Vec4s, position_lifetime) + offsetof(glm::vec4, w));
        made.apart = sizeof(Vec4s) / 4;
    }
    made.words = made.apart * n;
    return made;
}

std::size_t words_for(const Layout& layout, std::size_t invocations, const pbp::Limits& limits) {
    const std::size_t n = layout.words / (layout.apart > 1 ? layout.apart : member_count);
    const std::size_t wanted = layout.words + (std::max(invocations, n) - n) * layout.apart;
    return std::max(layout.words, std::min<std::size_t>(wanted, limits.buffer_bytes / 4));
}

Seen unpacked(const Words& words, const Layout& layout, std::size_t n) {
    Seen seen(n);
    for (std::size_t m = 0; m < member_count; ++m)
        for (std::size_t i = 0; i < n; ++i)
            seen.members[m][i] = std::bit_cast<float>(words[layout.word(static_cast<Member>(m), i)]);
    return seen;
}

Words kept_in_unused(const Words& words, const Layout& layout, std::size_t n) {
    if (pbp::version_number(layout.version) != 2) return {};
    Words unused(n);
    for (std::size_t i = 0; i < n; ++i) unused[i] = words[i * layout.apart + layout.apart - 1];
    const bool kept =
        std::ranges::any_of(unused, [](std::uint32_t word) { return word != 0 && word != untouched; });
    return kept ? unused : Words{};
}

Words after_the_last(const Words& words, const Layout& layout) {
    return {words.begin() + static_cast<std::ptrdiff_t>(layout.words), words.end()};
}

std::vector<Place> places(const std::string& version) {
    const int number = pbp::version_number(version);
    if (number == 1)
        return {{"particles[0].position", offsetof(Padded, position), sizeof(Padded)},
                {"particles[0].velocity", offsetof(Padded, velocity), sizeof(Padded)},
                {"particles[0].lifetime", offsetof(Padded, lifetime), sizeof(Padded)}};
    if (number == 2)
        return {{"particles[0].position_lifetime", offsetof(Vec4s, position_lifetime), sizeof(Vec4s)},
                {"particles[0].velocity", offsetof(Vec4s, velocity), sizeof(Vec4s)}};
    return {{"members[0]", 0, sizeof(float)}};
}

void check_places(const std::string& version, const pbp::Program& program) {
    for (const auto& [name, offset, element_bytes] : places(version)) {
        const auto& there = program.variables();
        const auto found = std::ranges::find(there, name, &pbp::Built::Variable::name);
        if (found == there.end())
            pbp::fail(pbp::ExitCode::check_failed,
                      "wrong after reading the layout: the shader's block has no {}.", name);
        if (found->offset != offset || found->element_bytes != element_bytes)
            pbp::fail(pbp::ExitCode::check_failed,
                      "wrong after reading the layout: the driver puts {} at byte {} of {}, but C++ puts it "
                      "at byte {} of {}.",
                      name, found->offset, found->element_bytes, offset, element_bytes);
    }
}

std::size_t sectors(const Layout& layout, const std::vector<Member>& members, std::size_t lanes) {
    constexpr std::size_t words_per_sector = 8;
    std::set<std::size_t> touched;
    for (const auto member : members)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            touched.insert(layout.word(member, lane) / words_per_sector);
    return touched.size();
}

std::uint64_t largest_n(const pbp::Limits& limits) {
    return std::min<std::uint64_t>(limits.buffer_bytes / sizeof(Padded), std::uint64_t{1} << 24);
}

}  // namespace particles
