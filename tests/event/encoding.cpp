// SPDX-License-Identifier: MIT
// Events on the pipe between a worker and its parent: each arrives unchanged, and damage never counts as
// success.
#include "common/event/encoding.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "common/base/fnv.hpp"

using namespace pbp;

namespace {

VersionReport version_report() {
    VersionReport report;
    report.name = "v1";
    report.status = VersionReport::Status::wrong;
    report.exit_code = 1;
    report.elapsed_ms = 0.1;
    report.cause = {"what happened", "what", "meaning", {"one", "two", "three"}};
    report.debug.logs = {{"pass 1 of 2", "v1.comp:3", "d[0]", "7", {{1, 2, 3}, {1, 0, 0}, {0, 2, 3}, 3}}};
    sim::ProgramReport program;
    program.shader = "v1.comp";
    program.dispatches = 2;
    program.subgroup_size = 32;
    program.elapsed_ms = 1.5;
    auto& finding = program.findings.emplace_back();
    finding.fault = "data race";
    finding.sentence = "both write";
    auto& place = finding.places.emplace_back();
    place.file = "v1.comp";
    place.line = 3;
    place.text = "d";
    report.simulation = {program};
    report.sweep = {{8, "reverse", "WRONG", {"why"}}};
    return report;
}

/// One event of each kind, the last a final report.
std::vector<Event> one_of_each() {
    page::Piece piece;
    piece.version = "v1";
    for (int byte = 0; byte < 256; ++byte) piece.bytes += static_cast<char>(byte);
    return {event::Begin{Observer::Activity::dispatch, "pass 3"},
            event::End{},
            event::Note{"a driver's words"},
            event::Started{{"01_x", "x", "data", "renderer", "context", "khr", true}},
            event::Progress{"v1", 1.0 / 3},
            event::VersionDone{version_report()},
            event::Recorded{piece},
            event::SoFar{version_report()},
            event::Tuned{{"v1", 1ull << 40, true, false, {{.local_size = 64, .ratio = 0.7}}, "", 0, {}}},
            event::Planned{{"v1", "v2"}},
            event::Benched{{.lesson = "01", .version = "v1", .n = ~0ull, .peers = {{"std", "1"}}}},
            event::Result{"{\"a\":1}"},
            event::OrderDone{},
            event::Failed{4, "sentence"},
            event::Finished{0}};
}

std::string stream() {
    std::string bytes;
    for (const auto& event : one_of_each()) bytes += encoded(event);
    return bytes;
}

/// What a parent makes of a worker's bytes, which arrive in chunks.
struct Read {
    std::vector<Event> events;
    bool garbled = false, cut = false;
    /// Success as a parent sees it: nothing was lost, and the final report has arrived.
    bool succeeded() const {
        return !garbled && !cut && !events.empty() && std::holds_alternative<event::Finished>(events.back());
    }
};
Read read(std::string_view bytes, std::size_t chunk = std::string_view::npos) {
    Read made;
    EventReader reader;
    while (!bytes.empty()) {
        reader.append(bytes.substr(0, chunk));
        bytes.remove_prefix(std::min(chunk, bytes.size()));
        while (auto event = reader.next()) made.events.push_back(std::move(*event));
    }
    made.garbled = reader.garbled();
    made.cut = !reader.is_empty();
    return made;
}

/// The header that the encoding puts before this CBOR.
std::string framed(const std::string& cbor) {
    const auto length = static_cast<std::uint32_t>(cbor.size()), inverse = ~length;
    const auto sum = fnv1a(cbor);
    std::string head(16, '\0');
    std::memcpy(head.data(), &length, 4);
    std::memcpy(head.data() + 4, &inverse, 4);
    std::memcpy(head.data() + 8, &sum, 8);
    return head + cbor;
}
std::string framed_json(const char* text) {
    std::string cbor;
    nlohmann::json::to_cbor(nlohmann::json::parse(text), cbor);
    return framed(cbor);
}

}  // namespace

