// SPDX-License-Identifier: MIT
#include "common/sim/run/simulator.hpp"

#include <bit>
#include <cstring>
#include <glm/gtc/type_ptr.hpp>

#include "common/base/error.hpp"
#include "common/sim/code/decode.hpp"
#include "common/sim/code/reflection.hpp"
#include "common/sim/run/schedules.hpp"
#include "common/sim/run/second_run.hpp"
#include "common/sim/spirv/compile.hpp"
#include "common/sim/spirv/layout.hpp"
#include "common/sim/spirv/spirv.hpp"

namespace pbp::sim {

namespace {

void check_power(const char* what, const char* option, std::uint32_t value, std::uint32_t least,
                 std::uint32_t most) {
    if (value < least || value > most || !std::has_single_bit(value))
        fail(ExitCode::wrong_usage, "{} a power of two from {} to {}, not {}; see {}.", what, least, most,
             value, option);
}

/// Names the loop that was running when the time ran out.
[[noreturn]] void time_is_up(const TimeUp& up, const Dispatch& run, const glsl::Source& source) {
    const auto line = static_cast<int>(run.code.sites[up.site].line);
    const auto place = source.locate(0, line);
    const auto& settings = run.settings;
    const double limit_s = settings.processor_s > 0 ? settings.processor_s : settings.limit_s;
    if (up.site == 0)
        fail(
            ExitCode::time_limit,
            "{}: the dispatch did not end within {} s: {} of its {} workgroups had begun by then. Run fewer, "
            "or raise --time-limit.",
            place.file, limit_s, run.admitted, run.group_count());
    fail(ExitCode::time_limit,
         "{}:{}: the dispatch did not end within {} s; invocation {} of workgroup {} is in this loop. "
         "Look for a loop that never ends, or raise --time-limit.\n    {}",
         place.file, place.line, limit_s, up.invocation % run.local_count(),
         up.invocation / run.local_count(), source.line_text(0, line));
}

}  // namespace

Simulator::Simulator(const Settings& settings) : settings_(settings) {
    const auto& memory = settings.memory;
    check_power("The lanes of a subgroup are", "--sim-subgroup", settings.subgroup_size, 1, 128);
    check_power("The banks of shared memory are", "--sim-banks", memory.banks, 1, 128);
    check_power("The bytes of a sector are", "--sim-sector", memory.sector_bytes, 4, 128);
    check_power("The bytes of a cache line, which holds whole sectors, are", "--sim-line", memory.line_bytes,
                memory.sector_bytes, 1024);
    info_.renderer = fmt::format("the simulator, with subgroups of {}", settings.subgroup_size);
    if (memory != MemoryModel{})
        info_.renderer += fmt::format(", {} banks, sectors of {} bytes, lines of {}", memory.banks,
                                      memory.sector_bytes, memory.line_bytes);
    if (settings.search == Settings::Search::three_orders)
        info_.renderer += "; in order, in reverse and random:1";
    info_.vendor = "Pass by Pass";
    info_.version = "4.5";
    info_.context = "no OpenGL";
    info_.software = settings.card.empty();
    info_.fixed_order =
        settings_.order != Settings::Order::random && settings_.order != Settings::Order::turns;
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
    if (provenance_) provenance_->forget(made);
    return last_;
}

void Simulator::write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) {
    auto& memory = buffers_.at(buffer);
    std::memcpy(reinterpret_cast<std::byte*>(memory.words.data()) + offset, bytes.data(), bytes.size());
    if (provenance_) provenance_->set(memory, offset, bytes.size());
}

void Simulator::read(Handle buffer, std::size_t offset, std::span<std::byte> bytes) {
    const auto& memory = buffers_.at(buffer);
    if (provenance_) provenance_->look_at(memory, offset, bytes.size());
    std::memcpy(bytes.data(), reinterpret_cast<const std::byte*>(memory.words.data()) + offset, bytes.size());
}

void Simulator::fill(Handle buffer, std::uint32_t word) {
    std::ranges::fill(buffers_.at(buffer).words, word);
    if (provenance_) provenance_->fill(buffers_.at(buffer));
}

void Simulator::copy(Handle from, Handle to, std::size_t bytes) {
    std::memcpy(buffers_.at(to).words.data(), buffers_.at(from).words.data(), bytes);
    if (provenance_) provenance_->copy(buffers_.at(from), buffers_.at(to), bytes / 4);
}

Handle Simulator::create_image(glm::uvec2 size) {
    return create_image({size, 1}, spv::ImageFormatRgba8);
}

