// SPDX-License-Identifier: MIT
// What --debug reports, on a device without a GPU: from which runs, in which order, and how much.
#include <doctest/doctest.h>
#include <unistd.h>

#include "common/event/encoding.hpp"
#include "common/lesson/lesson.hpp"
#include "common/lesson/version_shaders.hpp"
#include "common/modes/check.hpp"
#include "tests/support/fake_backend.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/notebook.hpp"

namespace debug_test {

using namespace pbp;
using namespace pbp::test;

namespace {

/// Doubles each element in three dispatches.
void doubling(Run& run) {
    auto expected = run.input<std::uint32_t>();
    auto data = run.gpu.buffer(expected);
    run.plan(3, expected.size());
    for (int pass = 1; pass <= 3; ++pass) {
        run.dispatch(run.program(), {2, 1, 1}, {inout(0, data)});
        if (!run.checking()) continue;
        for (auto& value : expected) value *= 2;
        run.check(fmt::format("double {}", pass), data, expected);
    }
    run.draw("Each row is twice the row above it.");
}

Lesson doubling_lesson() {
    return {.id = "99_doubling",
            .title = "doubling",
            .about = "",
            .n = 8,
            .data = InputKind::small,
            .types = {ValueType::uint32},
            .versions = {{.name = "v1_plain", .idea = ""},
                         {.name = "v2_logs", .idea = ""},
                         {.name = "v3_runs_v2", .idea = "", .also = {"99_doubling/v2_logs.comp"}}},
            .story = doubling};
}

/// Runs the lesson; `kernel` is what v2's calls do in addition to the doubling.
struct Session {
    const Lesson lesson = doubling_lesson();
    Folder folder;
    Notebook notebook;
    Options options;
    std::function<void(const FakeBackend::Call&)> kernel = [](const FakeBackend::Call&) {};
    int with_buffer = 0, without_buffer = 0;

    Session() {
        options.out = folder.path();
        options.shaders = folder.path() / "shaders";
        options.debug = true;
        options.only = {"v2"};
        fs::create_directories(folder.path() / lesson.id);
        fs::create_directories(options.shaders);
        fs::create_directory_symlink(fs::path(PBP_SOURCE_DIR) / "shaders/common", options.shaders / "common");
        shader("v1_plain", "// LOG(a comment)\n", "");
        shader("v2_logs", "#include \"debug.glsl\"\n", "    LOG(d[0]);\n");
        shader("v3_runs_v2", "", "");
    }
    void shader(const std::string& name, const std::string& includes, const std::string& call) {
        folder.write("shaders/99_doubling/" + name + ".comp",
                     "#version 450 core\n// fake: double\n" + includes +
                         "layout(local_size_x = 4) in;\nlayout(std430, binding = 0) buffer D { uint d[]; };\n"
                         "void main() {\n    gl_LocalInvocationID;\n" +
                         call + "}\n");
    }
    const VersionReport& run() {
        auto backend = std::make_unique<FakeBackend>(std::map<std::string, FakeBackend::Kernel>{
            {"double", [this](const FakeBackend::Call& call) {
                 for (auto& value : *call.buffers[0]) value *= 2;
                 ++(call.buffers[debug_binding] != nullptr ? with_buffer : without_buffer);
                 kernel(call);
             }}});
        backend->set_local_size({4, 1, 1});
        Device device(std::move(backend), {options.shaders, {}, {}}, &notebook);
        run_versions(device, lesson, options, notebook);
        return notebook.versions.front();
    }
    std::ptrdiff_t builds() const {
        return std::ranges::count(notebook.begun, Observer::Activity::build, &event::Begin::activity);
    }
    const Version& version(int number) const { return lesson.versions[static_cast<std::size_t>(number) - 1]; }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Session, "logs come only from the first run, by dispatch and by invocation") {
        kernel = [](const FakeBackend::Call& call) {
            std::uint32_t nth = 0;
            for (const std::uint32_t i : {5u, 1u, 5u}) call.log(i, 10 * i + nth++);
        };
        const auto& report = run();
        CHECK(report.exit_code == 0);
        CHECK(with_buffer == 6);  // in both orders
        CHECK(without_buffer > 0);
        REQUIRE(report.debug.logs.size() == 9);
        CHECK(report.debug.dropped_logs == 0);
        const auto& first = report.debug.logs[0];
        CHECK(first.during == "pass 1 of 3");
        CHECK(first.place.ends_with("v2_logs.comp:8"));
        CHECK(first.expression == "d[0]");
        CHECK(first.who.global == InvocationIds::Id{1, 0, 0});
        CHECK(first.value == "11");
        CHECK(report.debug.logs[1].value == "50");  // in the order of the invocation's calls
        CHECK(report.debug.logs[2].value == "52");
        CHECK(report.debug.logs[2].who.local == InvocationIds::Id{1, 0, 0});
        CHECK(report.debug.logs[2].who.workgroup == InvocationIds::Id{1, 0, 0});
        CHECK(report.debug.logs[3].during == "pass 2 of 3");
        // All of it reaches the parent process.
        EventReader parent;
        parent.append(encoded(event::VersionDone{report}));
        const auto event = parent.next();
        REQUIRE(event);
        CHECK(in_words(std::get<event::VersionDone>(*event).report.debug) == in_words(report.debug));
        CHECK(in_words(report.debug)[1].ends_with("global id 1, local id 1, workgroup 0  d[0] = 11"));
    }

