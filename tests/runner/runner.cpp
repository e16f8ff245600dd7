// SPDX-License-Identifier: MIT
// A lesson run on a device without a GPU: what is checked, drawn and reported.
#include <doctest/doctest.h>

#include "common/lesson/lesson.hpp"
#include "common/modes/check.hpp"
#include "tests/support/fake_backend.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/notebook.hpp"

namespace runner_test {

using namespace pbp;
using namespace pbp::test;

namespace {

constexpr std::size_t pass_count = 5;

/// The task: add 1 to each element, five times; once in five dispatches, once in five passes inside one.
void adding(Run& run) {
    auto expected = run.input<std::uint32_t>();
    auto data = run.gpu.buffer(expected);
    run.initial("input", expected);
    run.plan(pass_count, expected.size());
    const bool inside = run.is("v2");
    for (std::size_t dispatch = 0; dispatch < (inside ? 1 : pass_count); ++dispatch) {
        auto& program = run.program();
        program.set("first_pass", static_cast<std::uint32_t>(dispatch));
        run.dispatch(program, {1, 1, 1}, {inout(0, data)}, passes_over(inside ? pass_count : 1, data));
        if (!run.checking()) continue;
        for (std::size_t pass = 0; pass < (inside ? pass_count : 1); ++pass) {
            for (auto& value : expected) ++value;
            run.check(fmt::format("add {}", dispatch + pass), data, expected);
        }
    }
    // One more dispatch, for which no trace was requested.
    auto apart = run.gpu.buffer(run.input<std::uint32_t>());
    run.dispatch(run.program(), {1, 1, 1}, {inout(0, apart)});
    run.result("the last pass", data, expected);
    run.draw("Each row is one more than the row above it.");
}

const Lesson lesson{
    .id = "99_adding",
    .title = "adding",
    .about = "",
    .n = 8,
    .data = InputKind::small,
    .types = {ValueType::uint32},
    .versions = {{.name = "v1_outside", .idea = "five dispatches"},
                 {.name = "v2_inside", .idea = "one dispatch"},
                 {.name = "v3_narrow",
                  .idea = "few",
                  .largest = {[](const Limits&) { return std::uint64_t{4}; }, "it is narrow"}}},
    .story = adding};

/// The rows that the page finally has of a version.
std::vector<page::RowHead> rows_of(const Notebook& notebook, const std::string& version) {
    std::vector<page::RowHead> all;
    for (const auto& piece : notebook.pieces) {
        if (piece.version != version) continue;
        if (piece.restart) all.clear();
        all.insert(all.end(), piece.rows.begin(), piece.rows.end());
    }
    return all;
}

/// Runs the lesson; `faulty_pass` gets one element wrong, in `faulty_mode` (0 all, 1 reversed only, 2
/// untraced only).
struct Session {
    Folder folder;
    Notebook notebook;
    Options options;
    Lesson altered = lesson;
    std::size_t faulty_pass = SIZE_MAX;
    int faulty_mode = 0;
    int exit_code = -1;
    std::uint64_t buffer_bytes = 1 << 20;

