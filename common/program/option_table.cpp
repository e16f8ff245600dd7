// SPDX-License-Identifier: MIT
#include "common/program/option_table.hpp"

#include <bit>

#include "common/process/worker.hpp"
#include "common/program/mode.hpp"

namespace pbp {

namespace {

using namespace mode;

constexpr std::size_t mode_count = std::variant_size_v<Mode>;
constexpr Modes simulate = 1u << mode_count, every = 2 * simulate - 1;

template <typename M, std::size_t I = 0>
constexpr Modes bit() {
    if constexpr (std::is_same_v<M, std::variant_alternative_t<I, Mode>>)
        return 1u << I;
    else
        return bit<M, I + 1>();
}

template <typename Function, std::size_t... I>
void for_each_mode(const Function& function, std::index_sequence<I...>) {
    (function(std::variant_alternative_t<I, Mode>()), ...);
}
template <typename Function>
void for_each_mode(const Function& function) {
    for_each_mode(function, std::make_index_sequence<mode_count>());
}

/// An option that modes share, and why it has no effect in the modes without its group.
struct SharedOption {
    const char* flag;
    Effects effect = 0;  ///< 0: it has an effect in every mode
    const char* because = "";
    bool stays = false;
};

constexpr const char* by_the_card = "the card lists the cases in which the shader is judged";
constexpr const char* by_the_sweep = "a sweep tries all subgroup sizes and orders";
constexpr const char* not_counted = "only counts depend on it, and a sweep reports none";
constexpr const char* no_opengl = "the simulator uses no OpenGL";
constexpr const char* unlimited = "a capture runs in one process, without time limits";

constexpr SharedOption shared[] = {
    {"--sim-subgroup", effect::one_machine, by_the_sweep},
    {"--sim-schedule", effect::one_machine, by_the_sweep},
    {"--sim-groups", effect::one_machine, by_the_sweep},
    {"--sim-banks", effect::counts, not_counted},
    {"--sim-sector", effect::counts, not_counted},
    {"--sim-line", effect::counts, not_counted},
    {"--card", effect::counts, not_counted},
    {"--watch", effect::watch, "it reruns checks at every save", true},
    // data
    {"--n", effect::data, by_the_card},
    {"--data", effect::data, by_the_card},
    {"--seed", effect::data, by_the_card},
    {"--type", effect::data, by_the_card},
    {"--input", effect::input, "it makes its own data"},
    // shaders
    {"--only", effect::versions, "it names the versions to run"},
    {"--shader", effect::shader, "it runs its two versions as they are"},
    {"--shaders"},
    {"--subgroup"},
    {"--local-size", effect::data, by_the_card},
    {"--per-invocation", effect::data, by_the_card},
    {"--debug", effect::debug, "ASSERT and LOG are compiled in only where passes are checked"},
    // results
    {"--out"},
    {"--no-pictures"},
    {"--no-check", effect::rows, "only a plain run draws passes that are compared with nothing"},
    {"--certify", effect::rows, "only a plain run of versions ends with certificates"},
    {"--why", effect::rows, "only a plain run answers questions about its memory"},
    {"--used", effect::rows, "only a plain run answers questions about its memory"},
    {"--quiet"},
    {"--json", effect::document, "a window reports nothing"},
    {"--export", effect::table, "only a plain run records passes for a table"},
    // machine
    {"--context", effect::opengl, no_opengl},
    {"--gpu", effect::opengl, no_opengl},
    {"--time-limit", effect::limits, unlimited},
    {"--compile-limit", effect::limits, unlimited},
    {"--in-process"}};

/// The modes in which options of these groups have an effect.
Modes modes_with(Effects effects) {
    Modes modes = (effects & effect::opengl) != 0 ? 0 : simulate;
    for_each_mode([&]<typename M>(const M&) {
        auto without = M::without;
        // ./learn next keeps its judge: a worker that waits for the next save
        if (std::is_same_v<M, Judge> && is_worker()) without &= ~effect::watch;
        if ((without & effects) == 0) modes |= bit<M>();
    });
    return modes;
}

}  // namespace

OptionRules option_rules(const Lesson& lesson) {
    OptionRules rules;
    rules.plain = bit<Check>();
    for_each_mode([&]<typename M>(const M&) {
        if (!std::is_same_v<M, Check>) rules.modes.push_back({M::flag, bit<M>()});
        for (const auto& [flag, because] : M::own) rules.scopes.push_back({flag, bit<M>(), because});
    });
    for (const char* flag : {"--sim", "--sim-subgroup", "--sim-schedule", "--sim-groups", "--sim-banks",
                             "--sim-sector", "--sim-line", "--card"})
        rules.modes.push_back({flag, simulate, bit<Sweep>() | bit<Compare>() | bit<Judge>()});
    for (const auto& [flag, effect, because, stays] : shared)
        rules.scopes.push_back({flag, modes_with(effect), because, stays});
    if (!lesson.file_word.empty()) rules.scopes.push_back({lesson.file_word.c_str(), every});
    for (const auto& extra : lesson.options)
        rules.scopes.push_back({extra.flag.c_str(), modes_with(extra.plain ? effect::rows : effect::data),
                                extra.plain ? "only a plain run shows what is in buffers" : by_the_card});
    rules.clashes = {
        {"--json", "--watch", "a run that continues has no single document"},
        {"--export", "--watch", "a table holds the passes of one run"},
        {"--in-process", "--watch", "without a worker, a shader that hangs would end the watcher"},
        {"--time-limit", "--in-process", "only a worker has time limits"},
        {"--compile-limit", "--in-process", "only a worker has time limits"},
        {"--data", "--input", "the file holds the data"},
        {"--seed", "--input", "the file holds the data"}};
    return rules;
}

std::size_t mode_index(Modes bit_of_mode) {
    return bit_of_mode == simulate ? 0 : static_cast<std::size_t>(std::countr_zero(bit_of_mode));
}

}  // namespace pbp
