// SPDX-License-Identifier: MIT
// The built-in functions of GLSL 4.5.
#include <numbers>

#include "tests/sim/expressions.hpp"

using namespace pbp::test;

TEST_SUITE_BEGIN("cpu");

TEST_CASE("angles, powers, roots, logarithms") {
    const double pi = std::numbers::pi;
    check_near({{"sin(o(0.5235988))", 0.5},
                {"cos(o(1.0471976))", 0.5},
                {"tan(o(0.7853982))", 1},
                {"asin(o(0.5))", pi / 6},
                {"acos(o(0.5))", pi / 3},
                {"atan(o(1.0))", pi / 4},
                {"atan(o(1.0), o(-1.0))", 3 * pi / 4},
                {"atan(o(-1.0), o(-1.0))", -3 * pi / 4},
                {"sinh(o(1.0))", 1.1752012},
                {"cosh(o(1.0))", 1.5430806},
                {"tanh(o(1.0))", 0.76159416},
                {"asinh(o(1.1752012))", 1},
                {"acosh(o(1.5430806))", 1},
                {"atanh(o(0.76159416))", 1},
                {"radians(o(180.0))", pi},
                {"degrees(o(3.1415927))", 180},
                {"pow(o(2.0), o(10.0))", 1024},
                {"pow(o(9.0), o(0.5))", 3},
                {"exp(o(1.0))", std::numbers::e},
                {"log(o(2.7182817))", 1},
                {"exp2(o(5.0))", 32},
                {"log2(o(1024.0))", 10},
                {"sqrt(o(2.0))", std::numbers::sqrt2},
                {"inversesqrt(o(4.0))", 0.5}});
}

TEST_CASE("roundings, signs, bounds") {
    check_worth({{"round(o(2.6))", words(3.0f)},
                 {"round(o(-2.6))", words(-3.0f)},
                 {"roundEven(o(2.5))", words(2.0f)},
                 {"roundEven(o(3.5))", words(4.0f)},
                 {"trunc(o(-2.7))", words(-2.0f)},
                 {"floor(o(-2.1))", words(-3.0f)},
                 {"ceil(o(-2.9))", words(-2.0f)},
                 {"fract(o(-0.25))", words(0.75f)},
                 {"abs(o(-1.5))", words(1.5f)},
                 {"abs(o(-7))", words(7)},
                 {"sign(o(-1.5))", words(-1.0f)},
                 {"sign(o(0.0))", words(0.0f)},
                 {"sign(o(-7))", words(-1)},
                 {"sign(o(0))", words(0)},
                 {"min(o(1.0), o(2.0))", words(1.0f)},
                 {"max(o(1.0), o(2.0))", words(2.0f)},
                 {"min(o(-1), o(2))", words(-1)},
                 {"min(o(4294967295u), o(2u))", words(2u)},
                 {"max(o(-1), o(2))", words(2)},
                 {"max(o(4294967295u), o(2u))", words(4294967295u)},
                 {"clamp(o(5.0), o(0.0), o(1.0))", words(1.0f)},
                 {"clamp(o(-5), o(-1), o(1))", words(-1)},
                 {"clamp(o(5u), o(1u), o(3u))", words(3u)},
                 {"mix(o(2.0), o(4.0), o(0.25))", words(2.5f)},
                 {"mix(o(2.0), o(4.0), o(true))", words(4.0f)},
                 {"mix(vec2(1.0, 2.0), vec2(3.0, 4.0), bvec2(o(true), o(false)))", words(3.0f, 2.0f)},
                 {"step(o(1.0), o(0.5))", words(0.0f)},
                 {"step(o(1.0), o(1.0))", words(1.0f)},
                 {"smoothstep(o(0.0), o(2.0), o(0.5))", words(0.15625f)},
                 {"smoothstep(o(0.0), o(2.0), o(3.0))", words(1.0f)},
                 {"fma(o(2.0), o(3.0), o(4.0))", words(10.0f)},
                 {"max(vec3(1.0, 5.0, 3.0), o(2.0))", words(2.0f, 5.0f, 3.0f)},
                 {"clamp(o(vec2(-1.0, 3.0)), 0.0, 1.0)", words(0.0f, 1.0f)},
                 {"step(1.0, o(vec2(0.5, 2.0)))", words(0.0f, 1.0f)},
                 {"mix(vec2(0.0), o(vec2(4.0, 8.0)), 0.5)", words(2.0f, 4.0f)}});
}

