// SPDX-License-Identifier: MIT
// The parts of C++20's library that the project uses and libc++ lacks before version 15: Debian 12's
// emscripten has 13. cmake/Browser.cmake puts this in front of every C++ file of that build. Not the whole of
// what the standard says: ranges are containers, spans and arrays that outlive the call; and, as the build
// has no threads, a thread's work is done at once.
#pragma once
#include <version>
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000
#include <algorithm>
#include <bit>
#include <compare>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "../../cmake/libcxx/from_chars.hpp"

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
    return __builtin_bit_cast(To, from);
}

struct jthread {
    jthread() = default;
    template <class F, class... Args>
    explicit jthread(F&& function, Args&&... args) {
        std::invoke(std::forward<F>(function), std::forward<Args>(args)...);
    }
    void join() {}
    bool joinable() const { return false; }
};

template <class T, class A>
auto operator<=>(const vector<T, A>& a, const vector<T, A>& b) {
    using Order = decltype(a[0] <=> b[0]);
    for (size_t i = 0; i < min(a.size(), b.size()); ++i)
        if (const auto order = a[i] <=> b[i]; order != 0) return Order(order);
    return Order(a.size() <=> b.size());
}
inline strong_ordering operator<=>(const string& a, const string& b) {
    return a.compare(b) <=> 0;
}

