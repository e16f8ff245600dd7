// What C++20 code of this project needs and libc++ 13 (emscripten 3.1.6) has not. Force-included: -include
// THIS.
#pragma once
#include <algorithm>
#include <bit>
#include <charconv>
#include <compare>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000
namespace std {
template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
    return __builtin_bit_cast(To, from);
}

// Single-threaded: a thread's work is done at once.
struct jthread {
    template <class F, class... A>
    explicit jthread(F&& f, A&&... a) {
        std::invoke(std::forward<F>(f), std::forward<A>(a)...);
    }
    jthread() = default;
    jthread(jthread&&) = default;
    jthread& operator=(jthread&&) = default;
    void join() {}
    bool joinable() const { return false; }
};

template <class T>
requires is_floating_point_v<T> from_chars_result from_chars(const char* first, const char* last, T& value,
                                                             chars_format = chars_format::general) {
    if (first == last || *first == '+' || isspace(static_cast<unsigned char>(*first)))
        return {first, errc::invalid_argument};
    string text(first, last);
    char* end = nullptr;
    const double got = strtod(text.c_str(), &end);
    if (end == text.c_str()) return {first, errc::invalid_argument};
    value = static_cast<T>(got);
    return {first + (end - text.c_str()), errc()};
}

template <class T, class A>
auto operator<=>(const vector<T, A>& a, const vector<T, A>& b) {
    using Order = decltype(a[0] <=> b[0]);
    const size_t n = a.size() < b.size() ? a.size() : b.size();
    for (size_t i = 0; i < n; ++i)
        if (const auto o = a[i] <=> b[i]; o != 0) return Order(o);
    return Order(a.size() <=> b.size());
}
inline strong_ordering operator<=>(const string& a, const string& b) {
    return a.compare(b) <=> 0;
}

