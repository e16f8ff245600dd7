// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/app/links.hpp"

/// The schedule of lesson NN, and the CPU twin of each of its passes.
namespace lesson_NN {

using Elements = std::vector<std::uint32_t>;

constexpr std::uint32_t local_size = 16;  ///< invocations of a workgroup, and elements of its tile

enum class Pass : std::uint8_t {
    twice,  ///< each element is doubled
    add,    ///< each adds its neighbour to the right; a tile's last one has none
};

/// The passes of a run, whatever n is.
std::vector<Pass> passes();
std::string name(Pass pass);

/// Does on the CPU what one pass does, on elements of its own. Sums wrap modulo 2^32, as in the shader.
class Twin {
  public:
    explicit Twin(Elements elements) : elements_(std::move(elements)) {}
    /// Makes one pass, and says which elements it added.
    void step(Pass pass, pbp::Links& links);
    const Elements& elements() const { return elements_; }

  private:
    Elements elements_;
};

}  // namespace lesson_NN
