// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "common/sim/beside/observed.hpp"

namespace pbp::sim {

/// What the invocations of a run did: every store, what its value was made of, back to the input, and in
/// which pass that was. It shows the run itself: values are those that registers and words held.
class History final : public Observing {
  public:
    using Node = Provenance::Node;
    using Kind = Provenance::Kind;
    /// A cell of a row; of pass 0: of the input.
    struct Cell {
        std::uint64_t pass = 0;
        std::string part;
        std::uint32_t cell = 0;
    };
    /// A row, by its cells' nodes: where each was stored, or a word that was there before.
    struct Row {
        std::uint64_t pass = 0;
        std::string part;
        std::vector<Node> nodes;
        Values values;
    };
    /// Words of a block or a shared variable, by the code that names them.
    struct Extent {
        const Code* code = nullptr;
        Place::Space space = Place::Space::none;
        std::uint32_t index = 0;
        auto operator<=>(const Extent&) const = default;
    };

    using Window = StepRecorder::Window;
    /// The most steps that are worth keeping, and the most elements of a run that is followed.
    static constexpr std::size_t most_nodes = std::size_t{1} << 21;
    static constexpr std::uint32_t most_elements = 4096;

    /// The simulator keeps at most `most` steps. Of each dispatch the window, if there is one, is
    /// recorded line by line, until all that takes as much as one may.
    History(Simulator& simulator, std::size_t most, std::optional<Window> window = {})
        : Observing(simulator, most, Provenance::Keeps::history), window_(window) {}
    void begin(const Traced& traced, std::uint64_t passes) override;
    void end(Handle trace) override;

    const Provenance& graph() const { return *simulator_.provenance(); }
    /// The dispatch in which a word was stored, or a shader read first what was there before.
    const Simulator::Ran& ran(Node node) const {
        return simulator_.ran().at(graph().event(node).dispatch - 1);
    }
    /// The invocations per workgroup of that dispatch.
    std::uint32_t local_size(Node node) const;
    /// In which a word was stored, counted from 1. Where a dispatch has several, a store belongs to the next
    /// one that its invocation, or else its workgroup, traces.
    std::uint64_t pass_of(Node stored) const;
    std::uint64_t passes() const { return seen_.empty() ? before_ + 1 : passes_; }
    bool is_trace(Node stored) const;
    /// Where a value of a register was traced first; none: nowhere.
    Node traced(Node value) const;
    /// The first row that holds what was stored, or was there before; null: none does.
    const Cell* cell_of(Node node) const;
    const std::vector<Row>& rows() const { return seen_; }
    const std::map<Extent, std::size_t>& extents() const { return extents_; }
    /// By dispatch, in order: where one is missing, there was no more room.
    const std::vector<Simulator::Recorded>& recorded() const { return recorded_; }

  private:
    void add(std::uint64_t pass, const record::Pass& row, std::vector<Node> nodes,
             const std::vector<Node>& met, const Memory* memory) override;
    void note(const Row& row);
    void find_passes(const Memory* trace);

    std::optional<Window> window_;
    std::vector<Simulator::Recorded> recorded_;
    std::vector<Row> seen_;
    std::unordered_map<Node, Cell> cells_;
    std::unordered_map<Node, Node> traced_;
    std::vector<std::uint64_t> pass_by_event_;
    std::vector<bool> is_trace_;  ///< by event
    std::map<Extent, std::size_t> extents_;
    std::uint64_t passes_ = 0, before_ = 0;  ///< that have a row; and before the dispatch
    std::size_t traced_cells_ = 0;           ///< of a pass of its trace
    Node first_ = 1;                         ///< whose pass is not known yet
};

}  // namespace pbp::sim
