// SPDX-License-Identifier: MIT
// The session of an editor with a debugger, and its moves.
#include "common/modes/step/adapter.hpp"

#include <cctype>

#include "common/modes/step/messages.hpp"

namespace pbp {

Adapter::Adapter(Debugger& debugger, std::string title, Send send)
    : debugger_(debugger), title_(std::move(title)), send_(std::move(send)), stepper_(debugger, said_) {}

const std::map<std::string, Adapter::Request, std::less<>>& Adapter::requests() {
    using enum When;
    static const std::map<std::string, Request, std::less<>> all{
        {"initialize", {first, &Adapter::initialize}},
        {"launch", {initialized, &Adapter::launch}},
        {"attach", {initialized, &Adapter::launch}},
        {"configurationDone", {initialized, &Adapter::configuration_done}},
        {"setExceptionBreakpoints", {initialized, &Adapter::no_filters}},
        {"setBreakpoints", {initialized, &Adapter::set_breakpoints}},
        {"setDataBreakpoints", {initialized, &Adapter::set_data_breakpoints}},
        {"dataBreakpointInfo", {initialized, &Adapter::data_breakpoint_info}},
        {"threads", {initialized, &Adapter::threads}},
        {"next", {running, &Adapter::next}},
        {"stepIn", {running, &Adapter::step_in}},
        {"stepOut", {running, &Adapter::step_out}},
        {"stepBack", {running, &Adapter::step_back}},
        {"continue", {running, &Adapter::go_on}},
        {"reverseContinue", {running, &Adapter::go_back}},
        {"pause", {running, &Adapter::pause}},
        {"gotoTargets", {running, &Adapter::go_to_targets}},
        {"goto", {running, &Adapter::go_to}},
        {"stackTrace", {running, &Adapter::stack_trace}},
        {"scopes", {running, &Adapter::scopes}},
        {"variables", {running, &Adapter::variables}},
        {"evaluate", {running, &Adapter::evaluate}},
        {"readMemory", {running, &Adapter::read_memory}}};
    return all;
}

/// An answer that all is well. Throws Error(wrong_usage) where none can be given.
Adapter::Json Adapter::response_to(const Json& message) {
    const auto seq = message.is_object() ? message.find("seq") : message.end();
    if (!message.is_object() || seq == message.end() || !seq->is_number_integer())
        fail(ExitCode::wrong_usage, "--dap: a message on stdin has no seq, so nothing can answer it.");
    const auto name = message.find("command");
    const bool is_named = name != message.end() && name->is_string();
    return {{"seq", 0},
            {"type", "response"},
            {"request_seq", *seq},
            {"command", is_named ? *name : Json("")},
            {"success", true}};
}

/// The body of the answer.
Adapter::Json Adapter::asked(const Json& message, const std::string& name) {
    const auto found = requests().find(name);
    const bool is_known = found != requests().end();
    if (!is_initialized_ && !(is_known && found->second.when == When::first))
        fail(ExitCode::wrong_usage, "initialize comes first.");
    if (!is_known) fail(ExitCode::wrong_usage, "there is no request '{}' here.", name);
    if (found->second.when == When::running && !(is_launched_ && is_configured_))
        fail(ExitCode::wrong_usage, "launch and configurationDone come first.");
    const Json none;
    const auto given = message.find("arguments");
    return (this->*found->second.answer)({given == message.end() ? none : *given, "arguments"});
}

bool Adapter::answer(const Json& message) {
    auto response = response_to(message);
    if (message.value("type", Json()) == "response") return true;  // nothing was asked
    const auto name = response["command"].get<std::string>();
    const bool is_last = name == "disconnect";
    try {
        auto body = is_last ? Json() : asked(message, name);
        if (!body.is_null()) response["body"] = std::move(body);
    } catch (const Error& problem) {
        response["success"] = false;
        response["message"] = problem.what();
        events_.clear();
    }
    response["seq"] = ++seq_;
    send_(response);
    for (auto& [event, body] : std::exchange(events_, {})) {
        Json sent{{"seq", ++seq_}, {"type", "event"}, {"event", event}};
        if (!body.is_null()) sent["body"] = std::move(body);
        send_(sent);
    }
    return !is_last;
}

void refuse_launch(std::istream& in, const Adapter::Send& send, const std::string& sentence) {
    int seq = 0;
    while (const auto message = read_message(in)) {
        auto response = Adapter::response_to(*message);
        const auto& name = response["command"];
        response["seq"] = ++seq;
        if (name != "initialize" && name != "disconnect") {
            response["success"] = false;
            response["message"] = sentence;
        }
        send(response);
        if (name == "disconnect") return;
    }
}

void Adapter::event(const char* name, Json body) {
    events_.emplace_back(name, std::move(body));
}

Adapter::Json Adapter::initialize(const Arguments& given) {
    if (is_initialized_) fail(ExitCode::wrong_usage, "initialize was answered already.");
    if (const auto format = given.text("pathFormat", "path"); format != "path")
        fail(ExitCode::wrong_usage, "pathFormat '{}': only 'path' is known here.", format);
    first_line_ = given.flag("linesStartAt1", true) ? 1 : 0;
    first_column_ = given.flag("columnsStartAt1", true) ? 1 : 0;
    is_initialized_ = true;
    event("initialized", nullptr);
    return {{"supportsConfigurationDoneRequest", true}, {"supportsStepBack", true},
            {"supportsConditionalBreakpoints", true},   {"supportsDataBreakpoints", true},
            {"supportsReadMemoryRequest", true},        {"supportsGotoTargetsRequest", true},
            {"supportsEvaluateForHovers", true}};
}

Adapter::Json Adapter::launch(const Arguments& given) {
    if (is_launched_) fail(ExitCode::wrong_usage, "launch was answered already.");
    stops_on_entry_ = given.flag("stopOnEntry", true);
    is_launched_ = true;
    event("output", {{"category", "console"}, {"output", title_}});
    if (is_configured_) begin();
    return nullptr;
}

Adapter::Json Adapter::configuration_done(const Arguments&) {
    if (is_configured_) fail(ExitCode::wrong_usage, "configurationDone was answered already.");
    is_configured_ = true;
    if (is_launched_) begin();
    return nullptr;
}

void Adapter::begin() {
    if (stops_on_entry_) return stopped("entry");
    const auto here = debugger_.stop_here();
    stopped("step", here.why == Debugger::Why::arrived ? debugger_.run() : here);
}

Adapter::Json Adapter::no_filters(const Arguments&) {
    return {{"breakpoints", Json::array()}};
}

Adapter::Json Adapter::pause(const Arguments&) {
    fail(ExitCode::wrong_usage, "it is stopped already.");
}

/// Says where a move has come to. What was referred to before is no longer there.
void Adapter::stopped(const char* reason, const Debugger::Stop& stop) {
    using enum Debugger::Why;
    containers_.clear();
    Json body{{"reason", reason}, {"threadId", debugger_.subgroup() + 1}, {"allThreadsStopped", true}};
    if (stop.why == breakpoint || stop.why == watch) {
        body["reason"] = stop.why == breakpoint ? "breakpoint" : "data breakpoint";
        body["hitBreakpointIds"] = Json::array();
        for (const auto id : stop.ids)
            if (id != 0) body["hitBreakpointIds"].push_back(id);
    } else if (stop.why == beginning) {
        body["reason"] = "entry";
        body["description"] = "This is the beginning";
    } else if (stop.why == end) {
        body["reason"] = "pause";
        auto sentence = debugger_.end_in_words();
        sentence.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
        body["description"] = sentence;
    }
    if (stop.why == watch) {
        said_.str("");
        stepper_.show_changes();
        body["text"] = said_.str();
    }
    event("stopped", std::move(body));
}

/// Beyond the end there is nothing but the end of the session.
Adapter::Json Adapter::move(const std::function<Debugger::Stop()>& by, bool forwards) {
    if (forwards && debugger_.coming() == nullptr)
        event("terminated", nullptr);
    else
        stopped("step", by());
    return nullptr;
}

Adapter::Json Adapter::next(const Arguments& given) {
    const auto who = subgroup_of(given, "threadId");
    return move([&] { return debugger_.over(who, true); }, true);
}

Adapter::Json Adapter::step_in(const Arguments& given) {
    const auto who = subgroup_of(given, "threadId");
    return move([&] { return debugger_.into(who, true); }, true);
}

Adapter::Json Adapter::step_out(const Arguments& given) {
    const auto who = subgroup_of(given, "threadId");
    return move([&] { return debugger_.out(who, true); }, true);
}

Adapter::Json Adapter::step_back(const Arguments& given) {
    const auto who = subgroup_of(given, "threadId");
    return move([&] { return debugger_.step_back(who); }, false);
}

Adapter::Json Adapter::go_on(const Arguments&) {
    move([&] { return debugger_.run(); }, true);
    return {{"allThreadsContinued", true}};
}

Adapter::Json Adapter::go_back(const Arguments&) {
    return move([&] { return debugger_.reverse(); }, false);
}

Adapter::Json Adapter::go_to(const Arguments& given) {
    const auto steps = static_cast<std::int64_t>(debugger_.recording().steps.size());
    debugger_.go_to(static_cast<std::size_t>(given.integer("targetId", 1, steps)) - 1);
    stopped("goto");
    return nullptr;
}

}  // namespace pbp
