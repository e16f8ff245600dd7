// SPDX-License-Identifier: MIT
// Scalars: 32 and 64 bits, integers and floats, and the conversions between them.
#include "tests/sim/expressions.hpp"

using namespace pbp::test;

TEST_SUITE_BEGIN("cpu");

TEST_CASE("whole numbers wrap round, divide towards zero, and shift with or without their sign") {
    check_worth({{"o(4294967295u) + o(2u)", words(1u)},
                 {"o(1u) - o(2u)", words(4294967295u)},
                 {"o(65537u) * o(65537u)", words(131073u)},
                 {"o(7u) / o(2u)", words(3u)},
                 {"o(7u) % o(4u)", words(3u)},
                 {"o(4294967295u) / o(2u)", words(2147483647u)},
                 {"o(-7) / o(2)", words(-3)},
                 {"o(7) % o(4)", words(3)},
                 {"-o(5)", words(-5)},
                 {"o(-2147483647) - o(2)", words(2147483647)},
                 {"o(-16) >> o(2)", words(-4)},
                 {"o(4294967280u) >> o(2u)", words(1073741820u)},
                 {"o(3u) << o(30u)", words(3221225472u)},
                 {"o(12u) & o(10u)", words(8u)},
                 {"o(12u) | o(10u)", words(14u)},
                 {"o(12u) ^ o(10u)", words(6u)},
                 {"~o(12u)", words(4294967283u)},
                 {"o(-1) < o(1)", words(true)},
                 {"o(4294967295u) < o(1u)", words(false)},
                 {"o(3) >= o(3)", words(true)},
                 {"o(3u) > o(3u)", words(false)},
                 {"o(3u) <= o(2u)", words(false)},
                 {"o(-3) <= o(-3)", words(true)},
                 {"o(3) == o(-3)", words(false)},
                 {"o(3u) != o(4u)", words(true)}});
}

TEST_CASE("truth values") {
    check_worth({{"o(true) && o(false)", words(false)},
                 {"o(true) || o(false)", words(true)},
                 {"o(true) ^^ o(true)", words(false)},
                 {"o(true) ^^ o(false)", words(true)},
                 {"!o(false)", words(true)},
                 {"o(true) == o(false)", words(false)},
                 {"o(true) != o(false)", words(true)},
                 {"bool(o(2u))", words(true)},
                 {"bool(o(-0.0))", words(false)},
                 {"bool(o(0.5))", words(true)},
                 {"int(o(true))", words(1)},
                 {"float(o(true))", words(1.0f)},
                 {"uint(o(false))", words(0u)},
                 {"any(bvec3(o(false), o(true), o(false)))", words(true)},
                 {"all(bvec3(o(false), o(true), o(true)))", words(false)},
                 {"not(bvec2(o(false), o(true)))", words(true, false)}});
}

TEST_CASE("floats") {
    check_worth({{"o(0.1) + o(0.2)", words(0.1f + 0.2f)},
                 {"o(1.0) / o(3.0)", words(1.0f / 3.0f)},
                 {"o(16777216.0) + o(1.0)", words(16777216.0f)},
                 {"o(3.0) - o(5.5)", words(-2.5f)},
                 {"o(1.5) * o(-4.0)", words(-6.0f)},
                 {"-o(0.0)", words(-0.0f)},
                 {"o(1.0) / o(0.0)", words(INFINITY)},
                 {"o(-0.0) == o(0.0)", words(true)},
                 {"o(1.0) < o(2.0)", words(true)},
                 {"o(2.0) <= o(2.0)", words(true)},
                 {"o(1.0) > o(2.0)", words(false)},
                 {"o(2.0) >= o(3.0)", words(false)},
                 {"o(2.0) != o(3.0)", words(true)},
                 {"mod(o(-5.5), o(2.0))", words(0.5f)},
                 {"mod(o(5.5), o(-2.0))", words(-0.5f)}});
}

TEST_CASE("a NaN that comes from outside is unequal to all, itself as well") {
    check_worth({{"o(uintBitsToFloat(0x7FC00000u)) == o(1.0)", words(false)},
                 {"o(uintBitsToFloat(0x7FC00000u)) != o(1.0)", words(true)},
                 {"o(uintBitsToFloat(0x7FC00000u)) < o(1.0)", words(false)},
                 {"!(o(uintBitsToFloat(0x7FC00000u)) >= o(1.0))", words(true)},
                 {"isnan(o(uintBitsToFloat(0x7FC00000u)))", words(true)},
                 {"isnan(o(1.0))", words(false)},
                 {"isinf(o(uintBitsToFloat(0xFF800000u)))", words(true)},
                 {"isinf(o(3.4e38))", words(false)},
                 {"isinf(o(1.0lf) / o(0.0lf))", words(true)}});
}

