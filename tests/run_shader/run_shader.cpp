// SPDX-License-Identifier: MIT
// ./learn run as a person types it: kernels that belong to no lesson, on both devices, and bad input.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "common/check/inputs.hpp"
#include "common/picture/canvas/bitmap.hpp"
#include "tests/run_shader/facts.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

using namespace pbp::test;
using nlohmann::json;

namespace {

std::string kernel(const std::string& name) {
    return std::string(PBP_SOURCE_DIR) + "/tests/run_shader/kernels/" + name + ".comp";
}

Outcome typed(const Folder& folder, const std::vector<std::string>& words) {
    return learn_run(folder.path(), words);
}

/// Those of a run whose pictures go to out/ in the folder.
json document(const Folder& folder, std::vector<std::string> words, int exit_code = 0) {
    words.insert(words.end(), {"--json", "--out", "out"});
    if (std::ranges::find(words, "sweep") == words.end())  // which prints no elements
        words.insert(words.end(), {"--show", "100000"});
    const auto outcome = typed(folder, words);
    CAPTURE(outcome.output);
    CHECK(outcome.exit_code == exit_code);
    return facts_of(outcome.output);
}

const json& buffer(const json& run, std::string_view name) {
    for (const auto& one : run["buffers"])
        if (one["name"] == name) return one;
    FAIL("no buffer " << name);
    return run;
}

/// The numbers of a column of a buffer after the run.
std::vector<std::string> column(const json& run, const std::string& name, std::size_t member = 0,
                                std::size_t column = 0, const char* when = "after") {
    return buffer(run, name)["members"].at(member)["columns"].at(column)[when];
}

std::vector<std::string> texts(const auto& numbers) {
    std::vector<std::string> made;
    for (const auto number : numbers) made.push_back(std::to_string(number));
    return made;
}

/// The same run on both devices; only on the simulator if there is no OpenGL.
std::vector<json> on_both(const Folder& folder, const std::vector<std::string>& words) {
    std::vector<json> runs;
    auto simulated = words;
    simulated.emplace_back("--sim");
    runs.push_back(document(folder, simulated));
    for (const auto& program : runs[0]["simulation"]) CHECK(program["findings"].empty());
    if (skip_without_gpu()) return runs;
    runs.push_back(document(folder, words));
    CHECK(runs[0]["buffers"] == runs[1]["buffers"]);
    return runs;
}

}  // namespace

TEST_SUITE_BEGIN("gpu");

TEST_CASE("run: a histogram of values in a buffer with a fixed size") {
    const Folder folder;
    const auto values = pbp::generate(pbp::InputKind::random, pbp::ValueType::uint32, 1000, 7);
    std::vector<std::uint32_t> counts(16);
    for (const auto value : values) ++counts[value % 16];
    for (const auto& run : on_both(folder, {kernel("histogram"), "--groups", "16", "--buffer",
                                            "Values=1000:random", "--seed", "7"})) {
        CHECK(column(run, "Histogram") == texts(counts));
        CHECK(column(run, "Values") == texts(values));
        CHECK(buffer(run, "Values")["writes"] == false);
        CHECK(buffer(run, "Histogram")["members"][0]["changed"] == 16);
        CHECK(fs::exists(folder.path() / "out/run_histogram/histogram_Histogram.png"));
    }
}

TEST_CASE("run: --expect compares a buffer with what is expected, and names the first difference") {
    const Folder folder;
    folder.write("sum.comp", R"(#version 450 core
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Values { float values[]; };
layout(std430, binding = 1) buffer Total { float total; };
void main() {
    if (gl_GlobalInvocationID.x != 0u) return;
    total = 0.0;
    for (uint i = 0u; i < values.length() - MISSING; ++i) total += values[i];
}
)");
    folder.write("numbers.txt", "4.5\n-1\n3\n");
    folder.write("six.txt", "6.5\n");
    const std::vector<std::string> right{"sum.comp", "--define", "MISSING=0u", "--buffer",
                                         "Values=numbers.txt"};
    const std::vector<std::string> wrong{"sum.comp", "--define", "MISSING=1u", "--buffer",
                                         "Values=numbers.txt"};
    const auto with = [](std::vector<std::string> words, const std::string& expected) {
        words.insert(words.end(), {"--expect", expected, "--sim"});
        return words;
    };
    for (const char* expected : {"sum", "Total=sum", "six.txt", "1=six.txt"}) {
        CAPTURE(expected);
        const auto run = document(folder, with(right, expected));
        CHECK(run["status"] == "right");
        const auto differs = document(folder, with(wrong, expected), 1);
        CHECK(differs["status"] == "wrong");
        CHECK(contains(differs["message"], "element 0 is 3.5, expected 6.5"));
    }
    CHECK(contains(typed(folder, with(right, "sum")).output, "right  1 pass"));
    CHECK(contains(typed(folder, with(wrong, "sum")).output,
                   "element 0 is 3.5, expected 6.5 (written by invocation 0 of workgroup 0"));
    for (const auto& [expected, sentence] : std::vector<std::pair<std::string, std::string>>{
             {"sums", "it is neither one of copy, "},
             {"=sum", "--expect =sum: a buffer's name belongs before '='"},
             {"Totla=sum", "the shader uses no buffer 'Totla'; did you mean 'Total'?"},
             {"copy", "'Total' holds 1 number, but 3 are expected; make it larger"},
             {"Values=six.txt", "'Values' holds 3 numbers, but 1 is expected; list one for each"}}) {
        check_ended(typed(folder, with(right, expected)), 2, {sentence});
    }
}

