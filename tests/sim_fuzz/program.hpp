// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pbp::fuzz {

/// A statement: text, and blocks of statements in it. texts[0] { blocks[0] } texts[1] { blocks[1] } ...
/// texts[n]
struct Statement {
    std::vector<std::string> texts{{}};
    std::vector<std::vector<Statement>> blocks = {};
};

struct Function {
    std::string head;   ///< up to its brace
    std::string first;  ///< its variables, which stay
    std::vector<Statement> body;
    std::string last;  ///< its last line, which stays
};

/// A random compute kernel whose result is decided by its text alone: no undefined behaviour, floats that are
/// exact, atomics that commute. Buffer 0 is read, each invocation writes its own element of buffer 1, and
/// buffer 2 holds sums.
struct Program {
    std::uint32_t local_size = 32, groups = 1;
    std::vector<Function> functions;
    std::vector<Statement> body;  ///< of main(), between its variables and what it writes

    static constexpr std::uint32_t given_words = 256, words_each = 16, sums = 32;
    std::string text() const;        ///< with its #version line
    std::size_t statements() const;  ///< all, including those in blocks
    /// The same without its k-th statement, or with the contents of its blocks instead.
    Program without(std::size_t k, bool keep_blocks) const;
};

/// The program of a seed; the same on every machine.
Program random_program(std::uint64_t seed);

}  // namespace pbp::fuzz
