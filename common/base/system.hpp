// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

/// What is asked of an operating system beyond what C++ has: system_posix.cpp and system_windows.cpp answer.
/// Of such a pair, here and in other rooms, a build compiles one.
namespace pbp {

/// The program that runs; empty where the system does not say.
std::filesystem::path own_program();

/// The operating system and its version, in words.
std::string system_name();

/// The number of this process.
int process_number();

/// Asks for memory that is about to be used to be in pages as large as possible: they are made many at a
/// time.
void prefer_large_pages(void* memory, std::size_t bytes);

/// How long processors have worked for this process, all of its threads; where nobody knows, how long it
/// runs.
double processor_seconds();

enum class Stream : std::uint8_t { in, out, error };
bool is_terminal(Stream stream);

/// How wide the terminal of a stream is, in characters; 0 where nobody knows.
std::size_t terminal_columns(Stream stream);

/// True where this user may change a file.
bool is_writable(const std::filesystem::path& file);

/// Waits for a file that another program keeps to itself, such as a scanner for viruses, a second at most.
/// Why it is still kept then; otherwise nothing, whatever else there is to say of the file.
std::error_code wait_until_free(const std::filesystem::path& file);

/// Appends to a file, made if it is absent, in one write, so that no other process gets between. It follows
/// no link.
std::error_code append_at_once(const std::filesystem::path& file, std::string_view bytes);

/// Reads a file, or a named pipe without waiting for one that never writes to it.
class PatientReader {
  public:
    /// Throws the Error of cannot_read() where it cannot be opened, and so do the reads.
    explicit PatientReader(const std::filesystem::path& file);
    ~PatientReader();
    PatientReader(const PatientReader&) = delete;
    PatientReader& operator=(const PatientReader&) = delete;

    enum class Got : std::uint8_t { bytes, nothing_yet, nobody_writes, end };
    /// Up to `size` bytes, and how many. Waits a tenth of a second for the first.
    Got read(char* into, std::size_t size, std::size_t& count);

  private:
    struct File;
    std::unique_ptr<File> file_;
};

/// A lock on a folder that other processes respect as well. The system frees it when this process ends,
/// however it ends.
class FolderLock {
  public:
    enum class Wish : std::uint8_t {
        at_once,  ///< of the folder itself, where the system can do that: no file is left
        wait      ///< FOLDER/.lock, in a folder that is made; goes without where that cannot be written
    };
    FolderLock(const std::filesystem::path& folder, Wish wish);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;
    /// False where another process has it.
    bool is_held() const { return held_; }

  private:
    struct Held;
    std::unique_ptr<Held> file_;
    bool held_ = true;
};

/// Bytes in a temporary file that others can open by its path as long as this lives. Throws Error where the
/// folder for such files cannot take it.
class TemporaryFile {
  public:
    explicit TemporaryFile(std::string_view bytes);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
    int file_ = -1;
};

}  // namespace pbp
