// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pbp {

/// A call that the CPU made, e.g. glBindBufferBase with "GL_SHADER_STORAGE_BUFFER, 0, keys".
struct HostCall {
    std::string name, arguments;
    std::string result;       ///< what the call created; empty: nothing
    std::uint32_t times = 1;  ///< in a row
    bool operator==(const HostCall&) const = default;
};

/// The calls of one dispatch: from the first one that prepares it to the last one that reads its result.
struct HostGroup {
    std::string title;           ///< e.g. "pass 3 of 15"
    std::uint32_t dispatch = 0;  ///< its number, from 1; 0: before the first, or after the last
    std::vector<HostCall> calls;
};

/// What a function does, and the page of the OpenGL reference that says more.
struct HostFunction {
    std::string name, reference, sentence;
};

/// What the CPU did in one run of a version.
struct HostCalls {
    std::vector<HostGroup> groups;
    std::vector<HostFunction> functions;  ///< each that was called, by name
    std::uint64_t left_out = 0;           ///< dispatches without a group, as there are too many
};

/// As lines for a terminal: of a group like the one before, what differs.
std::vector<std::string> in_words(const HostCalls& calls);

/// Hears the OpenGL calls of a run. What happens between begin() and end() is that run.
class CallListener {
  public:
    virtual ~CallListener() = default;
    virtual void begin() = 0;
    virtual HostCalls end() = 0;
};

}  // namespace pbp
