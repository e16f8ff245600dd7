// SPDX-License-Identifier: MIT
// What the project uses of C++20's library and libc++, which Apple's compiler brings, lacks before version 20: std::jthread,
// and std::from_chars of floats. CMake puts this in front of every C++ file where the library lacks them.
#pragma once
#include <charconv>
#include <cstdlib>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

namespace std {

#ifndef __cpp_lib_jthread
/// A thread that is joined by its destructor; nobody asks one to stop.
class jthread {
  public:
    jthread() = default;
    template <class F, class... Args>
    explicit jthread(F&& function, Args&&... args)
        : thread_(std::forward<F>(function), std::forward<Args>(args)...) {}
    jthread(jthread&&) = default;
    jthread& operator=(jthread&& other) {
        if (thread_.joinable()) thread_.join();
        thread_ = std::move(other.thread_);
        return *this;
    }
    ~jthread() {
        if (thread_.joinable()) thread_.join();
    }
    void join() { thread_.join(); }
    bool joinable() const { return thread_.joinable(); }

  private:
    thread thread_;
};
#endif

/// Decimal numbers, inf and nan: no hexadecimal ones, whatever the format.
template <class T>
requires is_floating_point_v<T> from_chars_result from_chars(const char* first, const char* last, T& value,
                                                             chars_format = chars_format::general) {
    const string text(first, last);
    if (text.empty() || text[0] == ' ' || text[0] == '\t' || text[0] == '\n' || text[0] == '+' ||
        text.find_first_of("xX") != string::npos)
        return {first, errc::invalid_argument};
    char* end = nullptr;
    T read;
    if constexpr (is_same_v<T, float>)
        read = strtof(text.c_str(), &end);
    else
        read = static_cast<T>(strtod(text.c_str(), &end));
    if (end == text.c_str()) return {first, errc::invalid_argument};
    value = read;
    return {first + (end - text.c_str()), errc()};
}

}  // namespace std
