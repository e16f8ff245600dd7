// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>

#include "common/check/inputs.hpp"
#include "common/tools/run_passes/node.hpp"

namespace pbp::run_passes {

/// An expression as it was written, and where, for messages about its value.
struct Expression {
    std::string text;
    const Node* node = nullptr;  ///< into the document of its description
};

/// What a buffer begins with: one of these.
struct Data {
    std::optional<InputKind> kind = {};     ///< generated
    std::vector<std::string> numbers = {};  ///< as they were typed: all of them, or one for every element
    bool every = false;                     ///< numbers.front() is for every element
    std::filesystem::path file = {};
    const Node* node = nullptr;
};

/// An array of 32-bit numbers.
struct BufferDescription {
    std::string name;
    ValueType type = ValueType::uint32;
    std::optional<Expression> count;  ///< none: as many as `data` has
    Data data;                        ///< nothing: zeros
    const Node* node = nullptr;
};

struct ImageDescription {
    std::string name;
    std::array<Expression, 2> size;  ///< of a black one
    std::filesystem::path file;      ///< instead of the size
    const Node* node = nullptr;
};

/// The values that a variable of a loop takes.
struct For {
    std::string variable;
    std::vector<Expression> values = {};  ///< a list; or
    std::optional<Expression> from = {}, condition = {},
                              next = {};  ///< as in for (x = from; condition; x = next)
};

/// One step of the schedule: fills, then a dispatch or other steps, then swaps; all of it as often as its
/// loop says.
struct Step {
    const Node* node = nullptr;
    // loop: at most one of these
    std::optional<Expression> repeat;
    std::optional<For> loop;
    std::string flag;                 ///< repeated while this buffer's first number is not 0 afterwards
    std::optional<Expression> limit;  ///< of rounds with a flag
    // body
    std::vector<std::pair<std::string, Expression>> fills;  ///< buffer, value
    std::vector<Step> steps;
    std::vector<std::array<std::string, 2>> swaps;
    // dispatch: where `shader` is not empty
    std::filesystem::path shader;
    std::string name;                                         ///< with {expressions}; empty: from the shader
    std::vector<std::pair<std::string, Expression>> defines;  ///< with {expressions}
    std::vector<std::pair<std::string, std::vector<Expression>>> uniforms;  ///< strings are expressions
    std::vector<std::pair<std::string, std::string>> bindings;  ///< name in the shader, buffer or image
    std::vector<Expression> groups, invocations;                ///< at most one of them; 1 to 3 dimensions
    std::filesystem::path reference;  ///< does the same as this dispatch, slowly; empty: none
    // what TRACE() records in it
    std::string traced;                      ///< the buffer that it is about; empty: see `trace_shared`
    std::optional<Expression> trace_shared;  ///< elements of shared memory that it is about
    bool loops() const { return repeat || loop || !flag.empty(); }
};

/// What a buffer must hold in the end.
struct Expectation {
    std::string buffer;
    std::string is;              ///< e.g. "sorted": expectations.hpp
    std::string of;              ///< the buffer whose first contents it is about; empty: the same buffer
    Data data;                   ///< instead of `is`: the numbers themselves
    const Node* node = nullptr;  ///< null: it is from the command line
};

/// An algorithm of several dispatches as data: NAME.pass.json.
struct Description {
    Document document;
    std::string title;
    std::uint32_t n = 64;
    std::vector<std::pair<std::string, Expression>> constants;
    std::vector<BufferDescription> buffers;
    std::vector<ImageDescription> images;
    std::vector<Step> steps;
    std::vector<std::string>
        shows;  ///< the buffers and images whose passes are drawn; empty: all that shaders write
    std::vector<Expectation> expectations;
    std::filesystem::path reference;  ///< makes the whole result from the first contents; empty: none
    double tolerance = 0;
    std::string how_to_read;

    const BufferDescription* buffer(const std::string& name) const;
    const ImageDescription* image(const std::string& name) const;
};

/// Reads a description. Throws Error(wrong_usage) with file, line, the place in the document and what to do:
/// for an unknown or missing name, a value of another kind, a file that does not exist or is outside the
/// folder of the description, two loops at one step.
Description read_description(const std::filesystem::path& file);
/// The same of text that is at hand; files are searched for beside `file`.
Description description_from(const std::string& text, const std::filesystem::path& file);

}  // namespace pbp::run_passes