Handle Simulator::create_image(glm::uvec3 size, std::uint32_t format) {
    const auto* known = find_texel_format(format);
    if (known == nullptr) fail(ExitCode::wrong_usage, "The simulator has no images of format {}.", format);
    auto& made = images_[++last_];
    made.size = {size.x, size.y, size.z};
    made.number = format;
    made.format = known;
    made.memory.words.resize(std::size_t{size.x} * size.y * size.z * made.words_a_texel());
    made.memory.bytes = made.memory.words.size() * 4;
    return last_;
}

void Simulator::write_image(Handle image, glm::uvec2, std::span<const std::byte> rgba) {
    auto& memory = images_.at(image).memory;
    std::memcpy(memory.words.data(), rgba.data(), std::min(rgba.size(), memory.bytes));
    if (provenance_) provenance_->forget(memory);
}

void Simulator::read_image(Handle image, std::span<std::byte> rgba) {
    const auto& memory = images_.at(image).memory;
    std::memcpy(rgba.data(), memory.words.data(), std::min(rgba.size(), memory.bytes));
}

void Simulator::write_texels(Handle texture, std::span<const Texel> texels) {
    auto& image = images_.at(texture);
    const auto words = image.words_a_texel();
    for (std::size_t i = 0; i < texels.size(); ++i)
        image.format->pack(texels[i], std::span(image.memory.words).subspan(i * words, words));
    if (provenance_) provenance_->forget(image.memory);
}

void Simulator::read_texels(Handle texture, std::span<Texel> texels) {
    const auto& image = images_.at(texture);
    const auto words = image.words_a_texel();
    for (std::size_t i = 0; i < texels.size(); ++i)
        texels[i] = image.format->unpack(std::span(image.memory.words).subspan(i * words, words));
}

Built Simulator::build(const glsl::Source& source, const std::vector<glsl::ConstantValue>& asked) {
    return build(source, source.spirv.empty() ? compile(source) : source.spirv, asked);
}

Built Simulator::build(const glsl::Source& source, std::vector<std::uint32_t> spirv,
                       const std::vector<glsl::ConstantValue>& asked) {
    Program program{source, nullptr, {}};
    try {
        program.code = std::make_shared<const Code>(decode(read_module(std::move(spirv), asked)));
    } catch (const Unsupported& unknown) {
        refuse(unknown, source);
    }
    const Code& code = *program.code;
    for (const auto& uniform : code.uniforms) {
        const auto scalars = scalars_of(code.module, uniform.type);
        const auto given = code.module.constants.find(uniform.initializer);
        const bool has_value =
            given != code.module.constants.end() && given->second.bits.size() == scalars.size();
        const bool is_ours = uniform.name.starts_with("pbp_");  // folds and traces: 0 means neither
        for (std::size_t i = 0; i < scalars.size(); ++i) {
            const std::uint64_t bits = has_value ? given->second.bits[i] : 0;
            for (std::uint32_t part = 0; part < scalars[i].rows(); ++part) {
                if (!has_value && !is_ours && uniform.used) program.unset.push_back(program.uniforms.size());
                program.uniforms.push_back(static_cast<std::uint32_t>(bits >> 32 * part));
            }
        }
    }
    Built built = reflected(code);
    built.handle = ++last_;
    programs_.emplace(built.handle, std::move(program));
    return built;
}

void Simulator::set(Handle handle, int location, const UniformValue& value) {
    std::visit(
        [&](const auto& given) {
            static_assert(sizeof(given) % 4 == 0);
            std::array<std::uint32_t, sizeof(given) / 4> words{};
            std::memcpy(words.data(), &given, sizeof(given));
            set_words(handle, location, words);
        },
        value);
}

void Simulator::set_words(Handle handle, int location, std::span<const std::uint32_t> words) {
    auto& program = programs_.at(handle);
    const Code& code = *program.code;
    std::size_t first = 0;
    for (int i = 0; i < location; ++i)
        first += rows_of(code.module, code.uniforms.at(static_cast<std::size_t>(i)).type);
    for (const auto& scalar :
         scalars_of(code.module, code.uniforms.at(static_cast<std::size_t>(location)).type))
        for (std::size_t k = scalar.row; k < scalar.row + scalar.rows() && k < words.size(); ++k) {
            program.uniforms.at(first + k) =
                scalar.kind == Type::Kind::boolean ? (words[k] != 0 ? 1u : 0u) : words[k];
            std::erase(program.unset, first + k);
        }
}

