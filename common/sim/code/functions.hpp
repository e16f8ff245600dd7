// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace pbp::sim {

/// A function that the executor calls per lane; the member that is set determines its parameters.
struct ScalarFunction {
    std::string_view name;
    float (*f1)(float) = nullptr;
    float (*f2)(float, float) = nullptr;
    float (*f3)(float, float, float) = nullptr;
    std::uint32_t (*w1)(std::uint32_t) = nullptr;
    std::uint32_t (*w2)(std::uint32_t, std::uint32_t) = nullptr;
    std::uint32_t (*w3)(std::uint32_t, std::uint32_t, std::uint32_t) = nullptr;
    double (*d1)(double) = nullptr;
    double (*d2)(double, double) = nullptr;
    double (*d3)(double, double, double) = nullptr;
    /// Where the specification leaves the result of 32-bit operands undefined, and why.
    bool (*undefined)(std::uint32_t, std::uint32_t, std::uint32_t) = nullptr;
    const char* reason = "";
};

/// The index of a function, by its GLSL name. Every name that the decoder uses has one.
std::uint32_t function_of(std::string_view name);
std::uint32_t number_of_functions();
const ScalarFunction& scalar_function(std::uint32_t number);

/// The nearest value that a float of 16 bits can have.
float rounded_to_half(float value);

}  // namespace pbp::sim
