// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "common/check/inputs.hpp"
#include "common/check/keys.hpp"

namespace pbp {

/// An array of 4- or 8-byte numbers seen as doubles, which hold every uint, int and float exactly.
/// Sort keys are seen as the values they stand for.
class Values {
  public:
    Values(const std::vector<std::uint32_t>& v) : data_(v.data()), size_(v.size()), kind_(Kind::uint32) {}
    Values(const std::vector<std::int32_t>& v) : data_(v.data()), size_(v.size()), kind_(Kind::int32) {}
    Values(const std::vector<float>& v) : data_(v.data()), size_(v.size()), kind_(Kind::float32) {}
    Values(const std::vector<double>& v) : data_(v.data()), size_(v.size()), kind_(Kind::float64) {}

    /// The same 32-bit patterns seen as another type: a trace knows only words. Doubles are the twins of
    /// floats.
    Values as(const Values& other) const {
        Values seen = *this;
        seen.kind_ = other.kind_ == Kind::float64 ? Kind::float32 : other.kind_;
        seen.keys_ = other.keys_;
        return seen;
    }
    /// Unsigned words seen as the sort keys of a type.
    Values keys_of(std::optional<ValueType> type) const {
        Values seen = *this;
        if (kind_ == Kind::uint32) seen.keys_ = type;
        return seen;
    }

    std::size_t size() const { return size_; }
    double operator[](std::size_t i) const {
        switch (kind_) {
            case Kind::uint32: {
                const auto word = static_cast<const std::uint32_t*>(data_)[i];
                return keys_ ? value_of(bits_of_key(word, *keys_), *keys_) : word;
            }
            case Kind::int32:
                return static_cast<const std::int32_t*>(data_)[i];
            case Kind::float32:
                return value_of(static_cast<const std::uint32_t*>(data_)[i], ValueType::float32);
            case Kind::float64:
                return static_cast<const double*>(data_)[i];
        }
        return 0;
    }
    /// The first `count` values, or all.
    std::vector<double> doubles(std::size_t count = SIZE_MAX) const {
        std::vector<double> all(std::min(size_, count));
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = (*this)[i];
        return all;
    }
    /// The words themselves; doubles become floats.
    std::vector<std::uint32_t> words() const {
        std::vector<std::uint32_t> all(size_);
        if (kind_ != Kind::float64 && size_ > 0) std::memcpy(all.data(), data_, size_ * 4);
        if (kind_ == Kind::float64)
            for (std::size_t i = 0; i < size_; ++i)
                all[i] = std::bit_cast<std::uint32_t>(static_cast<float>((*this)[i]));
        return all;
    }
    /// What the words are; keys are unsigned, whatever they stand for.
    ValueType type() const {
        return kind_ == Kind::uint32  ? ValueType::uint32
               : kind_ == Kind::int32 ? ValueType::int32
                                      : ValueType::float32;
    }
    /// True where both hold the same bits of the same type: cheap, also for millions.
    bool identical(const Values& other) const {
        return kind_ == other.kind_ && kind_ != Kind::float64 && size_ == other.size_ &&
               (size_ == 0 || std::memcmp(data_, other.data_, size_ * 4) == 0);
    }

  private:
    enum class Kind : std::uint8_t { uint32, int32, float32, float64 };
    const void* data_;
    std::size_t size_;
    Kind kind_;
    std::optional<ValueType> keys_;
};

}  // namespace pbp
