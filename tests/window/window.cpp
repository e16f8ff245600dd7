// SPDX-License-Identifier: MIT
// Lesson 08's window as a person uses it, on an X server started for the test (Xvfb): keys by xdotool,
// screenshots by ImageMagick's import. Without these the test prints SKIPPED, or fails if PBP_REQUIRE_GPU
// is 1.
#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>

#include "common/picture/canvas/canvas.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/program.hpp"
#include "tests/window/click_on_cross.hpp"

using namespace pbp::test;
using pbp::picture::Canvas, pbp::picture::Color;

namespace {

std::string said_by(const std::string& line) {
    auto text = run_program({"sh", "-c", line}).output;
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

/// True if the test runs on its own server; otherwise restarts itself on one, and checks how that ends.
bool on_own_server() {
    if (std::getenv("PBP_OWN_SERVER") != nullptr) return true;
    for (const char* tool : {"xvfb-run", "xdotool", "import"}) {
        if (run_program({"sh", "-c", std::string("command -v ") + tool}).exit_code == 0) continue;
        const char* required = std::getenv("PBP_REQUIRE_GPU");
        REQUIRE_MESSAGE((required == nullptr || std::string(required) != "1"), tool, " is missing");
        std::printf("SKIPPED: the window is tested with xvfb-run, xdotool and import; %s is missing\n", tool);
        return false;
    }
    const auto outcome =
        run_program(on_own_display({std::string(PBP_BINARY_DIR) + "/tests/test_window"}, "1400x900x24"),
                    "PBP_OWN_SERVER=1");
    CAPTURE(outcome.output);
    CHECK(outcome.exit_code == 0);
    return false;
}

template <typename Condition>
bool soon(Condition condition) {
    for (int i = 0; i < 100; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return false;
}

/// A lesson in its window, alone on the screen, in the upper left corner.
class Shown {
  public:
    explicit Shown(const std::string& words) {
        pipe_ = ::popen(
            (quoted(lesson_program("08_particles")) + " window " + words + " 2>&1; echo exit $?").c_str(),
            "r");
        REQUIRE(pipe_ != nullptr);
        const bool appeared = soon([&] {
            id_ = said_by("xdotool search --name 'Pass by Pass' 2>/dev/null | head -n 1");
            return !id_.empty();
        });
        CHECK(appeared);
        said_by("xdotool mousemove 300 300");  // without a window manager the keys follow the pointer
    }
    /// Its output, with its exit code in the last line.
    std::string ended() {
        std::string text;
        char chunk[256];
        while (std::fgets(chunk, sizeof(chunk), pipe_) != nullptr) text += chunk;
        ::pclose(std::exchange(pipe_, nullptr));
        return text;
    }
    ~Shown() {
        if (pipe_ == nullptr) return;
        press("q");
        ended();
    }
    Shown(const Shown&) = delete;
    Shown& operator=(const Shown&) = delete;

    void press(const std::string& key) { said_by("xdotool key " + key); }
    void resize(int width, int height) {
        said_by("xdotool windowsize " + id_ + " " + std::to_string(width) + " " + std::to_string(height));
    }
    void close() { REQUIRE(click_on_cross(std::stoul(id_))); }
    Canvas look() {
        const auto file = folder_.path() / "screen.png";
        REQUIRE(run_program({"import", "-window", "root", "png24:" + file.string()}).exit_code == 0);
        return pbp::picture::load(file);
    }
    /// True if two screenshots some time apart are equal.
    bool rests() {
        const auto first = look();
        std::this_thread::sleep_for(std::chrono::milliseconds(400));
        return same(first, look());
    }
    static bool same(const Canvas& a, const Canvas& b, int from_row = 0) {
        for (int y = from_row; y < a.height(); ++y)
            for (int x = 0; x < a.width(); ++x)
                if (a.at(x, y) != b.at(x, y)) return false;
        return true;
    }

  private:
    Folder folder_;
    std::string id_;
    FILE* pipe_ = nullptr;
};

/// What is visible of points or letters: pixels far brighter than any background, and the box around them.
struct Bright {
    int count = 0, left = 100000, right = -1, top = 100000, bottom = -1;
};
Bright bright(const Canvas& screen, int from_row, int to_row) {
    Bright found;
    for (int y = from_row; y < to_row; ++y)
        for (int x = 0; x < screen.width(); ++x) {
            const Color c = screen.at(x, y);
            if (std::max({c.r, c.g, c.b}) < 110) continue;
            ++found.count;
            found.left = std::min(found.left, x);
            found.right = std::max(found.right, x);
            found.top = std::min(found.top, y);
            found.bottom = std::max(found.bottom, y);
        }
    return found;
}
constexpr int band = 60;  // rows with the help lines

}  // namespace

TEST_SUITE("gpu") {
    TEST_CASE("the window shows particles and a help line; it pauses, steps, resets, resizes and closes") {
        if (!on_own_server()) return;
        Shown window("--n 5000 --seed 3");
        CHECK(soon([&] { return bright(window.look(), band, 720).count > 2000; }));
        CHECK(!window.rests());  // it moves

        window.press("space");
        CHECK(soon([&] { return window.rests(); }));
        const auto paused = window.look();
        const auto help = bright(paused, 0, band), points = bright(paused, band, 720);
        CHECK(help.count > 1000);
        CHECK(help.right < 1000);  // and not cut off
        CHECK(points.count > 1000);
        CHECK(points.bottom - points.top > 100);
        CHECK(bright(paused, 722, 900).count == 0);  // nothing next to the window

        window.press("n");
        CHECK(soon([&] { return !Shown::same(paused, window.look(), band) && window.rests(); }));

        window.press("r");  // all at the nozzle again
        CHECK(soon([&] {
            const auto now = bright(window.look(), band, 720);
            return now.count > 20 && now.right - now.left < 60 && now.bottom - now.top < 60;
        }));
        for (int i = 0; i < 12; ++i) window.press("n");
        CHECK(soon([&] { return window.rests(); }));
        const auto by_v2 = window.look();
        for (const char* version : {"1", "3"}) {  // other layouts, the same particles
            window.press(version);
            CHECK(soon([&] { return !Shown::same(by_v2, window.look()) && window.rests(); }));
            CHECK(Shown::same(by_v2, window.look(), band));
        }

        window.resize(600, 500);
        CHECK(soon([&] {
            const auto now = window.look();
            return bright(now, band, 500).count > 20 && bright(now, band, 500).right < 600 &&
                   bright(now, 500, 900).count == 0 && bright(now, 0, band).count > 1000;
        }));
        window.resize(1, 1);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        window.resize(900, 640);
        window.press("space");
        CHECK(soon([&] { return bright(window.look(), band, 640).count > 2000; }));
        CHECK(!window.rests());

        window.close();
        CHECK(window.ended() == "exit 0\n");
    }

    TEST_CASE("q and escape close the window; it starts with the version asked for") {
        if (std::getenv("PBP_OWN_SERVER") == nullptr) return;  // the run of the first test covers it
        for (const char* key : {"q", "Escape"}) {
            Shown window("--n 100 --only v3");
            CHECK(soon([&] { return bright(window.look(), 0, band).count > 1000; }));
            window.press(key);
            CHECK(window.ended() == "exit 0\n");
        }
    }

    TEST_CASE("too many particles, or no display, gives a sentence") {
        if (std::getenv("PBP_OWN_SERVER") == nullptr) return;
        check_ended(run_program({lesson_program("08_particles"), "window", "--n", "1000000000"}), 2,
                    {"lesson 08 takes up to"});
        check_refused(
            run_program({lesson_program("08_particles"), "window"}, "env -u DISPLAY -u WAYLAND_DISPLAY"), 4,
            {"window needs a display"});
    }
}
