// SPDX-License-Identifier: MIT
// What counts as one save of a file. The test keeps its own time, so that nothing waits.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "common/program/watch/changes.hpp"
#include "common/program/watch/lock.hpp"
#include "tests/support/folder.hpp"

namespace watch_changes_test {

using namespace pbp;
using namespace pbp::test;
using watch::Change;
using watch::Changes;
using Kind = watch::Change::Kind;

namespace {

using namespace std::chrono_literals;

/// Two files that are watched, a.comp and b.glsl; b does not exist yet.
struct Watched {
    Watched() {
        folder.write("a.comp", "first");
        changes.watch({a, b});
    }
    /// The changes seen after some time.
    std::vector<Change> after(std::chrono::milliseconds time) { return changes.look(now += time); }
    /// The changes seen once all files are stable.
    std::vector<Change> settled() {
        const auto at_once = after(1ms);
        CHECK(at_once.empty());
        return after(Changes::settled_gone);
    }
    Folder folder;
    fs::path a = folder.path() / "a.comp", b = folder.path() / "b.glsl";
    Changes changes;
    Changes::Clock::time_point now = Changes::Clock::now();
};

const auto long_after = Changes::same_save + 1ms;

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("nothing changes while nobody saves") {
        Watched watched;
        CHECK(watched.changes.existing() == 1);
        CHECK(watched.after(1s).empty());
    }

    TEST_CASE("a save is reported once, when size and time have stopped changing") {
        Watched watched;
        watched.folder.write("a.comp", "second");
        CHECK(watched.after(0ms).empty());
        CHECK(watched.after(Changes::settled - 1ms).empty());
        CHECK(watched.after(1ms) == std::vector{Change{watched.a, Kind::saved}});
        CHECK(watched.after(1s).empty());
    }

    TEST_CASE("an editor that truncates, writes half and then the rest has saved once") {
        Watched watched;
        for (const char* part : {"", "sec", "second half"}) {
            watched.folder.write("a.comp", part);
            CHECK(watched.after(Changes::settled - 1ms).empty());
        }
        CHECK(watched.after(Changes::settled) == std::vector{Change{watched.a, Kind::saved}});
    }

    TEST_CASE("an editor that renames a new file over the old one has saved once") {
        Watched watched;
        fs::rename(watched.folder.write(".a.swp", "second"), watched.a);
        CHECK(watched.settled() == std::vector{Change{watched.a, Kind::saved}});
        fs::rename(watched.a, watched.folder.path() / "a.comp~");  // first the old one becomes a backup
        CHECK(watched.after(1ms).empty());
        watched.folder.write("a.comp", "third");
        CHECK(watched.settled() == std::vector{Change{watched.a, Kind::saved}});
    }

    TEST_CASE("the same contents written twice at once are one save, and later a request to rerun") {
        Watched watched;
        watched.folder.write("a.comp", "second");
        CHECK(watched.settled().size() == 1);
        const auto again = [&] {
            watched.folder.write("a.comp", "second");
            fs::last_write_time(watched.a, fs::last_write_time(watched.a) + 1s);
        };
        again();
        CHECK(watched.after(1ms).empty());
        CHECK(watched.after(Changes::settled).empty());
        watched.now += long_after;
        again();
        CHECK(watched.settled() == std::vector{Change{watched.a, Kind::saved}});
    }

    TEST_CASE("files that were there before and after are reported together") {
        Watched watched;
        watched.folder.write("a.comp", "second");
        watched.folder.write("b.glsl", "new");
        CHECK(watched.settled() ==
              std::vector{Change{watched.a, Kind::saved}, Change{watched.b, Kind::saved}});
        CHECK(watched.changes.existing() == 2);
    }

    TEST_CASE("a file that is emptied, deleted, or becomes a folder is reported, and so is its return") {
        Watched watched;
        watched.folder.write("a.comp", "");
        CHECK(watched.settled() == std::vector{Change{watched.a, Kind::emptied}});
        fs::remove(watched.a);
        CHECK(watched.settled() == std::vector{Change{watched.a, Kind::deleted}});
        fs::create_directory(watched.a);
        CHECK(watched.settled() == std::vector{Change{watched.a, Kind::folder}});
        fs::remove(watched.a);
        watched.folder.write("a.comp", "first");
        CHECK(watched.settled() == std::vector{Change{watched.a, Kind::saved}});
        CHECK(watch::in_words(Kind::emptied) == "is empty now");
        CHECK(watch::in_words(Kind::folder) == "is a folder now");
        fs::remove(watched.a);
        REQUIRE(::mkfifo(watched.a.c_str(), 0600) == 0);
        CHECK(watched.settled() == std::vector{Change{watched.a, Kind::special}});
        CHECK(watch::in_words(Kind::special) == "is a pipe or a device now");
    }

    TEST_CASE("a link that no longer leads anywhere counts as deleted") {
        Watched watched;
        const auto other = watched.folder.write("other", "first");
        fs::remove(watched.a);
        fs::create_symlink(other, watched.a);
        watched.settled();
        fs::remove(other);
        CHECK(watched.settled() == std::vector{Change{watched.a, Kind::deleted}});
    }

    TEST_CASE("the set of watched files may change; what is known of the others stays") {
        Watched watched;
        const auto c = watched.folder.write("c.glsl", "c");
        watched.folder.write("a.comp", "second");
        watched.changes.watch({watched.a, c});
        watched.folder.write("b.glsl", "nobody looks");
        CHECK(watched.settled() == std::vector{Change{watched.a, Kind::saved}});
    }
}

}  // namespace watch_changes_test
