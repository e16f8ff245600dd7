// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pbp::plain {

/// A recorded call: a line of the file that common/opengl/calls/recorded_program.hpp writes.
struct RecordedCall {
    std::string name, error;
    std::vector<std::string> arguments;
    double begin_us = 0, end_us = 0;

    /// As a source would say it.
    std::string in_words() const;
};
std::vector<RecordedCall> read_calls(const std::string& text);

/// What a driver may forgive, and these laws do not: one sentence for each that is broken, with the calls
/// that show it. Values say nothing of it: llvmpipe runs one dispatch after the other, and every barrier bit
/// does the same.
///   - No call makes an error.
///   - Between two dispatches that have a buffer in common goes a glMemoryBarrier with
///     GL_SHADER_STORAGE_BARRIER_BIT, even if both only read it: a call does not say who writes.
///   - Between a dispatch and a copy, read or map of one of its buffers goes one with
///     GL_BUFFER_UPDATE_BARRIER_BIT.
///   - Every buffer, program, shader and query that is created is deleted.
std::vector<std::string> broken_laws(const std::vector<RecordedCall>& calls);

/// What is wrong with a time for the last dispatch, in microseconds: the dispatch is not the first, it begins
/// after a glFinish, another one follows, and the time is about that from its begin to that one's end.
std::optional<std::string> wrong_time(const std::vector<RecordedCall>& calls, double time_us);

}  // namespace pbp::plain
