// SPDX-License-Identifier: MIT
#pragma once

#include <cerrno>
#include <filesystem>
#include <string>

#include "common/base/whole_file.hpp"

namespace pbp {

/// A path as a message shows it: without control characters that a terminal would interpret, and with the
/// middle of a long path left out.
inline std::string in_message(const std::filesystem::path& path) {
    std::string text = path.generic_string();
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
    constexpr std::size_t most = 300, end = 100;
    return text.size() <= most ? text : text.substr(0, end) + "[...]" + text.substr(text.size() - end);
}

/// Why a path is not a readable file, as text to follow the path and a colon; empty for a file. It never
/// throws and opens nothing: opening a pipe would wait for its writer.
inline std::string why_no_file(const std::filesystem::path& path) {
    using Type = std::filesystem::file_type;
    std::error_code problem;
    switch (std::filesystem::status(path, problem).type()) {
        case Type::regular:
            return {};
        case Type::not_found:
            return "there is no such file";
        case Type::directory:
            return "it is a folder, not a file";
        case Type::fifo:
            return "it is a pipe, which can be read only once: save its contents in a file first";
        case Type::socket:
            return "it is a socket, not a file";
        case Type::character:
        case Type::block:
            return "it is a device, not a file";
        default:
            return fmt::format("it cannot be reached ({})",
                               problem ? problem.message() : "unknown kind of file");
    }
}

/// Throws the Error for a file that could not be opened or read, based on errno. `file` is its name in
/// messages.
[[noreturn]] inline void cannot_read(const std::string& file, int error) {
    const std::error_code reason(error != 0 ? error : EIO, std::generic_category());
    fail(exit_code_of(reason), "{}: it cannot be read ({}); {}", file, reason.message(),
         remedy_for(reason, "check its permissions"));
}

}  // namespace pbp
