// SPDX-License-Identifier: MIT
// The plainest CPU code for what each lesson reads and what must come out. An export quotes the regions that
// it needs; ./learn plain runs the same functions first, and compares them with what the lesson uploads and
// expects.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace pbp::plainest {

using Words = std::vector<std::uint32_t>;

// [Random]
// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers for the same seed on every machine.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    std::uint32_t below(std::uint64_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
    }

  private:
    std::uint64_t state;
};
// [/Random]

// [counted_up]
// 0, 1, 2, ...
inline Words counted_up(std::size_t n) {
    Words words(n);
    for (std::size_t i = 0; i < n; ++i) words[i] = static_cast<std::uint32_t>(i);
    return words;
}
// [/counted_up]

// [shuffled]
// 0 to n - 1, each once, in random order (Fisher and Yates).
inline Words shuffled(std::size_t n, std::uint64_t seed) {
    Random random(seed);
    Words words(n);
    for (std::size_t i = 0; i < n; ++i) words[i] = static_cast<std::uint32_t>(i);
    for (std::size_t i = n; i > 1; --i) std::swap(words[i - 1], words[random.below(i)]);
    return words;
}
// [/shuffled]

// [random_below]
// Random numbers from 0 to bound - 1.
inline Words random_below(std::uint32_t bound, std::size_t n, std::uint64_t seed) {
    Random random(seed);
    Words words(n);
    for (auto& word : words) word = random.below(bound);
    return words;
}
// [/random_below]

// [random_words]
// Random numbers of 32 bits.
inline Words random_words(std::size_t n, std::uint64_t seed) {
    Random random(seed);
    Words words(n);
    for (auto& word : words) word = static_cast<std::uint32_t>(random.next() >> 32);
    return words;
}
// [/random_words]

// [with_alpha]
// Words as pixels: the top byte is alpha, inverted, for small numbers would be invisible colours.
inline Words with_alpha(Words words) {
    for (auto& word : words) word ^= 0xFF000000u;
    return words;
}
// [/with_alpha]

// [sphere]
// The densities of n cells of a cube: 255 at its centre, and less with the distance.
inline Words sphere(std::size_t n, std::uint32_t edge) {
    Words cells(n);
    for (std::size_t i = 0; i < n; ++i) {
        double square = 0;  // of the distance, in edges
        for (const std::size_t at : {i % edge, i / edge % edge, i / edge / edge}) {
            const double from_centre = (static_cast<double>(at) + 0.5) / edge - 0.5;
            square += from_centre * from_centre;
        }
        const double share = 1 - std::sqrt(square) / 0.9;
        cells[i] = static_cast<std::uint32_t>(std::lround(255 * std::clamp(share, 0.0, 1.0)));
    }
    return cells;
}
// [/sphere]

// [sum_of]
inline Words sum_of(const Words& words) {
    std::uint32_t sum = 0;
    for (const auto word : words) sum += word;
    return {sum};
}
// [/sum_of]

// [in_order]
inline Words in_order(Words words) {
    std::sort(words.begin(), words.end());
    return words;
}
// [/in_order]

// [sums_up_to]
// Element i: the sum of the elements 0 to i.
inline Words sums_up_to(Words words) {
    for (std::size_t i = 1; i < words.size(); ++i) words[i] += words[i - 1];
    return words;
}
// [/sums_up_to]

// [places_above]
// The places of all elements above a threshold.
inline Words places_above(std::uint32_t threshold, const Words& words) {
    Words places;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] > threshold) places.push_back(static_cast<std::uint32_t>(i));
    return places;
}
// [/places_above]

// [copy_of]
inline Words copy_of(const Words& words) {
    return words;
}
// [/copy_of]

// [grey]
// Each pixel in grey: 0.299 red + 0.587 green + 0.114 blue (the luma of ITU-R BT.601); its alpha stays.
inline Words grey(Words pixels) {
    for (auto& pixel : pixels) {
        const auto luma = static_cast<std::uint32_t>(
            std::lround(0.299 * (pixel & 255) + 0.587 * (pixel >> 8 & 255) + 0.114 * (pixel >> 16 & 255)));
        pixel = (pixel & 0xFF000000u) | luma << 16 | luma << 8 | luma;
    }
    return pixels;
}
// [/grey]

