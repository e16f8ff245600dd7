// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "common/base/deadline.hpp"
#include "common/device/group_count.hpp"
#include "common/device/texel.hpp"
#include "common/sim/code/code.hpp"
#include "common/sim/kept/counters.hpp"
#include "common/sim/kept/evidence.hpp"
#include "common/sim/kept/finding.hpp"
#include "common/sim/kept/follower.hpp"
#include "common/sim/kept/knowledge.hpp"
#include "common/sim/kept/mask.hpp"
#include "common/sim/kept/moments.hpp"
#include "common/sim/kept/shadow.hpp"
#include "common/sim/run/settings.hpp"
#include "common/sim/steps/recorder.hpp"

namespace pbp::sim {

/// An image in memory: texels of 1, 2 or 4 words.
struct ImageMemory {
    Memory memory;
    std::array<std::uint32_t, 3> size{1, 1, 1};
    std::uint32_t number = 0;  ///< of its format
    const TexelFormat* format = nullptr;
    std::uint32_t words_a_texel() const { return format->words(); }
};

/// Lanes that wait at a block for those that have not reached it yet.
struct Waiting {
    std::uint32_t block = 0;
    std::uint32_t split_site = 0;  ///< the branch where they diverged from the others
    Mask lanes;
    bool operator==(const Waiting&) const = default;
};

/// Who a memory barrier makes accesses visible to. Each includes those before it.
enum class Reach : std::uint8_t { subgroup, workgroup, device };

/// Memory of one storage class: a memory barrier may order some classes and not others.
enum class Storage : std::uint8_t { buffers, images, shared };
constexpr std::size_t storages = 3;
inline Storage storage_of(Place::Space space) {
    return space == Place::Space::shared  ? Storage::shared
           : space == Place::Space::image ? Storage::images
                                          : Storage::buffers;
}

/// A memory barrier that a subgroup has passed: it releases what its lanes did before.
struct Fence {
    std::uint32_t epoch = 0;
    Mask lanes;
    Reach reach = Reach::subgroup;
    std::uint8_t covers = 0;                  ///< bit per Storage
    bool meets = false;                       ///< the lanes waited for each other
    bool available = false, visible = false;  ///< makes values so that are so `by_fence`
    bool is_for(Storage storage) const { return (covers >> static_cast<unsigned>(storage) & 1u) != 0; }
};

/// An access: a mark and what it means.
struct Touch : Moment {
    std::uint32_t who = 0, number = 0;
    Mark mark() const { return {who, number}; }
    bool is_atomic() const { return (site & atomic) != 0; }
};

/// What atomics at a word release: to anyone, and what the last of them that belong to one workgroup
/// release to that workgroup.
struct Message {
    KnowledgePtr all, near;
    std::uint32_t workgroup = 0;
};

/// By the word's shadow.
using Told = std::unordered_map<const Shadow*, Message>;

/// What a lane knows to have happened. Its atomics read what others released; a memory barrier then makes
/// that known, for the storage classes that it covers, and within its reach.
struct View {
    std::array<KnowledgePtr, storages> known;
    KnowledgePtr pending, near;              ///< read by its atomics: from anyone, and from its own workgroup
    std::uint8_t taken = 0, taken_near = 0;  ///< the classes in which `known` includes them
};

/// True for atomics, and for volatile accesses that pass for them.
inline bool is_atomic(const Instruction& in) {
    return in.op != Op::group && in.op >= Op::load_buffer && in.op <= Op::atomic_image &&
           (in.flags & Instruction::atomic) != 0;
}

struct Workgroup;

/// A subgroup in a loop, as it was some rounds ago: all that decides what it does next, except memory.
struct Past {
    std::uint64_t changes = ~std::uint64_t{0};  ///< to memory, by then
    std::uint32_t block = 0;
    Mask active;
    std::vector<Waiting> waiting;
    std::vector<std::uint32_t> registers;
    std::size_t differs = 0;  ///< the register that differed last
};

/// What an atomic is given.
struct Given {
    Touch now;  ///< when it was issued
    std::uint64_t value = 0, comparator = 0;
    Provenance::Node node = Provenance::none, address = Provenance::none;  ///< where they are followed
};

/// An atomic whose result is unused, on its way to memory: later atomics may overtake it, as those see it
/// that no memory barrier has ordered it for.
struct Posted {
    const Instruction* in = nullptr;
    Memory* memory = nullptr;
    Place place;  ///< with the word
    std::uint32_t lane = 0, invocation = 0;
    Given given;
    std::uint32_t number = 0;      ///< among those of its subgroup
    std::uint32_t overtaker = 0;   ///< the site of a later atomic that took effect first
    std::optional<Reach> ordered;  ///< for whom it comes before what follows
    Storage storage() const { return storage_of(place.space); }
    bool is_for(Reach reach) const { return ordered && *ordered >= reach; }
};

/// A loop that a subgroup has gone round: its first and last blocks, and how often since it began.
struct Loop {
    std::uint32_t first = 0, last = 0, rounds = 0;
};

/// Lanes in which a row holds a value without meaning: a result that is undefined, or what is in a variable
/// before it is set. `origin` is the number of the finding, or, from `unset` on, that of the variable.
struct Garbage {
    Mask lanes;
    std::uint32_t origin = 0;
    std::uint32_t bits = ~0u;  ///< of any of the lanes: the others have a meaning
    static constexpr std::uint32_t unset = 0x80000000u;
};

struct Subgroup {
    enum class State : std::uint8_t { ready, at_barrier, done };
    Workgroup* group = nullptr;
    std::uint32_t index = 0;  ///< in its workgroup
    State state = State::ready;
    Mask exists, active;
    bool joins_a_trip = false;          ///< its next load may go to memory together with the last one
    std::uint32_t block = 0, next = 0;  ///< the running block; the next instruction
    std::uint32_t split_site = 0;       ///< the branch where the active lanes diverged from others
    std::uint32_t barrier = 0;          ///< the instruction at which it waits
    std::uint64_t barrier_round = 0;    ///< identifies the rounds of the loops around it
    std::vector<Loop> loops;            ///< those that it has gone round, outermost first
    std::vector<Waiting> waiting;       ///< lowest block last
    std::vector<std::uint32_t> registers;
    std::vector<std::uint32_t> lane_mask;  ///< all bits set for each active lane
    FollowedLanes followed;
    std::vector<View> views;         ///< by lane; empty until one of them learns something
    std::vector<Garbage> garbage;    ///< by row; empty until there is some
    std::uint32_t garbage_rows = 0;  ///< how many have any
    std::uint64_t blind_rounds = 0;  ///< of loops, since it last looked at memory
    std::uint64_t rounds = 0;        ///< of loops, since memory last changed
    std::uint64_t seen_progress = 0, all_rounds = 0;
    std::uint64_t looks = 0;  ///< rounds that read the same memory as the one before, since it changed
    std::uint32_t looked_at = 0, looked_before = 0;  ///< in this round, and the one before: the places
    std::uint32_t exit_site = 0, loop_site = 0;      ///< of the last return; of the last round
    std::vector<Posted> posted;                      ///< in order of issue
    std::uint32_t posted_ever = 0;
    bool has_ended = false;  ///< all its lanes: it is finished once its last atomics are in memory
    Past past;
    /// The changes to memory at which it began to go in circles.
    std::uint64_t repeats_at = ~std::uint64_t{0};
};

struct Workgroup {
    std::uint32_t number = 0;  ///< flat
    std::array<std::uint32_t, 3> id{};
    std::uint32_t epoch = 0, ordering = 0;  ///< barriers passed; the last one counted as ordering
    std::uint32_t fences = 0;               ///< memory barriers for more than a subgroup
    Memory shared;
    Crowds crowds;                                     ///< of its shared memory
    Told told;                                         ///< about words of its shared memory
    std::unordered_map<std::size_t, Garbage> spoiled;  ///< words of it that hold garbage
    std::unordered_set<std::uint64_t> sectors;         ///< of buffers that it has loaded, or stored to
    GroupDeeds deeds;                                  ///< if they are counted
    std::vector<Subgroup> subgroups;

