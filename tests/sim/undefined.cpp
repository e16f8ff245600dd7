// SPDX-License-Identifier: MIT
// Results that the specification leaves undefined, and variables that are not set: findings once they are
// stored or decide something, notes as long as they do not.
#include <doctest/doctest.h>

#include "tests/sim/kernel.hpp"

using namespace pbp;
using test::Kernel;

TEST_SUITE_BEGIN("cpu");

namespace {

/// The lines of main; line 5 is the first. Word i of the buffer holds i.
Kernel kernel_of(const std::string& lines, const std::string& outside = "") {
    Kernel kernel{.text =
                      "#extension GL_KHR_shader_subgroup_basic : require\n"
                      "#extension GL_KHR_shader_subgroup_ballot : require\n"
                      "#extension GL_KHR_shader_subgroup_shuffle_relative : require\n" +
                      outside +
                      "layout(local_size_x = 32) in; layout(std430, binding = 0) buffer Data { uint "
                      "data[]; }; void main() { uint i = gl_LocalInvocationID.x;\n" +
                      lines + "\n}\n",
                  .buffers = {Kernel::Words(64)}};
    for (std::uint32_t i = 0; i < 64; ++i) kernel.buffers[0][i] = i;
    return kernel;
}

std::string faults(const std::string& lines, const std::string& outside = "") {
    return kernel_of(lines, outside).found();
}

}  // namespace

TEST_CASE("a NaN that is born in place is seen, and named with its operands") {
    for (const std::string line :
         {"float x = float(i); x /= x; data[i] = floatBitsToUint(x);",
          "float x = 1.0 / float(i); x *= 0.0; data[i] = floatBitsToUint(x);",
          "float x = 1.0 / float(i); for (uint k = 0u; k < 3u; ++k) x -= x; data[i] = floatBitsToUint(x);",
          "vec4 v = vec4(float(i)); v /= v; data[i] = floatBitsToUint(v.x + v.w);",
          "data[i] = floatBitsToUint(fma(1.0 / float(i), 0.0, 1.0));"}) {
        CAPTURE(line);
        CHECK(faults(line) == "NaN is born 5");
    }
    CHECK(kernel_of("float x = float(i); x /= x; data[i] = floatBitsToUint(x);")
              .run()
              .report.findings[0]
              .sentence.find("0 / 0") != std::string::npos);
}

TEST_CASE("local variables that are not set: in part, by element, by an out parameter") {
    const std::string unset = "uninitialised local ";
    CHECK(faults("uint v; if (i < 16u) v = 5u;\ndata[i] = v;") == unset + "6");
    CHECK(faults("uint a[8]; a[i % 8u] = i;\ndata[i] = a[(i + 1u) % 8u];") == unset + "6");
    CHECK(
        faults(
            "uint where; find(data[i], where);\ndata[i] = where;",
            "bool find(uint x, out uint where) { if (x > 9u) { where = x; return true; } return false; } ") ==
        unset + "6");
    CHECK(faults("uint sum; for (uint k = 0u; k < 4u; ++k) sum += k;\nif (sum > 10u) data[i] = 1u;") ==
          unset + "6");
    CHECK(kernel_of("uint v; if (i < 16u) v = 5u; data[i] = v;")
              .run()
              .report.findings[0]
              .sentence.find("'v'") != std::string::npos);
    CHECK(faults("uint v; if (i < 16u) v = 5u; if (i < 16u) data[i] = v;") == "");
    CHECK(faults("uint a[8]; for (uint k = 0u; k < 8u; ++k) a[k] = k; data[i] = a[i % 8u];") == "");
    CHECK(faults("S s; s.x = i; S t = s; data[i] = t.x;", "struct S { uint x, y; }; ") == "");
}

TEST_CASE("numbers that their new type cannot hold") {
    CHECK(faults("float x = float(i) * 3e8; data[i] = uint(int(x));") == "undefined conversion 5");
    CHECK(faults("data[i] = uint(float(i) - 8.0);") == "undefined conversion 5");
    CHECK(faults("data[i] = uint(1.0 / float(i));") == "undefined conversion 5");
    CHECK(faults("data[i] = uint(float(i) * 0.5) + uint(int(-0.5));") == "");
}