// [transposed]
// Rows become columns.
inline Words transposed(const Words& pixels, std::size_t width, std::size_t height) {
    Words made(pixels.size());
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) made[x * height + y] = pixels[y * width + x];
    return made;
}
// [/transposed]

// [all]
inline Words all(std::size_t n, std::uint32_t word) {
    return Words(n, word);
}
// [/all]

// [workgroup_of_each]
// The number of the workgroup that owns element (x, y, z), for all elements: row by row, slice by slice.
struct Grid {
    std::size_t width, height;          // of the elements
    std::array<std::size_t, 3> local;   // invocations of a workgroup
    std::array<std::size_t, 3> groups;  // workgroups
};
inline Words workgroup_of_each(std::size_t n, const Grid& grid) {
    Words owners(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t x = i % grid.width / grid.local[0],
                          y = i / grid.width % grid.height / grid.local[1],
                          z = i / grid.width / grid.height / grid.local[2];
        owners[i] = static_cast<std::uint32_t>((z * grid.groups[1] + y) * grid.groups[0] + x);
    }
    return owners;
}
// [/workgroup_of_each]

// [fountain]
// A particle: position (m), velocity (m/s), and the time steps that it has left. In double, where the GPU has
// float.
struct Particle {
    double position[3], velocity[3], lifetime;
};

// PCG (Jarzynski and Olano, 2020).
inline std::uint32_t hash(std::uint32_t counter) {
    const std::uint32_t state = counter * 747796405u + 2891336453u;
    const std::uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}
inline double next_unit(std::uint32_t& h) {  // in [0, 1)
    h = hash(h);
    return static_cast<double>(h >> 8) / 16777216.0;
}
inline double next_bell(std::uint32_t& h) {  // in [-2, 2), rarely far from 0
    return next_unit(h) + next_unit(h) + next_unit(h) + next_unit(h) - 2.0;
}

inline Particle birth(std::uint32_t i, std::uint32_t step, std::uint32_t seed) {
    std::uint32_t h = hash(i ^ hash(step ^ hash(seed)));
    Particle born{};
    born.position[0] = 0.2 * next_unit(h) - 0.1;
    born.position[2] = 0.2 * next_unit(h) - 0.1;
    born.velocity[0] = next_bell(h);
    born.velocity[1] = 0.45 * next_bell(h) + 7.7;
    born.velocity[2] = next_bell(h);
    born.lifetime = 40 + hash(h) % 41;
    return born;
}

// n particles after this number of time steps of 1/60 s.
inline std::vector<Particle> fountain(std::uint32_t n, std::uint32_t steps, std::uint32_t seed) {
    std::vector<Particle> particles(n);
    for (std::uint32_t i = 0; i < n; ++i) {
        Particle& p = particles[i];
        p = birth(i, 0, seed);
        for (std::uint32_t step = 1; step <= steps; ++step) {
            p.velocity[1] += -9.81 / 60.0;
            for (int axis = 0; axis < 3; ++axis) p.position[axis] += p.velocity[axis] / 60.0;
            if (--p.lifetime <= 0) p = birth(i, step, seed);
        }
    }
    return particles;
}

// Where a buffer holds the seven members of a particle: member m of particle i is word first[m] + i * apart.
struct Layout {
    std::array<std::size_t, 7> first;
    std::size_t apart, words;
};
inline Words packed(const std::vector<Particle>& particles, const Layout& layout) {
    Words words(layout.words, 0xA5A5A5A5u);  // shows between and after the members that nobody wrote there
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const auto& [position, velocity, lifetime] = particles[i];
        const double members[] = {position[0], position[1], position[2], velocity[0],
                                  velocity[1], velocity[2], lifetime};
        for (std::size_t m = 0; m < 7; ++m) {
            const auto value = static_cast<float>(members[m]);
            std::memcpy(&words[layout.first[m] + i * layout.apart], &value, sizeof value);
        }
    }
    return words;
}
// [/fountain]

}  // namespace pbp::plainest
