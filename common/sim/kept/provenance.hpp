// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "common/sim/code/code.hpp"
#include "common/sim/kept/finding.hpp"
#include "common/sim/kept/journal.hpp"

namespace pbp::sim {

struct Memory;

/// A word when it was stored, or, of one that was there before, first read.
struct WordEvent {
    Place place = {};
    const Memory* memory = nullptr;
    std::uint64_t value = 0;
    std::uint32_t dispatch = 0;  ///< counted from 1
};

/// Where each value of a run came from: a graph of what was done, from the words of a result down to words
/// that were in memory before. The same operation on the same nodes is one node (hash-consing: Ershov 1958),
/// so a value that is computed twice, once for memory and once for TRACE, has one.
class Provenance {
  public:
    using Node = std::uint32_t;
    static constexpr Node none = 0;  ///< of no memory: constants, uniforms, numbers of invocations

    enum class Kind : std::uint8_t {
        none,
        word,      ///< was there before: a is its index, b the number of its memory
        constant,  ///< a, which invocation b stored: it depends on nothing
        sum,   ///< of a and b, the latter subtracted if `op` says so; none: an own value of the invocation
        pick,  ///< a, which was taken rather than b; c: what decided, if not a and b themselves
        combined,  ///< of a, b and c by another operation
        part,      ///< bits of a, or a with constant bits: what packing and unpacking make
        packed,    ///< bits of a beside bits of b
        placed,    ///< a, found or put at an address that depends on b
        stored,    ///< a, which was stored into a word; c: its Event. Of a history alone
    };
    struct Step {
        Kind kind = Kind::none;
        Op op = Op::end;  ///< the instruction; an atomic or a subgroup operation: its nearest arithmetic
        Node a = none, b = none, c = none;
        std::uint32_t site = 0, invocation = 0;  ///< who did it first, and where
        bool operator==(const Step& other) const {
            return kind == other.kind && op == other.op && a == other.a && b == other.b && c == other.c;
        }
    };

    /// What an operation had in its operands.
    using Operands = std::array<std::uint64_t, 3>;
    using Event = WordEvent;
    /// Links: who did something first is enough, and equal steps are one. History: what each invocation did
    /// is a step of its own, with its operands, and so is each store. Formulas: nothing is left out. A word
    /// is an element of the input; whatever else the CPU writes has no node, as it is the same for every
    /// input; and all else is combined, of constants where an operand has no node.
    enum class Keeps : std::uint8_t { links, history, formulas };

    /// Beyond `most` nodes nothing is followed: is_full().
    explicit Provenance(std::size_t most, Keeps keeps = Keeps::links)
        : most_(most),
          keeps_(keeps),
          steps_(1),
          operands_(1),
          slots_(1u << 12),
          journal_(keeps == Keeps::links ? most : 0) {}

    // Of formulas.
    bool keeps_formulas() const { return keeps_ == Keeps::formulas; }
    /// The words by which the CPU's input is known from now on, in each way in which a buffer may begin with
    /// it.
    using Input = std::vector<std::uint32_t>;
    void expect(std::vector<Input> inputs);
    bool has_input() const { return has_input_; }
    /// What differs with other data, so that the formulas are of this input alone: which lanes run, which
    /// word is accessed, whether a compare-and-swap exchanges, something that formulas do not have (64 bits,
    /// parts of a word, images, votes), and what the CPU has read meanwhile.
    enum class Decides : std::uint8_t { branch, address, exchange, other, host };
    struct Decision {
        Decides what = Decides::branch;
        std::uint32_t site = 0, dispatch = 0;
    };
    /// If `node` is not none. The first decision since expect() counts.
    void decide_if(Node node, Decides what, std::uint32_t site = 0) {
        if (keeps_formulas() && node != none && !decision_) decision_ = {what, site, dispatch_};
    }
    const std::optional<Decision>& decision() const { return decision_; }
    Node constant(std::uint64_t value) {
        return make({.kind = Kind::constant, .a = static_cast<Node>(value)});
    }
    /// The dispatch that made a node, counted from 1.
    std::uint32_t dispatch_of(Node node) const;

    /// The node of a step; none where all that it depends on is none.
    Node make(const Step& step, const Operands& operands = {});
    /// The node of some bits of a's value, which an operation with a constant has left or put elsewhere. Of
    /// what is packed only those parts remain that have bits there.
    Node part_of(const Step& step, std::uint32_t constant, const Operands& operands = {});
    /// The node of `step.a | step.b`: where both are parts of one value, that value; where they have no bit
    /// in common, both of them packed.
    Node joined(const Step& step, const Operands& operands = {});
    /// The value of which a node holds bits, to which it adds a constant 0, or which it is because others
    /// decided so; none: there is no such value.
    Node inner(Node node) const;

