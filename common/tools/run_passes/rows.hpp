// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/lesson/run.hpp"
#include "common/picture/diagram/gallery.hpp"
#include "common/tools/run_passes/description.hpp"

namespace pbp::run_passes {

/// Where each dispatch writes one of the shown arrays, all of one type, only one of which begins with data,
/// rows of different arrays can have links: the name of that one. `written` is by dispatch.
std::optional<std::string> start_of_chain(const Description& description,
                                          const std::vector<std::string>& shown,
                                          const std::vector<std::vector<std::string>>& written);

/// The first and the last images of a run, for a picture.
class Images {
  public:
    void add(const std::string& label, const record::Pass& pass);
    /// Nothing, if there were none; without a title, under the version's name.
    void draw(Run& run, const std::string& title, const std::string& name);

  private:
    picture::Gallery gallery_;
};

}  // namespace pbp::run_passes
