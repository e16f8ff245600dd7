// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "common/base/system.hpp"

namespace pbp {

/// The columns of the terminal that a stream leads to, or what COLUMNS says instead; 80 where nobody knows; 0
/// for a file or a pipe, whose readers want each line whole.
std::size_t columns_of(Stream stream);

/// The columns that a text takes: its characters in UTF-8, without the colours that a terminal obeys.
std::size_t width_of(std::string_view text);

/// The text with each line that is wider than `columns` broken between words; 0 breaks nothing. What is
/// broken off begins below the words of its line: after the indent, or in the second column of a list of two.
/// Rows of a table stay as they are, since their cells would no longer be below each other, and so do
/// commands to copy, which come after ": ", since a line break would end them.
std::string wrapped(std::string_view text, std::size_t columns);

}  // namespace pbp
