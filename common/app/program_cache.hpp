// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/gpu/device.hpp"

namespace pbp {

/// The programs of one version, built once and shared by its runs. Runs that differ only in what a shader
/// does not use (tracing, the order of invocations) share one program.
class ProgramCache {
  public:
    Program& get(Device& device, const std::string& shader, const BuildOptions& options) {
        std::string name = shader;
        for (const auto& define : options.defines) name += " " + define.name + "=" + define.value;
        for (const bool traced : {false, true})
            for (const bool reversed : {false, true})
                if (const auto found = programs_.find(key(name, traced, reversed));
                    found != programs_.end()) {
                    const auto& source = found->second.source();
                    const bool same_trace = traced == options.traced || !source.includes("trace.glsl");
                    const bool same_order = reversed == options.reversed || source.includes("subgroup.glsl");
                    if (same_trace && same_order) return found->second;
                }
        auto [made, inserted] =
            programs_.emplace(key(name, options.traced, options.reversed), device.program(shader, options));
        return made->second;
    }

  private:
    static std::string key(const std::string& name, bool traced, bool reversed) {
        return name + (traced ? " traced" : "") + (reversed ? " reversed" : "");
    }
    std::map<std::string, Program> programs_;
};

}  // namespace pbp
