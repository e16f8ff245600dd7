// SPDX-License-Identifier: MIT
#include "tests/sim_hostile/hostile.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "common/sim/report/report.hpp"
#include "common/sim/run/simulator.hpp"
#include "common/sim/spirv/compile.hpp"
#include "common/sim/validate/validate.hpp"
#include "tests/sim_fuzz/program.hpp"

namespace pbp::hostile {

namespace {

namespace fs = std::filesystem;

glsl::Source kernel(const std::string& text) {
    glsl::Source source;
    source.text = text;
    source.files = {"hostile.comp"};
    source.originals = {source.text};
    return source;
}

constexpr const char* others = R"(#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 8) in;
layout(constant_id = 1) const uint n = 3u;
const uint twice = n * 2u;
layout(std140, binding = 0) uniform Block { mat3x2 m; vec3 v[2]; double d; } block;
layout(std430, binding = 0, row_major) buffer Data { uint first; mat3 m; uint data[]; };
layout(rgba8, binding = 0) uniform image2D picture;
layout(r32ui, binding = 1) uniform uimage2D marks;
layout(binding = 2) uniform sampler2D photo;
uniform float f; uniform ivec2 pair[2]; uniform dvec2 wide;
struct S { int a; float b[3]; };
shared S kept[8];
shared uint sum;
void main() {
    uint i = gl_LocalInvocationID.x;
    kept[i] = S(int(i), float[3](f, 1.0, sin(f)));
    if (i == 0u) sum = 0u;
    barrier();
    atomicAdd(sum, subgroupAdd(i) + subgroupBallot(i > 2u).x + subgroupShuffle(i, 1u) + subgroupClusteredMax(i, 4u) + subgroupQuadSwapHorizontal(i));
    barrier();
    uvec2 carry; int e; vec2 w;
    uint h = uaddCarry(i, ~0u, carry.x) + bitfieldInsert(i, 3u, 2, 4) + packHalf2x16(vec2(f)) + uint(frexp(f + 1.0, e)) + uint(modf(vec2(f), w).x);
    mat3x2 p = block.m; p[i % 3u].y = float(block.d); vec2 q = p * block.v[i & 1u];
    m[1] = vec3(q, determinant(mat2(q, w))); data[i] = sum + h + uint(inverse(mat2(1.0, q.x, q.y, 5.0))[0].x) + twice + uint(pair[i & 1u].x);
    uint64_t big = uint64_t(i) << 33; big *= 7ul; data[i + 8u] = uint(big >> 3) + uint(kept[7u - i].b[i % 3u]) + uint(wide.y * 2.0lf);
    vec4 c = imageLoad(picture, ivec2(i, 0)) + textureLod(photo, q, 0.0) + texelFetch(photo, ivec2(0), 0);
    imageStore(picture, ivec2(i, 1), c); imageAtomicAdd(marks, ivec2(0), 1u); data[16] += uint(imageSize(marks).x) + uint(data.length());
    switch (i) { case 0u: data[17] = 1u; case 1u: return; default: for (uint k = 0u; k < i; ++k) { if (k == 4u) break; if (subgroupAny(k == 2u)) continue; data[18] = k; } }
}
)";

}  // namespace

std::vector<std::vector<std::uint32_t>> corpus() {
    std::vector<std::vector<std::uint32_t>> all{sim::compile(kernel(others))};
    for (const std::uint64_t seed : {1u, 5u})
        all.push_back(sim::compile(kernel(fuzz::random_program(seed).text())));
    std::vector<fs::path> files;
    const fs::path shaders = fs::path(PBP_SOURCE_DIR) / "shaders";
    for (const auto& entry : fs::recursive_directory_iterator(shaders))
        if (entry.path().extension() == ".comp" && entry.path().filename().string().starts_with("v"))
            files.push_back(entry.path());
    std::ranges::sort(files);
    for (const auto& file : files) try {
            all.push_back(sim::compile(
                glsl::preprocess(file, {shaders / "common", {{"SG_BACKEND", "1"}, {"LOCAL_SIZE", "64"}}})));
        } catch (const Error&) {  // it needs defines from its lesson
        }
    return all;
}

std::map<std::string, std::vector<std::uint32_t>> kept() {
    std::map<std::string, std::vector<std::uint32_t>> all;
    for (const auto& entry : fs::directory_iterator(fs::path(PBP_SOURCE_DIR) / "tests/sim_hostile/corpus")) {
        auto& words = all[entry.path().filename().string()];
        words.resize(entry.file_size() / 4);
        std::ifstream(entry.path(), std::ios::binary)
            .read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(words.size() * 4));
    }
    return all;
}

std::string try_out(const std::vector<std::uint32_t>& words) {
    try {
        sim::validate(words);
    } catch (const Error& error) {
        return error.what();
    }
    return try_out_past_the_door(words);
}

std::string try_out_past_the_door(const std::vector<std::uint32_t>& words) {
    try {
        sim::Settings settings;
        settings.subgroup_size = 8;
        settings.most_rounds = 50;
        sim::Simulator simulator(settings);
        const auto built = simulator.build(kernel("#version 450\nvoid main() {}\n"), words, {});
        std::vector<Handle> buffers, textures, images;
        for (std::uint32_t i = 0; i < 8; ++i) {
            buffers.push_back(simulator.create_buffer(1024 + i));
            textures.push_back(simulator.create_image({4, 4}));
            images.push_back(i == 1 ? simulator.create_image({4, 4, 1}, 33 /* R32ui */) : textures.back());
        }
        simulator.dispatch(built.handle, {2, 1, 1}, {buffers, textures, images, {}, buffers});
        for (const auto& account : simulator.take_accounts()) sim::report(account, settings.subgroup_size);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

std::vector<std::uint32_t> damaged(const std::vector<std::uint32_t>& words, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    auto made = words;
    const auto place = [&] { return random() % made.size(); };
    for (std::uint64_t k = 1 + random() % 4; k > 0; --k) switch (random() % 8) {
            case 0:
                made[place()] ^= 1u << random() % 32;
                break;
            case 1:
                made[place()] = made[place()];  // e.g. another id
                break;
            case 2:
                made[place()] =
                    static_cast<std::uint32_t>(random() % made[std::min<std::size_t>(3, made.size() - 1)]);
                break;
            case 3:
                made[place()] =
                    static_cast<std::uint32_t>(random() % 2 == 0 ? ~0u - random() % 3 : random() % 8);
                break;
            case 4:
                made[place()] += random() % 2 == 0 ? 1u : ~0u;
                break;
            case 5: {  // an instruction less, or twice
                std::size_t at = 5, target = random() % 400;
                while (at < made.size() && (made[at] >> 16) != 0 && target-- > 0) at += made[at] >> 16;
                if (at >= made.size() || at + (made[at] >> 16) > made.size()) break;
                const auto begin = made.begin() + static_cast<std::ptrdiff_t>(at);
                const std::vector<std::uint32_t> one(begin,
                                                     begin + static_cast<std::ptrdiff_t>(made[at] >> 16));
                if (random() % 2 == 0)
                    made.erase(begin, begin + static_cast<std::ptrdiff_t>(one.size()));
                else
                    made.insert(begin, one.begin(), one.end());
                break;
            }
            case 6: {  // another opcode, or another length
                const auto at = place();
                made[at] = random() % 2 == 0
                               ? (made[at] & 0xFFFF0000u) | static_cast<std::uint32_t>(random() % 370)
                               : made[at] + (1u << 16);
                break;
            }
            default:
                if (random() % 16 == 0) made.resize(1 + place());
                break;
        }
    return made;
}

}  // namespace pbp::hostile
