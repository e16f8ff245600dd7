// SPDX-License-Identifier: MIT
#include "tests/mutants/survivors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "common/base/error.hpp"
#include "common/glsl/text_file.hpp"

namespace pbp::mutants {

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

}  // namespace pbp::mutants
