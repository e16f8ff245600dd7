// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "common/sim/code/code.hpp"
#include "common/sim/code/rows.hpp"
#include "common/sim/spirv/flow.hpp"
#include "common/sim/spirv/layout.hpp"

namespace pbp::sim {

/// A SPIR-V value: the first row of each of its scalars. Extracting parts and composing values is only
/// renaming: it costs no instruction.
struct Value {
    Id type = 0;
    std::vector<Row> rows;
};

/// What a SPIR-V pointer refers to, as far as is known statically.
struct Pointer {
    enum class Root : std::uint8_t { local, shared, buffer, image, sampler };
    Root root = Root::local;
    std::uint32_t base = 0;    ///< the first row; the block; the image
    std::uint32_t offset = 0;  ///< rows or bytes from there
    Row dynamic = no_row;      ///< a row with a further, dynamic offset
    Id type = 0;               ///< the type it points to
    MatrixLayout matrices = {};
    Coherence coherence = Coherence::none;
    bool is_volatile = false;
    Value texel = {};  ///< of an image: the coordinate
};

/// Turns a module into executable code: inlines functions, assigns rows to values, and resolves addresses to
/// offsets. Each object decodes one module. Each decode*.cpp implements one part of it.
class Decoder {
  public:
    explicit Decoder(Module module);
    /// Throws Error(shader_does_not_build) with name and line for what the simulator does not support.
    Code decode();

  private:
    struct Analysed {
        std::vector<std::uint32_t> order;
        std::map<Id, Use> uses;
        std::vector<std::vector<std::vector<Id>>> deaths;  ///< by block and statement
        std::map<Id, std::uint32_t> parts;  ///< of vectors of which only some components are used: a bit each
    };
    /// A function while it is being inlined.
    struct Frame {
        const Function* function = nullptr;
        const Analysed* analysed = nullptr;
        std::map<Id, Value> values;
        std::map<Id, Pointer> pointers;
        std::map<Id, std::vector<Row>> arrivals;  ///< per phi: rows that the predecessors write
        std::map<Id, std::uint32_t> numbers;      ///< of blocks, by label
        std::vector<std::pair<std::uint32_t, Id>> jumps_x, jumps_y;  ///< to be patched, by instruction
        std::vector<std::pair<std::uint32_t, std::pair<std::size_t, Id>>> chosen;
        std::vector<std::uint32_t> returns;  ///< jumps to where the caller continues
        Value returned;
        std::set<Id> undefined;  ///< results of OpUndef
        std::uint32_t call_site = 0;
        std::uint32_t block = 0, statement = 0;  ///< being decoded
    };

    // the module as a whole (decode.cpp)
    const Analysed& analysed(const Function& function);
    void globals();
    void paste(Frame& frame);
    void block(Frame& frame, std::uint32_t index);
    void statement(Frame& frame, const Statement& statement);
    void terminator(Frame& frame, const Statement& statement);
    void call(Frame& frame, const Statement& statement);
    void phis(Frame& frame, const BasicBlock& block);
    void hand_over(Frame& frame, Id target);  ///< to the phis of a possible successor block
    void begin_block();
    void find_polls();
    std::uint32_t site(std::uint32_t line);

    /// A table entry: which function decodes an instruction.
    struct Maker {
        std::uint32_t opcode;
        void (Decoder::*make)(const Statement&);
    };
    /// Decodes a statement listed in the table; false for others.
    bool made_by(std::span<const Maker> makers, const Statement& statement);

    // values (decode_values.cpp)
    const Value& value(Id id);
    const Constant* constant(Id id) const;
    std::uint32_t constant_word(Id id) const;
    void bind(const Statement& statement, Value value);
    void bind(const Statement& statement, Pointer pointer);
    const Pointer& pointer(Id id);
    void mark_used(const Pointer& global);
    std::uint32_t components(Id type) const { return module().type(type).components; }
    bool is_wide(Id type) const;
    const Type& scalar_of(Id type) const;  ///< of a vector or a matrix; any other type itself
    /// A number of 8 or 16 bits, from a row that may hold more.
    Row narrowed(Row row, const Type& scalar, bool is_signed);
    /// Whether an instruction takes its operands with a sign; none if it makes no difference.
    static std::optional<bool> sign_of(std::uint32_t opcode);
    /// Narrow integers as an instruction takes them that has its own idea of their sign.
    Value read_as(Value value, bool is_signed);
    Row constant_row(std::uint32_t bits);
    Row constant_rows(std::uint64_t bits);  ///< two rows, 64 bits per lane
    /// Rows for the statement's result; lasting if other blocks use it.
    Row result_rows(std::uint32_t count);
    /// True if the statement being decoded is the last to use a value, or produces one that is never used.
    bool ends_here(Id value) const;
    /// True if other blocks use it.
    bool outlives_block(Id value) const;
    Row scratch(std::uint32_t count = 1) { return rows_.temporary(count); }
    Value result(Id type);
    /// The rows of a statement's result; make(row, i) fills that of each scalar.
    template <typename Make>
    void by_scalar(const Statement& statement, Make&& make) {
        Value made = result(statement.type);
        for (std::size_t i = 0; i < made.rows.size(); ++i) make(made.rows[i], i);
        bind(statement, std::move(made));
    }
    /// One scalar's row of words; copied if the scalars are not consecutive.
    Row contiguous(const std::vector<Scalar>& scalars, const Value& value, std::size_t first,
                   std::size_t count);
    Instruction& emit(Op op, Row d, Row a = no_row, Row b = no_row, Row c = no_row);
    void copy(Row to, Row from, bool wide);
    void forget_aliases() { aliases_.clear(); }
    void settle_aliases(Row first, std::uint32_t count);  ///< before these rows of variables change
    void settle_all_aliases();                            ///< before blocks in which they may change
    bool retarget(const Value& value, Row row, Id id);