TEST_CASE("the same with doubles") {
    check_worth({{"round(o(2.6lf))", words(3.0)},
                 {"roundEven(o(2.5lf))", words(2.0)},
                 {"trunc(o(-2.7lf))", words(-2.0)},
                 {"floor(o(-2.1lf))", words(-3.0)},
                 {"ceil(o(-2.9lf))", words(-2.0)},
                 {"fract(o(-0.25lf))", words(0.75)},
                 {"abs(o(-1.5lf))", words(1.5)},
                 {"sign(o(-1.5lf))", words(-1.0)},
                 {"min(o(1.0lf), o(2.0lf))", words(1.0)},
                 {"max(o(1.0lf), o(2.0lf))", words(2.0)},
                 {"clamp(o(5.0lf), o(0.0lf), o(1.0lf))", words(1.0)},
                 {"mix(o(2.0lf), o(4.0lf), o(0.25lf))", words(2.5)},
                 {"step(o(1.0lf), o(0.5lf))", words(0.0)},
                 {"smoothstep(o(0.0lf), o(2.0lf), o(0.5lf))", words(0.15625)},
                 {"fma(o(2.0lf), o(3.0lf), o(4.0lf))", words(10.0)},
                 {"sqrt(o(2.0lf))", words(std::numbers::sqrt2)},
                 {"inversesqrt(o(4.0lf))", words(0.5)},
                 {"length(dvec2(o(3.0lf), o(4.0lf)))", words(5.0)},
                 {"dot(dvec2(o(3.0lf), o(4.0lf)), dvec2(1.0lf, 2.0lf))", words(11.0)},
                 {"normalize(dvec2(o(3.0lf), o(4.0lf)))", words(3.0 / 5.0, 4.0 / 5.0)},
                 {"ldexp(o(0.75lf), o(4))", words(12.0)}});
    check_lines(
        "int e; put(frexp(opaque(-12.0lf), e)); put(e); double w; put(modf(opaque(-2.75lf), w)); put(w);",
        words(-0.75, 4, -0.75, -2.0));
}

TEST_CASE("geometry") {
    check_worth({{"length(o(vec2(3.0, 4.0)))", words(5.0f)},
                 {"length(o(-3.0))", words(3.0f)},
                 {"distance(o(vec2(1.0, 1.0)), vec2(4.0, 5.0))", words(5.0f)},
                 {"dot(o(vec3(1.0, 2.0, 3.0)), vec3(4.0, 5.0, 6.0))", words(32.0f)},
                 {"cross(o(vec3(1.0, 0.0, 0.0)), vec3(0.0, 1.0, 0.0))", words(0.0f, 0.0f, 1.0f)},
                 {"cross(o(vec3(1.0, 2.0, 3.0)), vec3(4.0, 5.0, 6.0))", words(-3.0f, 6.0f, -3.0f)},
                 {"normalize(o(vec2(0.0, 4.0)))", words(0.0f, 1.0f)},
                 {"faceforward(o(vec2(1.0, 2.0)), vec2(1.0, 0.0), vec2(1.0, 0.0))", words(-1.0f, -2.0f)},
                 {"faceforward(o(vec2(1.0, 2.0)), vec2(-1.0, 0.0), vec2(1.0, 0.0))", words(1.0f, 2.0f)},
                 {"reflect(o(vec2(1.0, -1.0)), vec2(0.0, 1.0))", words(1.0f, 1.0f)},
                 {"refract(o(vec2(0.0, -1.0)), vec2(0.0, 1.0), 0.5)", words(0.0f, -1.0f)},
                 {"refract(o(vec2(0.8, -0.6)), vec2(0.0, 1.0), 2.0)", words(0.0f, 0.0f)}});
}

TEST_CASE("comparisons of vectors") {
    check_worth({{"lessThan(o(ivec2(1, 3)), ivec2(2, 3))", words(true, false)},
                 {"lessThanEqual(o(vec2(1.0, 3.0)), vec2(2.0, 3.0))", words(true, true)},
                 {"greaterThan(o(uvec2(1u, 4u)), uvec2(2u, 3u))", words(false, true)},
                 {"greaterThanEqual(o(vec2(1.0, 3.0)), vec2(2.0, 3.0))", words(false, true)},
                 {"equal(o(ivec2(1, 3)), ivec2(2, 3))", words(false, true)},
                 {"notEqual(o(vec2(1.0, 3.0)), vec2(2.0, 3.0))", words(true, false)},
                 {"o(vec2(1.0, 3.0)) == vec2(1.0, 3.0)", words(true)},
                 {"o(vec2(1.0, 3.0)) != vec2(1.0, 4.0)", words(true)}});
}

