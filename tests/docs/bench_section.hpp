// SPDX-License-Identifier: MIT
// What the pages say about docs/data/bench-MACHINE.json: the lines between <!-- bench: 03 --> and <!-- /bench
// -->.
#pragma once

#include <string>
#include <vector>

#include "common/event/bench_row.hpp"
#include "tests/docs/pages.hpp"

namespace pbp::docs {

/// A bench that was committed.
struct Measured {
    std::string machine;  ///< "h200" for docs/data/bench-h200.json
    bench::Report report;
};

/// All of them, GPUs first.
std::vector<Measured> measured();

/// One chart of a page.
struct Shown {
    std::string lesson;
    bool ladder = true;  ///< else throughput
    std::string file;    ///< in docs/figures
};
std::vector<Shown> charts_of(const Measured& bench);

/// The lines between the marks of a lesson, or of "all"; empty if nothing was measured.
std::vector<std::string> section(const std::vector<Measured>& benches, const std::string& lesson);

/// A page's lines with every section as it should be. Adds what each mark names to `found`.
std::string with_sections(const std::vector<Line>& page, const std::vector<Measured>& benches,
                          std::vector<std::string>& found);

}  // namespace pbp::docs
