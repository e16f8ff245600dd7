// SPDX-License-Identifier: MIT
#include "common/sim/reported/card.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "common/base/error.hpp"
#include "common/base/files.hpp"

namespace pbp::sim {

namespace {

namespace fs = std::filesystem;
using Units = std::function<double(const ReportedLine&)>;

/// Something that a program uses up, and how much of it a line does.
struct Resource {
    const char* name;
    double us = 0;
    Units of = {};
};

double count(std::uint64_t number) {
    return static_cast<double>(number);
}

double sum(const ProgramReport& program, const Units& of) {
    double all = 0;
    for (const auto& line : program.lines) all += of(line);
    return all;
}

double exchanged(const ReportedLine& line) {
    return count(line.shared_accesses + line.conflict_cycles + line.cost.exchanges) +
           (line.shared_atomics > 0 ? count(line.contention) : 0);
}

/// Sectors of buffers and images that leave the multiprocessors.
double moved(const ReportedLine& line) {
    return count(line.cost.loaded_once + line.stored_sectors) + count(line.cost.image_bytes) / 32;
}

/// In memory, or in the cache if everything stays there or if that takes longer.
Resource bytes(const ProgramReport& program, const Card& card) {
    constexpr double sector = 32, line = 128;
    const auto all = [&](std::uint64_t ReportedCost::*of) {
        return sum(program, [of](const ReportedLine& one) { return count(one.cost.*of); });
    };
    const double stored = all(&ReportedCost::stored_bytes), image = all(&ReportedCost::image_bytes) / 2;
    const double unfilled = std::max(0.0, all(&ReportedCost::stored_lines) - stored / line);
    const double cache = sum(program, moved) * card.sector_ns + unfilled * card.line_ns;
    // Memory reads the rest of a sector before a part of it is stored.
    const double written = all(&ReportedCost::stored_once) * sector, rest = std::max(0.0, written - stored);
    const double read = all(&ReportedCost::loaded_once) * sector;
    const bool stays = count(program.buffer_bytes) <= card.cache_bytes;
    const double memory =
        stays ? 0
              : (read + rest + image) / card.load_bytes_per_ns + (written + image) / card.store_bytes_per_ns;
    return {cache > memory ? "the cache" : "memory", std::max(cache, memory) * 1e-3, moved};
}

constexpr double most_resident = 32;  // workgroups of a multiprocessor

/// How many workgroups a multiprocessor runs at a time, if its registers suffice.
double resident(const ProgramReport& program, const Card& card) {
    const double fit =
        program.shared_bytes == 0 ? most_resident : std::floor(card.shared_bytes / program.shared_bytes);
    return std::clamp(std::min(std::floor(card.invocations / program.local_size), fit), 1.0, most_resident);
}

std::string occupancy(const ProgramReport& program, const Card& card) {
    const double each = resident(program, card);
    const bool is_full = each + 1 > card.invocations / program.local_size;
    return fmt::format(
        "{:.0f} {} of {} at a time on each of {:.0f} multiprocessors, {:.0f} of its {:.0f} invocations; "
        "limit: {}",
        each, each == 1 ? "workgroup" : "workgroups", program.local_size, card.multiprocessors,
        each * program.local_size, card.invocations,
        is_full                 ? "invocations"
        : each == most_resident ? "workgroups"
                                : fmt::format("{} bytes of shared memory each", program.shared_bytes));
}

/// What a workgroup takes by itself, for all that run one after another in the same place.
Resource latency(const ProgramReport& program, const Card& card) {
    const double dispatches = count(program.dispatches), each = count(program.workgroups) / dispatches;
    const double subgroups = count(program.workgroups) *
                             std::ceil(static_cast<double>(program.local_size) / program.subgroup_size);
    const Units of = [card](const ReportedLine& line) {
        return count(line.cost.work) * card.instruction_ns + count(line.barriers) * card.barrier_ns +
               count(line.shared_accesses + line.cost.exchanges) * card.exchange_ns;
    };
    const bool stays = count(program.buffer_bytes) <= card.cache_bytes;
    const double trips = sum(program, [](const ReportedLine& line) { return count(line.cost.trips); });
    const double ns = sum(program, of) / subgroups +
                      std::max(1.0, trips / subgroups) * (stays ? card.cache_trip_ns : card.memory_trip_ns);
    const double rounds = std::max(1.0, each / (card.multiprocessors * resident(program, card)));
    return {"latency", dispatches * rounds * ns * 1e-3, of};
}

std::vector<Resource> resources(const ProgramReport& program, const Card& card) {
    const double workgroups = count(program.workgroups),
                 busy = std::min(1.0, workgroups / count(program.dispatches) / card.multiprocessors);
    const auto rate = [&](const char* name, double per_ns, const Units& of) {
        return Resource{name, sum(program, of) / per_ns / busy * 1e-3, of};
    };
    const Units atomics = [](const ReportedLine& line) { return count(line.cost.at_one_word); };
    std::vector<Resource> all{
        {"starting workgroups", workgroups * card.workgroup_ns * 1e-3, {}},
        bytes(program, card),
        rate("instructions", card.instructions_per_ns,
             [](const ReportedLine& line) { return count(line.cost.work); }),
        rate("shared memory", card.shared_per_ns, exchanged),
        rate("barriers", card.barriers_per_ns, [](const ReportedLine& line) { return count(line.barriers); }),
        {"atomics at one word", sum(program, atomics) * card.atomic_ns * 1e-3, atomics},
        latency(program, card)};
    const auto& look = program.polls_alone ? card.look_back_ns : card.wide_look_back_ns;
    if (program.polls > 0)
        all.push_back({"looking back", workgroups * (look[0] + look[1] * program.local_size) * 1e-3, {}});
    return all;
}

/// Why there is no prediction; empty: there is one.
std::string failure(const ProgramReport& program, const Card& card) {
    if (program.has_errors()) return "it has errors";
    if (!program.predicted.fails.empty()) return program.predicted.fails;
    if (program.subgroup_size != card.subgroup)
        return fmt::format("its subgroups have {} invocations, not {}", program.subgroup_size, card.subgroup);
    return {};
}

/// Workgroups work at the same time, so all resources are in use together. The time is neither the sum of
/// what each of them takes nor the longest of that, but between the two: their 3-norm.
/// Adds what each of them takes to `used`, and returns what the dispatches take by themselves.
double predict(ProgramReport& program, const Card& card, std::map<std::string, double>& used) {
    constexpr double norm = 3;
    const double own = count(program.dispatches) * (card.dispatch_us + card.start_us);
    program.predicted = {.card = card.name, .fails = failure(program, card)};
    if (!program.predicted.fails.empty()) return own;
    const auto all = resources(program, card);
    double together = 0;
    for (const auto& one : all) {
        together += std::pow(one.us, norm);
        used[one.name] += one.us;
    }
    const double us = std::pow(together, 1 / norm);
    const auto& most = *std::ranges::max_element(all, {}, &Resource::us);
    program.predicted = {.card = card.name,
                         .us = us + own,
                         .limit = own > us ? "dispatches" : most.name,
                         .occupancy = occupancy(program, card)};
    for (const auto& one : all) {
        const double units = one.of ? sum(program, one.of) : 0;
        if (units > 0 && one.us > 0)
            for (auto& line : program.lines)
                line.predicted_us += us * std::pow(one.us, norm) / together * one.of(line) / units;
    }
    return own;
}

/// Lessons ask the device with these before the run proper.
bool is_question(const ProgramReport& program) {
    return fs::path(program.shader).parent_path().filename() == "common";
}

fs::path data_of(const std::string& what, const std::string& card) {
    return project_root() / "docs" / "data" / fmt::format("{}-{}.json", what, card);
}

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Card, name, subgroup, multiprocessors, invocations, shared_bytes,
                                   cache_bytes, dispatch_us, start_us, workgroup_ns, instructions_per_ns,
                                   shared_per_ns, barriers_per_ns, sector_ns, line_ns, load_bytes_per_ns,
                                   store_bytes_per_ns, atomic_ns, memory_trip_ns, cache_trip_ns,
                                   instruction_ns, exchange_ns, barrier_ns, look_back_ns, wide_look_back_ns,
                                   off)

std::string to_json(const Card& card) {
    auto all = nlohmann::json(card).flatten();
    for (auto& one : all)  // four digits are more than two runs agree on
        if (one.is_number_float() && one != std::round(one.get<double>()))
            one = std::stod(fmt::format("{:.4g}", one.get<double>()));
    return all.unflatten().dump(2) + "\n";
}

Card read_card(const std::string& name) {
    const bool own = name.ends_with(".json");
    std::ifstream file(own ? fs::path(name) : data_of("card", name));
    if (file) {
        try {
            return nlohmann::json::parse(file).get<Card>();
        } catch (const nlohmann::json::exception&) {
            fail(ExitCode::wrong_usage, "--card: {} is not a card; ./learn bench --card NAME measures one.",
                 name);
        }
    }
    if (own)
        fail(ExitCode::wrong_usage, "--card: there is no file {}; ./learn bench --card NAME makes one.",
             name);
    std::vector<std::string> known;
    for (const auto& entry : fs::directory_iterator(data_of("", "").parent_path()))
        if (const auto stem = entry.path().stem().string(); stem.starts_with("card-"))
            known.push_back(stem.substr(5));
    std::ranges::sort(known);
    fail(ExitCode::wrong_usage, "--card: there is no card '{}'; choose one of {}.", name,
         fmt::join(known, ", "));
}

PredictedTime predict(std::vector<ProgramReport>& programs, const Card& card) {
    PredictedTime all{.card = card.name, .off = card.off};
    std::map<std::string, double> used;
    double own = 0;
    for (auto& program : programs) {
        if (is_question(program)) continue;
        own += predict(program, card, used);
        if (const auto& one = program.predicted; !one.fails.empty())
            all.fails = fmt::format("{}: {}", fs::path(program.shader).filename().string(), one.fails);
        all.us += program.predicted.us;
    }
    if (own > all.us - own)
        all.limit = "dispatches";
    else if (!used.empty())
        all.limit = std::ranges::max_element(used, {}, &std::pair<const std::string, double>::second)->first;
    return all;
}

double measured_us(const std::string& card, const std::string& lesson, const std::string& version,
                   std::uint64_t n) {
    std::ifstream file(data_of("bench", card));
    if (!file) return 0;
    const auto bench = nlohmann::json::parse(file);
    for (const auto& row : bench.at("rows"))
        if (row.at("lesson") == lesson && row.at("version") == version && row.at("n") == n)
            return row.at("median_us");
    return 0;
}

}  // namespace pbp::sim
