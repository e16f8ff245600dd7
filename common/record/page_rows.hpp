// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/check/values.hpp"
#include "common/device/image.hpp"
#include "common/device/program.hpp"
#include "common/report/row_coder.hpp"

namespace pbp {

/// Turns what a Recorder sees into rows of the run's page, and sends them off pass by pass, so that
/// the page reaches up to the pass in which a driver hangs or dies.
class PageRows {
  public:
    /// How much of a run is shown: all its rows; or only those that differ from the twin, as the others are
    /// those of a run before.
    enum class Shown : std::uint8_t { all, wrong };
    using Send = std::function<void(const page::Piece&)>;
    PageRows(std::string version, Shown shown, Send send);

    /// Says how many passes will come: the more, the fewer elements of each.
    void plan(std::size_t passes);
    /// Tells which program made the coming passes; `root` is the folder that its files are named from.
    void dispatched(const Program& program, page::Dispatch dispatch, const std::filesystem::path& root);
    /// The lines that wrote the elements of the coming rows; null: not known.
    void set_lines(const std::vector<std::uint32_t>* lines) { lines_ = lines; }
    /// What the coming row is made of besides its links.
    void set_sum(const page::Sum& sum) { sum_ = sum; }

    using Marks = std::vector<picture::CellMark>;
    using Links = std::vector<picture::Link>;
    using Writers = std::vector<std::uint32_t>;
    void input(const std::string& name, const Values& values, const Marks& marks);
    void begin_pass();
    /// The coming row is one of several arrays of the same pass.
    void begin_part(const std::string& name) { part_ = name; }
    void right(const std::string& name, const Values& got, const Marks& marks, const Links& links,
               const Writers* writers);
    /// A row that differs from its twin: the coming one, or the last seen another way.
    void wrong(const std::string& name, const Values& got, const Values& expected, const Marks& marks,
               const Links& links, const Writers* writers, double tolerance);
    /// A pass that is expected to differ.
    void shown_wrong(const std::string& name, const Values& got, const Values& expected, const Links& links,
                     double tolerance);
    void image(const std::string& name, glm::uvec2 size, const std::vector<Pixel>& got,
               const std::vector<Pixel>& expected, int allowed);
    /// A picture of the state after the last pass.
    void frame(const std::string& caption, glm::uvec2 size, const std::vector<Pixel>& pixels);
    void end(const page::Caption& caption) { piece_.caption = {caption}; }

    /// Sends what came since the last time.
    void send();

  private:
    page::Row row(const std::string& name, const Values& got, const Marks& marks, const Links& links,
                  const Writers* writers, std::size_t first) const;
    void add_wrong(const std::string& name, const Values& got, const Values& expected, const Marks& marks,
                   const Links& links, const Writers* writers, double tolerance);
    page::Row pixels(const std::string& name, glm::uvec2 size, const std::vector<Pixel>& got) const;
    void add(const page::Row& row);

    Shown shown_;
    Send send_;
    std::size_t width_;      ///< elements of a row that are shown
    std::size_t above_ = 0;  ///< cells of the row before
    page::Sum sum_;
    std::int32_t pass_ = -1;
    bool open_ = false;  ///< a pass has begun whose row is to come
    std::string part_;
    const std::vector<std::uint32_t>* lines_ = nullptr;
    std::vector<std::string> programs_;
    std::vector<page::Dispatch> dispatches_;
    page::RowCoder coder_;
    page::Piece piece_;
};

}  // namespace pbp
