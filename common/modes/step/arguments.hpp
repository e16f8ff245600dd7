// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "common/base/error.hpp"

namespace pbp {

/// What a request of the Debug Adapter Protocol is given. It comes from elsewhere, so each value is looked at
/// before it is used: what does not fit throws Error(wrong_usage), in a sentence that names it.
class Arguments {
  public:
    using Json = nlohmann::json;
    static constexpr std::int64_t most = std::int64_t{1} << 53;

    /// `given` outlives it; null is an empty object. `name` says what it is in a sentence.
    Arguments(const Json& given, const std::string& name) : given_(given), name_(name) {
        if (!given.is_object() && !given.is_null()) fail(ExitCode::wrong_usage, "{}: takes an object.", name);
    }

    bool has(const char* name) const { return found(name) != nullptr; }
    std::int64_t integer(const char* name, std::int64_t least, std::int64_t greatest) const {
        const auto* const value = found(name);
        // Of a number beyond 2^63, only the unsigned form is what was sent.
        const bool fits =
            value != nullptr && value->is_number_integer() &&
            (!value->is_number_unsigned() || value->get<std::uint64_t>() < std::uint64_t{1} << 63) &&
            value->get<std::int64_t>() >= least && value->get<std::int64_t>() <= greatest;
        if (!fits)
            fail(ExitCode::wrong_usage, "{}: takes a whole number from {} to {}{}.", name, least, greatest,
                 value == nullptr ? std::string() : ", not " + text_of(*value));
        return value->get<std::int64_t>();
    }
    std::int64_t integer(const char* name, std::int64_t least, std::int64_t greatest,
                         std::int64_t otherwise) const {
        return has(name) ? integer(name, least, greatest) : otherwise;
    }
    std::string text(const char* name) const {
        const auto* const value = found(name);
        if (value == nullptr || !value->is_string())
            fail(ExitCode::wrong_usage, "{}{}: takes a text.", prefix(), name);
        return value->get<std::string>();
    }
    std::string text(const char* name, const std::string& otherwise) const {
        return has(name) ? text(name) : otherwise;
    }
    bool flag(const char* name, bool otherwise) const {
        const auto* const value = found(name);
        if (value == nullptr) return otherwise;
        if (!value->is_boolean()) fail(ExitCode::wrong_usage, "{}{}: takes true or false.", prefix(), name);
        return value->get<bool>();
    }
    /// An object that must be there.
    Arguments object(const char* name) const {
        const auto* const value = found(name);
        if (value == nullptr) fail(ExitCode::wrong_usage, "{}{}: takes an object.", prefix(), name);
        return {*value, name};
    }
    /// An array; where it is missing, an empty one.
    const Json& array(const char* name) const {
        static const Json none = Json::array();
        const auto* const value = found(name);
        if (value == nullptr) return none;
        if (!value->is_array()) fail(ExitCode::wrong_usage, "{}{}: takes an array.", prefix(), name);
        return *value;
    }

  private:
    /// Null: it is not there, or null.
    const Json* found(const char* name) const {
        if (!given_.is_object()) return nullptr;
        const auto at = given_.find(name);
        return at == given_.end() || at->is_null() ? nullptr : &*at;
    }
    std::string prefix() const { return name_ == "arguments" ? "" : name_ + "."; }
    static std::string text_of(const Json& value) {
        const auto text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
        return text.size() <= 40 ? text : text.substr(0, 40) + "...";
    }

    const Json& given_;
    std::string name_;
};

}  // namespace pbp