namespace ranges {
namespace shim {
template <class R>
auto b(R&& r) {
    using std::begin;
    return begin(r);
}
template <class R>
auto e(R&& r) {
    using std::end;
    return end(r);
}
template <class P, class V>
decltype(auto) on(P& p, V&& v) {
    return std::invoke(p, std::forward<V>(v));
}
template <class T>
concept range = requires(T& t) {
    std::begin(t);
    std::end(t);
};
template <class T>
concept iter = !range<T>;
}  // namespace shim
template <class I>
struct in_out {
    I in;
};
#define PBP_R template <shim::range R, class F, class P = identity>
#define PBP_I template <shim::iter I, class F, class P = identity>
PBP_R bool any_of(R&& r, F f, P p = {}) {
    for (auto&& v : r)
        if (std::invoke(f, std::invoke(p, v))) return true;
    return false;
}
PBP_R bool all_of(R&& r, F f, P p = {}) {
    for (auto&& v : r)
        if (!std::invoke(f, std::invoke(p, v))) return false;
    return true;
}
PBP_R bool none_of(R&& r, F f, P p = {}) {
    return !ranges::any_of(r, f, p);
}
PBP_I bool any_of(I a, I b, F f, P p = {}) {
    for (; a != b; ++a)
        if (std::invoke(f, std::invoke(p, *a))) return true;
    return false;
}
PBP_I bool all_of(I a, I b, F f, P p = {}) {
    for (; a != b; ++a)
        if (!std::invoke(f, std::invoke(p, *a))) return false;
    return true;
}
PBP_I bool none_of(I a, I b, F f, P p = {}) {
    return !ranges::any_of(a, b, f, p);
}
PBP_I I find(I a, I b, const F& x, P p = {}) {
    for (; a != b; ++a)
        if (std::invoke(p, *a) == x) break;
    return a;
}
PBP_R auto find(R&& r, const F& x, P p = {}) {
    return ranges::find(shim::b(r), shim::e(r), x, p);
}
PBP_I I find_if(I a, I b, F f, P p = {}) {
    for (; a != b; ++a)
        if (std::invoke(f, std::invoke(p, *a))) break;
    return a;
}
PBP_R auto find_if(R&& r, F f, P p = {}) {
    return ranges::find_if(shim::b(r), shim::e(r), f, p);
}
PBP_I I find_if_not(I a, I b, F f, P p = {}) {
    for (; a != b; ++a)
        if (!std::invoke(f, std::invoke(p, *a))) break;
    return a;
}
PBP_R auto find_if_not(R&& r, F f, P p = {}) {
    return ranges::find_if_not(shim::b(r), shim::e(r), f, p);
}
PBP_I ptrdiff_t count(I a, I b, const F& x, P p = {}) {
    ptrdiff_t n = 0;
    for (; a != b; ++a) n += std::invoke(p, *a) == x;
    return n;
}
PBP_R ptrdiff_t count(R&& r, const F& x, P p = {}) {
    return ranges::count(shim::b(r), shim::e(r), x, p);
}
PBP_I ptrdiff_t count_if(I a, I b, F f, P p = {}) {
    ptrdiff_t n = 0;
    for (; a != b; ++a) n += bool(std::invoke(f, std::invoke(p, *a)));
    return n;
}
PBP_R ptrdiff_t count_if(R&& r, F f, P p = {}) {
    return ranges::count_if(shim::b(r), shim::e(r), f, p);
}
#undef PBP_R
#undef PBP_I
template <class C, class P>
auto by(C& c, P& p) {
    return [&](auto&& x, auto&& y) { return bool(std::invoke(c, std::invoke(p, x), std::invoke(p, y))); };
}
struct lt {
    template <class A, class B>
    bool operator()(const A& a, const B& b) const {
        return a < b;
    }
};
#define PBP_SORT(name)                                         \
    template <shim::range R, class C = lt, class P = identity> \
    auto name(R&& r, C c = {}, P p = {}) {                     \
        std::name(shim::b(r), shim::e(r), ranges::by(c, p));   \
        return shim::e(r);                                     \
    }                                                          \
    template <shim::iter I, class C = lt, class P = identity>  \
    I name(I a, I b, C c = {}, P p = {}) {                     \
        std::name(a, b, ranges::by(c, p));                     \
        return b;                                              \
    }
PBP_SORT(sort)
PBP_SORT(stable_sort)
#undef PBP_SORT
#define PBP_ASK(name)                                               \
    template <shim::range R, class C = lt, class P = identity>      \
    auto name(R&& r, C c = {}, P p = {}) {                          \
        return std::name(shim::b(r), shim::e(r), ranges::by(c, p)); \
    }                                                               \
    template <shim::iter I, class C = lt, class P = identity>       \
    auto name(I a, I b, C c = {}, P p = {}) {                       \
        return std::name(a, b, ranges::by(c, p));                   \
    }
PBP_ASK(is_sorted)
PBP_ASK(max_element)
PBP_ASK(min_element)
#undef PBP_ASK
template <shim::range R, class C = lt, class P = identity>
auto max(R&& r, C c = {}, P p = {}) {
    return *ranges::max_element(r, c, p);
}
template <shim::range R, class C = lt, class P = identity>
auto min(R&& r, C c = {}, P p = {}) {
    return *ranges::min_element(r, c, p);
}
template <shim::range R, class I, class C = lt, class P = identity>
void nth_element(R&& r, I n, C c = {}, P p = {}) {
    std::nth_element(shim::b(r), n, shim::e(r), ranges::by(c, p));
}
template <shim::iter I, class C = lt, class P = identity>
void nth_element(I a, I n, I b, C c = {}, P p = {}) {
    std::nth_element(a, n, b, ranges::by(c, p));
}
template <shim::iter I, class T, class C = lt, class P = identity>
I lower_bound(I a, I b, const T& x, C c = {}, P p = {}) {
    return std::lower_bound(
        a, b, x, [&](auto&& v, const auto& y) { return bool(std::invoke(c, std::invoke(p, v), y)); });
}
template <shim::range R, class T, class C = lt, class P = identity>
auto lower_bound(R&& r, const T& x, C c = {}, P p = {}) {
    return ranges::lower_bound(shim::b(r), shim::e(r), x, c, p);
}
template <shim::iter I, class T, class C = lt, class P = identity>
I upper_bound(I a, I b, const T& x, C c = {}, P p = {}) {
    return std::upper_bound(
        a, b, x, [&](const auto& y, auto&& v) { return bool(std::invoke(c, y, std::invoke(p, v))); });
}
template <shim::range R, class T, class C = lt, class P = identity>
auto upper_bound(R&& r, const T& x, C c = {}, P p = {}) {
    return ranges::upper_bound(shim::b(r), shim::e(r), x, c, p);
}
template <shim::range R, class T, class C = lt, class P = identity>
bool binary_search(R&& r, const T& x, C c = {}, P p = {}) {
    auto at = ranges::lower_bound(shim::b(r), shim::e(r), x, c, p);
    return at != shim::e(r) && !std::invoke(c, x, std::invoke(p, *at));
}
template <shim::range R, class O>
auto copy(R&& r, O o) {
    return in_out<O>{std::copy(shim::b(r), shim::e(r), o)};
}
template <shim::iter I, class O>
auto copy(I a, I b, O o) {
    return in_out<O>{std::copy(a, b, o)};
}
template <shim::range R, class O>
auto move(R&& r, O o) {
    return in_out<O>{std::move(shim::b(r), shim::e(r), o)};
}
template <shim::range R, class O, class F, class P = identity>
void copy_if(R&& r, O o, F f, P p = {}) {
    for (auto&& v : r)
        if (std::invoke(f, std::invoke(p, v))) *o++ = v;
}
template <shim::range R, class O, class F, class P = identity>
void transform(R&& r, O o, F f, P p = {}) {
    for (auto&& v : r) *o++ = std::invoke(f, std::invoke(p, v));
}
template <shim::range A, shim::range B, class O, class F>
void transform(A&& a, B&& b, O o, F f) {
    auto j = shim::b(b);
    for (auto i = shim::b(a); i != shim::e(a) && j != shim::e(b); ++i, ++j) *o++ = std::invoke(f, *i, *j);
}
template <shim::range R, class T>
void fill(R&& r, const T& x) {
    std::fill(shim::b(r), shim::e(r), x);
}
template <shim::range R, class T, class U>
void replace(R&& r, const T& x, const U& y) {
    for (auto& v : r)
        if (v == x) v = y;
}
template <shim::range R>
void reverse(R&& r) {
    std::reverse(shim::b(r), shim::e(r));
}
template <shim::iter I>
void reverse(I a, I b) {
    std::reverse(a, b);
}
template <shim::range R, class G>
void shuffle(R&& r, G&& g) {
    // libstdc++ and libc++ shuffle otherwise: what a seed gives differs between native and wasm unless this
    // is the project's own.
    std::shuffle(shim::b(r), shim::e(r), g);
}
template <shim::range R, class O, class N, class G>
auto sample(R&& r, O o, N n, G&& g) {
    return std::sample(shim::b(r), shim::e(r), o, n, g);
}
template <shim::range A, shim::range B, class F = equal_to, class P = identity, class Q = identity>
bool equal(const A& a, const B& b, F f = {}, P p = {}, Q q = {}) {
    return std::equal(shim::b(a), shim::e(a), shim::b(b), shim::e(b), [&](const auto& x, const auto& y) {
        return std::invoke(f, std::invoke(p, x), std::invoke(q, y));
    });
}
template <class I, class J>
struct in_in {
    I in1;
    J in2;
};
template <shim::range A, shim::range B>
auto mismatch(A&& a, B&& b) {
    auto r = std::mismatch(shim::b(a), shim::e(a), shim::b(b), shim::e(b));
    return in_in<decltype(r.first), decltype(r.second)>{r.first, r.second};
}
template <shim::range A, shim::range B>
bool includes(A&& a, B&& b) {
    return std::includes(shim::b(a), shim::e(a), shim::b(b), shim::e(b));
}
template <shim::range A, shim::range B, class O>
void set_difference(A&& a, B&& b, O o) {
    std::set_difference(shim::b(a), shim::e(a), shim::b(b), shim::e(b), o);
}
template <shim::range R, class F>
void for_each(R&& r, F f) {
    for (auto&& v : r) std::invoke(f, v);
}
template <shim::range R, class P2>
auto unique(R&& r, P2 p) {
    return std::unique(shim::b(r), shim::e(r), p);
}
template <shim::range R>
auto adjacent_find(R&& r) {
    return std::adjacent_find(shim::b(r), shim::e(r));
}
template <shim::range R, class F>
auto adjacent_find(R&& r, F f) {
    return std::adjacent_find(shim::b(r), shim::e(r), f);
}
}  // namespace ranges
}  // namespace std
#endif
