// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "common/check/inputs.hpp"
#include "common/device/device.hpp"
#include "common/lesson/lesson.hpp"

namespace pbp::run_shader {

/// What a buffer begins with.
struct BufferWish {
    std::string which;                   ///< name or binding
    std::optional<std::uint32_t> count;  ///< elements
    std::optional<InputKind> kind;       ///< none: zeros
    std::string kind_word;               ///< as it was typed
    std::filesystem::path file;          ///< in place of count and kind; empty: none
    std::string bytes = {};              ///< of `file`
};

struct ImageWish {
    std::string which;           ///< name or binding
    glm::uvec3 size{0};          ///< of what it has; 0: not given
    std::filesystem::path file;  ///< instead of the size; empty: none
};

struct UniformWish {
    std::string name;
    std::vector<std::string> values;
};

struct ConstantWish {
    std::string which;  ///< name or constant_id
    std::string value;
};

/// What a shader of one's own is to be given.
struct Wishes {
    std::filesystem::path shader;
    std::optional<Groups> groups;
    std::vector<BufferWish> buffers;
    std::vector<ImageWish> images;
    std::vector<UniformWish> uniforms;
    std::vector<ConstantWish> constants;
    std::vector<glsl::Define> defines;
    std::string expect;  ///< what the last dispatch must leave: [BUFFER=]WHAT; empty: nothing is expected
    std::uint32_t repeat = 1;           ///< dispatches
    std::uint32_t show = 64;            ///< elements printed of each buffer
    std::uint32_t count = 1024;         ///< elements of an array without a size that nobody gave one
    InputKind kind = InputKind::small;  ///< of what is read and was not given
    std::uint64_t seed = 1;
    /// The words of the array that the shader starts from, where nobody gave it; null: of a kind.
    std::shared_ptr<const std::vector<std::uint32_t>> bits = {};
    std::filesystem::path dump;  ///< the description to write instead of a run; empty: none
};

/// The files of buffers that can be read only once, such as a pipe: what was in them.
class ReadOnce {
  public:
    std::string bytes(const std::filesystem::path& file);

  private:
    std::mutex mutex_;  ///< runs of a sweep are beside each other
    std::map<std::filesystem::path, std::string> read_;
};

/// The options that say what a shader is given.
std::vector<LessonOption> own_options();

/// What they say. Throws Error(wrong_usage).
Wishes wishes_of(const std::filesystem::path& shader, const Options& options, ReadOnce& files);

/// A buffer's size and contents out of "Values=1000:random", and such words again. Throws
/// Error(wrong_usage).
BufferWish buffer_from(const std::string& word);
std::string word_of(const BufferWish& wish);
Groups groups_from(const std::string& word);

}  // namespace pbp::run_shader
