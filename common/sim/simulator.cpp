// SPDX-License-Identifier: MIT
#include "common/sim/simulator.hpp"

#include <bit>
#include <cstring>
#include <glm/gtc/type_ptr.hpp>

#include "common/error.hpp"
#include "common/sim/compile.hpp"
#include "common/sim/decode.hpp"
#include "common/sim/layout.hpp"
#include "common/sim/reflection.hpp"
#include "common/sim/spirv.hpp"

namespace pbp::sim {

Simulator::Simulator(const Settings& settings) : settings_(settings) {
    if (settings.subgroup_size < 1 || settings.subgroup_size > 128 ||
        !std::has_single_bit(settings.subgroup_size))
        fail(ExitCode::wrong_usage,
             "A subgroup has 1, 2, 4, 8, 16, 32, 64 or 128 lanes, not {}; see --sim-subgroup.",
             settings.subgroup_size);
    info_.renderer = fmt::format("the simulator, with subgroups of {}", settings.subgroup_size);
    info_.vendor = "Pass by Pass";
    info_.version = "4.5";
    info_.context = "no OpenGL";
    info_.software = true;
    info_.subgroup_size = settings.subgroup_size;
    info_.limits = {1024,  {1024, 1024, 64},       {settings.most_workgroups, 65535, 65535},
                    49152, std::uint64_t{1} << 30, 8,
                    16384};
    info_.subgroups = {SubgroupBackend::khr, SubgroupBackend::shared};
    if (settings.subgroup_size <= 64)  // its ballots have 64 bits
        info_.subgroups.insert(info_.subgroups.begin() + 1, SubgroupBackend::ballot);
}

Handle Simulator::create_buffer(std::size_t bytes) {
    auto& made = buffers_[++last_];
    made.words.resize((bytes + 3) / 4);
    made.bytes = bytes;
    return last_;
}

void Simulator::write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) {
    std::memcpy(reinterpret_cast<std::byte*>(buffers_.at(buffer).words.data()) + offset, bytes.data(),
                bytes.size());
}

void Simulator::read(Handle buffer, std::size_t offset, std::span<std::byte> bytes) {
    std::memcpy(bytes.data(), reinterpret_cast<std::byte*>(buffers_.at(buffer).words.data()) + offset,
                bytes.size());
}

void Simulator::fill(Handle buffer, std::uint32_t word) {
    std::ranges::fill(buffers_.at(buffer).words, word);
}

void Simulator::copy(Handle from, Handle to, std::size_t bytes) {
    std::memcpy(buffers_.at(to).words.data(), buffers_.at(from).words.data(), bytes);
}

Handle Simulator::create_image(glm::uvec2 size) {
    auto& made = images_[++last_];
    made.size = {size.x, size.y, 1};
    made.format = spv::ImageFormatRgba8;
    made.memory.words.resize(std::size_t{size.x} * size.y);
    made.memory.bytes = made.memory.words.size() * 4;
    return last_;
}

void Simulator::write_image(Handle image, glm::uvec2, std::span<const std::byte> rgba) {
    std::memcpy(images_.at(image).memory.words.data(), rgba.data(), rgba.size());
}

void Simulator::read_image(Handle image, std::span<std::byte> rgba) {
    std::memcpy(rgba.data(), images_.at(image).memory.words.data(), rgba.size());
}

Built Simulator::build(const glsl::Source& source) {
    Program program{source, nullptr, {}};
    try {
        program.code = std::make_shared<const Code>(decode(read_module(compile(source))));
    } catch (const Unsupported& unknown) {
        const auto place = source.locate(0, static_cast<int>(unknown.line()));
        fail(ExitCode::shader_does_not_build, "{}:{}: the simulator does not know {}.\n    {}", place.file,
             place.line, unknown.instruction(), source.line_text(0, static_cast<int>(unknown.line())));
    }
    const Code& code = *program.code;
    for (const auto& uniform : code.uniforms) {
        const auto words = rows_of(code.module, uniform.type);
        const auto first = program.uniforms.size();
        program.uniforms.resize(first + words);
        if (const auto given = code.module.constants.find(uniform.initializer);
            given != code.module.constants.end())
            for (std::size_t i = 0; i < given->second.bits.size() && i < words; ++i)
                program.uniforms[first + i] = static_cast<std::uint32_t>(given->second.bits[i]);
    }
    Built built = reflected(code);
    built.handle = ++last_;
    programs_.emplace(built.handle, std::move(program));
    return built;
}

