// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/event/contents.hpp"
#include "common/lesson/options.hpp"

namespace pbp {

namespace bench {
class Operation;
}
namespace sim {
class Observing;
class ObservedRows;
}  // namespace sim

/// The conditions of one run of a lesson's story.
struct RunMode {
    bool traced = true;     ///< passes inside a dispatch are recorded by trace.glsl
    bool reversed = false;  ///< invocations of a workgroup run in reversed order
    bool timed = false;     ///< nothing is read back or checked; dispatches are timed
    bool drawn = false;     ///< pictures are made
    bool paged = false;     ///< rows go to the run's page
    bool framed = false;    ///< each dispatch is a frame of its own, for a graphics debugger
    bool repeated = false;  ///< one run of many: a dispatch is reported with its run
    /// Rows of at most this many elements are recorded whole, not only as far as pictures show them.
    std::uint32_t whole_up_to = 0;
    /// Of a run whose passes are sampled: check all from this pass to that one, counted from 1; 0: the
    /// sample.
    std::uint64_t check_from = 0, check_to = 0;
    bench::Operation* bench = nullptr;    ///< times the story's work, of which nothing is checked but the end
    sim::Observing* observing = nullptr;  ///< looks where values come from; nothing is compared
    /// What such a run saw of these shaders, and of the original ones; each may be empty, or return null.
    std::function<const sim::ObservedRows*()> observed = {}, planned = {};
    bool first() const { return traced && !reversed && !timed; }  ///< the run that the report is about
    /// The same, as a whole: no closer look at some of its passes, and nobody else listens.
    bool reported() const { return first() && check_from == 0 && observing == nullptr && bench == nullptr; }
};

/// What one run did.
struct RunFacts {
    std::uint64_t passes = 0;
    std::uint64_t dispatches = 0;
    bool traced = false;                 ///< a program records passes inside its dispatches
    bool reversible = false;             ///< a program lets its invocations run in reversed order
    bool fixed_order = false;            ///< a program uses subgroup operations, which know their own order
    bool gave_up = false;                ///< work was not done as the version says; a note says why
    bool sampled = false;                ///< the work budget allowed only some passes to be checked
    std::vector<std::uint64_t> checked;  ///< which passes were, counted from 1; where sampled
    double elapsed_ms = 0;
    Choice choice;  ///< what the story took; 0: it did not ask
    std::vector<std::string> notes, pictures;
    Contents contents;
    std::vector<Left> left;
};

}  // namespace pbp
