// SPDX-License-Identifier: MIT
#include "tests/sim_fuzz/compare.hpp"

#include "common/sim/report/report.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp::fuzz {

namespace {

glsl::Source source_of(const Program& program) {
    glsl::Source source;
    source.text = program.text();
    source.files = {"fuzz.comp"};
    source.originals = {source.text};
    return source;
}

/// A backend's buffer, for the length of a run.
class Held {
  public:
    Held(Backend& backend, const std::vector<std::uint32_t>& words)
        : backend_(backend), handle_(backend.create_buffer(words.size() * 4)), count_(words.size()) {
        backend.write(handle_, 0, std::as_bytes(std::span(words)));
    }
    ~Held() { backend_.destroy_buffer(handle_); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    Handle handle() const { return handle_; }
    void append_to(std::vector<std::uint32_t>& words) {
        const auto first = words.size();
        words.resize(first + count_);
        backend_.read(handle_, 0, std::as_writable_bytes(std::span(words).subspan(first)));
    }

  private:
    Backend& backend_;
    Handle handle_;
    std::size_t count_;
};

}  // namespace

Outcome run(Backend& backend, const Program& program) {
    Outcome made;
    try {
        const Built built = backend.build(source_of(program));
        std::vector<std::uint32_t> given(Program::given_words), sums(Program::sums);
        for (std::uint32_t i = 0; i < given.size(); ++i) given[i] = (i + 1) * 2654435761u ^ i << 7;
        for (std::size_t i = 16; i < 24; ++i) sums[i] = ~0u;  // of minima
        const std::vector<std::uint32_t> nothing(
            std::size_t{program.local_size} * program.groups * Program::words_each, 0xDDDDDDDDu);
        const Held read(backend, given);
        Held written(backend, nothing), added(backend, sums);
        const Handle bound[] = {read.handle(), written.handle(), added.handle()};
        backend.dispatch(built.handle, {program.groups, 1, 1}, {bound, {}, {}, {}});
        backend.finish();
        written.append_to(made.words);
        added.append_to(made.words);
        backend.destroy_program(built.handle);
    } catch (const Error& problem) {
        made.fault = problem.what();
    }
    return made;
}

Outcome simulated(const sim::Settings& settings, const Program& program) {
    sim::Simulator simulator(settings);
    auto made = run(simulator, program);
    for (const auto& account : simulator.take_accounts())
        for (const auto& finding : sim::report(account, settings.subgroup_size).findings)
            if (!finding.note && made.fault.empty()) made.fault = finding.sentence;
    return made;
}

std::string difference(Backend* device, const std::vector<sim::Settings>& all, const Program& program) {
    const auto name = [](const sim::Settings& one) {
        return fmt::format("the simulator with subgroups of {} in order {}", one.subgroup_size,
                           static_cast<int>(one.order));
    };
    const Outcome expected = device != nullptr ? run(*device, program) : simulated(all.at(0), program);
    if (!expected.fault.empty())
        return fmt::format("{}: {}", device != nullptr ? "the device" : name(all.at(0)), expected.fault);
    for (const auto& settings : all) {
        const auto found = simulated(settings, program);
        if (!found.fault.empty()) return fmt::format("{}: {}", name(settings), found.fault);
        for (std::size_t i = 0; i < expected.words.size(); ++i)
            if (found.words[i] != expected.words[i])
                return fmt::format("{} has {:#x} as word {} of invocation {}, {:#x} was expected",
                                   name(settings), found.words[i], i % Program::words_each,
                                   i / Program::words_each, expected.words[i]);
    }
    return {};
}

// The difference must stay of the same kind: where a number differed before, a build that fails is another
// fault.
Program shrunk(Backend* device, const std::vector<sim::Settings>& all, Program program) {
    const auto kind = [&](const Program& one) {
        const auto words = difference(device, all, one);
        const auto colon = words.find(": ");
        return colon == std::string::npos ? (words.empty() ? std::string() : std::string("a number"))
                                          : words.substr(colon, 24);
    };
    const auto wanted = kind(program);
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (std::size_t k = program.statements(); k-- > 0;)
            for (const bool keep_blocks : {false, true}) {
                const auto less = program.without(k, keep_blocks);
                if (less.statements() >= program.statements() || kind(less) != wanted) continue;
                program = less;
                smaller = true;
                break;
            }
    }
    return program;
}

}  // namespace pbp::fuzz
