// SPDX-License-Identifier: MIT
#include "common/check/values.hpp"

#include <algorithm>
#include <bit>

namespace pbp {

Values Values::as(const Values& other) const {
    Values seen = *this;
    seen.kind_ = other.kind_ == Kind::float64 ? Kind::float32 : other.kind_;
    seen.keys_ = other.keys_;
    return seen;
}

Values Values::keys_of(std::optional<ValueType> type) const {
    Values seen = *this;
    if (kind_ == Kind::uint32) seen.keys_ = type;
    return seen;
}

Values Values::part(std::size_t first, std::size_t count) const {
    if (first == 0 && count >= size_) return *this;
    first = std::min(first, size_);
    count = std::min(count, size_ - first);
    Values made;
    if (kind_ == Kind::float64) {
        std::vector<double> all(count);
        if (count > 0) std::memcpy(all.data(), bytes_.get() + first * sizeof(double), count * sizeof(double));
        made = std::move(all);
    } else {
        std::vector<std::uint32_t> all(count);
        if (count > 0) std::memcpy(all.data(), bytes_.get() + first * 4, count * 4);
        made = std::move(all);
    }
    made.kind_ = kind_;
    made.keys_ = keys_;
    return made;
}

std::uint32_t Values::word(std::size_t i) const {
    return kind_ == Kind::float64 ? std::bit_cast<std::uint32_t>(static_cast<float>(at<double>(i)))
                                  : at<std::uint32_t>(i);
}

std::vector<std::uint32_t> Values::words() const {
    std::vector<std::uint32_t> all(size_);
    for (std::size_t i = 0; i < size_; ++i) all[i] = word(i);
    return all;
}

std::vector<double> Values::doubles() const {
    std::vector<double> all(size_);
    for (std::size_t i = 0; i < size_; ++i) all[i] = (*this)[i];
    return all;
}

std::span<const glm::u8vec4> Values::pixels() const {
    return kind_ == Kind::pixel ? std::span(reinterpret_cast<const glm::u8vec4*>(bytes_.get()), size_)
                                : std::span<const glm::u8vec4>();
}

ValueType Values::type() const {
    switch (kind_) {
        case Kind::int32:
            return ValueType::int32;
        case Kind::float32:
        case Kind::float64:
            return ValueType::float32;
        case Kind::uint32:
        case Kind::pixel:
            break;
    }
    return ValueType::uint32;
}

bool Values::identical(const Values& other) const {
    return kind_ == other.kind_ && kind_ != Kind::float64 && size_ == other.size_ &&
           (size_ == 0 || std::memcmp(bytes_.get(), other.bytes_.get(), size_ * 4) == 0);
}

Values values_of(std::vector<std::uint32_t> words, ValueType type) {
    switch (type) {
        case ValueType::int32:
            return Values(words).as(Values(std::vector<std::int32_t>()));
        case ValueType::float32:
            return Values(words).as(Values(std::vector<float>()));
        case ValueType::uint32:
            break;
    }
    return words;
}

}  // namespace pbp
