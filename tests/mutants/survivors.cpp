// SPDX-License-Identifier: MIT
#include "tests/mutants/survivors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "common/base/error.hpp"
#include "common/glsl/text_file.hpp"

namespace pbp::mutants {

namespace {

std::string place_of(const Mutant& one) {
    return fmt::format("{}:{}", one.subject->file.generic_string(), one.mutation.line);
}

std::string flat(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

const char* fate_of(const Mutant& one, const Known* known) {
    switch (one.fate) {
        case Mutant::Fate::caught:
            return "caught";
        case Mutant::Fate::survived:
            return known == nullptr ? "survived" : known->equivalent ? "equivalent" : "unseen";
        case Mutant::Fate::same_code:
            return "same code";
        default:
            return "does not build";
    }
}

/// Of the smallest cases that catch the mutants.
std::optional<std::uint64_t> median_n(const std::vector<Mutant>& all) {
    std::vector<std::uint64_t> some;
    for (const auto& one : all)
        if (!one.smallest.empty()) some.push_back(one.smallest_n);
    if (some.empty()) return std::nullopt;
    std::ranges::sort(some);
    return some[some.size() / 2];
}

void print_row(const std::string& name, const Tally& tally) {
    fmt::print("{:<52} {:>7} {:>7} {:>10} {:>9}  {:>5.1f} %\n", name, tally.mutants, tally.caught,
               tally.equivalent, tally.unseen + tally.unknown, 100 * tally.score());
}

}  // namespace

std::vector<Known> known_survivors(const std::filesystem::path& table) {
    std::vector<Known> all;
    std::istringstream lines(glsl::read_text(table));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.empty() || line.starts_with('#')) continue;
        std::istringstream cells(line);
        Known one;
        std::string kind;
        for (auto* cell : {&one.file, &one.line, &kind, &one.reason}) std::getline(cells, *cell, '\t');
        if ((kind != "equivalent" && kind != "unseen") || one.reason.empty())
            fail(ExitCode::wrong_usage,
                 "{}:{}: a line is FILE, the line as mutated, equivalent or unseen, and the reason, between "
                 "tabs.",
                 table.string(), number);
        one.equivalent = kind == "equivalent";
        all.push_back(std::move(one));
    }
    return all;
}

const Known* find(const std::vector<Known>& all, const Mutant& mutant) {
    const auto file = mutant.subject->file.generic_string();
    const auto found = std::ranges::find_if(
        all, [&](const Known& one) { return one.file == file && one.line == mutant.id; });
    return found == all.end() ? nullptr : &*found;
}

void demand_existing(const std::vector<Known>& known, const std::vector<Mutant>& all,
                     const std::function<bool(const std::filesystem::path&)>& meant) {
    std::string stale;
    for (const Known& one : known)
        if (meant(one.file) && std::ranges::none_of(all, [&](const Mutant& mutant) {
                return mutant.subject->file.generic_string() == one.file && mutant.id == one.line;
            }))
            stale += fmt::format("\n  {}: {}", one.file, one.line);
    if (!stale.empty())
        fail(ExitCode::check_failed,
             "The list of survivors explains mutants that do not exist; delete their lines:{}", stale);
}

void Tally::add(const Mutant& mutant, const Known* known) {
    if (mutant.fate == Mutant::Fate::caught) {
        ++mutants;
        ++caught;
    } else if (mutant.fate == Mutant::Fate::survived) {
        ++mutants;
        ++(known == nullptr ? unknown : known->equivalent ? equivalent : unseen);
    }
}

double Tally::score() const {
    const auto counted = mutants - equivalent;
    return counted == 0 ? 1 : static_cast<double>(caught) / static_cast<double>(counted);
}

std::size_t print_certificates(const std::vector<Mutant>& all, bool every) {
    std::map<Mutant::Fate, std::size_t> counts;
    for (const auto& one : all) {
        ++counts[one.fate];
        if (one.fate == Mutant::Fate::survived || every)
            fmt::print("{}:{}: {}\n    {}: {}\n", one.subject->file.generic_string(), one.mutation.line,
                       one.id, one.trial, one.sentence);
    }
    fmt::print(
        "{} mutants: {} without a certificate, {} with one, and {} with one that some input refutes.\n",
        all.size(), counts[Mutant::Fate::caught], counts[Mutant::Fate::same_code],
        counts[Mutant::Fate::survived]);
    return counts[Mutant::Fate::survived];
}

