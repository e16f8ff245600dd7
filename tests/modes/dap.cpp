// SPDX-License-Identifier: MIT
// The stepper in an editor: dap.txt has what an editor says, and what it must hear.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "common/modes/step/adapter.hpp"
#include "common/modes/step/messages.hpp"
#include "tests/modes/tree.hpp"
#include "tests/sim/kernel.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"

namespace dap_test {

using namespace pbp;
using namespace pbp::test;
using Json = nlohmann::json;

/// An editor and a kernel. Each message goes through the wire's form, there and back.
struct Session {
    Kernel kernel;
    std::optional<Debugger> debugger;
    std::optional<Adapter> adapter;
    std::vector<Json> heard;
    int seq = 0;

    explicit Session(Kernel made) : kernel(std::move(made)) {
        kernel.stepped = sim::StepRecorder::Window{};
        kernel.run();
        adapter.emplace(debugger.emplace(*kernel.recorded), "the tree\n", [this](const Json& message) {
            std::stringstream wire;
            write_message(wire, message);
            heard.push_back(*read_message(wire));
        });
    }
    /// What is answered, and the events after it.
    std::vector<Json> ask(const std::string& command, const std::string& arguments) {
        Json message{{"seq", ++seq}, {"type", "request"}, {"command", command}};
        if (!arguments.empty()) message["arguments"] = Json::parse(arguments);
        heard.clear();
        CHECK(adapter->answer(message) == (command != "disconnect"));
        return heard;
    }
    void begin() {
        for (const char* command : {"initialize", "launch", "configurationDone"}) ask(command, "");
    }
};

/// Empty, or where `what` lacks something of `part`.
std::string lacking(const Json& what, const Json& part, const std::string& at = "") {
    if (part.is_object() && what.is_object()) {
        for (const auto& [name, value] : part.items()) {
            if (!what.contains(name)) return at + "/" + name + " is missing";
            if (auto lack = lacking(what[name], value, at + "/" + name); !lack.empty()) return lack;
        }
        return "";
    }
    if (part.is_array() && what.is_array()) {
        if (part.size() != what.size()) return fmt::format("{} has {} elements", at, what.size());
        for (std::size_t i = 0; i < part.size(); ++i)
            if (auto lack = lacking(what[i], part[i], fmt::format("{}/{}", at, i)); !lack.empty())
                return lack;
        return "";
    }
    return what == part ? "" : at + " is " + what.dump();
}

/// Checks one line of what must be heard.
void check_heard(const Json& message, const std::string& expected) {
    std::istringstream words(expected);
    std::string kind, name, rest;
    words >> kind;
    if (kind == "refused") {
        std::getline(words >> std::ws, rest);
        CHECK_FALSE(message.value("success", true));
        const auto sentence = message.value("message", "");
        CHECK_MESSAGE(sentence.starts_with(rest), sentence);
        CHECK(sentence.find('\n') == std::string::npos);
    } else if (kind == "event") {
        words >> name;
        std::getline(words >> std::ws, rest);
        CHECK(message["type"] == "event");
        CHECK(message["event"] == name);
        if (!rest.empty()) CHECK(lacking(message.value("body", Json()), Json::parse(rest)) == "");
    } else {
        CHECK(message["type"] == "response");
        CHECK_MESSAGE(message["success"] == true, message.value("message", ""));
        if (!expected.empty())
            CHECK(lacking(message.value("body", Json::object()), Json::parse(expected)) == "");
    }
}

struct Conversation {
    std::string name;
    std::uint32_t subgroup_size = 4;
    std::vector<std::string> lines;
};

std::vector<Conversation> conversations() {
    const auto path = std::filesystem::absolute("kernel.comp").string();
    std::ifstream file(std::filesystem::path(PBP_SOURCE_DIR) / "tests/modes/dap.txt");
    std::vector<Conversation> all;
    for (std::string line; std::getline(file, line);) {
        for (auto at = line.find("FILE"); at != line.npos; at = line.find("FILE")) line.replace(at, 4, path);
        if (line.starts_with("=== "))
            all.push_back({line.substr(6), static_cast<std::uint32_t>(std::stoul(line.substr(4))), {}});
        else if (line.starts_with('>') || line.starts_with('<'))
            all.back().lines.push_back(line);
    }
    return all;
}

/// A message as it is sent.
std::string framed(const std::string& body) {
    return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

struct Said {
    int exit_code = 0;
    std::string out, error;
};

/// What a lesson's stepper says to what comes on its stdin.
Said piped(const std::string& input, const std::string& words = "--only v1") {
    const Folder folder;
    folder.write("in", input);
    const auto path = [&](const char* name) { return quoted((folder.path() / name).string()); };
    const auto line = fmt::format("{} step --dap {} <{} >{} 2>{}", quoted(lesson_program("05_bitonic_sort")),
                                  words, path("in"), path("out"), path("error"));
    const auto ended = run_program({"sh", "-c", line});
    return {ended.exit_code, read_text(folder.path() / "out"), read_text(folder.path() / "error")};
}

TEST_SUITE("cpu") {
    TEST_CASE("an editor hears what somebody expected who had only read the protocol") {
        std::size_t count = 0;
        for (const auto& conversation : conversations()) {
            CAPTURE(conversation.name);
            Kernel kernel{.text = tree, .buffers = {{1, 2, 3, 4}}};
            kernel.settings.subgroup_size = conversation.subgroup_size;
            Session session(std::move(kernel));
            if (conversation.name.ends_with("...")) session.begin();
            std::vector<Json> heard;
            std::size_t at = 0;
            for (const auto& line : conversation.lines) {
                CAPTURE(line);
                if (line.starts_with('>')) {
                    CHECK(at == heard.size());
                    const auto command = line.substr(2, line.find(' ', 2) - 2);
                    const auto given = line.find(' ', 2);
                    heard = session.ask(command, given == line.npos ? "" : line.substr(given + 1));
                    at = 0;
                    ++count;
                } else if (at >= heard.size()) {
                    FAIL_CHECK("nothing more was heard");
                } else {
                    check_heard(heard[at++], line.size() > 2 ? line.substr(2) : "");
                }
            }
            CHECK(at == heard.size());
        }
        CHECK(count > 150);
    }

    TEST_CASE("all that it prints are messages; the end of stdin ends it") {
        const auto asked = framed(R"({"seq":1,"type":"request","command":"initialize"})") +
                           framed(R"({"seq":2,"type":"request","command":"launch"})") +
                           framed(R"({"seq":3,"type":"request","command":"configurationDone"})");
        for (const bool leaves : {false, true}) {
            const auto said =
                piped(asked + (leaves ? framed(R"({"seq":4,"type":"request","command":"disconnect"})") : ""));
            CHECK(said.exit_code == 0);
            CHECK(said.error.empty());
            std::istringstream out(said.out);
            std::vector<std::string> order;
            while (const auto message = read_message(out))
                order.push_back(message->value("event", message->value("command", "")));
            std::vector<std::string> expected{"initialize", "initialized",       "launch",
                                              "output",     "configurationDone", "stopped"};
            if (leaves) expected.emplace_back("disconnect");
            CHECK(order == expected);
        }
        CHECK(piped("").exit_code == 0);
        CHECK(piped("").out.empty());
    }

    TEST_CASE("what nothing can answer ends it with a sentence; exit 2") {
        for (const auto& [input, sentence] : std::vector<std::pair<std::string, std::string>>{
                 {"help\n", "ended in the header"},
                 {"Content-Length\r\n\r\n{}", "no Content-Length"},
                 {"Length: 2\r\n\r\n{}", "no Content-Length"},
                 {"\r\n\r\n{}", "no Content-Length"},
                 {"Content-Length: many\r\n\r\n{}", "not 'many'"},
                 {"Content-Length: -1\r\n\r\n{}", "not '-1'"},
                 {"Content-Length: 99999999999999999999\r\n\r\n{}", "not '99999999999999999999'"},
                 {"Content-Length: 17000000\r\n\r\n{}", "from 0 to 16777216"},
                 {"Content-Length: 20\r\n\r\n{}", "after 2 of a message's 20 bytes"},
                 {framed("{"), "is no JSON"},
                 {framed("\xff\xfe"), "is no JSON"},
                 {framed(""), "is no JSON"},
                 {framed(std::string(100000, '[')), "is no JSON"},
                 {framed("[]"), "has no seq"},
                 {framed("null"), "has no seq"},
                 {framed(R"({"command":"initialize"})"), "has no seq"},
                 {framed(R"({"seq":"one","command":"initialize"})"), "has no seq"},
                 {std::string(10000, 'x'), "has no end"},
                 {std::string(5000, '\0'), "has no end"}}) {
            const auto said = piped(input);
            CAPTURE(input.substr(0, 80));
            CAPTURE(said.error);
            CHECK(said.exit_code == 2);
            CHECK(said.out.empty());
            CHECK(contains(said.error, sentence));
            CHECK(std::count(said.error.begin(), said.error.end(), '\n') == 1);
        }
    }

    TEST_CASE("what cannot be stepped is why launch is refused") {
        const auto asked = framed(R"({"seq":1,"type":"request","command":"initialize"})") +
                           framed(R"({"seq":2,"type":"request","command":"launch"})") +
                           framed(R"({"seq":3,"type":"request","command":"disconnect"})");
        const Folder folder;
        folder.write("broken.comp", "#version 450\nlayout(local_size_x = 1) in;\nvoid main() { x = 1; }\n");
        for (const auto& [words, sentence, exit_code] :
             std::vector<std::tuple<std::string, std::string, int>>{
                 {"--dispatch 99", "--dispatch 99: v1_shared has only", 2},
                 {"--word tiles", "nobody changes 'tiles'", 2},
                 {"--shader " + quoted((folder.path() / "broken.comp").string()), "undeclared identifier",
                  3}}) {
            CAPTURE(words);
            const auto said = piped(asked, "--only v1 " + words);
            CHECK(said.exit_code == exit_code);
            CHECK(contains(said.error, sentence));
            std::istringstream out(said.out);
            CHECK((*read_message(out))["success"] == true);
            const auto refused = *read_message(out);
            CHECK(refused["success"] == false);
            CHECK(refused["message"].get<std::string>().find(sentence) != std::string::npos);
            CHECK((*read_message(out))["command"] == "disconnect");
        }
    }

    TEST_CASE("--do has no effect with --dap") {
        const auto said = piped("", "--only v1 --do next");
        CHECK(said.exit_code == 2);
        CHECK(contains(said.error, "--do has no effect with --dap"));
    }

    TEST_CASE("requests at random are answered, each once, and never end it") {
        Kernel kernel{.text = tree, .buffers = {{1, 2, 3, 4}}};
        kernel.settings.subgroup_size = 2;
        Session session(std::move(kernel));
        session.begin();
        std::mt19937 random(1);
        const std::vector<std::string> commands{
            "next",       "stepIn",  "stepOut",   "stepBack",       "continue",          "reverseContinue",
            "stackTrace", "scopes",  "variables", "evaluate",       "readMemory",        "gotoTargets",
            "goto",       "threads", "pause",     "setBreakpoints", "setDataBreakpoints"};
        const std::vector<std::string> names{
            "threadId", "frameId", "variablesReference", "start", "count", "targetId", "line", "offset"};
        const std::vector<Json> values{0,  1, 2,         3, -1, 1e300, "x", nullptr, Json::array({1}),
                                       18, 9, 4294967296};
        for (int i = 0; i < 5000; ++i) {
            Json given{{"expression",
                        std::vector<std::string>{"i", "tile", "tile[", "next", "break 13"}[random() % 5]},
                       {"context", random() % 2 == 0 ? "repl" : "hover"},
                       {"memoryReference", "0x100000000"},
                       {"source", {{"path", std::filesystem::absolute("kernel.comp").string()}}}};
            for (const auto& name : names)
                if (random() % 2 == 0)
                    given[name] = values[random() % (random() % 3 == 0 ? values.size() : 4)];
            given["breakpoints"] =
                Json::array({{{"line", values[random() % values.size()]}, {"dataId", "tile[1]"}}});
            const auto heard = session.ask(commands[random() % commands.size()], given.dump());
            REQUIRE(!heard.empty());
            REQUIRE(heard.front()["request_seq"] == session.seq);
            for (std::size_t k = 1; k < heard.size(); ++k) REQUIRE(heard[k]["type"] == "event");
        }
    }
}

}  // namespace dap_test