void Simulator::set(Handle handle, int location, const UniformValue& value) {
    auto& program = programs_.at(handle);
    std::size_t first = 0;
    for (int i = 0; i < location; ++i)
        first += rows_of(program.code->module, program.code->uniforms.at(static_cast<std::size_t>(i)).type);
    const auto count =
        rows_of(program.code->module, program.code->uniforms.at(static_cast<std::size_t>(location)).type);
    std::visit(
        [&](const auto& given) {
            static_assert(sizeof(given) % 4 == 0);
            std::memcpy(program.uniforms.data() + first, &given,
                        std::min(sizeof(given), std::size_t{count} * 4));
        },
        value);
}

Account& Simulator::account_of(Program& program) {
    if (program.account == 0 || program.taken != taken_) {
        accounts_.push_back({program.source, program.code, 0, {}, {}, {}, {}, 0});
        program.account = accounts_.size();
        program.taken = taken_;
    }
    return accounts_[program.account - 1];
}

std::vector<Account> Simulator::take_accounts() {
    ++taken_;
    return std::exchange(accounts_, {});
}

void Simulator::dispatch(Handle handle, Groups groups, const Bindings& bindings) {
    auto& program = programs_.at(handle);
    const Code& code = *program.code;
    Dispatch run{code, settings_, {groups.x, groups.y, groups.z}, code.module.local_size};
    const std::uint64_t invocations = std::uint64_t{run.group_count()} * run.local_count();
    if (invocations == 0) return;
    constexpr std::uint64_t most = 0xFFFFFF00u;
    if (invocations >= most)
        fail(ExitCode::wrong_usage, "The simulator runs fewer than {} invocations at a time, not {}.", most,
             invocations);
    if (base_ + invocations >= most) {  // the numbers of invocations begin again
        for (auto& [name, buffer] : buffers_) buffer.shadow.clear();
        for (auto& [name, image] : images_) image.memory.shadow.clear();
        base_ = 1;
    }
    run.base = base_;
    run.uniforms = program.uniforms;
    for (const auto& block : code.buffers) {
        const bool bound = block.binding < bindings.buffers.size() && bindings.buffers[block.binding] != 0;
        if (!bound && block.used)
            fail(ExitCode::wrong_usage, "{} uses buffer '{}', and nothing is bound at {}.",
                 program.source.files.front().string(), block.name, block.binding);
        run.buffers.push_back(bound ? &buffers_.at(bindings.buffers[block.binding]) : nullptr);
    }
    for (const auto& image : code.images) {
        const auto& bound = image.sampled ? bindings.textures : bindings.images;
        const bool found = image.binding < bound.size() && bound[image.binding] != 0;
        run.images.push_back(found ? &images_.at(bound[image.binding]) : nullptr);
    }
    const auto began = std::chrono::steady_clock::now();
    sim::run(run);
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - began;
    base_ += static_cast<std::uint32_t>(invocations);
    auto& account = account_of(program);
    ++account.dispatches;
    account.elapsed_ms += elapsed.count();
    account.findings.add(run.findings);
    account.counters.add(run.counters);
    if (account.dispatches == 1) account.groups = run.groups;
    add_writers(run, account.dispatches);
    account.evidence.add(run.evidence);
}

void Simulator::add_writers(Dispatch& run, std::uint64_t number) {
    for (std::uint32_t b = 0; b < run.buffers.size(); ++b) {
        const auto& block = run.code.buffers[b];
        if (run.buffers[b] == nullptr || block.readonly || block.uniform || block.binding >= debug_binding)
            continue;
        const auto& shadow = run.buffers[b]->shadow;
        WriterRow row{number, b, {}};
        for (std::size_t word = 0; word < std::min(shadow.size(), Evidence::most_words); ++word)
            row.writers.push_back(shadow[word].write.who >= run.base ? shadow[word].write.who - run.base + 1
                                                                     : 0);
        run.evidence.writers.push_back(std::move(row));
    }
}

double Simulator::stop_clock_ms() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began_).count();
}

}  // namespace pbp::sim
