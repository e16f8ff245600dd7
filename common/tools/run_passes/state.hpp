// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "common/device/device.hpp"
#include "common/event/contents.hpp"
#include "common/tools/run_passes/schedule.hpp"

namespace pbp::run_passes {

/// What a buffer begins with, beside what its description says.
struct Beginning {
    std::uint64_t seed = 1;
    std::string main = {};                  ///< the buffer that --data and --input are about; empty: none
    InputKind kind{};                       ///< of its data
    std::vector<std::uint32_t> input = {};  ///< instead of its data; empty: its data
};

/// The buffers and images of a description on one device, by their names; a swap exchanges what two names
/// mean.
class State {
  public:
    /// Throws Error(wrong_usage) for a size that the device does not allow, a file that cannot be read, and
    /// numbers of another type.
    State(Device& device, const Description& description, std::uint32_t n, const Beginning& beginning);

    bool is_image(const std::string& name) const { return images_.contains(name); }
    std::vector<std::uint32_t> words(const std::string& buffer) { return device_.read(buffers_.at(buffer)); }
    std::vector<Pixel> pixels(const std::string& image) { return device_.read(images_.at(image)); }
    /// What a buffer holds, for other runs to be compared with.
    Left left(const std::string& buffer);
    Buffer<std::uint32_t>& buffer(const std::string& name) { return buffers_.at(name); }
    Image& image(const std::string& name) { return images_.at(name); }

    void fill(const std::string& buffer, std::int64_t value);
    void swap(const std::string& one, const std::string& other);
    bool is_set(const std::string& flag);
    /// Takes over what another state holds under this name.
    void take(const std::string& name, State& from);

    /// What a dispatch passes to a program: each of its bindings by the step's "bind", or by a buffer or an
    /// image of the same name. A `reference` need not have all bindings that the step names. Throws
    /// Error(wrong_usage) for a binding that nothing is bound to.
    std::vector<Argument> arguments(const Program& program, const Launch& launch, bool reference = false);
    /// The names of those that the program may write.
    std::vector<std::string> written(const Program& program, const Launch& launch, bool reference = false);
    /// The names of all that is bound.
    std::vector<std::string> bound_names(const Program& program, const Launch& launch) const;
    /// Sets the uniforms of a dispatch; those that the step does not name get the variable of their name.
    /// Throws Error(wrong_usage) for one that has no value.
    void set_uniforms(Program& program, const Launch& launch, bool reference = false) const;
    /// The workgroups of a dispatch.
    Groups groups(const Program& program, const Launch& launch) const;

  private:
    struct Bound {
        Program::Slot slot;
        Reach reach;
        std::string name;
    };
    std::vector<Bound> bound(const Program& program, const Launch& launch, bool reference) const;
    std::string name_for(const Program::Slot& slot, Reach reach, const Launch& launch) const;
    void refuse_strangers(const std::vector<Bound>& all, const Program& program, const Launch& launch) const;
    void add_buffer(const BufferDescription& one, std::uint64_t seed, const Names& names,
                    const Beginning& beginning);
    void add_image(const ImageDescription& one, const Names& names);

    Device& device_;
    const Description& description_;
    std::map<std::string, Buffer<std::uint32_t>> buffers_;
    std::map<std::string, Image> images_;
};

/// The numbers of a list, as a buffer of a type holds them. Throws Error(wrong_usage).
std::vector<std::uint32_t> numbers_of(const Description& description, const Data& data, ValueType type);

}  // namespace pbp::run_passes