    TEST_CASE_FIXTURE(Session, "logs are bounded over all dispatches, and those dropped are counted") {
        kernel = [](const FakeBackend::Call& call) {
            for (std::uint32_t i = 0; i < 100000; ++i) call.log(99999 - i, i);
        };
        const auto& report = run();
        CHECK(report.debug.logs.size() == DebugReport::most_logs);
        CHECK(report.debug.dropped_logs == 300000 - DebugReport::most_logs);
        CHECK(in_words(report.debug).back() ==
              "… and 299744 more were dropped: log from fewer invocations, or use a smaller --n");
    }

    TEST_CASE_FIXTURE(Session,
                      "a failed assertion ends the version: exit 1, the lowest invocation by its ids") {
        shader("v2_logs", "#include \"debug.glsl\"\n", "    ASSERT(d[0] < 4u);\n");
        int dispatches = 0;
        kernel = [&](const FakeBackend::Call& call) {
            if (++dispatches == 2)
                for (const std::uint32_t i : {6u, 3u, 7u}) call.fail_assertion(i);
        };
        const auto& report = run();
        CHECK(report.exit_code == 1);
        CHECK(report.status == VersionReport::Status::wrong);
        CAPTURE(report.message);
        CHECK(contains(report.message, "ASSERT(d[0] < 4u) failed at "));
        CHECK(contains(report.message,
                       "v2_logs.comp:8, in pass 2 of 3 (invocations in natural order): global id 3, local id "
                       "3, workgroup 0.\n3 of 8 invocations failed; others have global ids 6, 7."));
    }

    TEST_CASE_FIXTURE(Session, "an assertion that fails only in reversed order is found") {
        shader("v2_logs", "#include \"debug.glsl\"\n", "    ASSERT(d[0] < 4u);\n");
        kernel = [](const FakeBackend::Call& call) {
            if (call.source.reversed) call.fail_assertion(2);
        };
        const auto& report = run();
        CHECK(report.exit_code == 1);
        CHECK(contains(report.message,
                       "in pass 1 of 3 (invocations of a workgroup in reversed order): global id 2"));
    }

    TEST_CASE_FIXTURE(Session,
                      "assertions that held are counted, calls that no invocation reached are named") {
        shader("v2_logs", "#include \"debug.glsl\"\n", "    ASSERT(true); LOG(d[0]);\n");
        kernel = [](const FakeBackend::Call& call) {
            if (auto* words = call.buffers[debug_binding]) (*words)[1] = 1;
        };
        const auto& report = run();
        CHECK(report.exit_code == 0);
        const auto words = in_words(report.debug);
        REQUIRE(words.size() == 2);
        CHECK(words[0] == "the assertion held");
        CHECK(words[1].starts_with("no invocation reached "));
        CHECK(words[1].ends_with("v2_logs.comp:8 LOG(d[0])"));
    }