namespace ranges {

namespace libcxx13 {
template <class T>
concept range = requires(T& all) {
    std::begin(all);
    std::end(all);
};
template <class T>
concept iterator = !range<T>;
/// A comparison of two elements as projections show them.
template <class C, class P, class Q>
auto projected(C& compare, P& left, Q& right) {
    return [&](auto&& a, auto&& b) -> bool {
        return std::invoke(compare, std::invoke(left, a), std::invoke(right, b));
    };
}
}  // namespace libcxx13

template <class I, class O>
struct in_out_result {
    I in;
    O out;
};
template <class I, class J>
struct in_in_result {
    I in1;
    J in2;
};

// Of a range, and of two iterators: the second is what the first calls.
#define PBP_OF_A_RANGE(name)                                                          \
    template <libcxx13::range R, class... Others>                                     \
    requires requires(R & all, Others && ... others) {                                \
        name(std::begin(all), std::end(all), std::forward<Others>(others)...);        \
    }                                                                                 \
    auto name(R&& all, Others&&... others) {                                          \
        return name(std::begin(all), std::end(all), std::forward<Others>(others)...); \
    }

template <libcxx13::iterator I, class F, class P = identity>
I find_if(I first, I last, F wanted, P shown = {}) {
    while (first != last && !std::invoke(wanted, std::invoke(shown, *first))) ++first;
    return first;
}
PBP_OF_A_RANGE(find_if)
template <libcxx13::iterator I, class F, class P = identity>
I find_if_not(I first, I last, F wanted, P shown = {}) {
    while (first != last && std::invoke(wanted, std::invoke(shown, *first))) ++first;
    return first;
}
PBP_OF_A_RANGE(find_if_not)
template <libcxx13::iterator I, class T, class P = identity>
I find(I first, I last, const T& value, P shown = {}) {
    while (first != last && !(std::invoke(shown, *first) == value)) ++first;
    return first;
}
PBP_OF_A_RANGE(find)
template <libcxx13::iterator I, class F, class P = identity>
bool any_of(I first, I last, F wanted, P shown = {}) {
    return ranges::find_if(first, last, wanted, shown) != last;
}
PBP_OF_A_RANGE(any_of)
template <libcxx13::iterator I, class F, class P = identity>
bool none_of(I first, I last, F wanted, P shown = {}) {
    return ranges::find_if(first, last, wanted, shown) == last;
}
PBP_OF_A_RANGE(none_of)
template <libcxx13::iterator I, class F, class P = identity>
bool all_of(I first, I last, F wanted, P shown = {}) {
    return ranges::find_if_not(first, last, wanted, shown) == last;
}
PBP_OF_A_RANGE(all_of)
template <libcxx13::iterator I, class F, class P = identity>
ptrdiff_t count_if(I first, I last, F wanted, P shown = {}) {
    ptrdiff_t sum = 0;
    for (; first != last; ++first) sum += std::invoke(wanted, std::invoke(shown, *first)) ? 1 : 0;
    return sum;
}
PBP_OF_A_RANGE(count_if)
template <libcxx13::iterator I, class T, class P = identity>
ptrdiff_t count(I first, I last, const T& value, P shown = {}) {
    ptrdiff_t sum = 0;
    for (; first != last; ++first) sum += std::invoke(shown, *first) == value ? 1 : 0;
    return sum;
}
PBP_OF_A_RANGE(count)

#define PBP_SORTS(name)                                                        \
    template <libcxx13::iterator I, class C = std::less<>, class P = identity> \
    I name(I first, I last, C less = {}, P shown = {}) {                       \
        std::name(first, last, libcxx13::projected(less, shown, shown));       \
        return last;                                                           \
    }                                                                          \
    template <libcxx13::range R, class C = std::less<>, class P = identity>    \
    auto name(R&& all, C less = {}, P shown = {}) {                            \
        return ranges::name(std::begin(all), std::end(all), less, shown);      \
    }
PBP_SORTS(sort)
PBP_SORTS(stable_sort)
#undef PBP_SORTS
#define PBP_LOOKS(name)                                                         \
    template <libcxx13::iterator I, class C = std::less<>, class P = identity>  \
    auto name(I first, I last, C less = {}, P shown = {}) {                     \
        return std::name(first, last, libcxx13::projected(less, shown, shown)); \
    }                                                                           \
    template <libcxx13::range R, class C = std::less<>, class P = identity>     \
    auto name(R&& all, C less = {}, P shown = {}) {                             \
        return ranges::name(std::begin(all), std::end(all), less, shown);       \
    }
PBP_LOOKS(is_sorted)
PBP_LOOKS(max_element)
#undef PBP_LOOKS
template <libcxx13::iterator I, class C = std::less<>, class P = identity>
void nth_element(I first, I nth, I last, C less = {}, P shown = {}) {
    std::nth_element(first, nth, last, libcxx13::projected(less, shown, shown));
}
template <libcxx13::range R, class I, class C = std::less<>, class P = identity>
void nth_element(R&& all, I nth, C less = {}, P shown = {}) {
    ranges::nth_element(std::begin(all), nth, std::end(all), less, shown);
}
template <libcxx13::iterator I, class T, class C = std::less<>, class P = identity>
I lower_bound(I first, I last, const T& value, C less = {}, P shown = {}) {
    identity itself;
    return std::lower_bound(first, last, value, libcxx13::projected(less, shown, itself));
}
template <libcxx13::range R, class T, class C = std::less<>, class P = identity>
auto lower_bound(R&& all, const T& value, C less = {}, P shown = {}) {
    return ranges::lower_bound(std::begin(all), std::end(all), value, less, shown);
}
template <libcxx13::range R, class T, class C = std::less<>, class P = identity>
bool binary_search(R&& all, const T& value, C less = {}, P shown = {}) {
    const auto at = ranges::lower_bound(all, value, less, shown);
    return at != std::end(all) && !std::invoke(less, value, std::invoke(shown, *at));
}

template <libcxx13::iterator I, class O>
in_out_result<I, O> copy(I first, I last, O out) {
    return {last, std::copy(first, last, out)};
}
PBP_OF_A_RANGE(copy)
template <libcxx13::range R, class O, class F, class P = identity>
void transform(R&& all, O out, F made, P shown = {}) {
    for (auto&& one : all) *out++ = std::invoke(made, std::invoke(shown, one));
}
template <libcxx13::range A, libcxx13::range B, class O, class F>
void transform(A&& left, B&& right, O out, F made) {
    auto b = std::begin(right);
    for (auto a = std::begin(left); a != std::end(left) && b != std::end(right); ++a, ++b)
        *out++ = std::invoke(made, *a, *b);
}
template <libcxx13::range R, class T>
void fill(R&& all, const T& value) {
    std::fill(std::begin(all), std::end(all), value);
}
template <libcxx13::range R, class T, class U>
void replace(R&& all, const T& before, const U& after) {
    for (auto& one : all)
        if (one == before) one = after;
}
template <libcxx13::iterator I>
void reverse(I first, I last) {
    std::reverse(first, last);
}
PBP_OF_A_RANGE(reverse)
template <libcxx13::range R, class F, class P = identity>
void for_each(R&& all, F function, P shown = {}) {
    for (auto&& one : all) std::invoke(function, std::invoke(shown, one));
}
template <libcxx13::range R, class C = std::equal_to<>>
auto adjacent_find(R&& all, C same = {}) {
    return std::adjacent_find(std::begin(all), std::end(all), same);
}
template <libcxx13::range A, libcxx13::range B, class C = std::equal_to<>, class P = identity,
          class Q = identity>
bool equal(const A& left, const B& right, C same = {}, P shown = {}, Q other_shown = {}) {
    return std::equal(std::begin(left), std::end(left), std::begin(right), std::end(right),
                      libcxx13::projected(same, shown, other_shown));
}
template <libcxx13::range A, libcxx13::range B>
auto mismatch(A&& left, B&& right) {
    const auto at = std::mismatch(std::begin(left), std::end(left), std::begin(right), std::end(right));
    return in_in_result<decltype(std::begin(left)), decltype(std::begin(right))>{at.first, at.second};
}
template <libcxx13::range A, libcxx13::range B>
bool includes(A&& all, B&& some) {
    return std::includes(std::begin(all), std::end(all), std::begin(some), std::end(some));
}
template <libcxx13::range A, libcxx13::range B, class O>
void set_difference(A&& all, B&& without, O out) {
    std::set_difference(std::begin(all), std::end(all), std::begin(without), std::end(without), out);
}
template <libcxx13::range A, libcxx13::range B, class O>
void merge(A&& left, B&& right, O out) {
    std::merge(std::begin(left), std::end(left), std::begin(right), std::end(right), out);
}
#undef PBP_OF_A_RANGE

}  // namespace ranges
}  // namespace std
#endif
