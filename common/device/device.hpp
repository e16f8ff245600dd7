// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/device/buffer.hpp"
#include "common/device/painter.hpp"
#include "common/device/program.hpp"

namespace pbp {

/// Where shaders are read from.
struct ShaderTree {
    std::filesystem::path root;         ///< holds NN_name/ and common/
    std::filesystem::path replacement;  ///< one file used instead of `replaced`; empty: none
    std::string replaced;               ///< e.g. "05_bitonic_sort/v3_global.comp"
    glsl::Texts texts = {};             ///< of files that are to be built otherwise than they are on disk
};

/// Notified of what the device is about to do, so that a watchdog can report where a hang or a crash
/// happened.
class Observer {
  public:
    enum class Activity : std::uint8_t { build, dispatch };
    virtual ~Observer() = default;
    virtual void begin(Activity activity, const std::string& what) = 0;
    virtual void end() = 0;
    virtual void note(const std::string& sentence) = 0;
};

/// Runs something that may take long or hang, and notifies the observer, if there is one.
template <typename F>
auto watched(Observer* observer, Observer::Activity activity, const std::string& what, F&& f) {
    struct Watch {
        Observer* observer;
        ~Watch() {
            if (observer != nullptr) observer->end();
        }
    };
    if (observer != nullptr) observer->begin(activity, what);
    const Watch watch{observer};
    return f();
}

/// What changes the text of a program besides its own defines.
struct BuildOptions {
    std::vector<glsl::Define> defines;
    bool traced = false;  ///< compile TRACE() calls in
    /// Run the invocations of a workgroup in reverse order, unless subgroup operations forbid it.
    bool reversed = false;
    bool debug = false;  ///< compile ASSERT() and LOG() calls in
};

/// The buffers that instrumentation writes, trace.glsl and debug.glsl; 0: none.
struct Instruments {
    Handle trace = 0, debug = 0;
};

/// All a lesson needs from a GPU, or its emulation: buffers, programs, dispatches, results.
class Device {
  public:
    /// `observer` may be null and must outlive the device.
    Device(std::unique_ptr<Backend> backend, ShaderTree shaders, Observer* observer = nullptr);

    const DeviceInfo& info() const { return backend_->info(); }
    const Limits& limits() const { return backend_->info().limits; }
    Backend& backend() { return *backend_; }
    Observer* observer() const { return observer_; }  ///< or null

    /// The implementation of `sg_*` calls; the best one by default. Throws Error(machine_lacks) if the
    /// driver does not support it.
    void use_subgroups(SubgroupBackend backend);
    SubgroupBackend subgroups() const { return subgroups_; }

    /// A buffer initialised with these values.
    template <typename T>
    Buffer<T> buffer(const std::vector<T>& values) {
        Buffer<T> made(*backend_, checked_count(values.size(), sizeof(T)));
        backend_->write(made.handle(), 0, std::as_bytes(std::span(values)));
        return made;
    }
    /// The same with the last word in part: numbers of 8 or 16 bits may end within one.
    template <typename T>
    Buffer<T> buffer(const std::vector<T>& values, std::size_t bytes) {
        const auto count = checked_count(values.size(), sizeof(T));
        Buffer<T> made(*backend_, backend_->create_buffer(bytes), count, bytes);
        write(made, values);
        return made;
    }
    template <typename T>
    Buffer<T> buffer(std::initializer_list<T> values) {  // so that {2} is a value, not a count
        return buffer(std::vector<T>(values));
    }
    /// A buffer of `count` values, each word `untouched`.
    template <typename T>
    Buffer<T> buffer(std::size_t count) {
        Buffer<T> made(*backend_, checked_count(count, sizeof(T)));
        backend_->fill(made.handle(), untouched);
        return made;
    }
    template <typename T>
    void write(Buffer<T>& buffer, const std::vector<T>& values) {
        backend_->write(
            buffer.handle(), 0,
            std::as_bytes(std::span(values)).first(std::min(buffer.bytes(), values.size() * sizeof(T))));
    }
    template <typename T>
    std::vector<T> read(const Buffer<T>& buffer) {
        std::vector<T> values(buffer.size());
        backend_->read(buffer.handle(), 0, std::as_writable_bytes(std::span(values)).first(buffer.bytes()));
        return values;
    }
    template <typename T>
    void fill(Buffer<T>& buffer, std::uint32_t word) {
        backend_->fill(buffer.handle(), word);
    }

