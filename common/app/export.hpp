// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/picture/strip.hpp"

namespace pbp {

/// All recorded passes of a run as a table: CSV or JSON by the file's ending.
class Export {
  public:
    /// An empty path exports nothing. Throws Error(wrong_usage) for an ending that is neither .csv nor .json.
    explicit Export(std::filesystem::path file);

    void add(const std::string& version, const picture::Strip& strip);
    /// Writes the file by way of a rename. Throws Error(wrong_usage) where the folder refuses.
    void save() const;

  private:
    struct Table {
        std::string version;
        std::vector<picture::Row> rows;
    };
    std::filesystem::path file_;
    std::vector<Table> tables_;
};

}  // namespace pbp
