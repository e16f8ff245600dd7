// SPDX-License-Identifier: MIT
#include "common/opengl/calls/call_log.hpp"

#include <glad/gl.h>

#include <chrono>
#include <sstream>
#include <type_traits>
#include <utility>

#include "common/opengl/calls/call_table.hpp"

namespace pbp::calls {

namespace {

std::function<void(const Call&)>& listener() {
    static std::function<void(const Call&)> heard;
    return heard;
}

double now_us() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(now).count();
}

template <typename T>
std::string in_words(char parameter, T value, std::int64_t count) {
    if constexpr (std::is_pointer_v<T>) {
        using To = std::remove_cv_t<std::remove_pointer_t<T>>;
        if constexpr (std::is_same_v<To, GLuint>)
            if (parameter == 'n') {
                std::string list;
                for (std::int64_t i = 0; i < count; ++i)
                    list += (i > 0 ? " " : "") + std::to_string(value[i]);
                return "[" + list + "]";
            }
        return value == nullptr ? "nullptr" : "data";
    } else if constexpr (std::is_floating_point_v<T>) {
        std::ostringstream text;
        text << value;
        return text.str();
    } else {
        return calls::in_words(parameter, static_cast<std::int64_t>(value));
    }
}

template <typename... A>
void hear(const Function& function, double begin_us, const std::string& result, A... arguments) {
    if (!listener()) return;
    Call call{.name = function.name,
              .reference = function.reference,
              .sentence = function.sentence,
              .arguments = {},
              .parameters = {},
              .result = result,
              .begin_us = begin_us,
              .end_us = now_us()};
    std::int64_t before = 0;  // the argument before, which says how many names follow
    [[maybe_unused]] const auto add = [&](auto value) {
        const char parameter = call.arguments.size() < function.parameters.size()
                                   ? function.parameters[call.arguments.size()]
                                   : 'u';
        call.arguments.push_back(in_words(parameter, value, before));
        call.parameters.push_back(parameter);
        if constexpr (std::is_integral_v<decltype(value)>) before = static_cast<std::int64_t>(value);
    };
    (add(arguments), ...);
    listener()(call);
}

/// One wrapper for all functions: `pointer` is glad's variable for one of them.
template <auto& pointer, typename F = std::remove_reference_t<decltype(pointer)>>
struct Wrapper;

template <auto& pointer, typename R, typename... A>
struct Wrapper<pointer, R(GLAPIENTRY*)(A...)> {
    static inline R(GLAPIENTRY* driver)(A...) = nullptr;
    static inline const Function* function = nullptr;

    static R GLAPIENTRY call(A... arguments) {
        const double begin_us = now_us();
        if constexpr (std::is_void_v<R>) {
            driver(arguments...);
            hear(*function, begin_us, "", arguments...);
        } else {
            const R result = driver(arguments...);
            std::string created;
            if constexpr (std::is_same_v<R, GLuint>)
                if (function->name.starts_with("glCreate")) created = std::to_string(result);
            hear(*function, begin_us, created, arguments...);
            return result;
        }
    }
    static void put(const char* name) {
        if (pointer == nullptr || pointer == &call) return;
        function = find(name);
        driver = std::exchange(pointer, &call);
    }
    static void take_away() {
        if (pointer == &call) pointer = driver;
    }
};

/// Does the same with every function of the table.
template <typename Do>
void each_function(Do with) {
#define PBP_FUNCTION(name, parameters, reference, sentence) with(Wrapper<glad_##name>{}, #name);
#include "common/opengl/calls/functions.inc"
#undef PBP_FUNCTION
}

}  // namespace

void record(std::function<void(const Call&)> heard) {
    listener() = std::move(heard);
    each_function([](auto wrapper, const char* name) { wrapper.put(name); });
}

void stop() {
    listener() = nullptr;
    each_function([](auto wrapper, const char*) { wrapper.take_away(); });
}

}  // namespace pbp::calls
