// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "common/device/backend.hpp"

namespace pbp {

/// What a recording uses and its owner has given up; destroyed with the last recording that needs it.
struct Remains {
    explicit Remains(Backend& backend) : device(backend) {}
    ~Remains();
    Remains(const Remains&) = delete;
    Remains& operator=(const Remains&) = delete;
    Backend& device;
    std::vector<Handle> buffers, images, programs;
};

/// An operation of a device (dispatches, fills, read-backs in their order, with the uniforms of their time),
/// kept by a RecordingBackend so that it can be done again as cheaply as the CPU can: nothing is checked
/// anew, and uniforms that stand already are not set again. It must not outlive its backend.
class Recording {
  public:
    /// One call of the operation.
    struct Step {
        enum class Kind : std::uint8_t { dispatch, fill, read };
        Kind kind = Kind::dispatch;
        Handle program = 0;
        Groups groups{1};
        std::vector<Handle> buffers = {}, textures = {}, images = {};  ///< of a fill or a read: one buffer
        std::vector<Access> accesses = {};                             ///< of the first buffers
        std::map<int, UniformValue> uniforms = {};                     ///< by location, of the program then
        std::uint32_t word = 0;                                        ///< of a fill
        std::size_t offset = 0, bytes = 0;                             ///< of a read
        std::vector<std::pair<int, UniformValue>> sets = {};           ///< what differs from the step before
    };
    /// A buffer that the operation reads and overwrites, and its contents from before.
    struct Kept {
        Handle buffer = 0, contents = 0;
        std::size_t bytes = 0;
    };
    /// All that an operation uses: buffers with their bytes, images with their sizes.
    struct Used {
        std::map<Handle, std::size_t> buffers;
        std::map<Handle, glm::uvec2> images;
    };

    Recording(Backend& device, std::vector<Step> steps, Used used, std::vector<Kept> kept,
              std::shared_ptr<Remains> remains);
    Recording(Recording&&) = default;
    Recording& operator=(Recording&&) = delete;
    Recording(const Recording&) = delete;

    /// Does the operation so many times, one behind the other, and does not wait for its end.
    void replay(std::uint64_t times = 1);
    /// True where the operation destroys data that it needs: restore() puts that back before each replay.
    bool restores() const { return !kept_.empty(); }
    void restore();

    /// The same operation on new buffers and images with the contents that they have now.
    Recording clone() const;
    /// What stands in the place of a buffer or image of the recording that was cloned; itself where none was.
    Handle own(Handle original) const;
    /// Bytes of all buffers and images that the operation uses.
    std::uint64_t bytes() const;
    std::size_t steps() const { return steps_.size(); }
    /// True where nothing in the operation reads this buffer.
    bool only_writes(Handle buffer) const;

  private:
    void set_only_changes();

    Backend& device_;
    std::vector<Step> steps_;
    Used used_;
    std::vector<Kept> kept_;
    std::shared_ptr<Remains> remains_;
    std::map<Handle, Handle> own_;
    std::vector<std::byte> read_;
};

}  // namespace pbp
