// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/record/dispatch_trace.hpp"
#include "common/record/pass.hpp"
#include "common/sim/beside/departure.hpp"
#include "common/sim/beside/row_links.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp::sim {

/// Where the values in a run's rows came from, as a run on the simulator showed: the links of each row, and
/// what its cells added of their own.
class ObservedRows {
  public:
    /// Which row is meant: the pass, counted from 1, and its part.
    using Key = std::pair<std::uint64_t, std::string>;
    using Row = ObservedRow;
    void add(const Key& key, Row row) { rows_.insert_or_assign(key, std::move(row)); }
    template <typename F>
    void each(F&& f) {
        for (auto& [key, row] : rows_) f(row);
    }
    /// Gives a row of another run, which had the same data, its links: those of cells whose values are the
    /// ones that were observed; and where `same_order`, who wrote it, unless its trace says that. Returns
    /// false if its trace says otherwise than what was observed: then workgroups met in another order, and
    /// what that dispatch wrote after it may be by others, too.
    bool explain(std::uint64_t pass, record::Pass& row, bool same_order) const;
    /// Null: that row was not observed.
    const Row* row(std::uint64_t pass, const std::string& part) const;
    /// The same of one that is wrong, which may be an end result.
    const Row* row(std::uint64_t pass, const record::Pass& wrong) const;
    /// The pass of a result, whose name is its part.
    static constexpr std::uint64_t at_end = ~std::uint64_t{0};
    const std::map<Key, Row>& all() const { return rows_; }
    Followed followed;  ///< what made them

  private:
    std::map<Key, Row> rows_;
};

/// Observes a run on a simulator, row by row.
class Observing {
  public:
    /// The simulator follows its values from now on, in a graph of at most `most_nodes`.
    Observing(Simulator& simulator, std::size_t most_nodes,
              Provenance::Keeps keeps = Provenance::Keeps::links);
    virtual ~Observing() = default;

    /// The array before the first pass: the buffers that hold these words when a dispatch begins.
    void input(const record::Pass& row, std::vector<std::uint32_t> words);
    /// Before a dispatch, after that many passes, and after it: `trace` is what it traced into; 0: nothing.
    virtual void begin(const Traced& traced, std::uint64_t passes);
    virtual void end(Handle trace);
    /// A row that a dispatch traced; requested in order.
    void traced(std::uint64_t pass, std::size_t in_dispatch, const record::Pass& row);
    /// A row that is a buffer.
    void stored(std::uint64_t pass, Handle buffer, const record::Pass& row);
    /// A part of a state: that of a buffer which holds these values has links to the same part further up.
    void part(std::uint64_t pass, const record::Pass& row);
    /// Values of which nobody asks for links: an end result, or what is in memory otherwise.
    void compared(std::uint64_t pass, const std::string& part, const record::Pass& row);
    /// All that was observed, once.
    ObservedRows take();

  protected:
    /// The simulator follows already.
    explicit Observing(Simulator& simulator) : simulator_(simulator) {}
    using Node = Provenance::Node;
    virtual void add(std::uint64_t pass, const record::Pass& row, std::vector<Node> nodes,
                     const std::vector<Node>& met, const Memory* memory);
    Simulator& simulator_;
    std::map<std::string, RowsSoFar> rows_;  ///< by part

  private:
    enum class Stored : bool { no, yes };  ///< by a shader
    void find_inputs(Stored stored);
    std::vector<Node> nodes_of(Handle buffer, std::size_t words);
    std::vector<bool> written(const record::Pass& row, const Memory* memory) const;
    void add_writers(const Memory& memory, ObservedRow& seen) const;
    ObservedRows observed_;
    std::vector<std::pair<record::Pass, std::vector<std::uint32_t>>> inputs_;
    std::vector<Node> trace_, cells_;  ///< of the trace's words; of the cells so far
    std::vector<bool> is_traced_;      ///< its entries
    std::size_t laid_ = 0;             ///< passes of it in cells_
    /// Of the graph, a second's worth. A run that takes more of them has no links.
    std::size_t steps_left_ = std::size_t{1} << 23;
};

}  // namespace pbp::sim
