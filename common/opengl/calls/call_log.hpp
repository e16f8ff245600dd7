// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pbp::calls {

/// A call that has returned.
struct Call {
    std::string_view name, reference, sentence;  ///< as in call_table.hpp
    std::vector<std::string> arguments;          ///< in words, objects and numbers as digits
    std::vector<char> parameters;                ///< the letter of each, as in call_table.hpp
    std::string result;                          ///< the number of the object that it created; empty: none
    double begin_us = 0, end_us = 0;             ///< by the CPU's clock
};

/// Puts a wrapper around each function of call_table.hpp that this context has: from now on `heard` gets
/// every call once it has returned. To call after the functions were loaded; once per process.
void record(std::function<void(const Call&)> heard);

/// Hears nothing more; the functions are the driver's own again.
void stop();

}  // namespace pbp::calls
