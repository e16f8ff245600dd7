// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <istream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "common/modes/step/arguments.hpp"
#include "common/modes/step/debugger.hpp"
#include "common/modes/step/stepper.hpp"

namespace pbp {

/// Shows a debugger to an editor, by the Debug Adapter Protocol
/// (https://microsoft.github.io/debug-adapter-protocol/specification). A subgroup is a thread, a variable is
/// a list of its lanes, and memory is arrays of words. Subgroup s is thread s + 1: some editors take 0 for no
/// thread.
class Adapter {
  public:
    using Json = nlohmann::json;
    using Send = std::function<void(const Json&)>;

    /// `debugger` outlives it; `title` says what is stepped. `send` gets the answers and the events.
    Adapter(Debugger& debugger, std::string title, Send send);

    /// Answers a message. False: it was the last one. Throws Error(wrong_usage) for one that has no number to
    /// answer to.
    bool answer(const Json& message);

  private:
    using u32 = std::uint32_t;
    /// When a request makes sense.
    enum class When { first, initialized, running };
    struct Request {
        When when;
        Json (Adapter::*answer)(const Arguments&);
    };
    /// What an editor asks for by a variablesReference, until the next move.
    struct Container {
        enum class What { variables, shared, buffers, parts, lanes, memory } what;
        u32 subgroup = 0;
        std::string prefix = {};                         ///< parts: of these variables' names
        const sim::SteppedVariable* variable = nullptr;  ///< lanes
        std::vector<MemoryList> memory = {};             ///< one
    };
    static Json response_to(const Json& message);
    friend void refuse_launch(std::istream& in, const Send& send, const std::string& sentence);
    static const std::map<std::string, Request, std::less<>>& requests();

    // The session.
    Json initialize(const Arguments& given);
    Json launch(const Arguments& given);
    Json configuration_done(const Arguments& given);
    Json threads(const Arguments& given);
    Json pause(const Arguments& given);
    Json no_filters(const Arguments& given);
    Json asked(const Json& message, const std::string& name);
    void begin();
    void event(const char* name, Json body);
    void stopped(const char* reason, const Debugger::Stop& stop = {});

    // Moves.
    Json next(const Arguments& given);
    Json step_in(const Arguments& given);
    Json step_out(const Arguments& given);
    Json step_back(const Arguments& given);
    Json go_on(const Arguments& given);
    Json go_back(const Arguments& given);
    Json go_to(const Arguments& given);
    Json go_to_targets(const Arguments& given);
    Json move(const std::function<Debugger::Stop()>& by, bool forwards);

    // Stops.
    Json set_breakpoints(const Arguments& given);
    Json set_data_breakpoints(const Arguments& given);
    Json data_breakpoint_info(const Arguments& given);
    Json breakpoint(const Arguments& given, int string);
    void tell_removed(const std::vector<u32>& before);
    std::vector<u32> ids() const;
    /// The number of a file among the shader's; throws Error(wrong_usage) for others.
    int string_of(const std::string& path) const;
    u32 line_that_ran(const Arguments& given, int string) const;
    std::int64_t shown_line(u32 line) const;

    // What is there.
    Json stack_trace(const Arguments& given);
    Json scopes(const Arguments& given);
    Json variables(const Arguments& given);
    Json evaluate(const Arguments& given);
    Json command(const std::string& words);
    Json read_memory(const Arguments& given);
    Json frame(u32 subgroup, u32 site, u32 depth, const std::string& state) const;
    /// The subgroup of a thread, or of a frame.
    u32 subgroup_of(const Arguments& given, const char* name) const;
    std::optional<Json> value_of(const std::string& name, u32 subgroup);
    Json entry(const sim::SteppedVariable& variable, u32 subgroup);
    Json entry(const MemoryList& list);
    Json entries_of(const Container& container, std::uint64_t first, std::uint64_t count);
    sim::Mask active(u32 subgroup) const;
    int kept(Container container);

    Debugger& debugger_;
    std::string title_;
    Send send_;
    std::ostringstream said_;
    Stepper stepper_;
    int seq_ = 0;
    u32 last_id_ = 0;
    int first_line_ = 1, first_column_ = 1;  ///< as the editor counts
    bool is_initialized_ = false, is_launched_ = false, is_configured_ = false, stops_on_entry_ = true;
    std::vector<std::pair<const char*, Json>> events_;  ///< those that follow the answer
    std::vector<Container> containers_;                 ///< by reference, from 1
};

/// Refuses to launch, for there is nothing to step: until the editor leaves, or `in` ends.
void refuse_launch(std::istream& in, const Adapter::Send& send, const std::string& sentence);

}  // namespace pbp
