// SPDX-License-Identifier: MIT
#include "common/event/encoding.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "common/base/fnv.hpp"
#include "common/event/bench_row_json.hpp"
#include "common/event/reports_json.hpp"
#include "common/report/model_json.hpp"

namespace pbp {

using nlohmann::json;

static void to_json(json& text, Observer::Activity activity) {
    text = activity == Observer::Activity::build ? "build" : "dispatch";
}
static void from_json(const json& text, Observer::Activity& activity) {
    activity = text == "build" ? Observer::Activity::build : Observer::Activity::dispatch;
}

namespace event {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Begin, activity, what)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Note, sentence)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Started, run)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Progress, version, fraction, doing)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(VersionDone, report)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Recorded, piece)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SoFar, report)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Tuned, report)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Planned, versions)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Benched, row)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Result, json)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Failed, exit_code, sentence)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Finished, exit_code)

/// The others say no more than that they happened.
template <typename T>
requires std::is_empty_v<T>
void to_json(nlohmann::json& fields, const T&) {
    fields = nlohmann::json::object();
}
template <typename T>
requires std::is_empty_v<T>
void from_json(const nlohmann::json&, T&) {}

}  // namespace event

namespace {

/// What the kinds of events are called on the pipe, in the order of the variant.
constexpr std::array names{"begin",   "end",      "note",   "start", "progress",
                           "version", "recorded", "so_far", "tuned", "planned",
                           "benched", "result",   "done",   "error", "finished"};
static_assert(names.size() == std::variant_size_v<Event>);

/// Precedes each event.
struct Head {
    std::uint32_t length = 0;     ///< of the event, in bytes
    std::uint32_t inverse = ~0u;  ///< of the length: nobody waits for the rest of an event that never was one
    std::uint64_t sum = 0;        ///< FNV-1a of its bytes, which sees any single damaged one
};
constexpr std::uint32_t most_bytes = 1u << 28;  ///< far above the page of any version

/// Text from files and drivers need not be UTF-8; CBOR's must be.
void make_utf8(json& value) {
    if (value.is_structured())
        for (auto& inner : value) make_utf8(inner);
    if (!value.is_string()) return;
    const auto& text = value.get_ref<const std::string&>();
    if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
        value = json::parse(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

/// The event of this number among Event's kinds: a fold over all of them, as the number is known only now.
template <std::size_t... Index>
Event event_of(std::size_t kind, const json& fields, std::index_sequence<Index...>) {
    Event event;
    ((kind == Index ? void(event = fields.get<std::variant_alternative_t<Index, Event>>()) : void()), ...);
    return event;
}

std::optional<Event> decoded(std::string_view bytes) try {
    const json message = json::from_cbor(bytes.begin(), bytes.end(), true, false);
    if (!message.is_object() || message.size() != 1) return std::nullopt;
    const auto kind = std::ranges::find(names, message.begin().key());
    if (kind == names.end()) return std::nullopt;
    return event_of(static_cast<std::size_t>(kind - names.begin()), message.front(),
                    std::make_index_sequence<names.size()>());
} catch (const std::exception&) {  // other fields than an event of this name has
    return std::nullopt;
}

}  // namespace

std::string encoded(const Event& event) {
    json message;
    message[names[event.index()]] = std::visit([](const auto& one) { return json(one); }, event);
    make_utf8(message);
    std::string bytes(sizeof(Head), '\0');
    json::to_cbor(message, bytes);
    const auto body = std::string_view(bytes).substr(sizeof(Head));
    const auto length = static_cast<std::uint32_t>(body.size());
    const Head head{length, ~length, fnv1a(body)};
    std::memcpy(bytes.data(), &head, sizeof(head));
    return bytes;
}

void EventReader::append(std::string_view bytes) {
    bytes_.erase(0, std::exchange(at_, 0));
    bytes_ += bytes;
}

std::optional<Event> EventReader::next() {
    const auto rest = std::string_view(bytes_).substr(at_);
    Head head;
    if (garbled_ || rest.size() < sizeof(head)) return std::nullopt;
    std::memcpy(&head, rest.data(), sizeof(head));
    garbled_ = head.length > most_bytes || head.inverse != ~head.length;
    if (garbled_ || rest.size() - sizeof(head) < head.length) return std::nullopt;
    const auto body = rest.substr(sizeof(head), head.length);
    auto event = fnv1a(body) == head.sum ? decoded(body) : std::nullopt;
    garbled_ = !event;
    at_ += sizeof(head) + body.size();
    return event;
}

}  // namespace pbp
