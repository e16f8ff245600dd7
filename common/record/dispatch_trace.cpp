// SPDX-License-Identifier: MIT
#include "common/record/dispatch_trace.hpp"

#include <algorithm>

namespace pbp {

bool DispatchTrace::fits(const Traced& traced) {
    constexpr std::size_t most_words = std::size_t{1} << 24;
    return words_an_entry * traced.passes * traced.cells <= most_words;
}

Handle DispatchTrace::begin(Device& device, Program& program, const Traced& traced, bool wanted) {
    clear();
    buffer_.reset();
    wanted_ = wanted && traced.cells > 0 && program.uses_binding(trace_binding);
    if (!program.uses_binding(trace_binding)) return 0;
    buffer_.emplace(device.backend(),
                    wanted_ ? words_an_entry * traced.passes * traced.cells : words_an_entry);
    device.fill(*buffer_, 0);
    program.set("pbp_trace_cells", static_cast<std::uint32_t>(traced.cells));
    program.set("pbp_trace_passes", static_cast<std::uint32_t>(wanted_ ? traced.passes : 0));
    if (wanted_) {
        passes_ = traced.passes;
        laid_ = 0;
        state_.assign(traced.cells, 0);
        writers_.assign(traced.cells, 0);
        lines_.assign(traced.cells, 0);
        if (traced.state != 0)
            device.backend().read(traced.state, 0, std::as_writable_bytes(std::span(state_)));
    }
    return buffer_->handle();
}

void DispatchTrace::end(Device& device) {
    if (wanted_) words_ = device.read(*buffer_);
    buffer_.reset();
}

std::size_t DispatchTrace::passes_reported() const {
    std::size_t last = words_.size() / words_an_entry;
    while (last > 0 && words_[words_an_entry * (last - 1) + 1] == 0) --last;
    return state_.empty() ? 0 : (last + state_.size() - 1) / state_.size();
}

const std::vector<std::uint32_t>& DispatchTrace::after(std::size_t pass) {
    for (; laid_ <= pass && laid_ < passes_; ++laid_) lay_over(laid_);
    return state_;
}

void DispatchTrace::lay_over(std::size_t pass) {
    std::ranges::fill(writers_, 0);
    std::ranges::fill(lines_, 0);
    for (std::size_t i = 0; i < state_.size(); ++i) {
        const std::size_t entry = words_an_entry * (pass * state_.size() + i);
        if (words_[entry + 1] == 0) continue;
        state_[i] = words_[entry];
        writers_[i] = words_[entry + 1];
        lines_[i] = words_[entry + 2];
    }
}

}  // namespace pbp
