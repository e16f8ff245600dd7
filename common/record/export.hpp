// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/record/pass.hpp"

namespace pbp {

/// All recorded passes of a run as a table: CSV or JSON, depending on the file extension.
class Export {
  public:
    /// An empty path exports nothing. Throws Error(wrong_usage) for an extension other than .csv or .json.
    explicit Export(std::filesystem::path file);

    void add(const std::string& version, const std::vector<record::Pass>& passes);
    /// Writes the file, or the target if it is a link, atomically by a rename. Throws as check_replaceable()
    /// and write_file() do.
    void save() const;

  private:
    struct Table {
        std::string version;
        std::vector<record::Pass> passes;
    };
    std::filesystem::path file_;
    std::vector<Table> tables_;
};

/// Throws Error if an export may not replace the existing file: machine_lacks if it is read-only (even for
/// root), wrong_usage if it is not a regular file or its folder is not writable. An empty path means no file.
void check_replaceable(const std::filesystem::path& file);

}  // namespace pbp