TEST_SUITE("cpu") {
    TEST_CASE("every kind of event arrives as it was, however its bytes are cut") {
        const auto sent = one_of_each();
        for (const std::size_t chunk :
             {std::string::npos, std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
            const auto made = read(stream(), chunk);
            CHECK(made.succeeded());
            REQUIRE(made.events.size() == sent.size());
            for (std::size_t i = 0; i < sent.size(); ++i) {
                CHECK(made.events[i].index() == i);
                CHECK(encoded(made.events[i]) == encoded(sent[i]));
            }
            const auto& piece = std::get<event::Recorded>(made.events[6]).piece;
            CHECK(piece.bytes == std::get<event::Recorded>(sent[6]).piece.bytes);
            const auto& report = std::get<event::VersionDone>(made.events[5]).report;
            CHECK(report.status == VersionReport::Status::wrong);
            CHECK(report.elapsed_ms == 0.1);
            CHECK(report.cause.hints == std::vector<std::string>{"one", "two", "three"});
            CHECK(std::get<event::Benched>(made.events[10]).row.n == ~0ull);
        }
    }

    TEST_CASE("invalid UTF-8 is replaced, and the rest stays") {
        const auto made = read(encoded(event::Note{"\xfft\xc3\xa4\xe4"}));
        REQUIRE(made.events.size() == 1);
        CHECK(std::get<event::Note>(made.events[0]).sentence == "\xef\xbf\xbdt\xc3\xa4\xef\xbf\xbd");
    }

    TEST_CASE("a truncated stream is not a success") {
        const auto whole = stream();
        for (std::size_t length = 0; length < whole.size(); ++length) {
            CAPTURE(length);
            CHECK(!read(whole.substr(0, length)).succeeded());
        }
    }

    TEST_CASE("a stream with a damaged byte is not a success") {
        const auto whole = stream();
        constexpr std::array flips{0x01, 0x20, 0x80, 0xff};
        const bool every_way = std::getenv("PBP_FULL_MATRIX") != nullptr;  // by day, each byte in one
        for (std::size_t at = 0; at < whole.size(); ++at)
            for (std::size_t k = 0; k < flips.size(); ++k) {
                if (!every_way && at % flips.size() != k) continue;
                const int flip = flips[k];
                auto damaged = whole;
                damaged[at] = static_cast<char>(damaged[at] ^ flip);
                const auto made = read(damaged);
                CAPTURE(at);
                CHECK(!made.succeeded());
                CHECK((made.garbled || made.cut));
                CHECK(made.events.size() < one_of_each().size());
            }
    }

    TEST_CASE("a damaged length is noticed at once, before the bytes that it promises") {
        for (std::size_t at = 0; at < 8; ++at) {
            auto damaged = encoded(event::OrderDone{});
            damaged[at] ^= 0x10;
            CHECK(read(damaged).garbled);
        }
    }

    TEST_CASE("damaged CBOR with a right checksum is an event or nothing, and does no harm") {
        for (const auto& event : one_of_each()) {
            const auto cbor = encoded(event).substr(16);
            REQUIRE(read(framed(cbor)).events.size() == 1);
            for (std::size_t length = 0; length < cbor.size(); ++length)
                CHECK(read(framed(cbor.substr(0, length))).garbled);
            for (std::size_t at = 0; at < cbor.size(); ++at)
                for (const int flip : {0x01, 0x02, 0x20, 0x40, 0x80, 0xe0, 0xff}) {
                    auto damaged = cbor;
                    damaged[at] = static_cast<char>(damaged[at] ^ flip);
                    const auto made = read(framed(damaged));
                    CHECK(made.events.size() + made.garbled == 1);
                }
        }
    }

    TEST_CASE("CBOR that is not an event is garbled, and nothing is read after it") {
        for (const char* text : {"7", "[]", "{}", "\"finished\"", "{\"finished\":\"0\"}", "{\"finished\":{}}",
                                 "{\"finished\":{\"exit_code\":\"0\"}}", "{\"version\":7}",
                                 "{\"unheard\":{}}", "{\"done\":{},\"finished\":{\"exit_code\":0}}",
                                 "{\"benched\":{\"row\":{\"status\":\"fine\"}}}"}) {
            CAPTURE(text);
            const auto made = read(framed_json(text) + encoded(event::Finished{0}));
            CHECK(made.garbled);
            CHECK(made.events.empty());
        }
        CHECK(read(framed(std::string(1 << 16, '\x9b'))).garbled);  // arrays of 2^60 arrays
    }
}
