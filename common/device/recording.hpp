// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "common/device/backend.hpp"

namespace pbp {

/// Resources that a recording uses but their owner has released; destroyed with the last recording that needs
/// them.
struct Remains {
    explicit Remains(Backend& backend) : device(backend) {}
    ~Remains();
    Remains(const Remains&) = delete;
    Remains& operator=(const Remains&) = delete;
    Backend& device;
    std::vector<Handle> buffers, images, programs;
};

/// An operation of a device (dispatches, fills and read-backs in order, with the uniforms of the time), kept
/// by a RecordingBackend so that it can be repeated with minimal CPU cost: nothing is checked again, and
/// uniforms that are already set are not set again. It must not outlive its backend.
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
        std::map<int, UniformValue> uniforms = {};            ///< by location, of the program at that time
        std::uint32_t word = 0;                               ///< of a fill
        std::size_t offset = 0, bytes = 0;                    ///< of a read
        std::vector<std::pair<int, UniformValue>> sets = {};  ///< what differs from the previous step
    };
    /// A buffer that the operation reads and overwrites, and its contents beforehand.
    struct Kept {
        Handle buffer = 0, contents = 0;
        std::size_t bytes = 0;
    };
    /// All resources of an operation: buffers with their sizes in bytes, images with their sizes.
    struct Used {
        std::map<Handle, std::size_t> buffers;
        std::map<Handle, glm::uvec2> images;
    };

    Recording(Backend& device, std::vector<Step> steps, Used used, std::vector<Kept> kept,
              std::shared_ptr<Remains> remains);
    Recording(Recording&&) = default;
    Recording& operator=(Recording&&) = delete;
    Recording(const Recording&) = delete;

    /// Repeats the operation this many times, back to back, without waiting for completion.
    void replay(std::uint64_t times = 1);
    /// True if the operation destroys data that it needs: restore() puts it back before each replay.
    bool restores() const { return !kept_.empty(); }
    void restore();

    /// The same operation on new buffers and images with their current contents.
    Recording clone() const;
    /// The clone's counterpart of a buffer or image of the cloned recording; the same handle if it was not
    /// cloned.
    Handle own(Handle original) const;
    /// Total bytes of the buffers and images that the operation uses.
    std::uint64_t bytes() const;
    std::size_t steps() const { return steps_.size(); }
    /// True if nothing in the operation reads this buffer.
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
