// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/check/pixels.hpp"
#include "common/check/values.hpp"
#include "common/device/image.hpp"
#include "common/record/history.hpp"
#include "common/record/links.hpp"
#include "common/record/page_rows.hpp"

namespace pbp {

/// Thrown at the first pass that differs from its CPU twin; the Recorder holds the rows up to it.
class CheckFailed : public Error {
  public:
    using Error::Error;
};

/// An image that differs from what was expected.
struct WrongImage {
    std::string name;  ///< of the pass
    glm::uvec2 size;
    std::vector<Pixel> got, expected;
    int allowed = 0;  ///< steps of 1/255 that a channel may differ
    PixelMismatch first;
};

/// One array of a state that several make up, e.g. "velocity.y" of all particles.
struct Part {
    std::string name;
    Values got, expected;
    std::string element = {};  ///< what it counts, where that is not what the lesson counts
};

/// Keeps the passes of one run of a version: compares each with its twin, and keeps the rows for pictures and
/// exports.
class Recorder {
  public:
    /// A recorder that keeps at most `shown` elements of a row for pictures; `keep_all` keeps all of them,
    /// for an export.
    Recorder(std::size_t shown, bool keep_all) : shown_(shown), keep_all_(keep_all) {}

    /// Lets the rows go to the page of the run as well; `rows` outlives the recorder.
    void show_on(PageRows* rows) { page_ = rows; }

    /// The array before the first pass.
    void initial(const std::string& name, const Values& values, std::vector<CellMark> marks);
    /// Tells what the coming passes were made by.
    void dispatched(Dispatched dispatch) { history_.dispatched(std::move(dispatch)); }
    /// The array after a pass and what it should be. Throws CheckFailed at the first difference; cells marked
    /// absent are not compared. `writers` names the invocation that wrote an element, where that is known;
    /// `place` says where the array stands.
    void pass(const std::string& name, const Values& got, const Values& expected, std::vector<CellMark> marks,
              std::vector<picture::Link> links, const std::vector<std::uint32_t>* writers, Place place = {});
    /// An image of size.x * size.y pixels after a pass, and what it should be. Throws CheckFailed where a
    /// channel differs by more than `allowed` steps of 1/255. In tables a pixel is red + 2^8 green + 2^16
    /// blue + 2^24 alpha.
    void image(const std::string& name, glm::uvec2 size, const std::vector<Pixel>& got,
               const std::vector<Pixel>& expected, int allowed, Place place = {});
    /// A state of several arrays after a pass, each compared and kept as a row of its own. Throws CheckFailed
    /// at the first that differs; the rows then are those of this array alone.
    void pass(const std::string& name, const std::vector<Part>& parts);
    /// A row that is drawn and counted as a pass, its wrong cells marked, but fails nothing: for lessons that
    /// show a fault. Returns how many elements differ.
    std::size_t shown_wrong(const std::string& name, const Values& got, const Values& expected,
                            std::vector<picture::Link> links);
    /// Compares without a row.
    void compare(const std::string& name, const Values& got, const Values& expected,
                 const std::vector<CellMark>& marks, const std::vector<std::uint32_t>* writers,
                 Place place = {}, const std::vector<picture::Link>& links = {});

    /// What an element is called in messages.
    void set_element(std::string word) { element_ = std::move(word); }
    /// How many passes before the coming one nobody looked at: a failure then says so.
    void set_skipped(std::uint64_t passes) { skipped_ = passes; }
    std::uint64_t skipped() const { return skipped_; }
    void set_tolerance(double tolerance) { tolerance_ = tolerance; }
    /// Words that a failure adds to the pass it names, e.g. in which order invocations ran.
    void set_circumstances(std::string words) { circumstances_ = std::move(words); }
    const std::string& circumstances() const { return circumstances_; }
    std::uint64_t passes_checked() const { return checked_; }
    picture::Strip& strip() { return strip_; }
    std::size_t shown() const { return shown_; }
    /// The size of the image that a row of the strip holds the pixels of; none where it holds no image.
    std::optional<glm::uvec2> image_size(std::size_t row) const {
        const auto found = image_sizes_.find(row);
        return found == image_sizes_.end() ? std::nullopt : std::optional(found->second);
    }
    /// The element that differs first, in the last row; its strips start near it.
    std::size_t wrong_index() const { return wrong_index_; }
    const std::vector<double>& wrong_expected() const { return wrong_expected_; }
    /// How many of them each workgroup owns; 0: that is not known.
    std::uint32_t wrong_share() const { return history_.share_of(wrong_expected_.size()); }
    /// What the pattern of the wrong elements usually means.
    const Diagnosis& diagnosis() const { return diagnosis_; }
    /// Where the last pass was one of an image.
    const std::optional<WrongImage>& wrong_image() const { return wrong_image_; }

  private:
    std::size_t kept(std::size_t size) const { return keep_all_ ? size : std::min(size, shown_); }
    std::string where(const std::string& name) const;

    std::size_t shown_;
    bool keep_all_;
    PageRows* page_ = nullptr;
    double tolerance_ = 0;
    std::string element_ = "element";
    std::string circumstances_;
    std::uint64_t skipped_ = 0;
    std::uint64_t checked_ = 0;
    picture::Strip strip_;
    std::map<std::size_t, glm::uvec2> image_sizes_;  ///< by row
    std::size_t wrong_index_ = 0;
    std::vector<double> wrong_expected_;
    History history_;
    Diagnosis diagnosis_;
    std::optional<WrongImage> wrong_image_;
};

}  // namespace pbp