    Session() {
        options.out = folder.path();
        options.shaders = folder.path() / "shaders";
        options.data = lesson.data;
        fs::create_directories(folder.path() / lesson.id);
        const std::string head = "#version 450 core\n",
                          body =
                              "layout(local_size_x = 8) in;\nlayout(std430, binding = 0) buffer Data { uint "
                              "data[]; };\nuniform uint first_pass;\n"
                              "uint l() { return gl_LocalInvocationID.x; }\nvoid main() {}\n";
        folder.write("shaders/99_adding/v1_outside.comp", head + "// fake: add\n" + body);
        folder.write("shaders/99_adding/v3_narrow.comp", head + "// fake: add\n" + body);
        folder.write("shaders/99_adding/v2_inside.comp",
                     head + "// fake: add\n" + "#include \"trace.glsl\"\n" + body);
        folder.write("shaders/common/trace.glsl",
                     read_text(fs::path(PBP_SOURCE_DIR) / "shaders/common/trace.glsl"));
    }
    void run() {
        auto backend = std::make_unique<FakeBackend>(std::map<std::string, FakeBackend::Kernel>{
            {"add", [this](const FakeBackend::Call& call) {
                 auto& data = *call.buffers[0];
                 const bool traced = call.buffers[trace_binding] != nullptr;
                 const bool in_mode = faulty_mode == 0 || (faulty_mode == 1 && call.source.reversed) ||
                                      (faulty_mode == 2 && !traced);
                 const bool inside =
                     contains(call.source.text, "trace") || call.source.includes("trace.glsl");
                 for (std::size_t pass = 0; pass < (inside ? pass_count : 1); ++pass)
                     for (std::size_t i = 0; i < data.size(); ++i) {
                         data[i] +=
                             in_mode && pass + call.uniform("first_pass") == faulty_pass && i == 2 ? 2 : 1;
                         call.trace(pass, i, data[i], static_cast<std::uint32_t>(i));
                     }
             }}});
        backend->set_local_size({8, 1, 1});
        backend->allow_buffers_of(buffer_bytes);
        Device device(std::move(backend), {folder.path() / "shaders", {}, {}}, &notebook);
        exit_code = run_versions(device, altered, options, notebook);
    }
};

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Session, "right versions are checked in every pass and order, timed and drawn") {
        run();
        CHECK(exit_code == 0);
        REQUIRE(notebook.versions.size() == 3);
        for (std::size_t v = 0; v < 2; ++v) {
            const auto& report = notebook.versions[v];
            CHECK(report.status == VersionReport::Status::right);
            CHECK(report.passes == pass_count);
            CHECK(report.passes_checked == pass_count);
            CHECK(report.orders == "both orders");
            CHECK(report.timed_runs >= 1);
            REQUIRE(report.pictures.size() == 1);
            CHECK(fs::exists(report.pictures[0]));
        }
        CHECK(notebook.versions[2].status == VersionReport::Status::skipped);
        CHECK(contains(notebook.versions[2].message, "takes n up to 4 here: it is narrow"));
        CHECK(notebook.begun.size() == notebook.ended);
        CHECK(contains(notebook.begun[1].what, "99_adding/v1_outside.comp, pass 1 of 5"));
    }

    TEST_CASE_FIXTURE(Session, "a lesson completes what was asked for: its n, and its data in words") {
        altered.complete = [](Options& asked, const Limits&) {
            if (asked.n && *asked.n > 9) fail(ExitCode::wrong_usage, "too many");
            asked.n = 3;
            asked.described = "three of them";
        };
        run();
        CHECK(exit_code == 0);
        CHECK(notebook.run.data == "three of them");
        CHECK(notebook.versions[2].status == VersionReport::Status::right);  // v3 takes up to 4
        options.n = 10;
        CHECK_THROWS_AS(run(), Error);
    }

    TEST_CASE_FIXTURE(Session, "a fault at pass k is reported at pass k, with its place, and drawn") {
        for (const char* version : {"v1", "v2"})
            for (std::size_t pass = 0; pass < pass_count; ++pass) {
                CAPTURE(version);
                CAPTURE(pass);
                options.only = {version};
                faulty_pass = pass;
                notebook.versions.clear();
                run();
                CHECK(exit_code == 1);
                REQUIRE(notebook.versions.size() == 1);
                const auto& report = notebook.versions[0];
                CHECK(report.status == VersionReport::Status::wrong);
                CHECK(contains(
                    report.message,
                    fmt::format("wrong after add {} (invocations in natural order): element 2 is", pass)));
                CHECK(contains(report.message, "1 of 8 elements differ"));
                REQUIRE(report.pictures.size() == 3);
                for (const auto& picture : report.pictures) CHECK(fs::exists(picture));
            }
    }

    TEST_CASE_FIXTURE(Session, "a fault that only the reversed order shows is found and said so") {
        options.only = {"v2"};
        faulty_pass = 3;
        faulty_mode = 1;
        run();
        CHECK(exit_code == 1);
        CHECK(contains(notebook.versions[0].message, "wrong after add 3"));
        CHECK(contains(notebook.versions[0].message, "reversed order"));
        CHECK(contains(notebook.versions[0].message, "written by invocation 2 of workgroup 0, global id 2"));
    }

