// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "common/tools/grade/submissions.hpp"

namespace pbp::grade {

/// What a judge said of a file.
struct Verdict {
    int exit_code = 0;
    double seconds = 0;
    std::string message = {};  ///< why it is not right; empty: it is
    std::vector<std::string> notes = {}, pictures = {};

    /// True where it says nothing of the file: the machine lacks something, or somebody ended the judge.
    bool is_void() const;
};

/// How a submission came out.
enum class Result : std::uint8_t {
    right,
    another_way,  ///< right, but not by the card's technique
    wrong,
    refused,  ///< what the judge does not take, such as a file that includes another one
    does_not_build,
    too_slow,
    crashed,
    untouched,
    missing,
    not_judged
};
const char* in_words(Result result);
const char* mark_of(Result result);  ///< one character, for a table

/// `verdict` may be null where nothing was judged.
Result result_of(const Submission& submission, const Verdict* verdict);

/// Why it is not right, for a person; empty: it is.
std::string reason_of(const Submission& submission, const Verdict* verdict);

/// The verdicts so far, in a file that grows by one line per verdict: a second start finds them there. Files
/// of the same text have one verdict.
class Journal {
  public:
    /// Reads what is there; a line that was not written to its end counts as none.
    explicit Journal(std::filesystem::path file);
    const Verdict* find(const std::string& key) const;
    /// Throws Error(machine_lacks) where the line cannot be written.
    void add(const std::string& key, const Verdict& verdict);

  private:
    std::filesystem::path file_;
    std::map<std::string, Verdict> verdicts_;
};

/// The same for all submissions that must get the same verdict: exercise, card and text decide.
std::string key_of(const Submission& submission, double total_limit_s);

}  // namespace pbp::grade