TEST_CASE("operators and functions outside their domain") {
    const std::string result = "undefined result 5";
    CHECK(faults("int a = int(i) - 16; data[i] = uint(a % 5);") == result);
    CHECK(faults("data[i] = bitfieldExtract(data[i], 30, int(i));") == result);
    CHECK(faults("data[i] = bitfieldInsert(0u, 1u, 30, int(i));") == result);
    CHECK(faults("data[i] = uint(clamp(int(i), 20, int(i)));") == result);
    CHECK(faults("data[i] = uint(smoothstep(1.0, float(i) * 0.01, float(i)));") == result);
    CHECK(faults("float z = float(i) * 0.0; data[i] = floatBitsToUint(atan(z, z));") == result);
    CHECK(faults("data[i] = floatBitsToUint(pow(float(i) - 4.0, 0.5));") == result);
    CHECK(faults("data[i] = floatBitsToUint(log2(float(i)));") == result);
    CHECK(faults("data[i] = subgroupBallotFindLSB(subgroupBallot(data[i] > 100u));") == result);
    CHECK(faults("data[i] = subgroupBallotFindLSB(subgroupBallot(data[i] > 10u));") == "");
    CHECK(faults("int n = int(i) - 2; data[i] = n == 0 ? 0u : uint((-0x7fffffff - 1) / n);") == result);
    CHECK(faults("data[i] = floatBitsToUint(atanh(float(i) / 31.0));") == result);
    CHECK(faults("data[i] = floatBitsToUint(acosh(float(i)));") == result);
    CHECK(faults("data[i] = floatBitsToUint(ldexp(1.5, int(i) + 100));") == result);
    CHECK(faults("data[i] = subgroupInverseBallot(uvec4(data[i])) ? 1u : 2u;") == result);
    CHECK(faults("data[i] = subgroupBallotBitExtract(uvec4(9), i + 1u) ? 1u : 2u;") == result);
    CHECK(faults("data[i] = subgroupBroadcast(data[i], i ^ 1u);") == result);
    CHECK(faults("mat2 m = mat2(i, 2u * i, 3u, 6u); data[i] = floatBitsToUint(inverse(m)[0][0]);")
              .starts_with(result));
    CHECK(faults("data[i] = uint((-0x7fffffff - 1) / (int(i) + 1)) + floatBitsToUint(ldexp(1.5, int(i)));") ==
          "");
    CHECK(faults("uint v = subgroupBroadcast(i, 4u); data[i] = subgroupInverseBallot(subgroupBallot(i > 3u)) "
                 "? 1u : v;") == "");
}

TEST_CASE("a function that ends without a value") {
    const std::string pick = "uint pick(uint i) { if (i < 16u) return i; } ";
    CHECK(faults("data[i] = pick(i);", pick).starts_with("uninitialised local"));
    CHECK(faults("uint v = pick(i); data[i] = i < 16u ? v : 5u;", pick) == "");
}

TEST_CASE("bits that are set make a value, one part after the other") {
    const std::string unset = "uninitialised local 5";
    CHECK(faults("uint w; w = bitfieldInsert(w, i, 0, 16); data[i] = bitfieldInsert(w, i, 16, 8);") == unset);
    CHECK(faults("uint w; w = bitfieldInsert(w, i, 0, 16); data[i] = bitfieldInsert(w, i, 16, 16);") == "");
    CHECK(faults("uint w; w = (w & 0xffff0000u) | i; data[i] = (w & 0xff00ffffu) | (i << 16u);") == unset);
    CHECK(faults("uint w; w = (w & 0xffff0000u) | i; data[i] = (w & 0x0000ffffu) | (i << 16u);") == "");
    CHECK(faults("uint w; w = (w << 8u) | i; data[i] = bitfieldExtract(w, 0, 8);") == "");
    CHECK(faults("uint w; w = (w << 8u) | i; data[i] = bitfieldExtract(w, 4, 8);") == unset);
    CHECK(faults("bool b; if (i < 9u || b) data[i] = 1u;") == unset);
}