    TEST_CASE_FIXTURE(Session, "the page gets each pass once, before the next dispatch begins") {
        run();
        for (const char* version : {"v1_outside", "v2_inside"}) {
            const auto rows = rows_of(notebook, version);
            REQUIRE(rows.size() == 1 + pass_count);
            CHECK(rows[0].input);
            for (std::uint32_t i = 1; i < rows.size(); ++i) {
                CHECK(rows[i].label == fmt::format("add {}", i - 1));
                CHECK(rows[i].pass == i);
                CHECK(rows[i].links == 0);  // this shader runs on no simulator: nothing was observed
                CHECK(rows[i].wrong == 0);
                CHECK(rows[i].dispatch >= 0);
                CHECK(rows[i].written ==
                      std::string(version).starts_with("v2"));  // only a trace shows who wrote what
            }
        }
        // Five dispatches, and one unchecked: the rows of each were sent before the next.
        std::size_t pieces = 0;
        for (const auto& piece : notebook.pieces) pieces += piece.version == "v1_outside" ? 1 : 0;
        CHECK(pieces >= pass_count + 1);
        // The last piece says who made what.
        const auto captioned = std::ranges::find_if(notebook.pieces.rbegin(), notebook.pieces.rend(),
                                                    [](const auto& piece) { return !piece.caption.empty(); });
        REQUIRE(captioned != notebook.pieces.rend());
        CHECK(captioned->caption[0].how_to_read == "Each row is one more than the row above it.");
        CHECK(notebook.pieces[0].programs[0].files[0].name == "99_adding/v1_outside.comp");
    }

    TEST_CASE_FIXTURE(Session,
                      "the page reaches up to the first wrong pass, and knows what was expected there") {
        options.only = {"v1"};
        faulty_pass = 2;
        run();
        const auto rows = rows_of(notebook, "v1_outside");
        REQUIRE(rows.size() == 4);
        CHECK(rows[3].label == "add 2");
        CHECK(rows[3].wrong == 1);
        CHECK(rows[3].expected);
        CHECK(rows[3].again == -1);
    }

    TEST_CASE_FIXTURE(Session,
                      "a pass that is wrong in another order follows all passes, and says which it repeats") {
        options.only = {"v2"};
        faulty_pass = 3;
        faulty_mode = 1;
        run();
        const auto rows = rows_of(notebook, "v2_inside");
        REQUIRE(rows.size() == 2 + pass_count);
        CHECK(rows.back().label == "add 3");
        CHECK(rows.back().again == 4);
        CHECK(rows.back().wrong == 1);
        CHECK(rows[4].wrong == 0);
    }

    TEST_CASE_FIXTURE(Session, "without pictures there is no page") {
        options.pictures = false;
        faulty_pass = 2;
        run();
        CHECK(notebook.pieces.empty());
    }

    TEST_CASE_FIXTURE(Session, "a fault that tracing hides is found without tracing") {
        options.only = {"v2"};
        faulty_pass = 1;
        faulty_mode = 2;
        run();
        CHECK(exit_code == 1);
        CHECK(contains(notebook.versions[0].message, "not traced"));
    }

    TEST_CASE_FIXTURE(Session, "above the work budget some passes are checked, and the report says which") {
        options.n = 4000000;
        buffer_bytes = 1 << 25;
        options.only = {"v1"};
        options.pictures = false;
        run();
        CHECK(exit_code == 0);
        CHECK(notebook.versions[0].passes == pass_count);
        CHECK(notebook.versions[0].passes_checked == 3);
        REQUIRE(!notebook.versions[0].notes.empty());
        CHECK(contains(notebook.versions[0].notes[0], "of 5 passes only 1, 3, 5"));
    }

