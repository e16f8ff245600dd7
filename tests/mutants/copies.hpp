// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "common/base/files.hpp"

namespace pbp::mutants {

/// A copy of the shaders for each of the simultaneous children; removed with the object.
class Copies {
  public:
    Copies(const std::filesystem::path& shaders, std::size_t count)
        : Copies() {  // which removes what a failed copy left
        for (std::size_t i = 0; i < count; ++i)
            std::filesystem::copy(shaders, of(i), std::filesystem::copy_options::recursive);
    }
    Copies(const Copies&) = delete;
    Copies& operator=(const Copies&) = delete;
    ~Copies() {
        std::error_code ignored;
        std::filesystem::remove_all(root_, ignored);
    }
    std::filesystem::path of(std::size_t slot) const { return root_ / std::to_string(slot); }

  private:
    Copies() {
        std::string name = (std::filesystem::temp_directory_path() / "mutants.XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            fail(ExitCode::machine_lacks, "No folder for the mutants can be made in {}.",
                 std::filesystem::temp_directory_path().string());
        root_ = name;
    }

    std::filesystem::path root_;
};

}  // namespace pbp::mutants