Account& Simulator::account_of(Program& program) {
    if (program.account == 0 || program.taken != taken_) {
        accounts_.push_back({program.source, program.code, 0, {}, {}, {}, {}, 0, 0, 0});
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
    if (run.group_count() == 0) return;
    constexpr std::uint64_t most = 0xFFFFFF00u;         // invocation numbers have 32 bits
    constexpr std::uint64_t most_subgroups = 1u << 26;  // at 28 bytes each, before any of them begins
    if (run.group_count() > std::min(most / run.local_count(), most_subgroups / run.subgroup_count()))
        fail(ExitCode::wrong_usage,
             "{} x {} x {} workgroups of {} invocations are too many for the simulator, which runs up to {} "
             "invocations, and {} subgroups, per dispatch.",
             groups.x, groups.y, groups.z, run.local_count(), most, most_subgroups);
    const std::uint64_t invocations = run.group_count() * run.local_count();
    if (base_ + invocations >= most) {  // invocation numbers start again
        for (auto& [name, buffer] : buffers_) buffer.shadow.clear();
        for (auto& [name, image] : images_) image.memory.shadow.clear();
        base_ = Mark::first;
    }
    run.base = base_;
    run.provenance = followed(program);
    run.crowds = &crowds_;
    run.uniforms = program.uniforms;
    run.unset_uniforms = program.unset;
    for (const auto& block : code.buffers) {
        const auto& given = block.uniform ? bindings.blocks : bindings.buffers;
        const Handle bound = block.binding < given.size() ? given[block.binding] : 0;
        if (bound == 0 && block.used)
            fail(ExitCode::wrong_usage, "{} uses {} '{}', and nothing is bound at {}.",
                 program.source.files.front().string(), block.uniform ? "uniform block" : "buffer",
                 block.name, block.binding);
        run.buffers.push_back(bound != 0 ? &buffers_.at(bound) : nullptr);
    }
    for (std::uint32_t a = 0; a < code.buffers.size(); ++a)
        for (std::uint32_t b = a + 1; b < code.buffers.size(); ++b) {
            const auto &one = code.buffers[a], &other = code.buffers[b];
            if (run.buffers[a] == nullptr || run.buffers[a] != run.buffers[b] || !one.used || !other.used)
                continue;
            if (one.readonly && other.readonly) continue;
            const bool promises = one.restricted || other.restricted;
            if (one.binding == other.binding && !promises) continue;  // the shader itself permits overlap
            Finding made;
            made.fault = Fault::overlapping_bindings;
            made.place = {Place::Space::buffer, a, 0};
            made.number = one.binding;
            made.limit = other.binding;
            made.value = promises ? 1 : 0;
            run.findings.add(made);
        }
    for (const auto& image : code.images) {
        const auto& bound = image.sampled ? bindings.textures : bindings.images;
        const bool found = image.binding < bound.size() && bound[image.binding] != 0;
        ImageMemory* const memory = found ? &images_.at(bound[image.binding]) : nullptr;
        const auto format = code.module.type(image.type).format;
        if (memory != nullptr && !image.sampled && format != spv::ImageFormatUnknown &&
            format != memory->number)
            fail(ExitCode::wrong_usage,
                 "{} declares image '{}' of another format than the one bound at {} has.",
                 program.source.files.front().string(), image.name, image.binding);
        run.images.push_back(memory);
    }
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    constexpr double part = 0.9;  // the rest is for saying so, before the worker is ended
    run.deadline = {settings_.limit_s * part, settings_.processor_s * part};
    const auto release =
        std::unique_ptr<Crowds, void (*)(Crowds*)>(&crowds_, [](Crowds* all) { all->release(); });
    std::optional<TimeUp> up;
    Schedules schedules;
    try {
        constexpr std::size_t most_words = 1u << 22;
        const auto most_schedules = schedules_to_try(run);
        const Snapshot before(run, SecondRun::possible(run) || most_schedules > 0 ? most_words : 0);
        this->run(run, program);
        SecondRun(before).decide(run);
        SecondRun(before).explain(run);
        if (most_schedules > 0 && !before.empty() &&
            std::ranges::all_of(run.findings.all(), &Finding::is_note))
            schedules = schedules_of(run, before, most_schedules);
    } catch (const TimeUp& problem) {  // what was found before counts all the same
        up = problem;
    }
    const std::chrono::duration<double, std::milli> elapsed = Clock::now() - began;
    base_ += static_cast<std::uint32_t>(invocations);
    auto& account = account_of(program);
    ++account.dispatches;
    account.elapsed_ms += elapsed.count();
    account.longest_ms = std::max(account.longest_ms, elapsed.count() * run.threads);
    account.add(run);
    run.evidence.add_writers(code, run.buffers, run.base, account.dispatches);
    account.evidence.add(run.evidence);
    account.schedules.add(schedules);
    account.cut_short |= up.has_value();
    if (up) time_is_up(*up, run, program.source);
}

}  // namespace pbp::sim
