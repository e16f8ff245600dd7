// SPDX-License-Identifier: MIT
#include "common/record/debug_buffer.hpp"

#include <algorithm>

namespace pbp {

namespace {

constexpr std::size_t record_words = 6;

}  // namespace

Handle DebugBuffer::clear(Device& device, std::size_t sites) {
    sites_ = sites;
    const std::size_t words = kept(sites) + record_words * most_records;
    if (!buffer_ || buffer_->size() < words) buffer_.emplace(device.backend(), words);
    std::vector<std::uint32_t> counters(kept(0), 0);
    std::fill_n(counters.end() - static_cast<std::ptrdiff_t>(sites), sites, ~0u);  // identity of min
    device.backend().write(buffer_->handle(), 0, std::as_bytes(std::span(counters)));
    return buffer_->handle();
}

std::vector<std::uint32_t> DebugBuffer::read(Device& device, std::size_t from, std::size_t count) const {
    std::vector<std::uint32_t> words(count);
    device.backend().read(buffer_->handle(), 4 * from, std::as_writable_bytes(std::span(words)));
    return words;
}

void DebugBuffer::read(Device& device) {
    words_ = read(device, 0, kept(0));
}

std::vector<std::uint32_t> DebugBuffer::other_failures(Device& device, std::size_t site) const {
    auto others = read(device, kept(site), std::min(failed(site), kept_failures));
    std::ranges::sort(others);
    std::erase(others, lowest(site));
    return others;
}

std::vector<DebugBuffer::Record> DebugBuffer::records(Device& device) const {
    const auto words = read(device, kept(sites_), record_words * std::min(logs(), most_records));
    std::vector<Record> all;
    for (std::size_t at = 0; at < words.size(); at += record_words)
        all.push_back({words[at] / 16,
                       words[at] % 16,
                       words[at + 1],
                       {words[at + 2], words[at + 3], words[at + 4], words[at + 5]}});
    // A shader that writes past the end of another buffer may overwrite this one.
    std::erase_if(all, [&](const Record& record) { return record.site >= sites_; });
    std::ranges::stable_sort(all, {}, &Record::who);
    return all;
}

}  // namespace pbp
