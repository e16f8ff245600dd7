// SPDX-License-Identifier: MIT
#include "common/modes/step/messages.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "common/base/error.hpp"
#include "common/options/words.hpp"

namespace pbp {

namespace {

constexpr std::size_t most_bytes = 1 << 24, most_header = 1 << 12;  // no request comes near

/// A line of the header without its end; empty at the end of the stream, or where it is longer than any is.
std::optional<std::string> header_line(std::istream& in) {
    std::string line;
    for (int byte = in.get(); byte != std::istream::traits_type::eof(); byte = in.get()) {
        if (byte == '\n') {
            if (line.ends_with('\r')) line.pop_back();
            return line;
        }
        line += static_cast<char>(byte);
        if (line.size() > most_header)
            fail(ExitCode::wrong_usage, "--dap: a header line on stdin has no end.");
    }
    if (!line.empty()) fail(ExitCode::wrong_usage, "--dap: stdin ended in the header of a message.");
    return std::nullopt;
}

}  // namespace

std::optional<nlohmann::json> read_message(std::istream& in) {
    constexpr std::string_view name = "content-length:";
    std::optional<std::size_t> length;
    auto line = header_line(in);
    if (!line) return std::nullopt;
    for (; line && !line->empty(); line = header_line(in)) {
        std::string lower;
        for (const char c : *line) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        if (!lower.starts_with(name)) continue;
        const auto digits = lower.find_first_not_of(" \t", name.size());
        length = whole_from("--dap: Content-Length", digits == lower.npos ? "" : lower.substr(digits), 0,
                            most_bytes);
    }
    if (!line) fail(ExitCode::wrong_usage, "--dap: stdin ended in the header of a message.");
    if (!length)
        fail(ExitCode::wrong_usage,
             "--dap: a message on stdin has no Content-Length; the Debug Adapter Protocol begins each with "
             "one.");
    std::string body(*length, '\0');
    in.read(body.data(), static_cast<std::streamsize>(*length));
    if (static_cast<std::size_t>(in.gcount()) < *length)
        fail(ExitCode::wrong_usage, "--dap: stdin ended after {} of a message's {} bytes.", in.gcount(),
             *length);
    auto message = nlohmann::json::parse(body, nullptr, false);
    if (message.is_discarded()) fail(ExitCode::wrong_usage, "--dap: a message on stdin is no JSON.");
    return message;
}

void write_message(std::ostream& out, const nlohmann::json& message) {
    const auto body = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    out << "Content-Length: " << body.size() << "\r\n\r\n" << body << std::flush;
}

}  // namespace pbp