    TEST_CASE_FIXTURE(Session, "a check that fails keeps the logs that led there") {
        kernel = [](const FakeBackend::Call& call) {
            call.log(0, 42);
            ++(*call.buffers[0])[1];
        };
        const auto& report = run();
        CHECK(report.exit_code == 1);
        CHECK(contains(report.message, "wrong after double 1"));
        REQUIRE(report.debug.logs.size() == 1);
        CHECK(report.debug.logs[0].value == "42");
    }

    TEST_CASE_FIXTURE(Session, "a program without calls is the same with and without --debug") {
        options.pictures = false;  // else the simulator builds it once more, for the arrows
        run();
        CHECK(builds() == 3);  // debugged in both orders; undebugged for the timing
        notebook.begun.clear();
        options.only = {"v1"};
        run();
        CHECK(builds() == 2);  // in both orders
    }

    TEST_CASE_FIXTURE(Session, "without --debug there is no buffer and no report") {
        options.debug = false;
        const auto& report = run();
        CHECK(with_buffer == 0);
        CHECK(in_words(report.debug).empty());
    }

    TEST_CASE_FIXTURE(Session, "versions without a call are found before anything runs") {
        CHECK_FALSE(calls_debug(lesson, version(1), options));  // a call in a comment does not count
        CHECK(calls_debug(lesson, version(2), options));
        CHECK(calls_debug(lesson, version(3), options));  // since it runs v2's shader
        require_debug_calls(lesson, options);
        options.only = {"v1"};
        const auto sentence =
            sentence_of(ExitCode::wrong_usage, [&] { require_debug_calls(lesson, options); });
        CHECK(contains(sentence,
                       "the shaders of v1_plain contain no ASSERT or LOG call; add #include \"debug.glsl\""));
        CHECK(contains(sentence, "99_doubling/v1_plain.comp"));

        // A part with its number, a shader that replaces its own, an include: all belong to it.
        shader("parts/v1_helper", "#include \"debug.glsl\"\n", "    LOG(1);\n");
        CHECK(calls_debug(lesson, version(1), options));
        fs::remove(options.shaders / "99_doubling/parts/v1_helper.comp");
        options.shader = folder.write("mine.comp", "#version 450 core\nvoid main() { ASSERT(true); }\n");
        CHECK(calls_debug(lesson, version(1), options));
        options.shader.clear();
        folder.write("shaders/99_doubling/part.glsl", "void part() { LOG(2); }\n");
        shader("v1_plain", "#include \"part.glsl\"\n", "");
        CHECK(calls_debug(lesson, version(1), options));
        // A shader with a fault of its own is not rejected for a lack of calls.
        folder.write("shaders/99_doubling/v1_plain.comp", "no shader");
        CHECK(calls_debug(lesson, version(1), options));
    }

    TEST_CASE_FIXTURE(Session, "where some versions have calls, the others say that they have none") {
        options.only = {};
        run();
        REQUIRE(notebook.versions.size() == 3);
        REQUIRE(notebook.versions[0].notes.size() == 1);
        CHECK(contains(notebook.versions[0].notes[0], "its shaders contain no ASSERT or LOG call"));
        CHECK(notebook.versions[1].notes.empty());
    }

    TEST_CASE("a flat id is split into those of the shader, in one, two and three dimensions") {
        CHECK(to_string(ids_of(777, {1024, 1, 1}, {64, 1, 1})) == "global id 777, local id 9, workgroup 12");
        CHECK(to_string(ids_of(16 * 4 + 9, {4, 3, 1}, {4, 2, 1})) ==
              "global id (9, 4), local id (1, 0), workgroup (2, 2)");
        CHECK(to_string(ids_of((5 * 6 + 4) * 8 + 7, {2, 3, 3}, {4, 2, 2})) ==
              "global id (7, 4, 5), local id (3, 0, 1), workgroup (1, 2, 2)");
    }
}

}  // namespace debug_test
