// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/device/buffer.hpp"
#include "common/device/program.hpp"
#include "common/record/pass.hpp"
#include "common/report/row_coder.hpp"

namespace pbp {

/// Turns the passes of a Recorder into rows of the run's page, and sends them pass by pass, so that the page
/// reaches the pass in which a driver hangs or dies.
class PageRows {
  public:
    /// How much of a run is shown: all its rows; or only those that differ from the twin, if the others equal
    /// those of an earlier run.
    enum class Shown : std::uint8_t { all, wrong };
    using Send = std::function<void(const page::Piece&)>;
    PageRows(std::string version, Shown shown, Send send);

    /// Announces the number of passes: the more there are, the fewer elements of each are shown.
    void plan(std::size_t passes);
    /// Sets the program of the coming passes; `root` is the folder that its file names are relative to.
    void dispatched(const Program& program, page::Dispatch dispatch, const std::filesystem::path& root);
    void dispatched(const page::Program& program, page::Dispatch dispatch);
    /// Adds a row that a Recorder has finished.
    void add(const record::Pass& pass);
    /// Adds a picture of the state after the last pass.
    void frame(const std::string& caption, glm::uvec2 size, const std::vector<Pixel>& pixels);
    void end(const page::Caption& caption) { piece_.caption = {caption}; }

    /// Sends everything added since the last call.
    void send();

  private:
    /// The part of an array that is shown: around its first wrong element, if it has one.
    record::Pass window(page::RowHead& head, const record::Pass& pass) const;
    /// The image, reduced to the most pixels that the page shows in each direction.
    record::Pass thinned(page::RowHead& head, const record::Pass& pass) const;
    void encode(const page::RowHead& head, const record::Pass& shown);
    std::int32_t last_dispatch() const { return static_cast<std::int32_t>(dispatches_.size()) - 1; }

    Shown shown_;
    Send send_;
    std::size_t width_;         ///< elements of a row that are shown
    std::size_t above_ = 0;     ///< cells of the row before
    std::int32_t number_ = -1;  ///< of the last pass
    std::vector<std::string> programs_;
    std::vector<page::Dispatch> dispatches_;
    page::RowCoder coder_;
    page::Piece piece_;
};

}  // namespace pbp
