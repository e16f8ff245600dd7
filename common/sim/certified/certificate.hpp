// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "common/device/device.hpp"
#include "common/sim/beside/observed.hpp"
#include "common/sim/certified/promise.hpp"
#include "common/sim/kept/provenance.hpp"
#include "common/sim/run/settings.hpp"

namespace pbp::sim {

/// Whether some work is right for every input of its size.
struct Certificate {
    enum class Verdict : std::uint8_t { right, wrong, unknown } verdict = Verdict::unknown;
    /// E.g. "right for every input of n = 16 (65,536 patterns of 0 and 1)", "wrong for the keys 1 0", or
    /// "no certificate: the condition in v4.comp:12 depends on the data".
    std::string sentence = {};
    /// If it is given: e.g. "for every input, in order: each 2 after pass 1, all 4 after pass 3", or empty.
    std::string stages = {};
    bool is_given() const { return verdict == Verdict::right; }
};

/// Some work on n elements, with one of two inputs, as unlike as can be, each in all the ways in which a
/// buffer may begin with it.
struct CertifiedWork {
    std::uint32_t n = 0;
    std::array<std::vector<Provenance::Input>, 2> inputs = {};
    /// To be called once the first words of that buffer are the result.
    using Ended = std::function<void(Handle result, const Promise& promise)>;
    std::function<void(Device& device, std::size_t input, const Ended& ended)> run = {};
    /// The same with the first input, pass by pass; it may be empty.
    std::function<void(Device& device, Observing& rows)> record = {};
};

/// What runs of it on such a simulator say about all inputs: in order, in reverse, in a few random orders and
/// with small subgroups, always without a finding.
Certificate certified(const Settings& machine, const ShaderTree& shaders, double limit_s, Observer& observer,
                      const CertifiedWork& work);

}  // namespace pbp::sim