    /// A condition that an invocation has met; and those met since the last call, each once.
    void meet(Node condition) { met_.push_back(condition); }
    std::vector<Node> take_met();
    const Step& step(Node node) const { return steps_[node]; }
    std::size_t size() const { return steps_.size() - 1; }
    bool is_full() const { return full_; }

    /// Of links: as long as the graph may be.
    Journal& journal() { return journal_; }

    // Of a history: the operands of a step, and what is known of a word that was stored, or was there before.
    bool keeps_history() const { return keeps_ == Keeps::history; }
    const Operands& operands(Node node) const { return operands_[node]; }
    const Event& event(Node node) const { return events_[steps_[node].c]; }
    /// How many there are: the next one has that number.
    std::size_t events() const { return events_.size(); }

    /// The node of a word of memory. One that nobody has written is a node of its own, in shared memory none.
    Node read(const Memory& memory, std::size_t word, bool shared, const Event& event = {});
    /// Where an invocation did something in the dispatch that runs.
    struct Access {
        std::uint32_t site = 0, invocation = 0;  ///< site 0: nobody did
    };
    void write(const Memory& memory, std::size_t word, Node node, Access by);
    Access writer_of(const Memory& memory, std::size_t word);
    /// A dispatch begins: what others accessed is over.
    void begin_dispatch();
    /// The same of a history, which keeps who did it.
    void store(const Step& step, Event event);
    /// Of each word of memory that is not shared.
    std::vector<Node> nodes_of(const Memory& memory);
    /// Of links: each word that somebody wrote is a node of its own from now on, so that copies of a value
    /// differ by where they are.
    void distinguish(const Memory& memory);
    /// True for such a node: whatever has read the word since then was given it, not the node it began as.
    bool is_distinguished(Node node) const {
        const auto& step = steps_[node];
        return step.kind == Kind::placed && step.b == none;
    }

    /// A value is stored: in the buffer of TRACE, or kept in another.
    void tell(Node node, bool of_probe) { (of_probe ? told_ : kept_).push_back(node); }
    /// How many values were traced since the last call that nothing which was kept was made from.
    std::uint64_t take_unfounded();

    /// From outside: the memory holds some other words from now on, any others, constants alone, or what
    /// another one holds; and somebody reads it.
    void set(const Memory& memory, std::size_t offset, std::size_t bytes);
    void forget(const Memory& memory);
    void fill(const Memory& memory);
    void copy(const Memory& from, const Memory& to, std::size_t words);
    void look_at(const Memory& memory, std::size_t offset, std::size_t bytes);

  private:
    static constexpr Node unknown = ~Node{0};
    struct Words {
        std::uint32_t number = 0;  ///< of what it holds: another one after each change from outside
        bool filled = false;       ///< with a constant
        std::vector<Node> nodes;   ///< unknown: nobody has written the word
        std::vector<Access> writers;
        std::vector<Node> own = {};  ///< that distinguish() gave it; none: it has not
    };
    /// Of a value that is as it was, on a condition or from some place.
    static bool is_chosen(const Step& step);
    std::uint32_t bits_of(Node node) const;
    std::size_t slot_of(const Step& step, const Operands& operands) const;
    void grow();
    Node add(Event event);
    Words& words_of(const Memory& memory);

    std::size_t most_;
    Keeps keeps_;
    std::vector<Step> steps_;
    std::vector<Operands> operands_;          ///< by node, and
    std::vector<Event> events_;               ///< of a history
    std::uint32_t dispatch_ = 0, apart_ = 0;  ///< words that were distinguished
    std::vector<Node> began_;                 ///< by dispatch: its first node
    std::vector<Input> inputs_;
    bool has_input_ = false;
    std::optional<Decision> decision_;
    std::unordered_map<Node, std::uint32_t> bits_;  ///< that a part of a value may have; others have all
    std::vector<Node> met_, told_, kept_;
    std::vector<Node> slots_;  ///< by hash; none: free
    std::unordered_map<const Memory*, Words> memories_;
    std::uint32_t numbers_ = 0;
    bool full_ = false;
    Journal journal_;
};

}  // namespace pbp::sim
