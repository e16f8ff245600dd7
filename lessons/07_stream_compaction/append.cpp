// SPDX-License-Identifier: MIT
#include <set>

#include "lessons/07_stream_compaction/pictures.hpp"
#include "lessons/07_stream_compaction/stories.hpp"

using namespace pbp;

std::string compaction::kept_in_order(const Words& active) {
    const auto count = count_of(active);
    return count == 0 ? fmt::format("none of {} cells is active: kept none and wrote nothing", active.size())
                      : fmt::format("kept {} of {} cells, in order, and wrote nothing after them", count,
                                    active.size());
}

compaction::Words compaction::most_disordered(Run& run, const Words& active, Buffer<std::uint32_t>& kept,
                                              const std::function<void()>& append) {
    // If few workgroups run side by side, the order is rarely lost: then keep trying, while that is quick.
    const int least = run.n <= 1u << 20 ? 8 : 2;
    const int limit = run.n <= 1u << 14 && !run.gpu.info().fixed_order ? 256 : least;
    const auto count = count_of(active);
    Words worst = run.gpu.read(kept);
    std::uint32_t most = out_of_order(worst, active);
    int in_order = most == 0 ? 1 : 0;
    std::set<Words> outcomes{worst};
    int dispatches = 1;
    for (; dispatches < least || (dispatches < limit && most == 0 && count > 1); ++dispatches) {
        run.gpu.fill(kept, untouched);
        append();
        Words now = run.gpu.read(kept);
        run.result("append, again", kept, any_order(now, active));
        const std::uint32_t wrong = out_of_order(now, active);
        in_order += wrong == 0 ? 1 : 0;
        outcomes.insert(now);
        if (wrong > most) most = wrong, worst = std::move(now);
    }
    const auto right =
        fmt::format("each of {} dispatches kept the right {} of {} cells", dispatches, count, active.size());
    if (count == 0)
        run.note(fmt::format("none of {} cells is active: each of {} dispatches kept none", active.size(),
                             dispatches));
    else if (count == 1)
        run.note(right + ": too few to have an order");
    else if (most == 0)
        run.note(right + ", in order, but only by luck: nothing guarantees it");
    else
        run.note(
            fmt::format("{}; the order was lost in {} of them, with {} different outcomes in all; at worst, "
                        "{} cells were in another cell's slot",
                        right, dispatches - in_order, outcomes.size(), most));
    return worst;
}
