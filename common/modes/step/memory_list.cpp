// SPDX-License-Identifier: MIT
#include "common/modes/step/memory_list.hpp"

#include <algorithm>

namespace pbp {

using Kind = sim::Type::Kind;

MemoryList::MemoryList(const sim::Code& code, const sim::Named& named, std::uint64_t bytes)
    : begin_{named.space, named.index, 0}, offset_(named.offset) {
    const auto& type = code.module.type(named.type);
    const auto left = bytes > offset_ ? bytes - offset_ : 0;
    const bool is_array = type.kind == Kind::array || type.kind == Kind::runtime_array;
    if (is_array) {
        stride_ = std::max(1u, sim::stride_of(code.module, named.type, named.matrices));
        elements_ = left / stride_;
        if (type.kind == Kind::array) elements_ = std::min<std::uint64_t>(elements_, type.count);
    }
    for (const auto& scalar :
         sim::scalars_of(code.module, is_array ? type.element : named.type, named.matrices))
        if (is_array || scalar.offset + scalar.width / 8 <= left) scalars_.push_back(scalar);
}

sim::Place MemoryList::operator[](std::uint64_t number) const {
    const auto at = offset_ + number / scalars_.size() * stride_ + scalars_[number % scalars_.size()].offset;
    auto place = begin_;
    place.word = at / 4;
    place.byte = static_cast<std::uint8_t>(at % 4);
    return place;
}

MemoryList MemoryList::only(std::uint64_t number) const {
    auto one = *this;
    one.offset_ += number / scalars_.size() * stride_;
    one.elements_ = 1;
    one.scalars_ = {scalars_[number % scalars_.size()]};
    return one;
}

bool MemoryList::covers(const sim::Place& word) const {
    if (size() == 0 || word.space != begin_.space || word.index != begin_.index) return false;
    const auto last =
        offset_ + (elements_ - 1) * stride_ + scalars_.back().offset + scalars_.back().width / 8 - 1;
    return word.word >= offset_ / 4 && word.word <= last / 4;
}

}  // namespace pbp
