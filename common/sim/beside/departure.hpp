// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/sim/kept/journal.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp::sim {

/// What the invocations of a run did, and which program ran in each dispatch.
struct Followed {
    Journal journal{0};
    std::vector<Simulator::Ran> ran;
};

/// Where a run first departs from what the original shader did with the same data.
struct Departure {
    std::size_t dispatch = 0;  ///< from 0
    std::string line;          ///< of the shader, as line_in_words() says it; empty: something is missing
    std::string sentence;      ///< what an invocation did there, and what it did with the original shader
};

/// The first access or condition that differs, of an invocation that had read the same values until then, and
/// that stores something else for it. Which order an invocation loads or stores in between two barriers does
/// not matter. None where nothing differs, or where the two cannot be compared: a journal is full, or the
/// shaders declare other memory.
std::optional<Departure> departure(const Followed& seen, const Followed& planned);

/// "line 29, `x += y;`", with the file if it is not the shader itself.
std::string line_in_words(const glsl::Source& source, std::uint32_t line);

}  // namespace pbp::sim