TEST_CASE("from one kind of number to another") {
    check_worth({{"int(o(-3.9))", words(-3)},
                 {"uint(o(3.9))", words(3u)},
                 {"uint(o(4294967040.0))", words(4294967040u)},
                 {"float(o(-3))", words(-3.0f)},
                 {"float(o(4294967295u))", words(4294967296.0f)},
                 {"float(o(16777217))", words(16777216.0f)},
                 {"uint(o(-1))", words(4294967295u)},
                 {"int(o(4294967295u))", words(-1)},
                 {"double(o(0.5))", words(0.5)},
                 {"double(o(-3))", words(-3.0)},
                 {"double(o(4294967295u))", words(4294967295.0)},
                 {"float(o(0.1lf))", words(0.1f)},
                 {"int(o(-3.9lf))", words(-3)},
                 {"uint(o(4294967295.5lf))", words(4294967295u)},
                 {"floatBitsToInt(o(-0.0))", words(0x80000000u)},
                 {"floatBitsToUint(o(1.0))", words(0x3F800000u)},
                 {"intBitsToFloat(o(0x40490FDB))", words(3.14159274f)},
                 {"uintBitsToFloat(o(0x3F800000u))", words(1.0f)}});
}

TEST_CASE("doubles") {
    check_worth({{"o(0.1lf) + o(0.2lf)", words(0.1 + 0.2)},
                 {"o(1.0lf) - o(0.9lf)", words(1.0 - 0.9)},
                 {"o(0.1lf) * o(3.0lf)", words(0.1 * 3.0)},
                 {"o(1.0lf) / o(3.0lf)", words(1.0 / 3.0)},
                 {"-o(2.5lf)", words(-2.5)},
                 {"o(9007199254740992.0lf) + o(1.0lf)", words(9007199254740992.0)},
                 {"o(0.1lf) < o(0.2lf)", words(true)},
                 {"o(0.1lf) >= o(0.2lf)", words(false)},
                 {"o(0.1lf) == o(0.1lf)", words(true)},
                 {"o(0.1lf) != o(0.1lf)", words(false)},
                 {"mod(o(-5.5lf), o(2.0lf))", words(0.5)},
                 {"o(true) ? o(1.5lf) : o(2.5lf)", words(1.5)}});
}

TEST_CASE("64-bit whole numbers") {
    check_worth({{"o(4294967295ul) + o(1ul)", words(std::uint64_t{1} << 32)},
                 {"o(0ul) - o(1ul)", words(~std::uint64_t{0})},
                 {"o(4294967296ul) * o(4294967295ul)", words(std::uint64_t{4294967295u} << 32)},
                 {"o(10000000000ul) / o(3ul)", words(std::uint64_t{3333333333u})},
                 {"o(10000000000ul) % o(7ul)", words(std::uint64_t{10000000000u % 7})},
                 {"o(-10000000000l) / o(3l)", words(std::int64_t{-3333333333})},
                 {"-o(10000000000l)", words(std::int64_t{-10000000000})},
                 {"o(1ul) << o(40)", words(std::uint64_t{1} << 40)},
                 {"o(-1099511627776l) >> o(36)", words(std::int64_t{-16})},
                 {"o(1099511627776ul) >> o(36)", words(std::uint64_t{16})},
                 {"o(12ul) & o(10ul)", words(std::uint64_t{8})},
                 {"o(12ul) | o(10ul)", words(std::uint64_t{14})},
                 {"o(12ul) ^ o(10ul)", words(std::uint64_t{6})},
                 {"~o(0ul)", words(~std::uint64_t{0})},
                 {"o(-1l) < o(1l)", words(true)},
                 {"uint64_t(o(-1l)) < o(1ul)", words(false)},
                 {"o(3l) >= o(4l)", words(false)},
                 {"o(3ul) == o(4ul)", words(false)},
                 {"o(3ul) != o(4ul)", words(true)},
                 {"min(o(-3l), o(2l))", words(std::int64_t{-3})},
                 {"max(uint64_t(o(-3l)), o(2ul))", words(std::int64_t{-3})},
                 {"clamp(o(9l), o(-1l), o(5l))", words(std::int64_t{5})},
                 {"abs(o(-10000000000l))", words(std::int64_t{10000000000})},
                 {"sign(o(-10000000000l))", words(std::int64_t{-1})},
                 {"o(false) ? o(1ul) : o(2ul)", words(std::uint64_t{2})}});
    check_worth({{"uint64_t(o(4294967295u))", words(std::uint64_t{4294967295u})},
                 {"int64_t(o(-1))", words(std::int64_t{-1})},
                 {"uint(o(4294967299ul))", words(3u)},
                 {"int(o(-5l))", words(-5)},
                 {"float(o(-8589934592l))", words(-8589934592.0f)},
                 {"double(o(9007199254740993ul))", words(9007199254740992.0)},
                 {"int64_t(o(-8589934592.0))", words(std::int64_t{-8589934592})},
                 {"uint64_t(o(1099511627776.0lf))", words(std::uint64_t{1} << 40)},
                 {"packUint2x32(uvec2(o(1u), o(2u)))", words(1u, 2u)},
                 {"unpackUint2x32(o(8589934593ul))", words(1u, 2u)},
                 {"packInt2x32(ivec2(o(-1), o(2)))", words(-1, 2)},
                 {"doubleBitsToUint64(o(1.0lf))", words(1.0)},
                 {"uint64BitsToDouble(o(4607182418800017408ul))", words(1.0)},
                 {"bool(o(4294967296ul))", words(true)}});
}

TEST_SUITE_END();
