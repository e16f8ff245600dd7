// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <glm/vec4.hpp>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "common/check/inputs.hpp"
#include "common/check/keys.hpp"

namespace pbp {

/// An array of 4- or 8-byte numbers, or of pixels, accessed as doubles, which represent every uint, int and
/// float exactly. Sort keys are accessed as the values they encode, pixels as their words. Immutable, so
/// copies share the data.
class Values {
  public:
    Values() = default;
    Values(std::vector<std::uint32_t> v) : Values(Kind::uint32, std::move(v)) {}
    Values(std::vector<std::int32_t> v) : Values(Kind::int32, std::move(v)) {}
    Values(std::vector<float> v) : Values(Kind::float32, std::move(v)) {}
    Values(std::vector<double> v) : Values(Kind::float64, std::move(v)) {}
    Values(std::vector<glm::u8vec4> v) : Values(Kind::pixel, std::move(v)) {}

    /// The same 32-bit patterns as another type: a trace knows only words. Doubles are the CPU twins of
    /// floats.
    Values as(const Values& other) const;
    /// Unsigned words as the sort keys of a type.
    Values keys_of(std::optional<ValueType> type) const;
    /// `count` values starting at `first`, or as many as there are; a part is copied.
    Values part(std::size_t first, std::size_t count) const;

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    double operator[](std::size_t i) const {
        switch (kind_) {
            case Kind::float64:
                return at<double>(i);
            case Kind::int32:
                return at<std::int32_t>(i);
            case Kind::float32:
                return at<float>(i);
            case Kind::pixel:
            case Kind::uint32:
                break;
        }
        const auto word = at<std::uint32_t>(i);
        return keys_ ? value_of(bits_of_key(word, *keys_), *keys_) : word;
    }
    /// The 32 bits of one value; a double becomes a float.
    std::uint32_t word(std::size_t i) const;
    std::vector<std::uint32_t> words() const;
    std::vector<double> doubles() const;
    /// The pixels it was constructed from.
    std::span<const glm::u8vec4> pixels() const;

    /// The type of the words; keys are unsigned, whatever they encode.
    ValueType type() const;
    /// True if both hold the same bits of the same type: cheap, even for millions.
    bool identical(const Values& other) const;

  private:
    enum class Kind : std::uint8_t { uint32, int32, float32, float64, pixel };
    template <typename T>
    Values(Kind kind, std::vector<T> v) : size_(v.size()), kind_(kind) {
        const auto owner = std::make_shared<const std::vector<T>>(std::move(v));
        bytes_ = {owner, reinterpret_cast<const std::byte*>(owner->data())};
    }
    template <typename T>
    T at(std::size_t i) const {
        T value;
        std::memcpy(&value, bytes_.get() + i * sizeof(T), sizeof(T));
        return value;
    }

    std::shared_ptr<const std::byte> bytes_;  ///< owned by the vector that contains them
    std::size_t size_ = 0;
    Kind kind_ = Kind::uint32;
    std::optional<ValueType> keys_;
};

/// Words as the values of a type that they encode.
Values values_of(std::vector<std::uint32_t> words, ValueType type);

}  // namespace pbp
