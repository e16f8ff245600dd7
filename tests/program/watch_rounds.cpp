// SPDX-License-Identifier: MIT
// Rounds of a watcher with a scripted worker: what is run, what is reported, what remains after a failure.
#include <doctest/doctest.h>

#include <fmt/ranges.h>

#include <limits>

#include "common/event/sink.hpp"
#include "common/program/watch/passes.hpp"
#include "common/program/watch/rounds.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/notebook.hpp"

namespace watch_rounds_test {

using namespace pbp;
using namespace pbp::test;
using Status = VersionReport::Status;

namespace {

VersionReport report(const std::string& name, Status status = Status::right, int exit_code = 0) {
    VersionReport made;
    made.name = name;
    made.status = status;
    made.exit_code = exit_code;
    if (exit_code == 0) made.pictures = {"/out/" + name + ".png"};
    return made;
}

std::string notes_of(const VersionReport& report) {
    return fmt::format("{}", fmt::join(report.notes, "|"));
}

/// An array, or an image of this width, as a watcher keeps it.
record::Pass pass(const std::string& name, const std::vector<double>& values, std::uint32_t width = 0) {
    return {.name = name, .values = values, .image = {width, 0}};
}

watch::Passes passes(std::vector<record::Pass> of, Timing timing = {}) {
    return {std::move(of), 0, timing};
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("a round runs its versions with one order, and reports once what it is about") {
        Notebook notebook;
        std::vector<std::string> orders;
        watch::Rounds rounds(notebook, [&](const std::string& names, Sink& sink) {
            orders.push_back(names);
            sink.start({});
            sink.begin(Observer::Activity::build, "common/probe.comp");
            sink.version(report("v1"));
            if (names != "v1") sink.version(report("v2"));
            return 0;
        });
        CHECK(rounds.run({"v1", "v2"}) == 0);
        CHECK(rounds.run({"v1"}) == 0);
        CHECK(orders == std::vector<std::string>{"v1,v2", "v1"});
        CHECK(notebook.starts == 1);
        CHECK(notebook.versions.size() == 3);
        CHECK(rounds.built("v1").contains("common/probe.comp"));
        CHECK(rounds.built("v2").empty());
    }

    TEST_CASE("a version that hangs has failed, and those after it run in a new worker") {
        Notebook notebook;
        std::vector<std::string> orders;
        bool hangs = false;
        watch::Rounds rounds(notebook, [&](const std::string& names, Sink& sink) {
            orders.push_back(names);
            sink.start({});
            if (names.starts_with("v1")) sink.version(report("v1"));
            if (names.starts_with("v3")) return sink.version(report("v3")), 0;
            if (hangs) return sink.error(5, "v2 did not end."), 5;
            return sink.version(report("v2")), sink.version(report("v3")), 0;
        });
        CHECK(rounds.run({"v1", "v2", "v3"}) == 0);
        hangs = true;
        notebook.versions.clear();
        CHECK(rounds.run({"v1", "v2", "v3"}) == 0);
        CHECK(orders.back() == "v3");
        REQUIRE(notebook.versions.size() == 3);
        CHECK(notebook.versions[1].name == "v2");
        CHECK(notebook.versions[1].status == Status::failed);
        CHECK(notebook.versions[1].message == "v2 did not end.");
        CHECK(contains(notes_of(notebook.versions[1]), "the last right result is kept: /out/v2.png"));
        CHECK(notebook.versions[2].status == Status::right);
        CHECK(notebook.errors.empty());
    }

    TEST_CASE("what concerns all versions ends the round") {
        Notebook notebook;
        watch::Rounds rounds(notebook, [&](const std::string&, Sink& sink) {
            sink.error(2, "--n is too large.");
            return 2;
        });
        CHECK(rounds.run({"v1", "v2"}) == 2);
        CHECK(notebook.errors == std::vector<std::string>{"--n is too large."});
        CHECK(notebook.versions.empty());
    }

    TEST_CASE("a worker that ends silently is not restarted for ever") {
        Notebook notebook;
        int started = 0;
        watch::Rounds rounds(notebook, [&](const std::string&, Sink&) { return ++started, 6; });
        CHECK(rounds.run({"v1"}) == 6);
        CHECK(started == 1);
    }

    TEST_CASE("a result is kept only where there was one") {
        Notebook notebook;
        watch::Rounds rounds(notebook, [&](const std::string& name, Sink& sink) {
            sink.version(report(name, Status::wrong, 1));
            return 0;
        });
        rounds.run({"v1"});
        CHECK(notebook.versions.front().notes.empty());
    }

    TEST_CASE("passes are compared by name and cell") {
        const auto before =
            passes({pass("input", {1, 2, 3}), pass("block 2", {1, 2, 3}), pass("block 4", {5})});
        auto now = before;
        CHECK(watch::in_words(watch::differences(before, now), before, now) ==
              "the same passes as in the last round");
        now.passes[1].values = std::vector<double>{1, 7, 8};
        now.passes.pop_back();
        CHECK(watch::in_words(watch::differences(before, now), before, now) ==
              "changed since the last round: block 2 (2 cells); it ended 1 pass earlier");
        CHECK(watch::in_words(watch::differences(now, before), now, before) ==
              "changed since the last round: block 2 (2 cells); it got 1 pass further");
        now.passes[1] = pass("another", {9, 9, 9});
        CHECK(watch::differences(before, now).empty());
        const auto nan = std::numeric_limits<double>::quiet_NaN();
        const auto one = passes({pass("a", {nan, 1})});
        CHECK(watch::differences(one, one).empty());
        CHECK(watch::differences(one, passes({pass("a", {nan})})).front().cells == 1);
        const auto image = passes({pass("grey", {1, 2}, 2)}), other = passes({pass("grey", {1, 3}, 2)});
        CHECK(contains(watch::in_words(watch::differences(image, other), image, other), "grey (1 pixel)"));
    }

    TEST_CASE("the first of many changed passes are named") {
        watch::Passes before, now;
        for (int i = 0; i < 9; ++i) {
            before.passes.push_back(pass("pass " + std::to_string(i), {0}));
            now.passes.push_back(pass("pass " + std::to_string(i), {1}));
        }
        const auto words = watch::in_words(watch::differences(before, now), before, now);
        CHECK(contains(words, "pass 3 (1 cell); 5 more passes after them"));
        CHECK(!contains(words, "pass 4"));
    }

    TEST_CASE("code is the same where only comments and blanks differ") {
        const Folder folder;
        const auto code = [&](const std::string& text) {
            return watch::code_of(
                {folder.write("a.comp", text), folder.write("b.glsl", "const uint b = 1u;\n")});
        };
        const auto before = code("void main() {\n    a[0] += 1u;  // one\n}\n");
        CHECK(code("// new\n/* and\n   more */\nvoid main() {\n  a[0] += 1u;\n\n}\n") == before);
        CHECK(code("void main() {\n    a[0] += 2u;  // one\n}\n") != before);
        CHECK(code("#define A a\nvoid main() {\n    a[0] += 1u;\n}\n") != before);
    }

    TEST_CASE("a difference in time must exceed the spread of both rounds") {
        const Timing before{0.030, 0.020, 5}, after{0.062, 0.015, 5}, once{30, 0, 1}, twice{62, 0, 1};
        CHECK(watch::compared(before, after, true).empty());
        CHECK(contains(watch::compared({0.030, 0.010, 5}, after, true), "takes 2.07 times as long"));
        CHECK(contains(watch::compared(once, twice, true), "takes 2.07 times as long"));
        CHECK(watch::compared(once, {47, 0, 1}, true).empty());  // a single run has no spread
    }

    TEST_CASE("times are compared if they mean something") {
        const Timing one{1.0, 0.1, 5}, near{1.05, 0.1, 5}, twice{2.0, 0.1, 5}, vague{1.4, 0.6, 5}, none{};
        CHECK(watch::compared(one, twice, true) == "takes 2.00 times as long as before: 2 ms, was 1 ms");
        CHECK(watch::compared(one, near, true).empty());
        CHECK(watch::compared(one, near, false) == "takes as long as before: 1.05 ms");
        CHECK(watch::compared(one, vague, false) == "takes as long as before: 1.4 ms");
        CHECK(contains(watch::compared(twice, one, false), "takes 0.50 times as long"));
        CHECK(watch::compared(none, one, false).empty());
        CHECK(watch::compared(one, none, true).empty());
    }

    TEST_CASE("passes survive in a file; a damaged file counts as missing") {
        Folder folder;
        const auto file = folder.path() / "v1.passes";
        CHECK(!watch::Passes::load(file));
        const auto kept = passes({pass("input", {1, 0.1, -1e300}, 3)}, {1.5, 0.25, 5});
        kept.save(file);
        const auto read = watch::Passes::load(file);
        REQUIRE(read);
        REQUIRE(read->passes.size() == 1);
        CHECK(read->passes[0].name == "input");
        CHECK(read->passes[0].values.doubles() == std::vector<double>{1, 0.1, -1e300});
        CHECK(read->passes[0].image.x == 3);
        CHECK(read->timing.median_ms == 1.5);
        for (const std::string& damaged :
             std::vector{std::string(), std::string("\xa1\x61"), read_text(file).substr(0, 30)}) {
            folder.write("v1.passes", damaged);
            CHECK(!watch::Passes::load(file));
        }
    }
}

}  // namespace watch_rounds_test