    TEST_CASE_FIXTURE(Session, "above the work budget a fault is looked at again, and named at its pass") {
        options.n = 4000000;
        buffer_bytes = 1 << 25;
        options.pictures = false;
        for (const std::size_t pass : {1, 2, 4}) {
            CAPTURE(pass);
            options.only = {"v1"};
            faulty_pass = pass;
            notebook.versions.clear();
            run();
            CHECK(exit_code == 1);
            CAPTURE(notebook.versions[0].message);
            CHECK(contains(notebook.versions[0].message, fmt::format("wrong after add {} (", pass)));
            CHECK(!contains(notebook.versions[0].message, "not checked"));
        }
        // The trace of v2's one dispatch would be too large: the sentence reports what that leaves unchecked.
        options.only = {"v2"};
        faulty_pass = 1;
        notebook.versions.clear();
        run();
        CHECK(exit_code == 1);
        CAPTURE(notebook.versions[0].message);
        CHECK(contains(notebook.versions[0].message, "4 passes before it, which were not checked"));
    }

    TEST_CASE_FIXTURE(Session, "a version that is asked for beyond its largest n is wrong usage") {
        options.only = {"v3"};
        run();
        CHECK(exit_code == static_cast<int>(ExitCode::wrong_usage));
    }

    TEST_CASE_FIXTURE(Session, "--n above the driver's limit is refused in a sentence") {
        options.n = 1 << 20;
        CHECK(
            contains(error_of([&] { run(); }).second,
                     "--n 1048576 is above this driver's limit: lesson 99 takes up to 262144 elements here"));
    }

    TEST_CASE_FIXTURE(Session, "exports hold every pass") {
        options.export_file = folder.path() / "passes.csv";
        options.only = {"v1"};
        run();
        const auto table = read_text(options.export_file);
        CHECK(table.starts_with("version,row,pass,index,value\n"));
        CHECK(count(table, "\n") == 1 + 8 * (1 + pass_count));
        CHECK(contains(table, "v1_outside,5,\"add 4\",7,"));
    }

    TEST_CASE_FIXTURE(Session, "pictures that cannot be written take no result with them") {
        fs::remove(folder.path() / lesson.id);
        folder.write(lesson.id, "a file instead of the folder");
        options.only = {"v1", "v2"};
        run();
        REQUIRE(notebook.versions.size() == 2);
        for (const auto& version : notebook.versions) {
            CAPTURE(version.message);
            CHECK(version.status == VersionReport::Status::right);
            CHECK(version.passes_checked == pass_count);
            CHECK(version.pictures.empty());
        }
        CHECK(rows_of(notebook, "v1_outside").size() == 1 + pass_count);
        REQUIRE(notebook.errors.size() == 1);
        CHECK(contains(notebook.errors[0], "cannot be written (Not a directory)"));
        CHECK(exit_code == static_cast<int>(ExitCode::wrong_usage));
    }

    TEST_CASE_FIXTURE(Session, "a wrong pass is named even where nothing can be drawn") {
        fs::remove(folder.path() / lesson.id);
        folder.write(lesson.id, "a file instead of the folder");
        faulty_pass = 2;
        options.only = {"v1"};
        run();
        REQUIRE(notebook.versions.size() == 1);
        CHECK(notebook.versions[0].status == VersionReport::Status::wrong);
        CHECK(contains(notebook.versions[0].message, "add 2"));
        CHECK(notebook.errors.size() == 1);
        CHECK(exit_code == 1);
    }

    TEST_CASE_FIXTURE(Session, "an export keeps the link it is asked to go through, and its permissions") {
        const auto table = folder.write("elsewhere/table.csv", "old");
        fs::permissions(table, fs::perms::owner_read | fs::perms::owner_write);
        options.export_file = folder.path() / "link.csv";
        fs::create_symlink("elsewhere/table.csv", options.export_file);
        options.only = {"v1"};
        run();
        CHECK(exit_code == 0);
        CHECK(fs::is_symlink(options.export_file));
        CHECK(read_text(table).starts_with("version,row,pass,index,value\n"));
        CHECK(fs::status(table).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    }

    TEST_CASE_FIXTURE(Session, "a shader that does not build fails its version alone") {
        folder.write("shaders/99_adding/v1_outside.comp", "#version 450 core\nvoid main() {}\n");
        run();
        CHECK(exit_code == static_cast<int>(ExitCode::shader_does_not_build));
        CHECK(notebook.versions[0].status == VersionReport::Status::failed);
        CHECK(notebook.versions[1].status == VersionReport::Status::right);
    }
}

}  // namespace runner_test
