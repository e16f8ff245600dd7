// SPDX-License-Identifier: MIT
#include "common/tools/plain_lesson/call_laws.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

namespace pbp::plain {

namespace {

using Calls = std::vector<RecordedCall>;

bool has_bit(const RecordedCall& barrier, const std::string& bit) {
    const auto& bits = barrier.arguments.at(0);
    return bits.find(bit) != std::string::npos || bits == "GL_ALL_BARRIER_BITS";
}

bool is_dispatch(const RecordedCall& call) {
    return call.name.starts_with("glDispatchCompute");
}

/// The objects that a call creates or deletes: the names of a list, the object itself, or none.
std::vector<std::string> objects_of(const RecordedCall& call) {
    if (call.arguments.empty()) return {};
    const auto& last = call.arguments.back();
    if (!last.starts_with("[")) return {last};
    std::istringstream in(last.substr(1, last.size() - 2));
    std::vector<std::string> names;
    for (std::string name; in >> name;) names.push_back(name);
    return names;
}

/// The buffers whose bytes the CPU, or a copy, reads or writes.
std::vector<std::string> touched_by(const RecordedCall& call) {
    static const std::set<std::string> one{"glGetNamedBufferSubData",   "glNamedBufferSubData",
                                           "glMapNamedBuffer",          "glMapNamedBufferRange",
                                           "glClearNamedBufferSubData", "glClearNamedBufferData"};
    if (one.contains(call.name)) return {call.arguments.at(0)};
    if (call.name == "glCopyNamedBufferSubData") return {call.arguments.at(0), call.arguments.at(1)};
    return {};
}

std::string listed(const Calls& calls, std::size_t from, std::size_t to) {
    std::string lines;
    for (std::size_t i = from; i <= to; ++i) lines += "\n  " + calls[i].in_words();
    return lines;
}

/// What each buffer has waited for since a dispatch had it.
struct Use {
    std::size_t dispatch = 0;  ///< which call
    std::set<std::string> bits;
};

std::vector<std::string> missing_barriers(const Calls& calls) {
    const std::string storage = "GL_SHADER_STORAGE_BARRIER_BIT", update = "GL_BUFFER_UPDATE_BARRIER_BIT";
    std::vector<std::string> broken;
    std::map<std::string, std::string> bound;  // binding number to buffer
    std::map<std::string, Use> uses;
    const auto need = [&](const std::vector<std::string>& buffers, const std::string& bit, std::size_t at) {
        std::set<std::string> early;
        std::size_t from = at;
        for (const auto& buffer : buffers) {
            const auto use = uses.find(buffer);
            if (use == uses.end() || use->second.bits.contains(bit)) continue;
            early.insert(buffer);
            from = std::min(from, use->second.dispatch);
            use->second.bits.insert(bit);  // said once
        }
        if (early.empty()) return;
        broken.push_back(fmt::format(
            "No glMemoryBarrier({}) comes between the dispatch that may write buffer{} {} and the next use, "
            "which may see old values:{}",
            bit, early.size() == 1 ? "" : "s", fmt::join(early, " and "), listed(calls, from, at)));
    };
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const auto& call = calls[i];
        if (call.name.starts_with("glBindBuffer") && call.arguments.at(0) == "GL_SHADER_STORAGE_BUFFER")
            bound[call.arguments.at(1)] = call.arguments.at(2);
        if (call.name == "glDeleteBuffers")  // which unbinds it, and frees its name for a new one
            for (const auto& buffer : objects_of(call)) {
                uses.erase(buffer);
                std::erase_if(bound, [&](const auto& one) { return one.second == buffer; });
            }
        if (call.name == "glMemoryBarrier")
            for (auto& [buffer, use] : uses)
                for (const auto& bit : {storage, update})
                    if (has_bit(call, bit)) use.bits.insert(bit);
        need(touched_by(call), update, i);
        if (!is_dispatch(call)) continue;
        std::vector<std::string> buffers;
        for (const auto& [binding, buffer] : bound)
            if (buffer != "0") buffers.push_back(buffer);
        need(buffers, storage, i);
        for (const auto& buffer : buffers) uses[buffer] = {i, {}};
    }
    return broken;
}

std::vector<std::string> left_over(const Calls& calls) {
    std::vector<std::string> broken;
    for (const auto& [one, many] : std::map<std::string, std::string>{{"Buffers", "buffers"},
                                                                      {"Program", "programs"},
                                                                      {"Queries", "queries"},
                                                                      {"Shader", "shaders"}}) {
        std::size_t created = 0, calls_that_create = 0;
        std::multiset<std::string> alive;
        for (const auto& call : calls) {
            if (call.name == "glCreate" + one) {
                ++calls_that_create;
                // The name of a program or a shader is what its call returns: only their number is known.
                for (const auto& object :
                     one.ends_with("s") ? objects_of(call) : std::vector<std::string>{""})
                    alive.insert(object), ++created;
            }
            if (call.name == "glDelete" + one)
                for (const auto& object : objects_of(call))
                    if (const auto found = alive.find(one.ends_with("s") ? object : ""); found != alive.end())
                        alive.erase(found);
        }
        if (!alive.empty())
            broken.push_back(
                fmt::format("glCreate{} created {} {} in {} call{}; {} of them {} never deleted.", one,
                            created, many, calls_that_create, calls_that_create == 1 ? "" : "s", alive.size(),
                            alive.size() == 1 ? "is" : "are"));
    }
    return broken;
}

}  // namespace