TEST_CASE("the number of a block is not taken for a variable") {
    Kernel kernel{.text = R"(layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { float data[]; };
void main() { mat2 m = mat2(data[1], data[2], data[2], data[5]); mat2 n = inverse(m); data[0] = n[0][0]; }
)",
                  .buffers = {{0, 0x3F800000u, 0x40000000u, 0, 0, 0x40A00000u}}};
    CHECK(kernel.found() == "");
    CHECK(kernel.results[0][0] == 0x40A00000u);
}

TEST_CASE("numbers of 8 and 16 bits: shifts and conversions") {
    const std::string types = "#extension GL_EXT_shader_explicit_arithmetic_types : require\n";
    CHECK(faults("data[i] = uint(1us << uint16_t(i));", types) == "shift too far 6");
    CHECK(faults("data[i] = uint(uint8_t(i) << uint8_t(i / 3u));", types) == "shift too far 6");
    CHECK(faults("data[i] = uint(1us << uint16_t(i / 2u)) + uint(uint8_t(1) << uint8_t(7));", types) == "");
    auto kernel = kernel_of("data[i] = uint(uint8_t(float(i) * 10.0));", types);
    CHECK(kernel.found() == "undefined conversion 6");
    CHECK(kernel.report.findings[0].sentence.find("to uint8_t") != std::string::npos);
    CHECK(faults("data[i] = uint(int8_t(float(i) * -4.0)) + uint(uint8_t(float(i)));", types) == "");
}

TEST_CASE("a shuffle that takes from nowhere") {
    CHECK(faults("uint v = data[i];\nif ((i & 1u) == 0u) v += subgroupShuffleDown(v, 1u);\ndata[i] = v;") ==
          "absent lane 6");
    CHECK(faults("uint v = data[i]; for (uint d = 16u; d > 0u; d /= 2u) v += subgroupShuffleDown(v, d);\n"
                 "if (i == 0u) data[0] = v;") == "");
    CHECK(
        faults("uint v = data[i]; for (uint d = 1u; d < 32u; d *= 2u) { uint o = subgroupShuffleUp(v, d); if "
               "(i >= d) v += o; } data[i] = v;") == "");
}

TEST_CASE("what is undefined but never used is a note") {
    auto kernel = kernel_of("float y = float(i); data[i] = uint(mix(y / y, 9.0, i == 0u));");
    CHECK(kernel.found() == "");
    REQUIRE(kernel.report.findings.size() == 1);
    CHECK(kernel.report.findings[0].note);
    CHECK(faults("uint q = i / (i & 1u); data[i] = (i & 1u) == 0u ? 0u : q;") == "");
    CHECK(faults("hits[i].x = i; barrier(); S h = hits[31u - i]; data[i] = h.x;",
                 "struct S { uint x, y; }; shared S hits[32]; ") == "");
}

TEST_CASE("equal values in a race that other data would tell apart") {
    Kernel kernel = kernel_of("best = data[i]; barrier();\ndata[i] = best;", "shared uint best; ");
    kernel.buffers = {Kernel::Words(32)};
    CHECK(kernel.found() == "data race 5/5");
    CHECK(kernel.report.findings[0].sentence.find("second run") != std::string::npos);
    CHECK(kernel.results[0] == Kernel::Words(32));
    kernel.text =
        kernel_of("if (data[i] < 99u) best = 1u; barrier();\ndata[i] = best;", "shared uint best; ").text;
    CHECK(kernel.found() == "");
    REQUIRE(kernel.report.findings.size() == 1);
    CHECK(kernel.report.findings[0].note);
}

TEST_CASE("shared memory with an initializer, and structures chosen by ?:") {
    CHECK(faults("atomicAdd(hist[data[i] & 7u], 1u); barrier(); data[i] = hist[i];",
                 "#extension GL_EXT_null_initializer : require\nshared uint hist[32] = {}; ") == "");
    CHECK(faults("s[i] = S(1u, 2u); barrier(); S x = i > 3u ? s[31u - i] : more[i]; data[i] = x.a + x.b;",
                 "struct S { uint a, b; }; shared S s[32]; layout(std430, binding = 0) buffer More { S "
                 "more[]; }; ")
              .find("cannot read the shader") == std::string::npos);
}

TEST_SUITE_END();