TEST_CASE("bits") {
    check_worth({{"bitCount(o(0xF0F0u))", words(8)},
                 {"bitfieldReverse(o(1u))", words(0x80000000u)},
                 {"bitfieldExtract(o(0xABCDu), o(4), o(8))", words(0xBCu)},
                 {"bitfieldExtract(o(0xF0), o(4), o(4))", words(-1)},
                 {"bitfieldExtract(o(0xF0), o(3), o(4))", words(-2)},
                 {"bitfieldExtract(o(0xABCDu), o(4), o(0))", words(0u)},
                 {"bitfieldExtract(o(0xABCD1234u), o(0), o(32))", words(0xABCD1234u)},
                 {"bitfieldInsert(o(0xFFFFu), o(0u), o(4), o(8))", words(0xF00Fu)},
                 {"bitfieldInsert(o(0u), o(0xFFu), o(28), o(4))", words(0xF0000000u)},
                 {"bitfieldInsert(o(5u), o(0xFFu), o(0), o(32))", words(0xFFu)},
                 {"findLSB(o(0x50u))", words(4)},
                 {"findLSB(o(0u))", words(-1)},
                 {"findMSB(o(0x50u))", words(6)},
                 {"findMSB(o(0u))", words(-1)},
                 {"findMSB(o(-1))", words(-1)},
                 {"findMSB(o(-256))", words(7)},
                 {"findMSB(o(256))", words(8)},
                 {"bitCount(o(uvec2(3u, 7u)))", words(2, 3)}});
    check_lines(
        "uint c; put(uaddCarry(opaque(4294967295u), 2u, c)); put(c); put(usubBorrow(opaque(1u), 2u, c)); "
        "put(c);"
        "uint h, l; umulExtended(opaque(4294967295u), 4294967295u, h, l); put(h); put(l);"
        "int i, j; imulExtended(opaque(-2), 3, i, j); put(i); put(j);",
        words(1u, 1u, 4294967295u, 1u, 4294967294u, 1u, -1, -6));
    check_lines("uvec2 c; put(uaddCarry(opaque(uvec2(4294967295u, 5u)), uvec2(1u), c)); put(c);",
                words(0u, 6u, 1u, 0u));
}

TEST_CASE("packing, and numbers taken apart") {
    check_worth({{"packUnorm4x8(o(vec4(0.0, 1.0, 0.5, 2.0)))", words(0xFF80FF00u)},
                 {"packSnorm4x8(o(vec4(0.0, 1.0, -1.0, -2.0)))", words(0x81817F00u)},
                 {"packUnorm2x16(o(vec2(0.0, 1.0)))", words(0xFFFF0000u)},
                 {"packSnorm2x16(o(vec2(1.0, -1.0)))", words(0x80017FFFu)},
                 {"packHalf2x16(o(vec2(1.0, -2.0)))", words(0xC0003C00u)},
                 {"packDouble2x32(uvec2(o(0u), o(0x3FF00000u)))", words(1.0)},
                 {"unpackUnorm4x8(o(0xFF00FF00u))", words(0.0f, 1.0f, 0.0f, 1.0f)},
                 {"unpackSnorm4x8(o(0x80817F00u))", words(0.0f, 1.0f, -1.0f, -1.0f)},
                 {"unpackUnorm2x16(o(0xFFFF0000u))", words(0.0f, 1.0f)},
                 {"unpackSnorm2x16(o(0x80017FFFu))", words(1.0f, -1.0f)},
                 {"unpackHalf2x16(o(0xC0003C00u))", words(1.0f, -2.0f)},
                 {"unpackDouble2x32(o(1.0lf))", words(1.0)},
                 {"ldexp(o(0.75), o(4))", words(12.0f)},
                 {"ldexp(o(vec2(0.5, 1.0)), ivec2(o(1), o(-1)))", words(1.0f, 0.5f)}});
    check_lines(
        "int e; put(frexp(opaque(-12.0), e)); put(e); ivec2 f; put(frexp(opaque(vec2(1.0, 0.0)), f)); put(f);"
        "float w; put(modf(opaque(-2.75), w)); put(w); vec2 v; put(modf(opaque(vec2(1.5, 2.25)), v)); "
        "put(v);",
        words(-0.75f, 4, 0.5f, 0.0f, 1, 0, -0.75f, -2.0f, 0.5f, 0.25f, 1.0f, 2.0f));
}

TEST_SUITE_END();
