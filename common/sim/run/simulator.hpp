// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <set>

#include "common/device/backend.hpp"
#include "common/sim/run/machine.hpp"
#include "common/sim/run/schedules.hpp"

namespace pbp::sim {

/// What a program did since the last query: all its dispatches together.
struct Account {
    glsl::Source source;
    std::shared_ptr<const Code> code;
    std::uint64_t dispatches = 0;
    Findings findings;
    Counters counters;
    Evidence evidence;
    std::array<std::uint32_t, 3> groups{};  ///< of the first dispatch
    std::uint64_t workgroups = 0;           ///< of all dispatches
    std::uint64_t buffer_bytes = 0;         ///< of what is bound to one dispatch
    double elapsed_ms = 0;                  ///< time to simulate them
    bool cut_short = false;                 ///< the last dispatch reached its time limit
    Schedules schedules = {};               ///< what other orders of its atomics left
    double longest_ms = 0;                  ///< the longest of them, as one thread would take
    /// The same shader compiled otherwise: its findings count instead. Null: the own ones.
    std::shared_ptr<const Account> checked = nullptr;

    /// Adds what a dispatch counted and found.
    void add(const Dispatch& run) {
        findings.add(run.findings);
        counters.add(run.counters);
        if (run.provenance != nullptr) counters.deeds.unfounded += run.provenance->take_unfounded();
        workgroups += run.group_count();
        if (dispatches == 1) groups = run.groups;
        std::set<const Memory*> bound(run.buffers.begin(), run.buffers.end());
        for (const auto* image : run.images) bound.insert(image == nullptr ? nullptr : &image->memory);
        std::uint64_t bytes = 0;
        for (const auto* memory : bound) bytes += memory == nullptr ? 0 : memory->bytes;
        buffer_bytes = std::max(buffer_bytes, bytes);
    }
};

/// The second device: runs shaders on the CPU, subgroups in lockstep, and detects errors that hardware does
/// not report. Shaders are given as GLSL and compiled to SPIR-V 1.3.
class Simulator final : public Backend {
  public:
    /// Throws Error(wrong_usage) for a subgroup size that is not a power of two from 1 to 128.
    explicit Simulator(const Settings& settings);

    /// What each program that ran did since the last call, in order of their first runs.
    std::vector<Account> take_accounts();
    const Settings& settings() const { return settings_; }
    /// Dispatches from now on run in another order.
    void use(Settings::Order order, std::uint64_t seed = 1) {
        settings_.order = order;
        settings_.seed = seed;
    }

    /// Follows from now on where values come from, in a graph of at most that many nodes.
    void follow(std::size_t most_nodes, Provenance::Keeps keeps = Provenance::Keeps::links);
    /// The same in a graph that several simulators share, one after the other.
    void follow(std::shared_ptr<Provenance> graph) { provenance_ = std::move(graph); }
    /// Null: nobody asked.
    Provenance* provenance() { return provenance_.get(); }
    /// Of a site of the program that ran last: its line, as glsl::Source numbers lines, or the one that
    /// called trace.glsl there; 0: unknown.
    std::uint32_t line_of(std::uint32_t site) const;
    /// What ran in each dispatch that was followed.
    struct Ran {
        std::shared_ptr<const Code> code;
        std::shared_ptr<const glsl::Source> source;
    };
    const std::vector<Ran>& ran() const { return ran_; }
    static std::uint32_t line_of(const Ran& ran, std::uint32_t site);
    /// Records a workgroup of the next dispatch line by line.
    void record(const StepRecorder::Window& window) { window_ = window; }
    struct Recorded {
        Ran ran;
        Recording recording;
    };
    /// None: no dispatch has been recorded.
    const std::optional<Recorded>& recorded() const { return recorded_; }
    std::optional<Recorded> take_recorded() { return std::exchange(recorded_, std::nullopt); }
    /// What holds the buffers, or an image, and has the nodes of its words.
    const std::map<Handle, Memory>& buffers() const { return buffers_; }

    // Features of GLSL that a Device does not need.
    /// Builds with other values for specialization constants. Throws as build(source) does.
    Built build(const glsl::Source& source, const std::vector<glsl::ConstantValue>& asked);
    /// The same for SPIR-V that compile() made from `source`, or that has passed validate().
    Built build(const glsl::Source& source, std::vector<std::uint32_t> spirv,
                const std::vector<glsl::ConstantValue>& asked);
    /// Sets a uniform of any type: its scalars in order, 64-bit ones as two words, low word first; matrix
    /// columns, array elements and structure members are consecutive.
    void set_words(Handle program, int location, std::span<const std::uint32_t> words);
    /// An image of another format (spv::ImageFormat) than a Device's.
    Handle create_image(glm::uvec3 size, std::uint32_t format);

    const DeviceInfo& info() const override { return info_; }
    Handle create_buffer(std::size_t bytes) override;
    void destroy_buffer(Handle buffer) override { buffers_.erase(buffer); }
    void write(Handle buffer, std::size_t offset, std::span<const std::byte> bytes) override;
    void read(Handle buffer, std::size_t offset, std::span<std::byte> bytes) override;
    void fill(Handle buffer, std::uint32_t word) override;
    void copy(Handle from, Handle to, std::size_t bytes) override;
    Handle create_image(glm::uvec2 size) override;
    void destroy_image(Handle image) override { images_.erase(image); }
    void write_image(Handle image, glm::uvec2 size, std::span<const std::byte> rgba) override;
    void read_image(Handle image, std::span<std::byte> rgba) override;
    Handle create_texture(const ImageShape& shape) override { return create_image(shape.size, shape.format); }
    void write_texels(Handle texture, std::span<const Texel> texels) override;
    void read_texels(Handle texture, std::span<Texel> texels) override;
    Built build(const glsl::Source& source) override { return build(source, source.constants); }
    void destroy_program(Handle program) override { programs_.erase(program); }
    void set(Handle program, int location, const UniformValue& value) override;
    void dispatch(Handle program, Groups groups, const Bindings& bindings) override;
    void finish() override {}
    void start_clock() override { began_ = std::chrono::steady_clock::now(); }
    double stop_clock_ms() override {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began_).count();
    }

  private:
    struct Program {
        glsl::Source source;
        std::shared_ptr<const Code> code;
        std::vector<std::uint32_t> uniforms;  ///< words, as a Dispatch expects them
        std::vector<std::size_t> unset = {};  ///< words of them that are used and that nobody has set
        std::size_t account = 0;              ///< index into accounts_, from 1; 0: none since they were taken
        std::uint64_t taken = 0;              ///< how often they had been taken at that time
    };
    static std::uint32_t seen_at(const Ran& ran, std::uint32_t site);
    Account& account_of(Program& program);
    void run(Dispatch& dispatch, const Program& program);
    /// What the next dispatch is followed with.
    Provenance* followed(const Program& program);

    Settings settings_;
    DeviceInfo info_;
    std::map<Handle, Memory> buffers_;
    std::map<Handle, ImageMemory> images_;
    std::map<Handle, Program> programs_;
    std::vector<Account> accounts_;
    std::uint64_t taken_ = 0;
    Handle last_ = 0;
    std::uint32_t base_ = Mark::first;
    Crowds crowds_;
    std::shared_ptr<Provenance> provenance_;
    std::vector<Ran> ran_;
    std::optional<StepRecorder::Window> window_;
    std::optional<Recorded> recorded_;
    std::chrono::steady_clock::time_point began_;
};

}  // namespace pbp::sim