    /// An image initialised with these pixels, size.x * size.y of them.
    Image image(glm::uvec2 size, const std::vector<Pixel>& pixels);
    /// An image whose pixels are all `untouched`.
    Image image(glm::uvec2 size);
    std::vector<Pixel> read(const Image& image);
    /// An image of any kind, initialised with these texels, shape.texels() of them.
    Image image(const ImageShape& shape, std::span<const Texel> texels);

    /// Builds shaders/`shader` from its current text on disk. Throws Error(shader_does_not_build,
    /// wrong_usage).
    Program program(const std::string& shader, const BuildOptions& options = {});
    /// The text that `program` builds.
    glsl::Source source(const std::string& shader, const BuildOptions& options = {}) const;
    /// Builds a text; `name` identifies it in messages.
    Program build(const std::string& name, glsl::Source source);

    /// Runs `program` on groups.x * groups.y * groups.z workgroups and waits for it, or returns at once
    /// inside a Timer. Throws Error(wrong_usage) for counts above the driver's limits, missing buffers and
    /// unset uniforms. `what` names the pass in messages.
    void dispatch(Program& program, Groups groups, std::initializer_list<Argument> arguments,
                  const std::string& what = {});
    /// The same with the instrumentation buffers at their bindings.
    void dispatch(Program& program, Groups groups, std::span<const Argument> arguments,
                  const Instruments& instruments, const std::string& what);
    /// The same with bindings that are known to fit.
    void launch(Program& program, Groups groups, Bindings bindings, const Instruments& instruments,
                const std::string& what);

    // drawing: calls throw Error(machine_lacks) on a device that cannot

    /// False for the simulator, which runs only compute shaders.
    bool can_draw() const { return backend_->painter() != nullptr; }
    /// Builds two shaders under shaders/ into a program that draws. Throws Error(shader_does_not_build).
    Program drawing(const std::string& vertex, const std::string& fragment);
    void clear(Image& image, glm::vec4 color);
    void clear_window(glm::vec4 color);
    /// Draws `count` points from data that dispatches wrote, to an image or the window; waits as dispatch()
    /// does.
    void draw_points(Program& drawing, std::uint32_t count, std::initializer_list<Argument> arguments,
                     Image& image);
    void draw_points(Program& drawing, std::uint32_t count, std::initializer_list<Argument> arguments);
    /// Copies an image to the window's upper left corner.
    void show(const Image& image);
    /// Throws Error(machine_lacks) if the device was opened without one.
    Window& window();

  private:
    friend class Timer;
    void start(Program& program, Groups groups, const Bindings& bindings, const std::string& what);
    bool is_replaced(const std::string& shader) const {
        return !shaders_.replacement.empty() && shader == shaders_.replaced;
    }
    Painter& painter();
    void draw(Program& drawing, std::uint32_t count, std::span<const Argument> arguments, Handle image,
              glm::uvec2 size);
    /// The arguments of one kind, indexed by binding; 0 at a binding without one.
    static std::vector<Handle> handles(std::span<const Argument> arguments, Reach reach);
    std::size_t checked_count(std::size_t count, std::size_t size) const;

    std::unique_ptr<Backend> backend_;
    ShaderTree shaders_;
    Observer* observer_;
    SubgroupBackend subgroups_ = SubgroupBackend::shared;
    bool timing_ = false;
};

/// Enough workgroups of `local_size` invocations for `invocations`, folded into rows of at most
/// limits.workgroup_count.x: shaders/common/grid.glsl recovers the flat ids. The last workgroups may be
/// entirely out of range: shaders check bounds.
Groups groups_for(std::uint64_t invocations, std::uint32_t local_size, const Limits& limits);
/// Enough workgroups for a grid of cells, of which each takes `side` along x and y; at the right and lower
/// edge shaders check bounds. A grid does not fold: throws Error(wrong_usage) where the device allows fewer.
Groups groups_for(glm::uvec2 cells, glm::uvec2 side, const Limits& limits);

/// The name as on the command line: khr, ballot or shared.
std::string to_string(SubgroupBackend backend);

}  // namespace pbp
