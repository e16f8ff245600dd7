// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// The schedule of lesson NN, and the CPU twin of each of its passes.
namespace schedule_NN {

using Elements = std::vector<std::uint32_t>;

constexpr std::uint32_t local_size = 16;  ///< invocations per workgroup, and elements per tile

enum class Pass : std::uint8_t {
    twice,  ///< each element is doubled
    add,    ///< each adds its neighbour to the right; a tile's last one has none
};

/// The passes for n elements: the same two for any n.
inline std::vector<Pass> passes(std::size_t /*n*/) {
    return {Pass::twice, Pass::add};
}
inline std::string name(Pass pass) {
    return pass == Pass::twice ? "double" : "add the neighbour";
}

/// Does one pass on the CPU, on elements of its own. Sums wrap modulo 2^32, as in the shader.
class Twin {
  public:
    explicit Twin(Elements elements) : elements_(std::move(elements)) {}
    /// Makes one pass.
    void step(Pass pass) {
        for (std::size_t element = 0; element < elements_.size(); ++element) {
            const std::size_t right = element + 1;
            if (pass == Pass::twice) {
                elements_[element] *= 2;
            } else if (right % local_size != 0 && right < elements_.size()) {
                elements_[element] += elements_[right];  // unchanged so far: we go from left to right
            }
        }
    }
    const Elements& elements() const { return elements_; }

  private:
    Elements elements_;
};

}  // namespace schedule_NN
