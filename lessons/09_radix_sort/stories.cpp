// SPDX-License-Identifier: MIT
#include "lessons/09_radix_sort/stories.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <numeric>

using namespace pbp;

namespace radix {

namespace {

constexpr std::size_t most_drawn = 256;  ///< keys whose ways are kept

/// 0: not a number from 1 to 32.
std::uint32_t number_of(const std::string& word) {
    std::uint32_t bits = 0;
    const auto* end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, bits);
    return read.ec == std::errc{} && read.ptr == end && bits <= 32 ? bits : 0;
}

std::uint32_t mask_of(std::uint32_t bits) {
    return bits >= 32 ? ~0u : (1u << bits) - 1;
}

record::Pass row_of(const std::string& name, const Words& keys, const Digit& digit) {
    Words values;
    for (const auto key : keys) values.push_back(digit.of(key));
    return {.name = name, .values = std::move(values)};
}

std::vector<record::Link> links_to(const Words& places) {
    std::vector<record::Link> links;
    for (std::uint32_t i = 0; i < places.size(); ++i) links.push_back({i, places[i], LinkKind::moved});
    return links;
}

}  // namespace

void check_bits(const std::string& word) {
    if (word != "all" && number_of(word) == 0)
        fail(ExitCode::wrong_usage, "--bits takes a number from 1 to 32, or all; not '{}'.", word);
}

std::uint32_t bits_of(const Run& run, const Words& keys) {
    const auto& word = run.options.extra.at("--bits");
    return word == "all" ? bits_of(keys) : number_of(word);
}

Shape shape_of(Run& run) {
    const auto lanes = scan::probed(run).subgroup_size;
    auto shape = shape_of(run.version(), run.n, lanes, run.gpu.info());
    shape.local_size = run.local_size(shape.local_size);
    if (!run.is("v1")) shape.each = run.per_invocation(shape.each);
    require_room(run.version(), shape, run.gpu.limits());
    return shape;
}

Words sorted_by(Words keys, std::uint32_t bits) {
    const auto mask = mask_of(bits);
    std::ranges::stable_sort(keys, {}, [mask](std::uint32_t key) { return key & mask; });
    return keys;
}

std::function<Words()> expectation(const Run& run, const Words& keys) {
    return [keys, bits = bits_of(run, keys)] { return sorted_by(keys, bits); };
}

Words order_by(const Words& keys, std::uint32_t bits) {
    const auto mask = mask_of(bits);
    Words order(keys.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return keys[i] & mask; });
    return order;
}

Words counted(const Run& run, const Words& keys, const Digit& digit, const Shape& shape) {
    if (!run.checking()) return {};
    if (run.is("v1")) return zeros(keys, digit);
    return counts(keys, digit, shape.radix(), run.is("v2") ? shape.each : shape.tile());
}

void check_sorted(Run& run, const std::vector<std::string>& passes, Words& keys, const Digit& digit,
                  const Shape& shape, const Buffer<std::uint32_t>& sorted, Trail& trail) {
    if (!run.checking()) return;
    for (const auto& pass : passes) {
        const bool last = &pass == &passes.back();
        const auto to = places(keys, digit, last ? run.n : shape.tile());
        trail.add(pass, digit, keys, to, last ? 0 : shape.tile());
        keys = moved(keys, to);
        if (last)
            run.check(pass, sorted, keys);
        else
            run.check_shared(pass, keys);
    }
}

void Trail::add(const std::string& pass, const Digit& digit, const Words& before, const Words& places,
                std::uint32_t tile) {
    if (run_.drawing() && before.size() <= most_drawn) steps_.push_back({pass, digit, before, places, tile});
}

/// How to find the digits of the first two rounds in a key.
std::string Trail::digits_in_words() const {
    std::vector<std::string> words;
    for (const auto& step : steps_) {
        const auto& digit = step.digit;
        const auto divided = digit.shift == 0 ? "" : fmt::format(" / {}", 1u << digit.shift);
        const auto text = fmt::format("{} of a key: key{} mod {}", digit.name(), divided, 1u << digit.width);
        if (words.size() < 2 && (words.empty() || words.back() != text)) words.push_back(text);
    }
    return words.empty() ? "" : fmt::format(" ({}.)", fmt::join(words, "; "));
}

