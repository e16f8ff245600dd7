// SPDX-License-Identifier: MIT
// The page of a run in the process that owns the terminal.
#include "common/terminal/run_page.hpp"

#include <doctest/doctest.h>

#include "common/event/encoding.hpp"
#include "common/lesson/lesson.hpp"
#include "common/program/command_line.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/notebook.hpp"
#include "tests/support/page_text.hpp"

namespace run_page_test {

using namespace pbp;
using namespace pbp::test;

namespace {

page::Piece piece_of(const std::string& version, const std::string& label, bool restart) {
    page::Piece piece;
    piece.version = version;
    piece.restart = restart;
    page::RowCoder coder;
    const std::vector<std::uint32_t> values{1, 2, 3};
    piece.rows = {coder.add({.total = 3}, {.name = label, .values = values, .number = 0}, piece.bytes)};
    piece.dispatches = {{0, {2, 1, 1}, {8, 1, 1}, 4}};
    piece.programs = {{"v1.comp", {{"v1.comp", "void main() {}"}}}};
    piece.line_notes = {{"v1.comp", 1, "race", "both write"}};
    piece.line_counts = {{"v1.comp", 1, "sectors", 4}};
    piece.caption = {{"title", "how", "value", 8, {4, 2, 1}, 0}};
    return piece;
}

struct Session {
    Folder folder;
    Lesson lesson{.id = "99_page",
                  .title = "page",
                  .about = "",
                  .n = 3,
                  .data = InputKind::small,
                  .versions = {{.name = "v9", .idea = "first"}, {.name = "v10", .idea = "second"}},
                  .story = nullptr};
    CommandLine line;
    Notebook next;
    Session() {
        line.options.out = folder.path();
        fs::create_directories(folder.path() / lesson.id);
    }
    std::string written() const { return read_text(folder.path() / lesson.id / "index.html"); }
    /// What the page says of the rows of all versions, in the page's order.
    std::string rows() const {
        std::string all;
        const auto run = nlohmann::json::parse(element(written(), "run"));
        for (const auto& version : run["versions"]) all += heads_of(version).dump();
        return all;
    }
};

RunReport started() {
    RunReport report;
    report.lesson = "99_page";
    report.title = "page";
    return report;
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE_FIXTURE(Session,
                      "a run that died in a version leaves that version's passes, and the sentence") {
        RunPage page(lesson, line.presentation(), next);
        page.start(started());
        page.recorded(piece_of("v9", "the pass before", true));
        page.error(6, "The worker died.");
        CHECK(page.write() == folder.path() / "99_page/index.html");
        CHECK(contains(rows(), "the pass before"));
        CHECK(contains(written(), "The worker died."));
        CHECK(contains(read_text(folder.path() / "index.html"), "The worker died."));
        CHECK(next.pieces.size() == 1);
    }

    TEST_CASE_FIXTURE(Session, "a version that is run again replaces its passes and leaves the others") {
        RunPage page(lesson, line.presentation(), next);
        page.start(started());
        page.recorded(piece_of("v10", "of the second", true));
        page.recorded(piece_of("v9", "old", true));
        page.write();
        page.recorded(piece_of("v9", "new", true));
        page.recorded(piece_of("v9", "newer", false));
        page.write();
        CHECK(!contains(rows(), "\"old\""));
        CHECK(contains(rows(), "\"new\""));
        CHECK(contains(rows(), "\"newer\""));
        CHECK(rows().find("of the second") > rows().find("\"newer\""));  // v9 comes first, though not as text
        std::size_t files = 0;
        for (const auto& entry : fs::directory_iterator(folder.path() / "99_page"))
            files += entry.is_regular_file() ? 1 : 0;
        CHECK(files == 2);  // with the folder's list, and no half-written file
    }

    TEST_CASE_FIXTURE(Session, "what a GPU would take is on the page, with what each line takes of it") {
        RunPage page(lesson, line.presentation(), next);
        page.start(started());
        page.recorded(piece_of("v9", "pass", true));
        VersionReport report;
        report.name = "v9";
        report.predicted = {.card = "a GPU", .us = 41.5, .off = 0.25, .limit = "memory", .measured_us = 40};
        sim::ProgramReport program;
        program.lines.resize(2);
        program.lines[0].file = program.lines[1].file = "shaders/v1.comp";
        program.lines[0].line = 1;
        program.lines[0].predicted_us = 12.5;
        program.lines[1].line = 2;
        report.simulation = {program};
        page.version(report);
        page.write();
        const auto run = nlohmann::json::parse(element(written(), "run"));
        const auto& version = run["versions"][0];
        CHECK(version["predicted"]["us"] == 41.5);
        CHECK(version["predicted"]["off"] == 0.25);
        CHECK(version["predicted"]["measured_us"] == 40);
        REQUIRE(version["line_counts"].size() == 1);
        CHECK(version["line_counts"][0]["what"] == "us predicted");
        CHECK(version["line_counts"][0]["value"] == 12.5);
    }

    TEST_CASE_FIXTURE(Session, "with nothing to show, or nothing wanted, what is there stays") {
        RunPage nothing(lesson, line.presentation(), next);
        CHECK(nothing.write().empty());
        for (auto set : {+[](CommandLine& one) { one.options.pictures = false; },
                         +[](CommandLine& one) { one.mode = mode::Bench(); },
                         +[](CommandLine& one) { one.mode = mode::Tune(); },
                         +[](CommandLine& one) { one.mode = mode::Soak(); },
                         +[](CommandLine& one) { one.mode = mode::Judge(); },
                         +[](CommandLine& one) { one.mode = mode::Capture(); }}) {
            line = {};
            line.options.out = folder.path();
            set(line);
            RunPage page(lesson, line.presentation(), next);
            page.start(started());
            page.recorded(piece_of("v9", "pass", true));
            CHECK(page.write().empty());
        }
        CHECK(!fs::exists(folder.path() / "99_page/index.html"));
    }

    TEST_CASE_FIXTURE(Session, "where the page cannot go is said before the run") {
        RunPage page(lesson, line.presentation(), next);
        page.ensure_writable();
        fs::create_directories(folder.path() / "99_page/index.html");
        CHECK_THROWS_AS(page.ensure_writable(), Error);
    }

    TEST_CASE("a page that somebody else wrote is named before the run, and stays") {
        for (const std::string name : {"index.html", "99_page/index.html"}) {
            CAPTURE(name);
            Session session;
            const auto& folder = session.folder;
            const std::string text = "<!doctype html>\n<title>My pages on Pass by Pass</title>\n";
            const auto theirs = folder.write(name, text);
            RunPage page(session.lesson, session.line.presentation(), session.next);
            CHECK(contains(sentence_of(ExitCode::wrong_usage, [&] { page.ensure_writable(); }),
                           theirs.string() + " is in the way"));
            page.start(started());
            page.recorded(piece_of("v9", "pass", true));
            CHECK_THROWS_AS(page.write(), Error);
            CHECK(read_text(theirs) == text);
            fs::remove(theirs);
            page.write();
            fs::remove(theirs.parent_path() / ".pass_by_pass");
            page.ensure_writable();  // a version that kept no list wrote it
        }
    }

    TEST_CASE("a piece passes the pipe to the parent unchanged") {
        const auto sent = piece_of("v1", "a label with \"quotes\" and \n", true);
        EventReader parent;
        parent.append(encoded(event::Recorded{sent}));
        const auto event = parent.next();
        REQUIRE(event);
        const auto& heard = std::get<event::Recorded>(*event).piece;
        CHECK(heard.version == sent.version);
        CHECK(heard.restart);
        CHECK(heard.bytes == sent.bytes);
        REQUIRE(heard.rows.size() == 1);
        CHECK(heard.rows[0].label == sent.rows[0].label);
        CHECK(heard.rows[0].cells == 3);
        CHECK(heard.rows[0].again == -1);
        CHECK(heard.dispatches[0].local_size[0] == 8);
        CHECK(heard.programs[0].files[0].text == "void main() {}");
        CHECK(heard.line_notes[0].text == "both write");
        CHECK(heard.line_counts[0].value == 4);
        CHECK(heard.caption[0].shape[1] == 2);
    }
}

}  // namespace run_page_test
