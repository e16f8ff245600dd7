// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "common/check/keys.hpp"
#include "common/lesson/lesson.hpp"

/// The words of --order, which says how a sort's keys must end up.
namespace pbp {

/// What --order asks for. Throws Error(wrong_usage) for an unknown word.
inline SortOrder order_of(const std::string& word) {
    if (word == "ascending") return SortOrder::ascending;
    if (word == "descending") return SortOrder::descending;
    fail(ExitCode::wrong_usage, "--order: unknown value '{}'; choose ascending or descending.", word);
}
inline SortOrder order_of(const Options& options) {
    return order_of(options.extra.at("--order"));
}
inline void check_order(const std::string& word) {
    order_of(word);
}

/// Ends the work of a sort: the buffer begins with the run's keys, in the order that was asked for.
template <typename T>
void sorted_outcome(Run& run, const Buffer<T>& buffer) {
    const auto order = order_of(run.options);
    sim::Promise promise{.makes = sim::Promise::Makes::order};
    promise.descending = order == SortOrder::descending;
    run.outcome(buffer, [&run, order] { return sorted(run.keys(), order); }, {.promise = promise});
}

inline const LessonOption order_option{
    "--order",   "ORDER",     "how your edited shader is to sort: ascending or descending",
    "ascending", check_order, {},
    false};

/// The cause of a pass that holds what the ascending order gives.
inline Cause still_ascends() {
    return {Cause::own_task,
            "Every key is where the ascending order has it.",
            "The shader still sorts upwards: --order descending changes what is expected of it, not the "
            "shader.",
            {"Which key of a pair goes to the lower index?",
             "Look for every comparison, min() and max(), in the files that the shader includes, too. Which "
             "key must "
             "padding hold, so that it ends up after all others?",
             "Exchange min() and max(), or < and >."}};
}

}  // namespace pbp
