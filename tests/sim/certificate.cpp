// SPDX-License-Identifier: MIT
// Whether one run speaks for every input, and why not.
#include "common/sim/certified/certificate.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "common/check/inputs.hpp"
#include "common/event/sink.hpp"

using namespace pbp;

namespace certificate_test {

using Words = std::vector<std::uint32_t>;
using sim::Promise;

constexpr Promise ascending{.makes = Promise::Makes::order};
constexpr Promise total{.makes = Promise::Makes::total};

/// Kernels that run one after the other on n elements in `a`; `b` and `c` begin with zeros.
struct Trial {
    std::uint32_t n = 4;
    Promise promise = ascending;
    std::uint32_t result = 0;  ///< the number of its buffer
    std::uint32_t local_size = 4;
    bool reads_between = false;                        ///< the CPU reads `a` after each dispatch
    bool writes_between = false;                       ///< and sets its first element to 7
    std::function<Words(const Words&)> prepares = {};  ///< what `c` begins with instead, by the input

    /// The certificate of these bodies of main; `before` is above it.
    std::string of(const std::vector<std::string>& bodies, const std::string& before = {}) const {
        return certificate(bodies, before).sentence;
    }
    /// What is said of the passes, each of which is a dispatch and shows its result.
    std::string stages(const std::vector<std::string>& bodies, const std::string& before = {}) const {
        return certificate(bodies, before, true).stages;
    }

