// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/event/event.hpp"

namespace pbp {

/// An event as bytes for a pipe: a head with its length and a checksum, and the event in CBOR (RFC 8949).
std::string encoded(const Event& event);

/// The way back, in whatever pieces the bytes come.
class EventReader {
  public:
    void append(std::string_view bytes);
    /// The next event that has come whole; none: it has not yet, or is garbled.
    std::optional<Event> next();
    /// True after bytes that are no event. No more events come then: nobody knows where the next one begins.
    bool garbled() const { return garbled_; }
    /// True where no part of an event is left.
    bool is_empty() const { return at_ == bytes_.size(); }

  private:
    std::string bytes_;
    std::size_t at_ = 0;  ///< where the next event begins in them
    bool garbled_ = false;
};

}  // namespace pbp
