// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "common/base/error.hpp"
#include "lessons/08_particles/layout.hpp"

namespace particles_test {

using namespace particles;

namespace {

const std::vector<std::string> versions{"v1_aos_vec3", "v2_aos", "v3_soa"};

/// A different number for every member of every particle.
Twin numbered(std::size_t n) {
    Twin twin(n);
    for (std::size_t m = 0; m < member_count; ++m)
        for (std::size_t i = 0; i < n; ++i) twin.members[m][i] = static_cast<double>(100 * i + m + 1);
    return twin;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("the hash gives the published function's values, and no value twice") {
        CHECK(hash(0) == 129708002u);
        CHECK(hash(1) == 2831084092u);
        std::set<std::uint32_t> values;
        for (std::uint32_t counter = 0; counter < 20000; ++counter) values.insert(hash(counter));
        CHECK(values.size() == 20000);
    }

    TEST_CASE("births are within their bounds, spread out, and different for each particle, step and seed") {
        std::set<double> first;
        std::array<double, member_count> least, most, sum{};
        least.fill(1e9);
        most.fill(-1e9);
        const std::uint32_t count = 4000;
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto born = birth(i, 7, 1);
            first.insert(born[velocity_x]);
            for (std::size_t m = 0; m < member_count; ++m) {
                least[m] = std::min(least[m], born[m]);
                most[m] = std::max(most[m], born[m]);
                sum[m] += born[m] / count;
            }
        }
        CHECK(first.size() > 3990);  // a few of 4000 sums of 24-bit numbers may coincide
        CHECK((least[x] >= -0.1 && most[x] < 0.1 && std::abs(sum[x]) < 0.01));
        CHECK((least[y] == 0 && most[y] == 0));
        CHECK((least[velocity_x] >= -2 && most[velocity_x] < 2 && std::abs(sum[velocity_x]) < 0.05));
        CHECK((least[velocity_y] >= 6.8 && most[velocity_y] < 8.6 && std::abs(sum[velocity_y] - 7.7) < 0.05));
        CHECK((least[lifetime] == least_life && most[lifetime] == most_life));
        CHECK(birth(3, 7, 1) == birth(3, 7, 1));
        CHECK(birth(3, 7, 1) != birth(4, 7, 1));
        CHECK(birth(3, 7, 1) != birth(3, 8, 1));
        CHECK(birth(3, 7, 1) != birth(3, 7, 2));
    }

    TEST_CASE("a particle moves as semi-implicit Euler says, and is reborn when its time is up") {
        const auto start = born(50, 9);
        auto twin = start;
        for (std::uint32_t k = 1; k <= 39; ++k) step(twin, k, 9);
        const double t = 39 * time_step, fall = gravity * time_step * time_step * 39 * 40 / 2;
        for (std::size_t i = 0; i < 50; ++i) {
            CHECK(twin[lifetime][i] == start[lifetime][i] - 39);
            CHECK(twin[velocity_y][i] == doctest::Approx(start[velocity_y][i] + gravity * t));
            CHECK(twin[x][i] == doctest::Approx(start[x][i] + start[velocity_x][i] * t));
            CHECK(twin[y][i] == doctest::Approx(start[velocity_y][i] * t + fall));
        }
        for (std::uint32_t k = 40; k <= 80; ++k) step(twin, k, 9);
        for (std::uint32_t i = 0; i < 50;
             ++i) {  // particles with 40 .. 80 steps to live have died once, or twice at 80
            const auto died = static_cast<std::uint32_t>(start[lifetime][i]);
            const auto again = birth(i, died, 9);
            const auto left = again[lifetime] - (80 - died);
            CHECK(twin[lifetime][i] == (left > 0 ? left : birth(i, 80, 9)[lifetime]));
            CHECK(twin[y][i] > -0.3);  // no particle leaves the picture
        }
    }

    TEST_CASE("between two births, floats stray by less than a tenth of a thousandth") {
        // The twin again in float, which rounds once more often than any GPU may.
        auto twin = born(300, 4);
        State<float> rounded(300);
        for (std::size_t m = 0; m < member_count; ++m)
            rounded.members[m].assign(twin.members[m].begin(), twin.members[m].end());
        double worst = 0;
        for (std::uint32_t k = 1; k <= 80; ++k) {
            step(twin, k, 4);
            for (std::size_t i = 0; i < 300; ++i) {
                if (twin[y][i] == 0) {  // born: from here on equal values would be no coincidence
                    for (std::size_t m = 0; m < member_count; ++m)
                        rounded.members[m][i] = static_cast<float>(twin.members[m][i]);
                    continue;
                }
                const auto dt = static_cast<float>(time_step), g = static_cast<float>(gravity);
                rounded[velocity_y][i] += g * dt;
                for (const auto& [place, speed] :
                     {std::pair{x, velocity_x}, {y, velocity_y}, {z, velocity_z}}) {
                    rounded[place][i] += rounded[speed][i] * dt;
                    worst = std::max(worst, std::abs(rounded[place][i] - twin[place][i]));
                    worst = std::max(worst, std::abs(rounded[speed][i] - twin[speed][i]));
                }
            }
        }
        CHECK(worst > 0);
        CHECK(worst < tolerance / 2);
    }

