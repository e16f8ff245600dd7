// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/base/timing.hpp"
#include "common/record/recorder.hpp"

namespace pbp::watch {

/// What a version showed in one round: its passes, up to the first wrong one, and its time.
///
/// It is kept in a file between the rounds, not in the worker: a shader that hangs takes the worker with it,
/// and the round that fixes the shader is the one whose changes are of most interest.
struct Passes {
    std::vector<record::Pass> passes;  ///< names, values and sizes of images
    std::uint64_t kept = 0;            ///< number of cells kept per pass; 0: all
    Timing timing;                     ///< of the last round that was timed; 0 runs: none was
    std::uint64_t code = 0;            ///< what code_of() gave for the shaders

    static Passes of(const Recorder& recorder);
    /// None where the file is missing or damaged.
    static std::optional<Passes> load(const std::filesystem::path& file);
    /// Throws Error(wrong_usage) where the folder refuses.
    void save(const std::filesystem::path& file) const;
};

/// A pass that both rounds have, and that came out differently.
struct Difference {
    std::size_t pass = 0;   ///< its index
    std::size_t cells = 0;  ///< how many differ
};

std::vector<Difference> differences(const Passes& before, const Passes& now);

/// The same in one line; `cell` is what a cell is called, e.g. "pixel".
std::string in_words(const std::vector<Difference>& differences, const Passes& before, const Passes& now);

/// A number that differs where the compiler sees other code in these files: not for comments and blanks.
std::uint64_t code_of(const std::vector<std::filesystem::path>& files);

/// How the times compare in one line. Empty where there is nothing to say: not both were timed, or on a
/// software renderer, whose times vary, they do not plainly differ.
std::string compared(const Timing& before, const Timing& now, bool software);

}  // namespace pbp::watch
