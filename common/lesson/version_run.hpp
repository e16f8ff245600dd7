// SPDX-License-Identifier: MIT
#pragma once

#include "common/lesson/runner.hpp"
#include "common/record/program_cache.hpp"
#include "common/sim/beside/history.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp {

/// One version on its way: its programs stay built from run to run, and its report fills up.
class VersionRun {
  public:
    /// All of them outlive it.
    VersionRun(Device& device, const Lesson& lesson, const Version& version, const Options& options,
               Sink& sink, const RunnerSettings& settings, Unwritten& unwritten)
        : device_(device),
          lesson_(lesson),
          version_(version),
          options_(options),
          sink_(sink),
          settings_(settings),
          unwritten_(unwritten) {}
    /// Runs it, once. See Runner::run().
    VersionReport report();

  private:
    void run_on_device();
    void record_calls();
    void name_left_loop();
    RunFacts repeat_on(Device& simulated, const Options& options, const RunMode& mode, Sink& sink);
    void run_on_simulator();
    /// What a run on a simulator showed, and the errors that it had.
    struct Observed {
        sim::ObservedRows rows;
        std::vector<sim::ProgramReport> found;
    };
    Observed observed_with(ShaderTree shaders, const Options& options);
    const Observed& observed();
    const sim::ObservedRows* planned();
    void explain();
    sim::Settings beside() const;
    void certify();
    void look_back();
    void answer(const sim::History& history);
    RunFacts checked(RunMode mode);
    RunFacts drawn();
    void run_in_other_orders();
    bool is_right_in(sim::Settings::Order order);
    bool differs(const std::vector<Left>& left);
    bool overtaken(const std::vector<sim::Account>& accounts);
    void add_findings_of(const std::string& order, const std::vector<sim::Account>& accounts,
                         bool came_out_right);
    void time();
    void add_simulation(const std::vector<sim::Account>& accounts, bool came_out_right);
    void is_only_faulty();
    bool prove_repair();
    bool paged() const { return settings_.paged && options_.paged(); }
    std::filesystem::path folder() const { return options_.out / lesson_.id; }

    /// Nothing is wrong so far, whether or not there was anything to compare with.
    bool is_fine() const {
        return report_.status == VersionReport::Status::right ||
               report_.status == VersionReport::Status::unchecked;
    }

    Device& device_;
    const Lesson& lesson_;
    const Version& version_;
    const Options& options_;
    Sink& sink_;
    const RunnerSettings& settings_;
    Unwritten& unwritten_;
    ProgramCache programs_;
    VersionReport report_;
    /// Once they were asked for; of the original shaders, if there are others.
    std::optional<Observed> observed_, planned_;
    std::uint32_t workgroup_ = 0;  ///< that wrote the first wrong element, or the first one
    std::string other_order_;      ///< that a simulator runs now, after the first one
};

}  // namespace pbp