std::string RecordedCall::in_words() const {
    return fmt::format("{}({})", name, fmt::join(arguments, ", "));
}

std::vector<RecordedCall> read_calls(const std::string& text) {
    std::vector<RecordedCall> calls;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream cells(line);
        RecordedCall call;
        std::string begin, end;
        for (auto* cell : {&begin, &end, &call.name, &call.error}) std::getline(cells, *cell, '\t');
        call.begin_us = std::atof(begin.c_str());
        call.end_us = std::atof(end.c_str());
        for (std::string cell; std::getline(cells, cell, '\t');) call.arguments.push_back(cell);
        calls.push_back(call);
    }
    return calls;
}

std::vector<std::string> broken_laws(const std::vector<RecordedCall>& calls) {
    std::vector<std::string> broken;
    for (const auto& call : calls)
        if (!call.error.empty())
            broken.push_back(fmt::format("OpenGL answers {} to {}.", call.error, call.in_words()));
    for (const auto& some : {missing_barriers(calls), left_over(calls)})
        broken.insert(broken.end(), some.begin(), some.end());
    return broken;
}

std::optional<std::string> wrong_time(const std::vector<RecordedCall>& calls, double time_us) {
    const auto last = std::find_if(calls.rbegin(), calls.rend(), is_dispatch);
    if (last == calls.rend()) return "It dispatches nothing, so there is nothing to time.";
    const auto timed = last.base() - 1;
    const auto finishes = [](const RecordedCall& call) { return call.name == "glFinish"; };
    const auto before = std::find_if(std::make_reverse_iterator(timed), calls.rend(), is_dispatch);
    if (before == calls.rend())
        return "The dispatch that it times is the first of its program: a driver may still compile it then.";
    if (std::find_if(before.base(), timed, finishes) == timed)
        return "No glFinish() comes before the dispatch that it times: what was asked for before counts, "
               "too.";
    const auto end = std::find_if(timed, calls.end(), finishes);
    if (end == calls.end() || std::find_if(timed, end, [](const auto& call) {
                                  return call.name == "glGetNamedBufferSubData";
                              }) != end)
        return "No glFinish() comes right after the dispatch that it times: on a GPU the call returns at "
               "once, "
               "and the work goes on.";
    const double span = end->end_us - timed->begin_us;
    if (std::abs(time_us - span) > std::max(span / 2, 300.0))
        return fmt::format(
            "It prints {:.1f} us. From the begin of its last dispatch to the end of the glFinish() "
            "after it took {:.1f} us.",
            time_us, span);
    return {};
}

}  // namespace pbp::plain