TEST_CASE("run: a prefix maximum, its buffers at bindings 2 and 5, of any size by --define") {
    const Folder folder;
    folder.write("numbers.txt", "3\n1\n4\n1 # a comment\n-5\n9\n2\n6\n");
    for (const auto& run :
         on_both(folder, {kernel("prefix_maximum"), "--define", "SIZE=4", "--groups", "2", "--buffer",
                          "2=numbers.txt", "--buffer", "Maxima=8", "--uniform", "floor_value=2"})) {
        CHECK(column(run, "Maxima") == std::vector<std::string>{"3", "3", "4", "4", "2", "9", "9", "9"});
        CHECK(run["notes"].empty());
    }
}

TEST_CASE("run: a blur of an image") {
    const Folder folder;
    pbp::picture::Bitmap picture{20, 13, {}};
    for (int i = 0; i < 20 * 13; ++i) {
        const auto shade = static_cast<std::uint8_t>(i * 37 % 256);
        picture.pixels.push_back({shade, static_cast<std::uint8_t>(255 - shade), 9, 255});
    }
    pbp::picture::save(picture, folder.path() / "in.png");
    for (const auto& run :
         on_both(folder, {kernel("blur"), "--image", "source=in.png", "--image", "1=20x13"})) {
        CHECK(run["groups"] == json{3, 2, 1});  // by the image
        CHECK(run["images"][1]["changed"] == 20 * 13);
        const auto& name = run["images"][1]["name"].get<std::string>();
        const auto blurred =
            pbp::picture::load_bitmap(folder.path() / "out/run_blur" / ("blur_" + name + ".png"));
        int wrong = 0;
        for (int y = 0; y < 13; ++y)
            for (int x = 0; x < 20; ++x) {
                int sum = 0;
                for (int b = -1; b <= 1; ++b)
                    for (int a = -1; a <= 1; ++a)
                        sum += picture.at(std::clamp(x + a, 0, 19), std::clamp(y + b, 0, 12)).r;
                wrong += blurred.at(x, y).r != (2 * sum + 9) / 18;
            }
        CHECK(wrong == 0);
    }
}

TEST_CASE("run: an array of structures after a header, with an include and uniforms of three types") {
    const Folder folder;
    const std::vector<std::string> words{
        kernel("bodies"), "--groups",      "2",         "--buffer",  "Bodies=50:iota",
        "--uniform",      "step_by=1,2,3", "--uniform", "scale=0.5", "--uniform",
        "doubled=true",   "--repeat",      "2"};
    for (const auto& run : on_both(folder, words)) {
        CHECK(column(run, "Bodies", 0) == std::vector<std::string>{"100"});
        CHECK(column(run, "Bodies", 1) == std::vector<std::string>{"2.5"});
        const auto& bodies = buffer(run, "Bodies")["members"][2];
        CHECK(bodies["count"] == 50);
        CHECK(bodies["changed"] == 50);
        CHECK(bodies["columns"][0]["type"] == "uvec3");
        CHECK(column(run, "Bodies", 2, 0, "before")[1] == "3 4 5");
        CHECK(column(run, "Bodies", 2, 0)[1] == "7 12 17");
        CHECK(column(run, "Bodies", 2, 1)[3] == "0.75");
        CHECK(column(run, "Bodies", 2, 2)[1] == "1.5 3");
    }
}