void print_json(const std::vector<Mutant>& all, const std::vector<Known>& known, const Tally& total) {
    nlohmann::json document{{"mutants", nlohmann::json::array()}};
    for (const auto& one : all) {
        const auto* entry = find(known, one);
        nlohmann::json row{{"file", one.subject->file.generic_string()},
                           {"line", one.mutation.line},
                           {"kind", to_string(one.mutation.kind)},
                           {"before", one.mutation.before},
                           {"after", one.mutation.after},
                           {"changed_line", one.id},
                           {"result", fate_of(one, entry)}};
        if (one.fate == Mutant::Fate::caught) row.update({{"trial", one.trial}, {"why", one.sentence}});
        if (!one.smallest.empty()) row.update({{"smallest", one.smallest}, {"smallest_n", one.smallest_n}});
        if (one.fate == Mutant::Fate::survived && entry != nullptr) row["reason"] = entry->reason;
        document["mutants"].push_back(row);
    }
    document["totals"] = {{"mutants", total.mutants},       {"caught", total.caught},
                          {"equivalent", total.equivalent}, {"unseen", total.unseen},
                          {"unknown", total.unknown},       {"score", total.score()}};
    if (const auto median = median_n(all)) document["totals"]["median_n"] = *median;
    std::cout << document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

void print_table(const std::vector<Mutant>& all, const std::vector<Known>& known, const Tally& total) {
    fmt::print("{:<52} {:>7} {:>7} {:>10} {:>9}  caught\n", "shader", "mutants", "caught", "equivalent",
               "survivors");
    for (std::size_t i = 0; i < all.size();) {
        Tally tally;
        const auto* subject = all[i].subject;
        for (; i < all.size() && all[i].subject == subject; ++i) tally.add(all[i], find(known, all[i]));
        print_row(subject->file.generic_string(), tally);
    }
    print_row("all", total);
}

void print_caught(const std::vector<Mutant>& all) {
    for (const auto& one : all)
        if (one.fate == Mutant::Fate::caught)
            fmt::print("{}: {}: {}\n    {}: {}\n{}", place_of(one), to_string(one.mutation.kind), one.id,
                       one.trial, one.sentence, one.smallest.empty() ? "" : "    " + one.smallest + "\n");
}

void print_survivors(const std::vector<Mutant>& all, const std::vector<Known>& known, const Tally& total) {
    const auto list = [&](const char* title, auto&& belongs) {
        bool any = false;
        for (const auto& one : all) {
            const auto* entry = find(known, one);
            if (one.fate != Mutant::Fate::survived || !belongs(entry)) continue;
            if (!any) fmt::print("\n{}\n", title);
            any = true;
            fmt::print("{}: {}: {} -> {}\n    {}\n", place_of(one), to_string(one.mutation.kind),
                       flat(one.mutation.before), flat(one.mutation.after), one.id);
            if (entry != nullptr) fmt::print("    {}\n", entry->reason);
        }
    };
    list("Equivalent:", [](const Known* entry) { return entry != nullptr && entry->equivalent; });
    list("Not seen:", [](const Known* entry) { return entry != nullptr && !entry->equivalent; });
    list("Survivors that the list does not explain:", [](const Known* entry) { return entry == nullptr; });
    for (const auto& one : all)
        if (const auto* entry = find(known, one); one.fate == Mutant::Fate::caught && entry != nullptr)
            fmt::print("\nThe list of survivors names one that is caught: {}: {}\n    by {}\n", place_of(one),
                       one.id, one.trial);
    fmt::print("\n{} mutants, {} equivalent, {} caught of {}: {:.1f} %.\n", total.mutants, total.equivalent,
               total.caught, total.mutants - total.equivalent, 100 * total.score());
}

}  // namespace pbp::mutants
