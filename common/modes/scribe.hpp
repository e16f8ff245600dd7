// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/device/backend.hpp"
#include "common/opengl/calls/call_log.hpp"
#include "common/record/host_calls.hpp"

namespace pbp {

/// Writes down the OpenGL calls of a run, by dispatch, with the names that programs and buffers have in the
/// shaders.
class Scribe final : public CallListener {
  public:
    void begin() override;
    HostCalls end() override;

    void heard(const calls::Call& call);
    /// The next calls prepare something: before the first dispatch all of it belongs to the start, but for
    /// what is `of_dispatch`; after a dispatch it belongs to the next one.
    void prepare(bool of_dispatch);
    void title(const std::string& words) { title_ = words; }
    /// A program was built, and is named like its shader.
    void built(const Built& built, const std::string& name);
    /// The dispatch that comes binds these buffers, and has done so.
    void dispatching(Handle program, const Bindings& bindings);
    void dispatched() { done_ = true; }

  private:
    /// A call before all its objects are named.
    struct Noted {
        std::string name;
        std::vector<std::string> arguments;
        std::vector<std::vector<std::size_t>> objects;  ///< of each argument; empty: no object
        std::size_t result = 0;                         ///< what it created; 0: nothing
    };
    struct Group {
        std::string title;
        std::uint32_t dispatch = 0;
        std::vector<Noted> calls;
    };
    struct Object {
        std::string kind, name;
    };

    std::size_t object(const std::string& kind, const std::string& number, bool created);
    void name_apart();
    HostGroup rendered(const Group& group) const;

    bool listens_ = false, done_ = false;
    std::string title_;
    std::vector<Group> groups_;
    std::uint32_t dispatches_ = 0;
    std::uint64_t left_out_ = 0;
    std::vector<Object> objects_;                                         ///< 0: none
    std::map<std::pair<std::string, std::string>, std::size_t> current_;  ///< by kind and OpenGL's number
    std::map<Handle, Built> programs_;
    std::map<std::string, HostFunction> functions_;
};

}  // namespace pbp
