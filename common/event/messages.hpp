// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/event/sink.hpp"

namespace pbp {

/// A sink that turns each call into one line of JSON on a file descriptor: the worker's mouth.
class MessageWriter final : public Sink {
  public:
    explicit MessageWriter(int descriptor) : descriptor_(descriptor) {}
    void begin(Activity activity, const std::string& what) override;
    void end() override;
    void note(const std::string& sentence) override;
    void start(const RunReport& report) override;
    void progress(const std::string& version, double fraction) override;
    void version(const VersionReport& report) override;
    void recorded(const page::Piece& piece) override;
    void so_far(const VersionReport& report) override;
    void tuned(const TuningReport& report) override;
    void planned(const std::vector<std::string>& versions) override;
    void benched(const bench::Row& row) override;
    void done() override;
    void error(int exit_code, const std::string& sentence) override;
    /// The worker's final report: it has done all that it was asked, and will end with this exit code.
    void finished(int exit_code);

  private:
    void send(const std::string& line);
    int descriptor_;
};

/// Calls the sink with what one line of a MessageWriter says; false where the line is none.
bool deliver(std::string_view line, Sink& sink);
/// The exit code that a final report announces; none: the line says something else.
std::optional<int> final_report(std::string_view line);

/// The same facts as one JSON document, for --json.
std::string to_json(const RunReport& run, const std::vector<VersionReport>& versions,
                    const std::vector<TuningReport>& tunings, int exit_code, const std::string& problem);

}  // namespace pbp