TEST_CASE("run: --define takes parameters, and an include may climb as far as --shaders" *
          doctest::test_suite("cpu")) {
    const Folder folder;
    fs::create_directories(folder.path() / "tree/sub");
    fs::create_directories(folder.path() / "tree/include");
    folder.write("tree/include/twice.glsl", "uint twice(uint x) { return psc(x) * 2u; }\n");
    folder.write("tree/sub/k.comp", R"(#version 450 core
#include "../include/twice.glsl"
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() { data[0] = twice(add(3u, 4u)); }
)");
    const auto run =
        document(folder, {"tree/sub/k.comp", "--shaders", "tree", "--define", "psc(x)=(x)", "--define",
                          "add(a, b)=((a) + (b))", "--groups", "1", "--buffer", "Data=1", "--sim"});
    CHECK(column(run, "Data") == std::vector<std::string>{"14"});
}

TEST_CASE("run: a uniform block is set member by member, or from its bytes") {
    const Folder folder;
    for (const auto& run :
         on_both(folder, {kernel("wave"), "--buffer", "Points=5", "--uniform", "step=0.5", "--uniform",
                          "Waves.height=1,2,4", "--uniform", "shift=1,2", "--uniform", "turns=0,10,0,0,0,100",
                          "--uniform", "negative=true"}))  // at: 1, 2, 3, 4, 5
        CHECK(column(run, "Points") == std::vector<std::string>{"-217", "-231", "-253", "-283", "-321"});
    std::vector<std::uint32_t> words(28);
    words[16] = 7, words[20] = 8, words[24] = 9;  // weights, 16 bytes apart
    std::string bytes(reinterpret_cast<const char*>(words.data()), words.size() * 4);
    folder.write("waves.raw", bytes + std::string(4, '\0'));
    for (const auto& run :
         on_both(folder, {kernel("wave"), "--buffer", "0=4", "--buffer", "Waves=waves.raw"}))
        CHECK(column(run, "Points") == std::vector<std::string>{"7", "8", "9", "7"});
    const auto outcome = typed(folder, {kernel("wave"), "--sim", "--no-pictures"});
    CHECK(contains(outcome.output, "uniform block 'Waves' was not set: zeros; --uniform height=..."));
    CHECK(contains(outcome.output, "zeros, a uniform block"));
}

TEST_CASE(
    "run: of buffers not given those only read are small values, uniforms not set are 0, and notes say so") {
    const Folder folder;
    for (const auto& run : on_both(folder, {kernel("prefix_maximum")})) {
        CHECK(run["groups"] == json{16, 1, 1});
        const auto notes = run["notes"].dump();
        for (const char* part : {"buffer 'Input' was not given: 1024 elements of small values, 0 to 9",
                                 "buffer 'Maxima' was not given: 1024 elements of zeros", "--groups 16,1,1",
                                 "uniform int floor_value was not set: it is 0"})
            CHECK_MESSAGE(contains(notes, part), notes);
        CHECK(buffer(run, "Maxima")["members"][0]["changed"] > 900);
    }
}

TEST_CASE("run: a reduction in place, typed in without readonly, has something to add; counters begin at 0") {
    const Folder folder;
    folder.write("reduce.comp", R"(#version 450 core
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { float data[]; };
shared float kept[16];
void main() {
    uint i = gl_LocalInvocationID.x;
    kept[i] = data[gl_GlobalInvocationID.x];
    barrier();
    for (uint stride = 8u; stride > 0u; stride >>= 1u) {
        if (i < stride) kept[i] += kept[i + stride];
        barrier();
    }
    if (i == 0u) data[gl_WorkGroupID.x] = kept[0];
}
)");
    folder.write("count.comp", R"(#version 450 core
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Values { uint values[]; }; // not declared readonly
layout(std430, binding = 1) buffer Even { uint even; };
void main() {
    if (values[gl_GlobalInvocationID.x] % 2u == 0u) atomicAdd(even, 1u);
}
)");
    for (const auto& run : on_both(folder, {"reduce.comp", "--groups", "1"})) {
        double sum = 0;
        const auto before = column(run, "Data", 0, 0, "before");
        for (std::size_t i = 0; i < 16; ++i) sum += std::stod(before[i]);
        CHECK(sum > 0);
        CHECK(std::stod(column(run, "Data")[0]) == sum);
    }
    for (const auto& run : on_both(folder, {"count.comp", "--groups", "64"})) {
        CHECK(buffer(run, "Values")["writes"] == false);
        const auto values = column(run, "Values");
        const auto even =
            std::ranges::count_if(values, [](const auto& one) { return std::stoi(one) % 2 == 0; });
        CHECK(column(run, "Even", 0, 0, "before") == std::vector<std::string>{"0"});
        CHECK(column(run, "Even") == std::vector<std::string>{std::to_string(even)});
    }
}

