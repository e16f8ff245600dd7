// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/check/cause.hpp"
#include "common/record/debug_report.hpp"
#include "common/record/pass.hpp"

namespace pbp {

/// The dispatch that made a row.
struct Dispatched {
    InvocationIds::Id groups{1, 1, 1}, local_size{1, 1, 1};

    /// How many of this number of cells each workgroup owns; 0: unknown.
    std::uint32_t share_of(std::size_t cells) const;
    /// Which invocation wrote a cell of the row: "written by invocation 5 of workgroup 2, global id 21".
    /// Empty if unknown.
    std::string owner(const record::Pass& row, std::size_t cell) const;
    /// The number of the workgroup that wrote a cell of the row, x first; 0 if unknown.
    std::uint32_t workgroup_of(const record::Pass& row, std::size_t cell) const;
};

/// Thrown at the first pass that differs from its CPU twin; the Recorder holds the rows up to and including
/// it.
class CheckFailed : public Error {
  public:
    using Error::Error;
};

/// Keeps the passes of one run of a version: numbers them, compares each with its twin, reports the result,
/// and keeps the rows for pictures and exports.
class Recorder {
  public:
    /// Notified of each row as soon as its result is known, with everything that was passed in.
    using Listener = std::function<void(const record::Pass&)>;

    /// A recorder that keeps at most `shown` elements per row for pictures; `keep_all` keeps all of them, for
    /// an export.
    Recorder(std::size_t shown, bool keep_all) : shown_(shown), keep_all_(keep_all) {}
    void set_listener(Listener listener) { listener_ = std::move(listener); }

    /// The array before the first pass.
    void initial(record::Pass pass);
    /// The same for a state of several arrays.
    void initial(std::vector<record::Pass> parts);
    /// Says which dispatch made the coming passes.
    void dispatched(Dispatched dispatch) { dispatch_ = dispatch; }
    /// An array or an image after a pass, and its expected contents. Throws CheckFailed at the first
    /// difference. In tables a pixel is red + 2^8 green + 2^16 blue + 2^24 alpha.
    void pass(record::Pass pass);
    /// A state of several arrays after a pass, each compared and kept as a row of its own. Throws CheckFailed
    /// at the first that differs; the rows are then those of this array only.
    void pass(const std::string& name, std::vector<record::Pass> parts);
    /// A row that is drawn and counted as a pass, with its wrong cells marked, but never fails: for lessons
    /// that show a fault. Returns the number of elements that differ.
    std::size_t shown_wrong(record::Pass pass);
    /// Compares without adding a row: the end result, or another view of the last pass.
    void compare(record::Pass pass);

    /// Asked about the first wrong row: completes it with how it came to be, and names the cause if that was
    /// observed.
    using Explainer = std::function<Cause(record::Pass&)>;
    void set_explainer(Explainer explainer) { explainer_ = std::move(explainer); }

    /// Says what a known mistake would leave after the coming pass: if the pass differs from its twin and
    /// holds exactly these values, or the first of them, the mistake is the cause.
    void suspect(Values values, Cause mistake) { suspect_ = {std::move(values), std::move(mistake)}; }
    /// Forgets it, once the pass is over.
    void acquit() { suspect_.reset(); }

    /// What messages call an element.
    void set_element(std::string word) { element_ = std::move(word); }
    /// The number of passes before the coming one that were not checked: a failure then says so.
    void set_skipped(std::uint64_t passes) { skipped_ = passes; }
    std::uint64_t skipped() const { return skipped_; }
    /// The tolerance between the values of the coming arrays and their twins.
    void set_tolerance(double tolerance) { tolerance_ = tolerance; }
    /// Text that a failure adds after the pass, e.g. in which order invocations ran.
    void set_circumstances(std::string words) { circumstances_ = std::move(words); }
    const std::string& circumstances() const { return circumstances_; }
    /// Says that the coming arrays are compared with nothing: their rows are Outcome::unchecked.
    void set_compares(bool compares) { compares_ = compares; }
    /// Passes of which something was compared, and arrays that were compared beside passes.
    std::uint64_t passes_checked() const { return checked_; }
    std::uint64_t results_checked() const { return results_; }
    /// Passes that were compared with nothing.
    std::uint64_t passes_unchecked() const { return unchecked_; }
    /// The rows for pictures and exports; a wrong one is the last.
    const std::vector<record::Pass>& passes() const { return passes_; }
    std::size_t shown() const { return shown_; }
    /// The wrong pass, uncut.
    const std::optional<record::Pass>& wrong() const { return wrong_; }
    /// The index of its first wrong element; its strips start near it.
    std::size_t wrong_index() const { return wrong_index_; }
    /// The number of its elements that each workgroup owns; 0: unknown.
    std::uint32_t wrong_share() const { return wrong_ ? dispatch_.share_of(wrong_->expected.size()) : 0; }
    /// The workgroup that wrote that element; 0 if unknown.
    std::uint32_t wrong_workgroup() const {
        return wrong_ ? dispatch_.workgroup_of(*wrong_, wrong_index_) : 0;
    }
    /// Why it is wrong.
    const Cause& cause() const { return cause_; }

  private:
    void check(record::Pass& pass);
    bool compares(const record::Pass& pass) const {
        return compares_ && (pass.values.empty() || !pass.expected.empty());
    }
    void count_pass(bool compared) { ++(compared ? checked_ : unchecked_); }
    void check_array(record::Pass& pass);
    void check_image(record::Pass& pass);
    Cause cause_of(record::Pass& wrong, const std::vector<double>& got) const;
    void keep_right(record::Pass pass);
    void keep_row(record::Pass pass);
    void tell(const record::Pass& pass) const {
        if (listener_) listener_(pass);
    }
    std::string where(const record::Pass& pass) const;

    std::size_t shown_;
    bool keep_all_;
    Listener listener_;
    Explainer explainer_;
    double tolerance_ = 0;
    std::string element_ = "element";
    std::string circumstances_;
    std::uint64_t skipped_ = 0;
    bool compares_ = true;
    std::uint64_t checked_ = 0, unchecked_ = 0, results_ = 0;
    std::int32_t number_ = -1;  ///< of the last pass
    std::vector<record::Pass> passes_;
    std::optional<record::Pass> wrong_;
    std::size_t wrong_index_ = 0;
    std::optional<std::pair<Values, Cause>> suspect_;
    Dispatched dispatch_;
    Cause cause_;
};

}  // namespace pbp