  private:
    sim::Certificate certificate(const std::vector<std::string>& bodies, const std::string& before,
                                 bool records = false) const {
        sim::CertifiedWork work{.n = n};
        auto words = generate(InputKind::random, ValueType::uint32, n, 1);
        work.inputs[0] = {words};
        for (auto& word : words) word = ~word;
        work.inputs[1] = {words};
        sim::Observing* rows = nullptr;
        std::uint64_t pass = 0;
        work.run = [&](Device& device, std::size_t input, const sim::CertifiedWork::Ended& ended) {
            auto& backend = device.backend();
            const auto& data = work.inputs[input].front();
            std::vector<Handle> bound;
            for (const auto& words : {data, Words(64), prepares ? prepares(data) : Words(64)}) {
                bound.push_back(backend.create_buffer(words.size() * 4));
                backend.write(bound.back(), 0, std::as_bytes(std::span(words)));
            }
            for (const auto& body : bodies) {
                const auto source = source_of(body, before);
                backend.dispatch(backend.build(source).handle, {1, 1, 1}, {bound, {}, {}, {}, {}});
                if (rows != nullptr) {
                    Words row(n);
                    backend.read(bound[result], 0, std::as_writable_bytes(std::span(row)));
                    rows->stored(++pass, bound[result],
                                 {.values = row, .place = {record::Place::Kind::buffer, bound[result]}});
                }
                Words one(1, 7);
                if (reads_between) backend.read(bound[0], 0, std::as_writable_bytes(std::span(one)));
                if (writes_between) backend.write(bound[0], 0, std::as_bytes(std::span(one)));
            }
            ended(bound[result], promise);
        };
        if (records)
            work.record = [&](Device& device, sim::Observing& observing) {
                rows = &observing;
                work.run(device, 0, [](Handle, const Promise&) {});
                rows = nullptr;
            };
        sim::Settings settings;
        settings.subgroup_size = 4;
        SilentSink sink;
        return certified(settings, {}, 0, sink, work);
    }
    glsl::Source source_of(const std::string& body, const std::string& before) const {
        glsl::Source source;
        source.text = fmt::format(
            "#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : enable\n"
            "#extension GL_KHR_shader_subgroup_ballot : enable\n"
            "#extension GL_KHR_shader_subgroup_shuffle : enable\n"
            "#extension GL_ARB_gpu_shader_int64 : enable\n#extension GL_EXT_shader_8bit_storage : enable\n"
            "layout(local_size_x = {}) in;\n"
            "layout(std430, binding = 0) buffer A {{ uint a[]; }};\n"
            "layout(std430, binding = 1) buffer B {{ uint b[]; }};"
            "layout(std430, binding = 2) buffer C {{ uint c[]; }}; {}\n"
            "void main() {{ uint i = gl_GlobalInvocationID.x, l = gl_LocalInvocationIndex;\n{}\n}}\n",
            local_size, before, body);
        source.files = {"kernel.comp"};
        source.originals = {source.text};
        return source;
    }
};

/// Batcher's network for 4 keys, of which `swap` orders two.
std::vector<std::string> network(const std::string& swap) {
    return {"if (l == 0u) {\n" + swap + "swap(0, 1); swap(2, 3); swap(0, 2); swap(1, 3); swap(1, 2); }"};
}
const std::string by_minimum =
    "void swap(uint x, uint y) { uint s = min(a[x], a[y]), g = max(a[x], a[y]); a[x] = s; a[y] = g; }";
const std::string by_choice =
    "void swap(uint x, uint y) { uint p = a[x], q = a[y]; a[x] = p < q ? p : q; a[y] = p < q ? q : p; }";

constexpr const char* right_for_4 = "right for every input of n = 4 (16 patterns of 0 and 1)";
constexpr const char* no_network = "does more with the data than compare and move them as unsigned numbers";
constexpr const char* right_sums = "right for every input of n = 4 (each sum has each of its elements once)";

TEST_SUITE("cpu") {
    TEST_CASE("certificate: a sorting network, however it compares") {
        CHECK(Trial{}.of(network(""), by_minimum) == right_for_4);
        CHECK(Trial{}.of(network(""), by_choice) == right_for_4);
        CHECK(Trial{}.of(network(""),
                         "void swap(uint x, uint y) { bool up = x < 9; uint p = a[x], q = a[y];"
                         " a[x] = (p > q) == up ? q : p; a[y] = !(p > q) ? q : p; }") == right_for_4);
        CHECK(Trial{}.of(network(""),
                         "void swap(uint x, uint y) { uint p = ~a[x], q = a[y] ^ ~0u;"
                         " a[x] = ~max(p, q); a[y] = min(p, q) ^ ~0u; }") == right_for_4);
        CHECK(Trial{.promise = {.makes = Promise::Makes::order, .descending = true}}.of(
                  network(""),
                  "void swap(uint y, uint x) { uint s = min(a[x], a[y]), g = max(a[x], a[y]);"
                  " a[x] = s; a[y] = g; }") == right_for_4);
    }
    TEST_CASE("certificate: one comparison less is wrong for some keys") {
        const auto without = [](const std::string& one) {
            auto body = network("")[0];
            body.erase(body.find(one), one.size());
            return Trial{}.of({body}, by_minimum);
        };
        for (const char* one : {"swap(0, 1);", "swap(2, 3);", "swap(0, 2);", "swap(1, 3);", "swap(1, 2);"})
            CHECK(without(one).starts_with("wrong for the keys "));
        CHECK(without("swap(1, 2);") == "wrong for the keys 1 0 1 0");
    }
    TEST_CASE("certificate: how far each pass is for every input") {
        const auto pass = [](const std::string& swaps) { return "if (l == 0u) {" + swaps + "}"; };
        CHECK(Trial{}.stages(
                  {pass("swap(0, 1); swap(2, 3);"), pass("swap(0, 2); swap(1, 3);"), pass("swap(1, 2);")},
                  by_minimum) == "for every input, in order: each 2 after pass 1, all 4 after pass 3");
        CHECK(Trial{}.stages({pass("swap(0, 1); swap(3, 2);"), pass("swap(0, 2); swap(1, 3);"),
                              pass("swap(0, 1); swap(2, 3);")},
                             by_minimum) ==
              "for every input, in order: each 2 after pass 1, all 4 after pass 3");
        // Odd-even: no two cells that belong together are in order before the last pass.
        CHECK(Trial{.n = 3}.stages({pass("swap(1, 2);"), pass("swap(0, 1);"), pass("swap(1, 2);")},
                                   by_choice) ==
              "for every input, in order: each 2 after pass 2, all 3 after pass 3");
        const Trial sum{.promise = total};
        CHECK(sum.stages({"if (l < 2u) a[l] += a[l + 2u];", pass("a[0] += a[1];")}) ==
              "for every input, the most elements that a cell adds up: 2 after pass 1, all 4 after pass 2");
        CHECK(sum.stages({pass("a[0] += 2u * a[1];"), pass("a[0] += a[2] + a[3] - a[1];")}) == "");
        CHECK(sum.stages({pass("a[1] += 1u;"), pass("a[0] += a[1] + a[2] + a[3] - 1u;")}) == "");
        CHECK(Trial{.promise = {.makes = Promise::Makes::scan}}.stages(
                  {"if (l < 3u) b[l + 1u] = a[l];", "a[l] += b[l];", "b[l] = l > 1u ? a[l - 2u] : 0u;",
                   "a[l] += b[l];"}) ==
              "for every input, the most elements that a cell adds up: 2 after pass 2, all 4 after pass 4");
    }
    TEST_CASE("certificate: a key that is lost, and keys that are compared as something else") {
        CHECK(Trial{}.of(network(""),
                         "void swap(uint x, uint y) { a[x] = min(a[x], a[y]);"
                         " a[y] = max(a[x], a[y]); }") != right_for_4);
        CHECK(Trial{}
                  .of(network(""),
                      "void swap(uint x, uint y) { int p = int(a[x]), q = int(a[y]);\n"
                      " a[x] = uint(min(p, q)); a[y] = uint(max(p, q)); }")
                  .ends_with(no_network));
        CHECK(Trial{}
                  .of(network(""),
                      "void swap(uint x, uint y) { uint s = min(a[x], a[y]), g = max(a[x], a[y]);"
                      " a[x] = max(s, 7u); a[y] = g; }")
                  .ends_with(no_network));
        // Right for all zeros and ones, and yet no network.
        CHECK(Trial{.n = 2}
                  .of({"if (l == 0u) { uint p = a[0], q = a[1]; a[0] = min(p, q); a[1] = max(p, min(q, ~p)); "
                       "}"})
                  .ends_with(no_network));
        CHECK(Trial{.n = 2}
                  .of({"if (l == 0u) { uint p = a[0], q = a[1], r = p & q; a[0] = r; a[1] = p | q; }"})
                  .ends_with(no_network));
        CHECK(Trial{.n = 2}
                  .of({"if (l == 0u) { uint p = a[0], q = a[1]; bool s = p < 9u; a[0] = s ? p : q;"
                       " a[1] = s ? q : p; }"})
                  .starts_with("no certificate: "));
    }
    TEST_CASE("certificate: bits of a value that others put together are not that value") {
        for (const char* made :
             {"(x & 1u) | (x >> 31u)", "(x << 1u) | (x >> 31u)", "x & 0xFFFFu", "uint(float(x))",
              "uint(uint64_t(x) >> 1)", "bitfieldReverse(x)", "x * 3u", "x ^ 1u", "-x", "x - 1u"}) {
            CAPTURE(made);
            CHECK(Trial{.n = 1}
                      .of({fmt::format("if (l == 0u) {{ uint x = a[0]; a[0] = {}; }}", made)})
                      .starts_with("no certificate"));
        }
    }
    TEST_CASE("certificate: sums have each element once") {
        const Trial sum{.promise = total, .result = 1};
        CHECK(sum.of({"if (l == 0u) b[0] = a[0] + a[1] + a[2] + a[3];"}) == right_sums);
        CHECK(sum.of({"if (l == 0u) b[0] = a[0] + a[1] + a[1] + a[3];"}) ==
              "wrong for some inputs: element 1 counts 2 times in sum 0, not 1");
        CHECK(sum.of({"if (l == 0u) b[0] = a[0] + a[1] + a[3];"}) ==
              "wrong for some inputs: element 2 counts 0 times in sum 0, not 1");
        CHECK(sum.of({"if (l == 0u) b[0] = a[0] + a[1] + a[2] + a[3] + 1u;"}) ==
              "wrong for every input: sum 0 is off by 1");
        CHECK(sum.of({"if (l == 0u) b[0] = a[0] - a[1] + 2u * a[1] + a[2] + a[3];"})
                  .starts_with("no certificate: "));
        CHECK(sum.of({"if (l == 0u) b[0] = a[0] - a[1] + a[1] + a[1] + a[2] + a[3];"}) == right_sums);
        CHECK(sum.of({"if (l == 0u) b[0] = floatBitsToUint(uintBitsToFloat(a[0]) + uintBitsToFloat(a[1]));"})
                  .ends_with("does more with the data than add them up"));
    }
    TEST_CASE("certificate: sums that subgroups, shared memory and atomics make") {
        const Trial sum{.promise = total, .result = 1};
        CHECK(sum.of({"uint s = subgroupAdd(a[i]); if (subgroupElect()) atomicAdd(b[0], s);"}) == right_sums);
        CHECK(sum.of({"uint s = subgroupAdd(a[i]); if (l == 0u) b[0] = s;"})
                  .starts_with("no certificate: wrong for some inputs"));  // with subgroups of one
        CHECK(sum.of({"atomicAdd(b[0], a[i]);"}) == right_sums);
        CHECK(sum.of({"tile[l] = a[i]; barrier(); if (l < 2u) tile[l] += tile[l + 2u]; barrier();"
                      " if (l == 0u) b[0] = tile[0] + tile[1];"},
                     "shared uint tile[4];") == right_sums);
        CHECK(sum.of({"uint s = a[i]; for (uint k = 1u; k < gl_SubgroupSize; k *= 2u) s += "
                      "subgroupShuffleXor(s, k); if (subgroupElect()) atomicAdd(b[0], s);"}) == right_sums);
        const auto scan = [](const std::string& what, bool exclusive) {
            return Trial{.promise = {.makes = Promise::Makes::scan, .exclusive = exclusive}}.of(
                {"uint s = 0u, x = a[i]; tile[gl_SubgroupID] = subgroupAdd(x); barrier();\n"
                 "for (uint k = 0u; k < gl_SubgroupID; ++k) s += tile[k]; a[i] = s + " +
                 what},
                "shared uint tile[4];");
        };
        CHECK(scan("subgroupInclusiveAdd(x);", false) == right_sums);
        CHECK(scan("subgroupExclusiveAdd(x);", true) == right_sums);
        CHECK(scan("subgroupExclusiveAdd(x);", false).starts_with("wrong for some inputs"));
    }
    TEST_CASE("certificate: none with values that nobody has set") {
        for (const char* body : {"uint s; if (l == 0u) b[0] = s + a[0] + a[1] + a[2] + a[3];",
                                 "if (l == 0u) b[0] = tile[1] + a[0] + a[1] + a[2] + a[3];",
                                 "uint s = subgroupShuffle(a[i], l + 1u); if (l == 3u) b[0] = s;",
                                 "if (l == 0u) b[0] = a[0] + a[1] + a[2] + a[3] + a[4];"})
            CHECK(Trial{.promise = total, .result = 1}.of({body}, "shared uint tile[2];").starts_with("no "));
    }
    TEST_CASE("certificate: what the data decide is named") {
        CHECK(Trial{}.of({"if (a[i] > 5u)\n a[i] = 5u;"}) ==
              "no certificate: the condition in kernel.comp:11 depends on the data");
        CHECK(Trial{}.of({"for (uint k = 0u; k < (a[i] & 3u); ++k)\n b[i] += 1u;"}) ==
              "no certificate: the condition in kernel.comp:11 depends on the data");
        CHECK(Trial{}
                  .of({"switch (a[i] & 1u) { case 0u:\n b[i] = 1u; break; default: b[i] = 2u; }"})
                  .find("the condition in kernel.comp:11") != std::string::npos);
        CHECK(Trial{}.of({"uint k = a[i] & 3u;\n b[k] = 1u;"}) ==
              "no certificate: kernel.comp:12 picks its address by the data");
        CHECK(Trial{}.of({"uint k = a[i] & 3u;\n b[l] = a[k];"}) ==
              "no certificate: kernel.comp:12 picks its address by the data");
        CHECK(Trial{}.of({"uint k = a[i] & 3u; b[l] = subgroupShuffle(a[i], k);"}) ==
              "no certificate: kernel.comp:11 picks its address by the data");
        CHECK(Trial{}
                  .of({"uint h[4] = uint[4](a[0], a[1], a[2], a[3]);\n b[l] = h[a[i] & 3u];"})
                  .ends_with("picks its address by the data"));
        CHECK(Trial{}.of({"atomicCompSwap(a[i], 3u, 4u);"}) ==
              "no certificate: whether kernel.comp:11 exchanges depends on the data");
        CHECK(Trial{.result = 1}.of({"uvec4 s = subgroupBallot(a[i] > 7u);\n b[i] = a[i] + s.x;"}) ==
              "no certificate: kernel.comp:11 makes 64-bit numbers, parts of words or votes of the data");
        CHECK(Trial{.reads_between = true}.of({"a[i] += 0u;"}) ==
              "no certificate: between two dispatches, the CPU reads what depends on the data");
    }
    TEST_CASE("certificate: what the CPU writes decides nothing, and a flag of constants neither") {
        const Trial sum{.promise = total, .result = 1};
        CHECK(sum.of({"if (l == 0u) { c[0] = 1u; }",
                      "if (l == 0u && c[0] == 1u) b[0] = a[0] + a[1] + a[2] + a[3];"}) == right_sums);
        CHECK(sum.of({"atomicAdd(b[0], a[i]); if (atomicAdd(c[0], 1u) == 3u) c[1] = 1u;"}) == right_sums);
    }
    TEST_CASE("certificate: an array's length is no element that had its register") {
        CHECK(Trial{.promise = total, .result = 1}.of(
                  {"uint s = a[0] + a[1] + a[2] + a[3]; if (l == 0u) b[0] = s;",
                   "if (l == 0u) { uint s = a[1] + 1u; c[1] = s; uint k = uint(a.length()); b[0] += k - 4u; "
                   "}"}) == right_sums);
    }
    TEST_CASE("certificate: what the CPU writes over an element, and what it prepares from the data") {
        const Trial sum{.promise = total, .result = 1};
        const std::string adds = "if (l == 0u) b[0] = a[0] + a[1] + a[2] + a[3];";
        CHECK(Trial{.promise = total, .result = 1, .writes_between = true}.of({adds}) == right_sums);
        CHECK(Trial{.promise = total, .result = 1, .writes_between = true}.of({"", adds}) ==
              "wrong for some inputs: element 0 counts 0 times in sum 0, not 1");
        const auto* const prepared = "no certificate: what the CPU prepares depends on the data";
        const auto last = [](const Words& data) { return Words{data[3], 0}; };
        CHECK(Trial{.promise = total, .result = 1, .prepares = last}.of(
                  {"if (l == 0u) b[0] = a[0] + a[1] + a[2] + c[0];"}) == prepared);
        const auto largest = [](const Words& data) { return Words{data[0] < data[1], 0}; };
        CHECK(Trial{.n = 2, .prepares = largest}.of(
                  {"if (l == 0u) { uint p = a[0], q = a[1]; a[0] = c[0] == 1u "
                   "? p : q; a[1] = c[0] == 1u ? q : p; }"}) == prepared);
    }
    TEST_CASE("certificate: a part of a word, or of 64 bits, is not that word") {
        const std::string others =
            "layout(std430, binding = 1) buffer D { uint8_t d[]; };"
            "layout(std430, binding = 0) buffer E { uint64_t e[]; };"
            "layout(std430, binding = 1) buffer F { uint64_t f[]; };";
        const auto refuses = [&](const std::vector<std::string>& bodies) {
            return Trial{.n = 1, .promise = total, .result = 1}.of(bodies, others).starts_with("no ");
        };
        CHECK(refuses({"if (l == 0u) d[0] = uint8_t(a[0]);"}));
        CHECK(refuses({"if (l == 0u) b[0] = a[0];", "if (l == 0u) d[3] = uint8_t(0);"}));
        CHECK(refuses({"if (l == 0u) f[0] = e[0];"}));
        CHECK(refuses({"if (l == 0u) b[0] = uint(uint64_t(a[0]));"}));
    }
    TEST_CASE("certificate: right in order is not enough") {
        CHECK(
            Trial{.n = 8, .promise = total, .result = 1, .local_size = 8}.of(
                {"uint k = atomicAdd(c[0], 1u); if (k == l) atomicAdd(b[0], a[i]);"}) ==
            "wrong for some inputs: element 0 counts 0 times in sum 0, not 1 (with --sim-schedule reverse)");
    }
    TEST_CASE("certificate: none after a race, for a result that is not there, and for too many elements") {
        const auto race = Trial{.n = 8, .promise = total, .result = 1, .local_size = 8}.of(
            {"tile[l] = a[i]; if (l == 0u) { uint s = 0u; for (uint k = 0u; k < 8u; ++k) s += tile[k]; b[0] "
             "= s; }"},
            "shared uint tile[8];");
        CHECK(race.starts_with("no certificate: data race"));
        CHECK(Trial{}.of({"b[i] = a[i];"}) == "wrong for the keys 1 0 0 0");
        CHECK(Trial{.n = 25, .local_size = 1}.of({""}) == "no certificate: too many elements (24 at most)");
        CHECK(Trial{.promise = {}}.of({""}) ==
              "no certificate: only sorts, sums and scans of whole numbers have one");
    }
}

}  // namespace certificate_test
