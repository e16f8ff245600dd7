// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/glsl/preprocess.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp::sim {

/// A change of a file's text.
struct Edit {
    std::filesystem::path file;
    std::size_t offset = 0, length = 0;  ///< what `text` replaces
    std::string text;
    std::string words;  ///< what and where, e.g. "`barrier();` after line 33"
    double cost = 0;    ///< less comes first: the plainer kind, then the line where an expert would put it
};

/// One side of a finding about the order of two accesses.
struct Side {
    int string = 0, line = 0;
    bool writes = false, atomic = false;
};

/// A finding about the order of two accesses.
struct Disorder {
    Fault fault = Fault::race;
    Lacks lacks = Lacks::none;
    Place::Space space = Place::Space::none;
    Side earlier, later;
    std::string variable;  ///< the name with which the shader reaches the word
    std::string block;     ///< of its buffer
    bool apart = false;    ///< in different workgroups
};

/// True for the faults that come from a wrong order alone.
bool is_disorder(const Finding& one);
Disorder disorder_of(const Finding& one, const Account& account);

/// The changes, one at a time, that may bring these accesses into order, the least first: barriers, memory
/// barriers and `coherent`, atomics. `is_own` says which files may be changed.
std::vector<Edit> candidates_for(const std::vector<Disorder>& found, const glsl::Source& source,
                                 const std::function<bool(const std::filesystem::path&)>& is_own);

/// Those of them that make an access at a line atomic; `line_words` says where that is.
std::vector<Edit> atomic_edits(const std::string& text, const Side& side, const std::string& variable,
                               const std::string& line_words);

}  // namespace pbp::sim