    // memory (decode_memory.cpp)
    bool memory(const Statement& statement);
    void access_chain(const Statement& statement);
    Pointer step(const Pointer& from, Id index);
    Value load(const Pointer& from, Id type, std::uint32_t parts = ~0u);
    Row load_narrow(const Pointer& from, const Scalar& scalar);
    void store_narrow(const Pointer& to, const Scalar& scalar, Row row);
    void store(const Pointer& to, const Value& value, Id id);
    void variable(const Statement& statement);
    std::string name_of(const Function& function) const;
    Row declare(Id type, const std::string& name);
    void name_argument(const Pointer& argument, Id parameter, const Frame& of);
    bool atomic(const Statement& statement);
    void fence_of_atomic(const Statement& statement, std::uint32_t way);
    std::uint8_t access_flags(const Pointer& pointer) const;
    Pointer accessed(const Statement& statement, std::size_t pointer, std::size_t mask, bool writes);
    Coherence coherence_of(std::uint32_t scope) const;

    // arithmetic (decode_arithmetic.cpp)
    bool arithmetic(const Statement& statement);
    void shift(const Statement& statement);
    void is_nan_or_infinite(const Statement& statement);
    void select(const Statement& statement);
    void any_or_all(const Statement& statement);
    void bits(const Statement& statement);
    void bit_field_insert(const Statement& statement);
    void bit_field_extract(const Statement& statement);
    void with_high_half(const Statement& statement);
    bool conversion(const Statement& statement);
    void bit_cast(const Statement& statement);
    bool is_safe(Op op, Row b) const;
    Row unary(Op op, Row a, bool wide);
    Row binary(Op op, Row a, Row b, bool wide);
    void by_component(const Statement& statement, Op narrow, Op wide, bool swapped = false,
                      bool inverted = false);
    Row dot(const std::vector<Row>& a, const std::vector<Row>& b, bool wide);

    // vectors, matrices, structures, arrays (decode_composite.cpp)
    bool composite(const Statement& statement);
    void undefined(const Statement& statement);
    Value never_set(const Frame& frame, const Value& like);
    void copied(const Statement& statement);
    void construct(const Statement& statement);
    void extract(const Statement& statement);
    void insert(const Statement& statement);
    void shuffle(const Statement& statement);
    void extract_dynamic(const Statement& statement);
    void insert_dynamic(const Statement& statement);
    bool matrix(const Statement& statement);

    // GLSL.std.450 (decode_std450.cpp)
    class Extended;
    bool extended(const Statement& statement);

    // subgroups (decode_groups.cpp)
    bool groups(const Statement& statement);
    void partition(const Statement& statement);
    void reduce(const Statement& statement, Group group);

    // images (decode_images.cpp)
    bool images(const Statement& statement);
    Row coordinate(const Value& at);
    std::uint32_t image_of(Id id, bool sampled);
    void name_image(const Statement& statement);
    void read_image(const Statement& statement);
    void write_image(const Statement& statement);
    Pointer accessed_image(const Statement& statement, std::size_t mask, std::uint32_t makes);
    void size_of_image(const Statement& statement);
    void levels_of_image(const Statement& statement);
    std::uint32_t dimensions_of(Id image);
    void point_to_texel(const Statement& statement);

    const Module& module() const { return code_.module; }

    Code code_;
    Rows rows_;
    std::map<Id, Analysed> analyses_;
    std::map<Id, Value> constants_;               ///< by id
    std::map<Row, std::uint64_t> constant_bits_;  ///< of the rows of constants
    std::map<std::uint64_t, Row> constant_rows_;  ///< by bits, plus 2^32 for words
    std::map<std::uint64_t, Row> wide_constants_;
    std::map<Id, Pointer> global_pointers_;
    std::vector<bool> is_variable_;               ///< by row
    std::vector<bool> is_local_;                  ///< by row: of variables that begin unset
    std::vector<std::pair<Frame*, Id>> aliases_;  ///< values that name rows of variables
    Frame* frame_ = nullptr;
    std::uint32_t line_ = 0, site_ = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> sites_;
    std::size_t depth_ = 0, pasted_ = 0;
};

}  // namespace pbp::sim