TEST_CASE("run: --dump-passes writes a description once, next to the shader") {
    const Folder folder;
    fs::copy(kernel("histogram"), folder.path() / "histogram.comp");
    const std::vector<std::string> words{"histogram.comp", "--sim", "--buffer",      "Values=100:random",
                                         "--groups",       "2",     "--dump-passes", "h.pass.json"};
    CHECK(typed(folder, words).exit_code == 0);
    const auto written = json::parse(read_text(folder.path() / "h.pass.json"));
    CHECK(written["n"] == 100);
    CHECK(written["buffers"]["Values"] == json{{"type", "uint"}, {"count", "n"}, {"data", "random"}});
    CHECK(written["buffers"]["Histogram"]["count"] == 16);
    CHECK(written["passes"][0]["shader"] == "histogram.comp");
    CHECK(written["passes"][0]["groups"] == json{2, 1, 1});
    CHECK(typed(folder, words).exit_code == 2);  // it exists
    CHECK(typed(folder, {"histogram.comp", "--dump-passes", "h.json"}).exit_code == 2);
    CHECK(typed(folder, {"h.json"}).exit_code == 2);
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("cpu");

TEST_CASE("run --sim: a forgotten barrier is found, with both lines, and fails the run") {
    const Folder folder;
    const auto outcome = typed(
        folder, {kernel("racy"), "--sim", "--groups", "1", "--buffer", "Numbers=64:iota", "--out", "out"});
    CAPTURE(outcome.output);
    CHECK(outcome.exit_code == 1);
    for (const char* part :
         {"Data race on kept[", "With `barrier();` after line 9 nothing races in 5 orders.",
          "racy.comp:9:", "racy.comp:10:", "issued", "Numbers  uint[64]  iota, seed 1"})
        CHECK_MESSAGE(contains(outcome.output, part), part);
    const auto run = document(folder, {kernel("racy"), "--sim", "--groups", "1"}, 1);
    const auto& findings = run["simulation"][0]["findings"];
    REQUIRE(findings.size() == 1);  // the reads before any write are gone with the race
    CHECK(findings[0]["fault"] == "data race");
}

TEST_CASE("run --sim: the time limit names the loop that was running") {
    const Folder folder;
    folder.write("endless.comp",
                 "#version 450\nlayout(local_size_x = 64) in;\n"
                 "layout(std430, binding = 0) buffer B { uint b[]; };\n"
                 "void main() {\n    uint i = gl_GlobalInvocationID.x;\n"
                 "    while (b[i] < 3u) b[i] = (b[i] + 1u) % 3u;\n}\n");
    check_ended(typed(folder, {"endless.comp", "--sim", "--buffer", "0=640", "--groups", "10", "--time-limit",
                               "4", "--out", "out"}),
                5, {"endless.comp:6: the dispatch did not end within 4 s; invocation ", "while (b[i] < 3u)"});
}

TEST_CASE("run sweep: a right kernel agrees with itself; what depends on the subgroup is named") {
    const Folder folder;
    check_ended(typed(folder, {kernel("histogram"), "sweep", "--groups", "4", "--buffer", "Values=200:random",
                               "--out", "out"}),
                0, {"all 20 runs agree"});

    const auto sizes = typed(folder, {kernel("lanes"), "sweep", "--groups", "1", "--out", "out"});
    CHECK_MESSAGE(sizes.exit_code == 1, sizes.output);
    for (const char* part : {"sg 4 in-order, sg 4 reverse, sg 4 random:1 and 1 more: different results: "
                             "Lanes: lanes[4] is 0, not 4",
                             "sg 64 random:1 and 1 more: different results: Lanes: lanes[32] is 32, not 0"})
        CHECK_MESSAGE(contains(sizes.output, part), sizes.output);
    CHECK(!contains(sizes.output, "sg 32 reverse: different"));

    const auto racy =
        document(folder, {kernel("racy"), "sweep", "--groups", "1", "--buffer", "0=64:iota"}, 1);
    CHECK_MESSAGE(contains(racy["sweep"].dump(), "data race at"), racy["sweep"].dump());
    CHECK_MESSAGE(contains(racy["sweep"].dump(), "different results: Numbers: numbers["),
                  racy["sweep"].dump());
    CHECK(racy["sweep"].size() == 20);
    CHECK(racy["sweep"][1]["subgroup_size"] == 32);
    CHECK(racy["sweep"][1]["schedule"] == "reverse");
    CHECK(racy["sweep"][1]["outcome"] == "found");
}

TEST_CASE("run: each wrong word is one sentence, and exit code 2") {
    const Folder folder;
    folder.write("three.txt", "1\n2\n3\n");
    folder.write("words.txt", "1\ntwo\n");
    folder.write("odd.raw", "12345");
    folder.write("no_picture.png", "nothing");
    folder.write("far_block.comp",
                 "#version 450\nlayout(local_size_x = 1) in;\nlayout(std140, binding = 90) uniform Block { "
                 "uint a; };\n"
                 "layout(std430, binding = 0) buffer B { uint b[]; };\nvoid main() { b[0] = a; }\n");
    folder.write("twice.comp",
                 "#version 450\nlayout(local_size_x = 1) in;\nlayout(std430) buffer A { uint a[]; };\n"
                 "layout(std430) buffer B { uint b[]; };\nvoid main() { b[0] = a[0]; }\n");
    struct Wrong {
        std::vector<std::string> words;
        const char* sentence;
    };
    const Wrong wrong[] = {
        {{}, "name a shader"},
        {{"absent.comp"}, "absent.comp: there is no such file."},
        {{kernel("histogram"), "--groups", "0"}, "--groups: takes a whole number of at least 1, not 0"},
        {{kernel("histogram"), "--groups", "1,2,3,4"}, "--groups: takes X, X,Y or X,Y,Z"},
        {{kernel("histogram"), "--groups", "70000"},
         "--groups: 70000 workgroups in x exceed this device's limit of 65535"},
        {{kernel("histogram"), "--buffer", "Value=3"},
         "--buffer Value: the shader has no such buffer; did you mean 'Values'?"},
        {{kernel("histogram"), "--buffer", "7=3"}, "it has Values (binding 0), Histogram (binding 1)."},
        {{kernel("histogram"), "--buffer", "Values"},
         "--buffer: write NAME=COUNT[:KIND] or NAME=FILE, not 'Values'"},
        {{kernel("histogram"), "--buffer", "Values=0"}, "takes a whole number of at least 1, not 0"},
        {{kernel("histogram"), "--buffer", "Values=99999999999"}, "is too large"},
        {{kernel("histogram"), "--buffer", "Values=4000000000"},
         "Values: 4000000000 elements take 16000000000 bytes"},
        {{kernel("histogram"), "--buffer", "Values=9:shufled"}, "--buffer Values: unknown value 'shufled'"},
        {{kernel("histogram"), "--buffer", "Values=none.txt"}, "'none.txt' is neither a count, nor one of"},
        {{kernel("histogram"), "--buffer", "Values=words.txt"}, "words.txt:2: 'two' is not a uint"},
        {{kernel("histogram"), "--buffer", "Values=odd.raw"}, "which is not a whole number of 32-bit values"},
        {{kernel("histogram"), "--buffer", "Histogram=3"}, "its size is fixed, 16 elements"},
        {{kernel("histogram"), "--buffer", "Histogram=three.txt"},
         "three.txt holds 3 elements, but the buffer has 16"},
        {{kernel("bodies"), "--buffer", "Bodies=three.txt"}, "its elements hold numbers of several types"},
        {{kernel("histogram"), "--uniform", "scale=1"},
         "--uniform scale: the shader has no such uniform; it has none."},
        {{kernel("bodies"), "--uniform", "scal=1"}, "did you mean 'scale'?"},
        {{kernel("bodies"), "--uniform", "scale=big"}, "--uniform scale: 'big' is not a value of type float"},
        {{kernel("bodies"), "--uniform", "step_by=1,2"}, "--uniform step_by: a uvec3 takes 3 values, not 2"},
        {{kernel("bodies"), "--uniform", "step_by=1,2,-3"}, "'-3' is not a value of type uvec3"},
        {{kernel("blur"), "--image", "source=none.png"}, "neither a size, such as 256x256, nor a file"},
        {{kernel("blur"), "--image", "source=no_picture.png"}, "no_picture.png"},
        {{kernel("blur"), "--image", "souce=4x4"}, "did you mean 'source'?"},
        {{kernel("blur"), "--image", "0=0x4"}, "takes a whole number of at least 1, not 0"},
        {{kernel("blur"), "--image", "0=99999x4"}, "above this driver's limit"},
        {{kernel("histogram"), "--repeat", "-1"}, "--repeat: takes a whole number of at least 1"},
        {{kernel("histogram"), "--define", "2=3"}, "cannot be a #define"},
        {{kernel("histogram"), "--sim-subgroup", "3"},
         "The lanes of a subgroup are a power of two from 1 to 128, not 3; see --sim-subgroup."},
        {{kernel("histogram"), "--sim-banks", "48"},
         "The banks of shared memory are a power of two from 1 to 128, not 48; see --sim-banks."},
        {{kernel("histogram"), "--sim-sector", "2"},
         "The bytes of a sector are a power of two from 4 to 128, not 2; see --sim-sector."},
        {{kernel("histogram"), "--sim-sector", "64", "--sim-line", "32"},
         "a power of two from 64 to 1024, not 32"},
        {{kernel("histogram"), "--sim-line", "many"},
         "--sim-line: takes a whole number of at least 1, not 'many'"},
        {{kernel("histogram"), "--shaders", "nowhere"}, "read from nowhere, which is not a folder"},
        {{"far_block.comp"}, "Uniform block 'Block' is at binding 90, but the last one is 83"},
        {{kernel("wave"), "--uniform", "stepp=1"}, "did you mean 'step'?"},
        {{kernel("wave"), "--uniform", "height=1,2"}, "--uniform height: a vec3 takes 3 values, not 2"},
        {{kernel("wave"), "--uniform", "Waves.shift=1,-2"},
         "--uniform Waves.shift: '-2' is not a value of type uvec2"},
        {{kernel("wave"), "--uniform", "weights=1,2,3"}, "it is an array; give the bytes of the whole block"},
        {{"twice.comp"}, "Buffer 'A' has no binding of its own"},
        {{kernel("histogram"), "--frobnicate"}, "--frobnicate"},
        {{kernel("histogram"), "--groups", "4096,4096,256"},
         "--groups: 4096 x 4096 x 256 workgroups are too many; a dispatch can have at most 4294967295 in "
         "all."},
        {{kernel("histogram"), "--groups", "65535,65535,65535"},
         "65535 x 65535 x 65535 workgroups are too many"},
        {{kernel("histogram"), "--groups", "65535,65535,1"},
         "65535 x 65535 x 1 workgroups of 64 invocations are too many for the simulator"},
        {{kernel("histogram"), "--groups", "65535,2048"}, "too many for the simulator"},
        {{kernel("histogram"), "--groups", "4,"}, "--groups: '4,' has a stray comma"},
        {{kernel("histogram"), "--groups", ""}, "--groups: needs a value, but this one is empty"},
        {{""}, "FILE.comp: needs a value, but this one is empty"},
        {{kernel("histogram"), "--repeat", "2", "--repeat", "3"}, "--repeat is given twice; give it once."},
        {{kernel("histogram"), "--define", "A=1", "--define", "A=2"}, "--define: A is given twice"},
        {{kernel("histogram"), "--buffer", "Values=8", "--buffer", "Values=9"},
         "--buffer: Values is given twice; give it once."},
        {{kernel("histogram"), "--buffer", "Values=8", "--buffer", "0=9"},
         "--buffer: buffer 'Values' is given twice, by its name and by its binding; give it once."},
        {{kernel("bodies"), "--uniform", "scale=1", "--uniform", "scale=2"},
         "--uniform: scale is given twice"},
        {{kernel("histogram"), "--gpu", "5"}, "--gpu has no effect with --sim: the simulator uses no OpenGL"},
        {{kernel("histogram"), "--context", "egl"}, "--context has no effect with --sim"},
        {{kernel("histogram"), "--in-process", "--time-limit", "5"},
         "--time-limit has no effect with --in-process: only a worker has time limits"},
        {{kernel("histogram"), "--in-process", "--compile-limit", "5"}, "leave --compile-limit out"},
    };
    for (const auto& [words, sentence] : wrong) {
        auto simulated = words;
        simulated.insert(simulated.end(), {"--sim", "--out", "out"});
        const auto outcome = typed(folder, simulated);
        CAPTURE(sentence);
        check_ended(outcome, 2, {sentence});
        CHECK_MESSAGE(count(outcome.output, "\n") <= 6, outcome.output);  // below a heading, at most
    }
}

TEST_CASE("run: OpenGL is not asked for more workgroups than drivers count, either" *
          doctest::test_suite("gpu")) {
    if (skip_without_gpu()) return;
    const Folder folder;
    check_ended(typed(folder, {kernel("histogram"), "--groups", "4096,4096,256", "--out", "out"}), 2,
                {"a dispatch can have at most 4294967295 in all"});
}

TEST_CASE("run: what is right for every input has a certificate, what only happens to be right has none") {
    const Folder folder;
    folder.write("sort.comp", R"(#version 450 core
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Keys { uint keys[]; };
shared uint tile[16];
void main() {
    uint i = gl_LocalInvocationID.x;
    tile[i] = keys[i];
    barrier();
    for (uint round = 0u; round < ROUNDS; ++round) {
        if (i % 2u == round % 2u && i + 1u < 16u) {
            uint a = tile[i], b = tile[i + 1u];
            tile[i] = min(a, b);
            tile[i + 1u] = max(a, b);
        }
        barrier();
    }
    keys[i] = tile[i];
}
)");
    const auto says = [&](std::vector<std::string> words, int exit_code, const std::string& part) {
        words.insert(words.begin(), {"sort.comp", "--sim", "--no-pictures", "--certify", "--n", "16"});
        check_ended(typed(folder, words), exit_code, {part});
    };
    says({"--define", "ROUNDS=16u", "--expect", "sorted"}, 0,
         "right for every input of n = 16 (65536 patterns");
    const std::vector<std::string> sorted_before{"--define", "ROUNDS=13u", "--expect",
                                                 "sorted",   "--data",     "sorted"};
    says(sorted_before, 1, "right for these data, but wrong for the keys ");
    says({"--define", "ROUNDS=16u"}, 0, "no certificate: give --expect sorted, sum or a scan, and --n");
}

TEST_CASE("run: a simulator setting implies --sim, and the heading names it") {
    const Folder folder;
    for (const auto& [flag, value, said] :
         std::vector<std::array<std::string, 3>>{{"--sim-banks", "16", "16 banks"},
                                                 {"--sim-sector", "64", "sectors of 64 bytes"},
                                                 {"--sim-line", "256", "lines of 256"},
                                                 {"--sim-subgroup", "8", "with subgroups of 8"}}) {
        const auto outcome =
            typed(folder, {kernel("histogram"), "--groups", "1", "--no-pictures", flag, value});
        CHECK_MESSAGE(contains(outcome.output, "the simulator"), outcome.output);
        CHECK_MESSAGE(contains(outcome.output, said), outcome.output);
    }
}

TEST_CASE("run: a shader that does not build is exit code 3, at its own line") {
    const Folder folder;
    folder.write("broken.comp", "#version 450\nlayout(local_size_x = 1) in;\nvoid main() { uint a = 1u }\n");
    check_ended(typed(folder, {"broken.comp", "--sim", "--out", "out"}), 3, {"broken.comp:3"});
}

TEST_CASE("run: what the simulator does not support is refused in one accurate sentence, exit code 3") {
    const Folder folder;
    const std::string begin = "#version 450\nlayout(local_size_x = 1) in;\n";
    folder.write("huge.comp", begin + "shared uint tile[16777216];\nvoid main() { tile[0] = 1; }\n");
    folder.write("large.comp", begin + "shared uint tile[1048576];\nvoid main() { tile[0] = 1; }\n");
    folder.write("wide.comp", begin +
                                  "struct Wide { uint a[3000000], b[3000000]; };\nshared Wide tile;\n"
                                  "void main() { tile.a[0] = 1; }\n");
    folder.write("future.comp", "#version 999\nlayout(local_size_x = 1) in;\nvoid main() {}\n");
    folder.write("nul.comp", begin + std::string("void main() { \0 }\n", 18));
    for (const auto& [file, sentence] :
         {std::pair{"huge.comp",
                    "The shader has an array of 16777216 elements; the simulator takes no more than"},
          {"large.comp", "The shader asks for 4194304 bytes of shared memory; the simulator has 1048576."},
          {"wide.comp", "The shader has a structure that is too large; the simulator takes no more than"},
          {"future.comp",
           "future.comp:1: '#version 999' does not support compute shaders; write #version 450 core"},
          {"nul.comp", "nul.comp:3: there is a NUL byte in this line"}}) {
        const auto outcome = typed(folder, {file, "--sim", "--out", "out"});
        check_ended(outcome, 3, {sentence});
        CHECK_MESSAGE(!contains(outcome.output, "cannot read the shader"), outcome.output);
    }
}

TEST_CASE("run: a buffer may come from a pipe, even for a sweep; anything else is refused with what it is") {
    const Folder folder;
    for (const std::string mode : {"--sim --no-pictures", "sweep"}) {
        const auto outcome =
            run_program({"bash", "-c",
                         std::string(PBP_BINARY_DIR) + "/run " + quoted(kernel("histogram")) + " " + mode +
                             " --json --groups 1 --buffer Values=<(seq 9)"});
        CHECK_MESSAGE(outcome.exit_code == 0, outcome.output);
        if (mode != "sweep") CHECK(column(facts_of(outcome.output), "Values").size() == 9);
    }
    REQUIRE(::mkfifo((folder.path() / "pipe").c_str(), 0600) == 0);
    fs::create_symlink("loop", folder.path() / "loop");
    const std::string histogram = kernel("histogram"), long_name(5000, 'x');
    const std::pair<std::vector<std::string>, const char*> wrong[] = {
        {{"pipe"}, "pipe: it is a pipe, which can be read only once"},
        {{"loop"}, "loop: it cannot be reached (Too many levels of symbolic links)."},
        {{long_name}, "it cannot be reached (File name too long)."},
        {{folder.path()}, ": it is a folder, not a file."},
        {{histogram, "--shaders", "loop"}, "read from loop, which is not a folder"},
        {{histogram, "--buffer", "Values=loop"}, "nor a file: it cannot be reached (Too many"},
        {{histogram, "--buffer", "Values=" + folder.path().string()}, "nor a file: it is a folder"},
        {{kernel("blur"), "--image", "0=pipe"}, "nor a file: it is a pipe"},
        {{kernel("blur"), "--image", "0=" + long_name}, "nor a file: it cannot be reached"},
    };
    for (auto [words, sentence] : wrong) {
        words.insert(words.end(), {"--sim", "--out", "out"});
        check_refused(typed(folder, words), 2, {sentence});
    }
}

TEST_CASE("run: --no-pictures writes nothing, and a folder that cannot be written gives a sentence") {
    const Folder folder;
    folder.write("taken", "a file");
    CHECK(typed(folder, {kernel("histogram"), "--sim", "--no-pictures", "--out", "none"}).exit_code == 0);
    for (const auto& entry : fs::recursive_directory_iterator(folder.path() / "none"))
        CHECK_MESSAGE((entry.is_directory() || entry.path().filename() == ".pass_by_pass"), entry.path());
    check_refused(typed(folder, {kernel("histogram"), "--sim", "--out", "taken"}), 2,
                  {"choose another with --out"});
}

TEST_CASE(
    "run: what a terminal would obey is not printed, neither from findings nor from the table of lines") {
    const Folder folder;
    folder.write("escape.comp",
                 "#version 450 core\nlayout(local_size_x = 1) in;\n"
                 "layout(std430, binding = 0) buffer Data { uint data[]; };\n"
                 "void main() {\n    data[0] = gl_GlobalInvocationID.x;  // \x1b[2J\n}\n");
    const auto outcome = typed(folder, {"escape.comp", "--sim", "--groups", "2", "--buffer", "Data=1"});
    CHECK_MESSAGE(outcome.exit_code == 1, outcome.output);
    CHECK_MESSAGE(count(outcome.output, "// ?[2J") >= 3, outcome.output);  // two places and the table
    CHECK_FALSE(contains(outcome.output, "\x1b"));
}

TEST_CASE("run: the page shows what the program prints") {
    const Folder folder;
    const auto page = read_text(fs::path(PBP_SOURCE_DIR) / "docs/run.md");
    const auto shown = [&](std::vector<std::string> words, const std::vector<std::string>& starts) {
        words.insert(words.end(), {"--out", (folder.path() / "out").string()});
        const auto outcome = learn_run(PBP_SOURCE_DIR, words);
        for (const auto& start : starts) {
            const auto at = outcome.output.find("\n" + start);
            REQUIRE_MESSAGE(at != std::string::npos, outcome.output);
            const auto line = outcome.output.substr(at, outcome.output.find('\n', at + 1) - at + 1);
            CHECK_MESSAGE(contains(page, line), line);
        }
    };
    const std::string kernels = "tests/run_shader/kernels/";
    shown({kernels + "histogram.comp", "--groups", "16", "--buffer", "Values=1000:random", "--sim"},
          {"      buffer 'Histogram'", "      0 Values", "      1 Histogram", "             [0]"});
    shown({kernels + "racy.comp", "--sim", "--groups", "1", "--buffer", "Numbers=64:iota"},
          {"      Data race on", "        " + kernels + "racy.comp:9"});
    shown({kernels + "lanes.comp", "sweep", "--groups", "1"}, {"      sg 8 in-order"});
}

TEST_SUITE_END();
