// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <list>
#include <map>
#include <string>
#include <utility>

#include "common/device/device.hpp"

namespace pbp {

/// The programs of one version, built once and shared by its runs. Runs that differ only in what a shader
/// does not use (tracing, order of invocations, debugging) share one program.
class ProgramCache {
  public:
    /// Reads the text of a program otherwise than Device::program() does.
    using Read = std::function<glsl::Source(const BuildOptions& options)>;

    Program& get(Device& device, const std::string& shader, const BuildOptions& options,
                 const Read& read = {}) {
        std::string name = shader;
        for (const auto& define : options.defines) name += " " + define.name + "=" + define.value;
        auto& variants = programs_[name];
        for (auto& [built, program] : variants)
            if (serves(built, program.source(), options)) return program;
        auto program = read ? device.build(shader, read(options)) : device.program(shader, options);
        return variants.emplace_back(options, std::move(program)).second;
    }

  private:
    static bool serves(const BuildOptions& built, const glsl::Source& source, const BuildOptions& asked) {
        return (built.traced == asked.traced || !source.includes("trace.glsl")) &&
               (built.reversed == asked.reversed || source.includes("subgroup.glsl")) &&
               (built.debug == asked.debug || !source.includes("debug.glsl"));
    }
    std::map<std::string, std::list<std::pair<BuildOptions, Program>>> programs_;
};

}  // namespace pbp
