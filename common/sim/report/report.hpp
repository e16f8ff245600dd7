// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/sim/reported/reported.hpp"

namespace pbp::sim {

struct Account;
struct Settings;
class Simulator;

/// What to make of atomics that were overtaken: of interest only if a result is wrong.
enum class Overtaken : bool { note, error };

/// Adds the errors that a program showed in another order, and in no order before, to its report in the first
/// one. Returns true if there are any.
bool add_findings(std::vector<ProgramReport>& programs, ProgramReport in_another, const std::string& schedule,
                  Overtaken overtaken);

/// Makes errors of atomics that were overtaken where the search through all orders has shown that a result
/// needs that. Returns true if there are any.
bool accuse_late_atomics(std::vector<ProgramReport>& programs);

/// Whether reverse and random orders are to be run after the first one, and why they are left out, if that is
/// worth telling.
struct OtherOrders {
    bool wanted = false;
    std::string left_out = {};
};
OtherOrders other_orders(const Settings& settings, const std::vector<ProgramReport>& in_order);

/// Whether a report has what a GPU's time and a technique depend on; only a run with Settings::card or
/// Settings::counts_deeds counts all of that.
enum class GpuCosts : bool { left_out, counted };

/// Describes what a program did in terms of its source.
ProgramReport report(const Account& account, std::uint32_t subgroup_size,
                     GpuCosts costs = GpuCosts::left_out);
/// The same of each program that a simulator ran since it was last asked.
std::vector<ProgramReport> take_reports(Simulator& simulator);

}  // namespace pbp::sim
