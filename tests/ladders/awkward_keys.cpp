// SPDX-License-Identifier: MIT
// Lesson 09 on keys that tempt a radix sort to go wrong: digits that all keys share, two values, both zeros,
// every kind of NaN. What is right is written here once more, without the lesson's twins: smaller values
// first, -0 before +0, every NaN last, and equal keys in the order of the input.
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/support/lessons.hpp"

using namespace pbp::test;

namespace {

using Words = std::vector<std::uint32_t>;

struct Keys {
    std::string name, type;
    Words bits;
};

/// Some 32-bit number for each i, the same everywhere.
std::uint32_t mixed(std::uint32_t i) {
    i = (i ^ 61u ^ i >> 16) * 9u;
    i = (i ^ i >> 4) * 0x27d4eb2du;
    return i ^ i >> 15;
}

template <typename Value>
Words words(std::uint32_t n, Value value) {
    Words all(n);
    for (std::uint32_t i = 0; i < n; ++i) all[i] = std::bit_cast<std::uint32_t>(value(i));
    return all;
}

std::vector<Keys> kinds(std::uint32_t n) {
    constexpr auto infinity = std::numeric_limits<float>::infinity();
    const auto some = [](const std::vector<float>& values) {
        return [values](std::uint32_t i) { return values[mixed(i) % values.size()]; };
    };
    const auto nan = std::numeric_limits<float>::quiet_NaN();
    return {
        {"all equal", "uint", words(n, [](auto) { return 0xCAFE1234u; })},
        {"all ones", "uint", words(n, [](auto) { return ~0u; })},
        {"one bit differs", "uint", words(n, [](auto i) { return 0xCAFE1234u ^ (mixed(i) & 1u << 13); })},
        {"one key differs", "uint", words(n, [&](auto i) { return i == n / 2 ? 0xCAFD1234u : 0xCAFE1234u; })},
        {"two values", "uint", words(n, [](auto i) { return mixed(i) & 1u ? ~0u : 0u; })},
        {"one digit of four is shared", "uint", words(n, [](auto i) { return mixed(i) & 0xFFFF00FFu; })},
        {"two bits are shared", "uint", words(n, [](auto i) { return mixed(i) | 0xCu; })},
        {"two digits of four are shared", "uint", words(n, [](auto i) { return mixed(i) & 0xFF0000FFu; })},
        {"three are", "uint", words(n, [](auto i) { return (mixed(i) & 0xFF00u) | 0x77u; })},
        {"sorted", "uint", words(n, [](auto i) { return i * 0x01010101u; })},
        {"reversed", "uint", words(n, [&](auto i) { return (n - i) * 0x01000193u; })},
        {"around zero", "int", words(n, [](auto i) { return static_cast<std::int32_t>(mixed(i) % 7u) - 3; })},
        {"limits", "int",
         words(n, [](auto i) { return (mixed(i) & 1u) << 31 | (mixed(i) & 2u ? ~0u >> 1 : 0u); })},
        {"zeros, infinities and NaN", "float",
         words(n, some({0.0F, -0.0F, infinity, -infinity, nan, -nan, 1.0F, -1.0F, 1e-45F, -1e-45F, 3e38F}))},
        {"whole numbers", "float",
         words(n, [](auto i) { return static_cast<float>(mixed(i) % 100u) - 50.0F; })},
    };
}

/// True if the first comes before the second, as the comment at the top says.
bool precedes(const std::string& type, std::uint32_t a, std::uint32_t b) {
    if (type == "uint") return a < b;
    if (type == "int") return std::bit_cast<std::int32_t>(a) < std::bit_cast<std::int32_t>(b);
    const auto x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
    if (std::isnan(x) || std::isnan(y)) return !std::isnan(x) && std::isnan(y);
    return x == y ? std::signbit(x) && !std::signbit(y) : x < y;
}

Words order_of(const Keys& keys) {
    Words order(keys.bits.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order,
                             [&](auto a, auto b) { return precedes(keys.type, keys.bits[a], keys.bits[b]); });
    return order;
}

/// A value as an export writes it: -0 as 0, and what is no number as a word.
std::string exported(const std::string& type, std::uint32_t bits) {
    const nlohmann::json value = type == "uint"  ? double{1} * bits
                                 : type == "int" ? double{1} * std::bit_cast<std::int32_t>(bits)
                                                 : double{std::bit_cast<float>(bits)};
    const double number = value.get<double>();
    return std::isnan(number)   ? "nan"
           : std::isinf(number) ? (number > 0 ? "inf" : "-inf")
                                : nlohmann::json(number + 0.0).dump();
}

std::string exported(const nlohmann::json& value) {
    return value.is_string() ? value.get<std::string>() : nlohmann::json(value.get<double>() + 0.0).dump();
}

/// Runs the lesson's versions and compares the last row of each with what is right; the last row of pairs
/// says where each key was.
void check(const Folder& folder, const Keys& keys, const std::vector<std::string>& machine) {
    const auto input = folder.write(
        "keys.raw", std::string(reinterpret_cast<const char*>(keys.bits.data()), 4 * keys.bits.size()));
    const auto passes = folder.path() / "passes.json";
    std::vector<std::string> line{"--input",  input,           "--type",       keys.type,      "--bits",
                                  "32",       "--no-pictures", "--quiet",      "--out",        folder.path(),
                                  "--export", passes,          "--time-limit", slow_compiler_s};
    line.insert(line.end(), machine.begin(), machine.end());
    const auto outcome = run_lesson("09_radix_sort", line);
    CAPTURE(line);
    CAPTURE(keys.name);
    CAPTURE(outcome.output);
    REQUIRE(outcome.exit_code == 0);
    const auto order = order_of(keys);
    const auto document = nlohmann::json::parse(read_text(passes));
    REQUIRE(!document.empty());
    for (const auto& version : document) {
        CAPTURE(version["version"]);
        const auto& last = version["rows"].back();
        const bool pairs = contains(last["pass"].get<std::string>(), "values");
        REQUIRE(last["values"].size() == order.size());
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < order.size(); ++i)
            wrong += pairs ? last["values"][i].get<std::uint32_t>() != order[i]
                           : exported(last["values"][i]) != exported(keys.type, keys.bits[order[i]]);
        CHECK(wrong == 0);
    }
}

}  // namespace

TEST_CASE("awkward keys are sorted, and equal ones keep their order") {
    const auto all = lessons();
    if (std::ranges::find(all, "09_radix_sort") == all.end()) return;
    const Folder folder;
    const std::vector<std::string> orders{"in-order", "reverse", "random:1"};
    std::size_t round = 0;
    for (const auto& keys : kinds(131))
        check(folder, keys, {"--sim-schedule", orders[round++ % orders.size()], "--only", "v7,v8"});
    for (const auto& keys : kinds(37))
        check(folder, keys, {"--sim-schedule", "in-order", "--only", "v1,v2,v3,v4,v5,v6"});
    if (skip_without_gpu()) return;
    // The driver compiles a program for each digit: by day these keys meet the older versions, and small
    // sizes, on the simulator.
    if (!full_matrix())
        for (const auto& keys : kinds(2051)) check(folder, keys, {"--only", "v5,v7,v8"});
    else
        for (const std::uint32_t n : {37U, 2051U})
            for (const auto& keys : kinds(n)) check(folder, keys, {});
}
