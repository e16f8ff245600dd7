// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <map>
#include <tuple>
#include <vector>

#include "common/sim/code/code.hpp"
#include "common/sim/kept/provenance.hpp"
#include "common/sim/kept/shadow.hpp"
#include "common/sim/steps/recording.hpp"

namespace pbp::sim {

/// Records a workgroup line by line, beside its executor, which tells it what happens. A line begins where an
/// instruction comes from another line than the one before, is done by other lanes, or is done again.
class StepRecorder {
  public:
    using u32 = std::uint32_t;
    /// What is recorded: a workgroup, by its flat number, until that takes `most_bytes`.
    struct Window {
        u32 workgroup = 0;
        std::size_t most_bytes = std::size_t{64} << 20;
    };
    /// `shown` has for each site of the code the one that a person sees: what probes do belongs to the line
    /// that calls them.
    StepRecorder(const Window& window, std::vector<u32> shown) : window_(window), shown_(std::move(shown)) {}

    /// A dispatch that begins.
    struct Begun {
        const Code& code;
        u32 workgroups = 0, subgroup_size = 0, lanes_a_row = 0, subgroups = 0;
        const std::vector<Memory*>& buffers;  ///< by the code's buffers
        const std::vector<u32>& uniforms;     ///< all scalars' words, in the code's order
        const Provenance* history = nullptr;  ///< that is kept beside it; null: none is
    };
    void begin(const Begun& dispatch);
    /// A subgroup of a workgroup is about to start, with these registers.
    void begin_subgroup(u32 workgroup, u32 subgroup, const u32* registers, const Memory& shared);
    /// It runs from now on; `active` is read as it is then.
    void take(u32 workgroup, u32 subgroup, const u32* registers, const Mask& active);
    void before(const Instruction& in) {
        if (!is_recorded_) return;
        if (&in > last_ && in.site == raw_site_ && *active_ == lanes_) {
            last_ = &in;
            set_.push_back(in.d);
            return;
        }
        next(in);
    }
    /// A lane sets a register by an index that only the run knows.
    void sets(Row row, u32 lane);
    /// A word of memory has or gets this value.
    void writes(const Memory& memory, std::size_t word, u32 value);
    /// One instruction of the subgroup: each active lane accesses `words` from its byte in `places`, or has
    /// ~0 there.
    void accesses(const Instruction& in, u32 words, const std::array<u32, 128>& places);
    /// The subgroup does what it should not. What probes do is nobody's fault.
    void finds(const Finding& finding, std::size_t number);
    /// The subgroup waits at a barrier.
    void waits();
    /// Its turn is over: its registers may be gone before the next one.
    void pause() { close(); }
    /// The dispatch is over. What was found then tells which findings did harm.
    Recording take_recording(const Findings& found);

  private:
    void add_variables();
    void add_uniforms(const std::vector<u32>& words);
    void next(const Instruction& in);
    void close();
    void change(u32 memory, u32 index, u32 after);
    void set(Row row, const Mask& lanes);
    std::size_t event() const { return history_ == nullptr ? 0 : history_->events(); }

    Window window_;
    std::vector<u32> shown_;
    const Code* code_ = nullptr;
    const Provenance* history_ = nullptr;
    Recording recording_;
    std::vector<Row> rows_;                ///< by slot
    std::vector<u32> slots_;               ///< by row, from 1; 0: no variable's
    std::vector<std::vector<u32>> now_;    ///< by memory
    std::vector<const Memory*> memories_;  ///< shared memory, and the buffers
    bool is_recorded_ = false, is_open_ = false;
    const Instruction *first_ = nullptr, *last_ = nullptr;  ///< of the line, in the order of the code
    u32 site_ = 0, raw_site_ = 0, subgroup_ = 0;
    Mask lanes_;
    const Mask* active_ = nullptr;
    const u32* registers_ = nullptr;
    std::vector<Row> set_;  ///< by the instructions of the line
    /// 0 for shared memory, or 1 + the number of a buffer; a word of it; who accessed it; where.
    using Access = std::tuple<u32, u32, u32, u32>;
    std::map<Access, std::size_t> accessed_;  ///< in which step, last
};

}  // namespace pbp::sim
