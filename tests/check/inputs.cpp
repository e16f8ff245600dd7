// SPDX-License-Identifier: MIT
#include "common/check/inputs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>

#include "common/check/keys.hpp"
#include "tests/support/folder.hpp"

using namespace pbp;
using namespace pbp::test;

TEST_SUITE("cpu") {
    TEST_CASE("the generator is SplitMix64: the same numbers everywhere") {
        // The first outputs for seed 1234567, from the algorithm's published test vectors.
        Random random(1234567);
        CHECK(random.next() == 6457827717110365317u);
        CHECK(random.next() == 3203168211198807973u);
        CHECK(random.next() == 9817491932198370423u);
    }

    TEST_CASE("each kind of data is what its name says, and the same for the same seed") {
        const std::size_t n = 1000;
        for (const auto type : {ValueType::uint32, ValueType::int32, ValueType::float32}) {
            CAPTURE(to_string(type));
            const auto shuffled = generate(InputKind::shuffled, type, n, 5);
            CHECK(shuffled == generate(InputKind::shuffled, type, n, 5));
            CHECK(shuffled != generate(InputKind::shuffled, type, n, 6));
            std::set<double> values;
            for (const auto bits : shuffled) values.insert(value_of(bits, type));
            CHECK(values.size() == n);
            CHECK(*values.begin() == 0);
            CHECK(*values.rbegin() == n - 1);
            for (const auto bits : generate(InputKind::small, type, n, 5))
                CHECK((value_of(bits, type) >= 0 && value_of(bits, type) <= 9));
            CHECK(value_of(generate(InputKind::reversed, type, n, 5)[0], type) == n - 1);
            CHECK(value_of(generate(InputKind::equal, type, 3, 5)[2], type) == 7);
        }
        const auto wide = generate(InputKind::random, ValueType::uint32, n, 5);
        CHECK(*std::ranges::max_element(wide) > 0xF0000000u);
    }

    TEST_CASE("float extremes hold every awkward value") {
        bool nan = false, inf = false, negative_zero = false;
        for (const auto bits : generate(InputKind::extremes, ValueType::float32, 1000, 5)) {
            const float value = std::bit_cast<float>(bits);
            nan |= std::isnan(value);
            inf |= std::isinf(value);
            negative_zero |= value == 0 && std::signbit(value);
        }
        CHECK(nan);
        CHECK(inf);
        CHECK(negative_zero);
    }

    TEST_CASE("keys sort as their values do, NaN last, and convert back") {
        for (const auto type : {ValueType::uint32, ValueType::int32, ValueType::float32}) {
            auto bits = generate(InputKind::extremes, type, 500, 3);
            const auto more = generate(InputKind::random, type, 500, 3);
            bits.insert(bits.end(), more.begin(), more.end());
            std::vector<std::uint32_t> keys;
            for (const auto word : bits) {
                keys.push_back(key_of(word, type));
                const double there = value_of(word, type),
                             back = value_of(bits_of_key(key_of(word, type), type), type);
                CHECK((there == back || (std::isnan(there) && std::isnan(back))));
            }
            std::ranges::sort(keys);
            double before = -INFINITY;
            bool nan_seen = false;
            for (const auto key : keys) {
                const double value = value_of(bits_of_key(key, type), type);
                if (std::isnan(value)) {
                    nan_seen = true;
                    continue;
                }
                CHECK_FALSE(nan_seen);
                CHECK(value >= before);
                before = value;
            }
        }
    }

    TEST_CASE("the learner's own file") {
        const Folder folder;
        CHECK(read_values(folder.write("a.txt", "3\n1 # one\n\r\n 2\r\n"), ValueType::uint32) ==
              std::vector<std::uint32_t>{3, 1, 2});
        CHECK(value_of(read_values(folder.write("f.txt", "-1.5\nnan"), ValueType::float32)[0],
                       ValueType::float32) == -1.5);
        CHECK(read_values(folder.write("b.raw", std::string("\1\0\0\0\2\0\0\0", 8)), ValueType::uint32) ==
              std::vector<std::uint32_t>{1, 2});
        CHECK(read_values(folder.write("bom.txt",
                                       "\xEF\xBB\xBF"
                                       "7\n8\n"),
                          ValueType::uint32) == std::vector<std::uint32_t>{7, 8});
        const auto says = [&](const std::string& name, const std::string& text, ValueType type) {
            const auto file = folder.write(name, text);
            return sentence_of(ExitCode::wrong_usage, [&] { read_values(file, type); });
        };
        CHECK(contains(says("c.txt", "1\nx2\n", ValueType::uint32), "c.txt:2: 'x2' is not a uint"));
        CHECK(contains(says("d.txt", "-1\n", ValueType::uint32), "'-1' is not a uint"));
        CHECK(contains(says("e.txt", "4294967296\n", ValueType::uint32), "is not a uint"));
        CHECK(contains(says("g.txt", "# nothing\n", ValueType::uint32), "holds no values"));
        CHECK(contains(says("i.txt", std::string(5000, '9') + "\x1b[2J\n", ValueType::uint32),
                       "i.txt:1: '99999"));
        CHECK(says("j.txt", std::string(5000, '9') + "\x1b[2J\n", ValueType::uint32).size() < 600);
        CHECK_FALSE(contains(says("k.txt", "\x1b[2J\n", ValueType::uint32), "\x1b"));
        const auto huge = folder.write("huge.raw", "");
        fs::resize_file(huge, std::uintmax_t{1} << 32);  // sparse
        CHECK(contains(error_of([&] { read_values(huge, ValueType::uint32); }).second,
                       "too many for a buffer"));
        CHECK(contains(says("h.raw", "12345", ValueType::uint32), "not a whole number of 32-bit values"));
        CHECK(contains(error_of([&] { read_values(folder.path(), ValueType::uint32); }).second,
                       "cannot be read: it is a folder, not a file."));
        CHECK(error_of([&] { read_values(folder.path(), ValueType::uint32); }).first ==
              ExitCode::wrong_usage);
        CHECK(error_of([&] { read_values(folder.path() / "none", ValueType::uint32); }).first ==
              ExitCode::wrong_usage);
    }
}
