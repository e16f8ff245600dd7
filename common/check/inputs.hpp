// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace pbp {

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): the
/// same numbers for the same seed on every platform and library, which the standard distributions do not
/// guarantee.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    /// An integer in [0, bound), by multiplication and shift; bound at least 1.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
    }

  private:
    std::uint64_t state_;
};

enum class ValueType : std::uint8_t { uint32, int32, float32 };

/// The kind of input data for a lesson.
enum class InputKind : std::uint8_t {
    shuffled,  ///< 0 .. n-1, each once, in random order
    small,     ///< 0 .. 9 at random
    flags,     ///< 0 or 1 at random
    random,    ///< the whole range of the type (floats: -1000 .. 1000)
    sorted,    ///< 0 .. n-1
    reversed,  ///< n-1 .. 0
    equal,     ///< all 7
    few,       ///< four different values
    extremes,  ///< the type's limits: 0, 1, 2^31, 2^32-1; floats also NaN, the infinities, -0, subnormals
};

/// n values of a type as their 32-bit patterns; the same seed gives the same values everywhere.
std::vector<std::uint32_t> generate(InputKind kind, ValueType type, std::size_t n, std::uint64_t seed);

/// Reads values from a file: one number per line (# starts a comment), or, if the name ends in .raw or .bin,
/// packed little-endian 32-bit values. Throws Error(wrong_usage) with file and line.
std::vector<std::uint32_t> read_values(const std::filesystem::path& file, ValueType type);

std::string to_string(ValueType type);
std::string to_string(InputKind kind);

/// A value from its bit pattern.
double value_of(std::uint32_t bits, ValueType type);

/// True for a pipe or a terminal: it can be read only once, so a caller that needs the bytes again must keep
/// them.
bool is_stream(const std::filesystem::path& file);

/// The contents of a file or a pipe. Throws Error: wrong_usage for anything else.
std::string read_bytes(const std::filesystem::path& file);

/// The values that read_values() parses from the bytes of `file`.
std::vector<std::uint32_t> values_in(const std::string& bytes, const std::filesystem::path& file,
                                     ValueType type);

}  // namespace pbp
