// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/record/pass.hpp"

namespace pbp {

/// All recorded passes of a run as a table: CSV or JSON by the file's ending.
class Export {
  public:
    /// An empty path exports nothing. Throws Error(wrong_usage) for an ending that is neither .csv nor .json.
    explicit Export(std::filesystem::path file);

    void add(const std::string& version, const std::vector<record::Pass>& passes);
    /// Writes the file by way of a rename, or what it is a link to. Throws as check_replaceable() and
    /// write_file() do.
    void save() const;

  private:
    struct Table {
        std::string version;
        std::vector<record::Pass> passes;
    };
    std::filesystem::path file_;
    std::vector<Table> tables_;
};

/// Throws Error where an export may not replace the file that is there: machine_lacks if it is read-only
/// (even for root), wrong_usage if it is no regular file or its folder takes no files. An empty path is none.
void check_replaceable(const std::filesystem::path& file);

}  // namespace pbp
