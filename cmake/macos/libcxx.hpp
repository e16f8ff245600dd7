// SPDX-License-Identifier: MIT
// What the project uses of C++20's library and libc++, which Apple's compiler brings, lacks before version 20: std::jthread,
// and std::from_chars of floats. CMake puts this in front of every C++ file where the library lacks them.
#pragma once
#include <thread>
#include <utility>

#include "../libcxx/from_chars.hpp"

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

}  // namespace std