    /// What was known of its shared memory.
    void forget() {
        told.clear();
        spoiled.clear();
        sectors.clear();
        deeds = {};
    }
};

/// An atomic, as far as the order of atomics matters.
struct AtomicUse {
    Place place;              ///< a buffer that is bound twice: its first binding
    std::uint32_t group = 0;  ///< the workgroup, of a word in its shared memory
    std::uint32_t site = 0, invocation = 0;
    Atomic operation = Atomic::load;
    bool changed = false, unread = false;
};

/// Chooses the order in which a run goes on whose subgroups stop before each atomic.
class Guide {
  public:
    virtual ~Guide() = default;
    /// Who executes the next atomic, among those that can: subgroups, by their numbers in the dispatch, and,
    /// from there on, atomics on their way to memory. None: the run is given up.
    virtual std::optional<std::uint32_t> next(const std::vector<std::uint32_t>& able) = 0;
    /// The chosen one has used these, and has gone on to the next atomic, a barrier, or its end.
    virtual void stepped() = 0;
    /// All subgroups of a workgroup have passed a barrier.
    virtual void met(std::uint32_t group) = 0;
    std::vector<AtomicUse> used;
};

/// Locks for words of buffers, for when several threads run workgroups.
using Locks = std::array<std::atomic_flag, 4096>;

/// If threads share a buffer: holds the lock for the words around one, until another is requested.
class Guard {
  public:
    explicit Guard(Locks* locks) : locks_(locks) {}
    ~Guard() { release(); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    std::uint32_t hold(const Memory&, std::size_t word, std::uint32_t wanted = 1);  ///< returns how many

  private:
    void release();
    Locks* locks_;
    std::size_t held_ = no_lock;
    static constexpr std::size_t no_lock = ~std::size_t{0};
};

/// One dispatch: what its executor shares between workgroups.
struct Dispatch {
    const Code& code;
    Settings settings;
    std::array<std::uint32_t, 3> groups{1, 1, 1}, local{1, 1, 1};
    std::uint32_t base = Mark::first;          ///< `who` of the first invocation
    std::vector<Memory*> buffers = {};         ///< by the code's buffers
    std::vector<ImageMemory*> images = {};     ///< by the code's images
    std::vector<std::uint32_t> uniforms = {};  ///< one word per row, for the rows of all uniforms, in order
    std::vector<std::size_t> unset_uniforms = {};  ///< those words of them that nobody has set, sorted
    std::vector<std::vector<Fence>> fences = {};   ///< by flat subgroup
    Told told = {};
    std::vector<Subgroup*> posting = {};       ///< those with atomics in flight
    std::uint64_t progress = 0;                ///< number of changes to memory
    Locks* locks = nullptr;                    ///< none: one thread runs all workgroups
    Moments* moments = nullptr;                ///< shared by all its threads
    Crowds* crowds = nullptr;                  ///< of buffers and images, likewise
    std::vector<const Memory*> changing = {};  ///< what its shader may write, sorted
    bool hands_over = false;                   ///< its shader has atomics
    /// Notes each atomic as a memory barrier that orders nothing, to see what lacks one.
    bool explains = false;
    bool stopped = false;
    Guide* guide = nullptr;            ///< none: settings.order says how it runs
    bool all_wait = false;             ///< for each other, and for ever
    Polls polls = {};                  ///< in a small dispatch
    Provenance* provenance = nullptr;  ///< null: nobody asks where its values come from
    StepRecorder* steps = nullptr;     ///< null: nobody goes through it line by line
    Findings findings = {};
    Counters counters = {};
    Evidence evidence = {};
    std::uint64_t admitted = 0;  ///< workgroups that began, each counted as progress
    std::uint32_t threads = 1;   ///< that ran it
    Deadline deadline = {};

    std::size_t found(const Finding& made);  ///< its number among the findings
    std::uint64_t changes() const { return progress - admitted; }
    /// True if the subgroup goes in circles until another one changes memory.
    bool waits(const Subgroup& subgroup) const { return subgroup.repeats_at == changes(); }
    std::uint32_t local_count() const { return local[0] * local[1] * local[2]; }
    std::uint64_t group_count() const { return product(groups[0], groups[1], groups[2]); }
    std::uint32_t subgroup_count() const {
        return (local_count() + settings.subgroup_size - 1) / settings.subgroup_size;
    }
};

/// Thrown when a dispatch reaches its deadline. In a loop: its site, and an invocation that is in it; else
/// site is 0.
struct TimeUp {
    std::uint32_t site = 0, invocation = 0;
};

/// Runs all workgroups of a dispatch until they end, or one is stuck. Throws TimeUp; what it found stays.
void run(Dispatch& dispatch);

}  // namespace pbp::sim