void Trail::draw() const {
    if (!run_.drawing()) return;
    const auto rows_of = [&](const std::string& part) {
        auto strip = run_.strip();  // only the rows that hold keys, or values
        std::erase_if(strip.rows, [&](const record::Pass& row) {
            return (!row.name.starts_with("sort") && row.name != "input") ||
                   (!row.part.empty() && row.part != part);
        });
        if (strip.rows.size() == steps_.size() + 1)
            for (std::size_t k = 0; k < steps_.size(); ++k)
                strip.rows[k + 1].links = links_to(steps_[k].places);
        strip.title = fmt::format("09 radix sort, {}: {} keys", run_.version(), run_.n);
        return strip;
    };
    auto strip = rows_of("keys");
    strip.value_name = "key";
    const auto of_first = run_.is("v2") ? std::ranges::count(strip.rows.back().writers, 1U) : 0;  // ids + 1
    strip.how_to_read =
        "Each row is the array after one pass; a line leads a key to its new place. Keys with the same digit "
        "keep their order." +
        (of_first > 1
             ? fmt::format(
                   " An invocation moves neighbours: invocation 0 has elements 0 to {} of the row above.",
                   of_first - 1)
             : "") +
        digits_in_words() +
        (sorts_pairs(run_.version())
             ? " The values travel along the same lines: see the next picture, of the values."
             : "");
    run_.picture("", picture::draw(strip));
    if (sorts_pairs(run_.version())) {
        auto values = rows_of("values");
        values.value_name = "value";
        values.how_to_read =
            "The values go where their keys go. They were 0, 1, 2, ... at first, so the last row says where "
            "each key was.";
        run_.picture("values", picture::draw(values));
    }
    if (steps_.empty()) return;

    picture::Strip by_digit;
    by_digit.title = strip.title;
    by_digit.value_name = "digit";
    const auto add = [&](const std::string& name, const Words& keys, const Digit& digit) {
        by_digit.rows.push_back(row_of(name, keys, digit));
        by_digit.numbers.emplace_back(keys);
    };
    std::uint32_t tile = 0;
    for (std::size_t k = 0; k < steps_.size(); ++k) {
        const auto& step = steps_[k];
        const bool first = k == 0 || steps_[k - 1].digit.name() != step.digit.name();
        tile = std::max(tile, step.tile);
        if (first) add(step.digit.name(), step.before, step.digit);
        add(step.pass, moved(step.before, step.places), step.digit);
        by_digit.rows.back().links = links_to(step.places);
    }
    by_digit.colored_moves = true;
    by_digit.group = tile, by_digit.group_name = "tile";
    by_digit.how_to_read = fmt::format(
        "{} rows per round: the keys, each in the colour of its digit{}, and the same keys after the round. "
        "Each key travels to the bucket of its digit, the cells of one colour. Lines of one colour never "
        "cross, so what earlier rounds have sorted stays sorted.",
        tile > 0 ? "Three" : "Two", tile > 0 ? ", each tile sorted by it" : "");
    if (std::ranges::any_of(steps_, [](const Step& step) { return step.pass.ends_with("skipped"); }))
        by_digit.how_to_read += " Where all keys share a digit, the round is skipped: it only copies.";
    run_.picture("digits", picture::draw(by_digit));
    if (tile_ > 0)
        if (auto looked = look_back_strip(run_.strip(), steps_.front().before, steps_.front().digit, tile_)) {
            looked->title = strip.title + ", the look-back of round 1";
            run_.picture("look_back", picture::draw(*looked));
        }
    if (run_.is("v4"))
        run_.picture("multisplit", draw_ballots(steps_.front().before, steps_.front().digit,
                                                scan::probed(run_).subgroup_size));
}

}  // namespace radix