    TEST_CASE("every layout returns what was stored, uses no word twice, and leaves the rest alone") {
        for (const auto& version : versions)
            for (const std::size_t n : {1, 2, 7, 8, 9, 100}) {
                CAPTURE(version);
                CAPTURE(n);
                const auto at = layout(version, n);
                const auto twin = numbered(n);
                const auto words = packed(twin, at, at.words + 5);
                const auto seen = unpacked(words, at, n);
                std::set<std::size_t> used;
                for (std::size_t m = 0; m < member_count; ++m)
                    for (std::size_t i = 0; i < n; ++i) {
                        CHECK(seen.members[m][i] == static_cast<float>(twin.members[m][i]));
                        used.insert(at.word(static_cast<Member>(m), i));
                    }
                CHECK(used.size() == member_count * n);
                CHECK(*used.rbegin() < at.words);
                CHECK(after_the_last(words, at) == Words(5, untouched));
            }
    }

    TEST_CASE("a careless upload turns members into others") {
        const auto careless = layout("careless", 2), read = layout("v1_aos_vec3", 2);
        const auto seen = unpacked(packed(numbered(2), careless, read.words), read, 2);
        // Particle 0: x y z | from the next multiple of 16 bytes: v.y, v.z, lifetime | x of particle 1.
        CHECK(seen[z][0] == 3);
        CHECK(seen[velocity_x][0] == 5);
        CHECK(seen[velocity_z][0] == 7);
        CHECK(seen[lifetime][0] == 101);
        CHECK(seen[x][1] == 102);
    }

    TEST_CASE("memory for invocations without a particle, within the driver's limit") {
        pbp::Limits limits;
        limits.buffer_bytes = 1 << 20;
        for (const auto& version : versions) {
            const auto at = layout(version, 100);
            CHECK(words_for(at, 100, limits) == at.words);
            CHECK(words_for(at, 128, limits) == at.words + 28 * at.apart);
            limits.buffer_bytes = 4 * at.words + 8;
            CHECK(words_for(at, 128, limits) == at.words + 2);
            limits.buffer_bytes = 1 << 20;
        }
        CHECK(largest_n(limits) == (1 << 15));
        limits.buffer_bytes = std::uint64_t{1} << 31;
        CHECK(largest_n(limits) == (1 << 24));
    }

    TEST_CASE("sectors that a subgroup of 32 touches, as the page counts them") {
        const std::vector<Member> all{x, y, z, velocity_x, velocity_y, velocity_z, lifetime};
        for (const auto& version : versions) {
            const auto at = layout(version, 4000);
            const bool arrays = version == "v3_soa";
            for (const auto member : all) CHECK(sectors(at, {member}, 32) == (arrays ? 4 : 32));
            CHECK(sectors(at, all, 32) == (arrays ? 28 : 32));
            CHECK(sectors(at, {x, y, z, lifetime}, 32) == (arrays ? 16 : 32));
        }
        // v2's two loads of 16 bytes; the seven loads of 4 bytes in v1 and v3.
        const auto v2 = layout("v2_aos", 4000);
        CHECK(sectors(v2, {x, y, z, lifetime}, 32) + sectors(v2, {velocity_x, velocity_y, velocity_z}, 32) ==
              64);
        // If n is not a multiple of 8, the later arrays start inside a sector.
        CHECK(sectors(layout("v3_soa", 4001), {y}, 32) == 5);
    }

    TEST_CASE("the number of steps: as requested, otherwise fewer for more particles") {
        CHECK(steps("12", 4000) == 12);
        CHECK(steps("auto", 1) == 90);
        CHECK(steps("auto", 4000) == 90);
        CHECK(steps("auto", 1000000) == 16);
        CHECK(steps("auto", 1 << 24) == 6);
        CHECK_NOTHROW(check_steps("100000"));
        for (const char* wrong : {"0", "-1", "1.5", "many", "100001", ""})
            CHECK_THROWS_AS(check_steps(wrong), pbp::Error);
        CHECK(folded(5) == 5);
        CHECK(folded(5 + (std::uint64_t{1} << 32)) != 5);
    }
}

}  // namespace particles_test
