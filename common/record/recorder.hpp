// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/record/history.hpp"

namespace pbp {

/// Thrown at the first pass that differs from its CPU twin; the Recorder holds the rows up to it.
class CheckFailed : public Error {
  public:
    using Error::Error;
};

/// Keeps the passes of one run of a version: compares each with its twin, and keeps the rows for pictures and
/// exports. It numbers them, and says how each came out.
class Recorder {
  public:
    /// Is told of each row as soon as its outcome is known, with all that was handed in.
    using Listener = std::function<void(const record::Pass&)>;

    /// A recorder that keeps at most `shown` elements of a row for pictures; `keep_all` keeps all of them,
    /// for an export.
    Recorder(std::size_t shown, bool keep_all) : shown_(shown), keep_all_(keep_all) {}
    void set_listener(Listener listener) { listener_ = std::move(listener); }

    /// The array before the first pass.
    void initial(record::Pass pass);
    /// Tells what the coming passes were made by.
    void dispatched(Dispatched dispatch) { history_.dispatched(std::move(dispatch)); }
    /// An array or an image after a pass, and what it should be. Throws CheckFailed at the first difference.
    /// In tables a pixel is red + 2^8 green + 2^16 blue + 2^24 alpha.
    void pass(record::Pass pass);
    /// A state of several arrays after a pass, each compared and kept as a row of its own. Throws CheckFailed
    /// at the first that differs; the rows then are those of this array alone.
    void pass(const std::string& name, std::vector<record::Pass> parts);
    /// A row that is drawn and counted as a pass, its wrong cells marked, but fails nothing: for lessons that
    /// show a fault. Returns how many elements differ.
    std::size_t shown_wrong(record::Pass pass);
    /// Compares without a row: the end result, or the last pass seen another way.
    void compare(record::Pass pass);

    /// What an element is called in messages.
    void set_element(std::string word) { element_ = std::move(word); }
    /// How many passes before the coming one nobody looked at: a failure then says so.
    void set_skipped(std::uint64_t passes) { skipped_ = passes; }
    std::uint64_t skipped() const { return skipped_; }
    /// By how much the values of the coming arrays may differ from those of their twins.
    void set_tolerance(double tolerance) { tolerance_ = tolerance; }
    /// Words that a failure adds to the pass it names, e.g. in which order invocations ran.
    void set_circumstances(std::string words) { circumstances_ = std::move(words); }
    const std::string& circumstances() const { return circumstances_; }
    std::uint64_t passes_checked() const { return checked_; }
    /// The rows that pictures and exports show; a wrong one is the last.
    const std::vector<record::Pass>& passes() const { return passes_; }
    std::size_t shown() const { return shown_; }
    /// The wrong pass, whole.
    const std::optional<record::Pass>& wrong() const { return wrong_; }
    /// Its element that differs first; its strips start near it.
    std::size_t wrong_index() const { return wrong_index_; }
    /// How many of its elements each workgroup owns; 0: that is not known.
    std::uint32_t wrong_share() const { return wrong_ ? history_.share_of(wrong_->expected.size()) : 0; }
    /// What the pattern of the wrong elements usually means.
    const Diagnosis& diagnosis() const { return diagnosis_; }

  private:
    void check(record::Pass& pass);
    void check_array(record::Pass& pass);
    void check_image(record::Pass& pass);
    void keep_right(record::Pass pass);
    void keep_row(record::Pass pass);
    void tell(const record::Pass& pass) const {
        if (listener_) listener_(pass);
    }
    std::string where(const record::Pass& pass) const;

    std::size_t shown_;
    bool keep_all_;
    Listener listener_;
    double tolerance_ = 0;
    std::string element_ = "element";
    std::string circumstances_;
    std::uint64_t skipped_ = 0;
    std::uint64_t checked_ = 0;
    std::int32_t number_ = -1;  ///< of the last pass
    std::vector<record::Pass> passes_;
    std::optional<record::Pass> wrong_;
    std::size_t wrong_index_ = 0;
    History history_;
    Diagnosis diagnosis_;
};

}  // namespace pbp
