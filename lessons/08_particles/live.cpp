// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "common/device/timer.hpp"
#include "common/lesson/version_names.hpp"
#include "common/picture/canvas/paragraph.hpp"
#include "lessons/08_particles/stories.hpp"

using namespace pbp;
using Clock = std::chrono::steady_clock;

namespace particles {

namespace {

constexpr const char* versions[] = {"v1_aos_vec3", "v2_aos", "v3_soa"};

/// One version's particles in the window.
class Simulation {
  public:
    template <typename T>
    Simulation(Device& gpu, const std::string& version, std::uint32_t local_size, std::uint32_t seed,
               const State<T>& state)
        : gpu_(gpu),
          version_(version),
          n_(static_cast<std::uint32_t>(state.size())),
          layout_(layout(version, n_)),
          program_(gpu.program("08_particles/" + version + ".comp",
                               {{{"LOCAL_SIZE", std::to_string(local_size)}}})),
          points_(gpu, version, n_, n_),
          buffer_(gpu.buffer(packed(state, layout_, layout_.words))) {
        program_.set("n", n_).set("seed", seed);
    }
    void step(std::uint32_t step_number) {
        program_.set("step_number", step_number);
        gpu_.dispatch(program_, groups_for(n_, program_.local_size().x, gpu_.limits()), {inout(0, buffer_)});
    }
    void draw() { points_.draw_into_window(buffer_, as_one_looks(gpu_.window().size())); }
    Seen read() { return unpacked(gpu_.read(buffer_), layout_, n_); }
    const std::string& version() const { return version_; }

  private:
    Device& gpu_;
    std::string version_;
    std::uint32_t n_;
    Layout layout_;
    Program program_;
    Points points_;
    Buffer<std::uint32_t> buffer_;
};

/// A band of text over the top of the window, wrapped to its width.
Image band(Device& gpu, glm::uvec2 window, const std::vector<std::string>& texts) {
    using namespace picture;
    const float size = std::clamp(static_cast<float>(window.y) / 44, 12.0F, 40.0F), indent = size,
                width = std::max(static_cast<float>(window.x) - 2 * indent, size);
    std::vector<std::string> lines;
    for (const auto& text : texts)
        for (const auto& line : wrapped(text, width, size)) lines.push_back(line);
    const auto height = static_cast<int>(size * (1.45F * static_cast<float>(lines.size()) + 0.6F));
    Canvas canvas(static_cast<int>(window.x), height, {30, 34, 44});
    for (std::size_t i = 0; i < lines.size(); ++i)
        canvas.text({indent, size * (1.45F * static_cast<float>(i) + 1.3F)}, lines[i], size, {240, 240, 240});
    std::vector<Pixel> pixels;
    pixels.reserve(static_cast<std::size_t>(canvas.width()) * static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < canvas.width(); ++x) {
            const auto c = canvas.at(x, y);
            pixels.emplace_back(c.r, c.g, c.b, 255);
        }
    return gpu.image({window.x, static_cast<unsigned>(height)}, pixels);
}

/// The window's state, and what the keys do to it.
class Live {
  public:
    Live(Device& gpu, std::uint32_t n, std::uint32_t local_size, std::uint32_t seed, const char* version)
        : gpu_(gpu), n_(n), local_size_(local_size), seed_(seed) {
        start(version);
    }

    void run() {
        auto& window = gpu_.window();
        auto due = Clock::now();
        while (window.is_open() && !left_) {
            for (const char key : window.take_keys()) press(key);
            const auto now = Clock::now();
            int steps = 0;
            // Real time decides how many steps of the fixed length a frame takes; a machine that cannot keep
            // up gets slow motion instead of ever more work.
            for (; !paused_ && due <= now && steps < most_steps_a_frame; ++steps) due += length;
            if (due <= now) due = now + length;
            frame(steps + std::exchange(single_steps_, 0));
            window.present();
            window.wait(std::chrono::duration<double>(due - Clock::now()).count());
        }
    }

  private:
    static constexpr int most_steps_a_frame = 4;
    static constexpr auto length =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(time_step));

    void start(const char* version) {
        step_number_ = 0;
        simulation_ = std::make_unique<Simulation>(gpu_, version, local_size_, seed_, born(n_, seed_));
    }
    void press(char key) {
        band_.reset();
        if (key == ' ') paused_ = !paused_;
        if (key == 'n' || key == '.') paused_ = true, ++single_steps_;
        if (key == 'r') start(versions[version_index()]);
        if (key == 'q' || key == '\x1b') left_ = true;
        if (key >= '1' && key <= '3')  // the same particles in another layout
            simulation_ = std::make_unique<Simulation>(gpu_, versions[key - '1'], local_size_, seed_,
                                                       simulation_->read());
    }
    std::size_t version_index() const {
        return static_cast<std::size_t>(std::ranges::find(versions, simulation_->version()) - versions);
    }
    void frame(int steps) {
        const auto size = gpu_.window().size();
        Timer timer(gpu_, "08_particles/" + simulation_->version() + ", a frame of the window");
        for (int i = 0; i < steps; ++i) simulation_->step(++step_number_);
        if (size.x == 0 || size.y == 0) return;  // minimised: nothing to draw on
        simulation_->draw();
        const double took_ms = timer.elapsed_ms();
        if (steps > 0) frame_ms_ = frame_ms_ == 0 ? took_ms : 0.95 * frame_ms_ + 0.05 * took_ms;
        show_band(size);
    }
    void show_band(glm::uvec2 size) {
        constexpr auto readable = std::chrono::milliseconds(200);  // faster changes are unreadable
        const auto now = Clock::now();
        if (!band_ || band_for_ != size || (!paused_ && now - band_made_ > readable)) {
            band_.emplace(
                band(gpu_, size,
                     {fmt::format("{}: {} particles, step {}, {:.1f} ms per frame{}", simulation_->version(),
                                  n_, step_number_, frame_ms_, paused_ ? ", paused" : ""),
                      "space: pause    n: one step    r: reset    1 2 3: version    q: quit"}));
            band_for_ = size;
            band_made_ = now;
        }
        gpu_.show(*band_);
    }

    Device& gpu_;
    std::uint32_t n_, local_size_, seed_, step_number_ = 0;
    std::unique_ptr<Simulation> simulation_;
    bool paused_ = false, left_ = false;
    int single_steps_ = 0;
    double frame_ms_ = 0;
    std::optional<Image> band_;
    glm::uvec2 band_for_{0};
    Clock::time_point band_made_;
};

}  // namespace

void live(Device& gpu, const Options& options) {
    const std::uint32_t own_n = gpu.info().software ? 20000 : 200000;
    const char* version = versions[1];
    for (const char* name : versions)
        if (!options.only.empty() && means_version(options.only.front(), name)) version = name;
    const std::uint32_t local_size = options.choice.local_size > 0 ? options.choice.local_size : 256;
    Live(gpu, options.n.value_or(own_n), local_size, folded(options.seed), version).run();
}

}  // namespace particles
