// SPDX-License-Identifier: MIT
#include "common/sim/kept/evidence.hpp"

#include <algorithm>

#include "common/device/backend.hpp"

namespace pbp::sim {

namespace {

/// Counted from 1 within the dispatch; 0 if nobody has written the word.
std::uint32_t last_writer(const Shadow& shadow, std::uint32_t base) {
    const auto who = shadow.more != nullptr && shadow.more->newest_write != 0 ? shadow.more->newest_write
                                                                              : shadow.write.who;
    return who >= base ? who - base + 1 : 0;
}

}  // namespace

void Evidence::add_writers(const Code& code, const std::vector<Memory*>& buffers, std::uint32_t base,
                           std::uint64_t dispatch) {
    for (std::uint32_t b = 0; b < buffers.size(); ++b) {
        const auto& block = code.buffers[b];
        if (buffers[b] == nullptr || block.readonly || block.uniform || block.binding >= debug_binding)
            continue;
        const auto& shadow = buffers[b]->shadow;
        WriterRow row{dispatch, b, {}};
        const auto finer = buffers[b]->finer;
        for (std::size_t word = 0; word < std::min(shadow.size() >> finer, most_words); ++word)
            row.writers.push_back(last_writer(shadow[word << finer], base));
        writers.push_back(std::move(row));
    }
}

}  // namespace pbp::sim
