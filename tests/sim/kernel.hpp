// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "common/sim/report/report.hpp"
#include "common/sim/run/simulator.hpp"

namespace pbp::test {

/// A compute shader in a string, run on the simulator; each test kernel is one of these.
struct Kernel {
    using Words = std::vector<std::uint32_t>;
    std::string text;  ///< after the #version line
    glm::uvec3 groups{1, 1, 1};
    std::vector<Words> buffers = {};  ///< by binding, before the run
    sim::Settings settings = {};
    std::vector<std::pair<std::string, UniformValue>> uniforms = {};
    std::vector<std::pair<std::string, Words>> uniform_words = {};  ///< for types that UniformValue lacks
    std::vector<Words> blocks = {};                                 ///< uniform blocks, by binding
    std::vector<glsl::ConstantValue> constants = {};
    /// An image before the run.
    struct Image {
        glm::uvec3 size{1};
        std::uint32_t format = 0;  ///< spv::ImageFormat
        Words texels;
        bool sampled = false;
    };
    std::vector<Image> images = {};  ///< by image unit or texture unit, which share their numbers

    std::optional<sim::StepRecorder::Window> stepped = {};  ///< what is recorded line by line
    std::optional<sim::Simulator::Recorded> recorded = {};

    std::vector<Words> results = {};  ///< the buffers after the last run
    sim::ProgramReport report = {};
    sim::Account account = {};

    Kernel& run() {
        sim::Simulator simulator(settings);
        glsl::Source source;
        source.text = "#version 450\n" + text;
        source.files = {"kernel.comp"};
        source.originals = {source.text};
        const Built built = simulator.build(source, constants);
        for (const auto& [name, value] : uniforms)
            for (const auto& known : built.uniforms)
                if (known.name == name) simulator.set(built.handle, known.location, value);
        for (const auto& [name, words] : uniform_words)
            for (const auto& known : built.uniforms)
                if (known.name == name) simulator.set_words(built.handle, known.location, words);
        const auto buffer_of = [&](const Words& words) {
            const Handle buffer = simulator.create_buffer(words.size() * 4);
            simulator.write(buffer, 0, std::as_bytes(std::span(words)));
            return buffer;
        };
        std::vector<Handle> units, textures, stored;
        for (const auto& image : images) {
            units.push_back(simulator.create_image(image.size, image.format));
            simulator.write_image(units.back(), {}, std::as_bytes(std::span(image.texels)));
            textures.push_back(image.sampled ? units.back() : 0);
            stored.push_back(image.sampled ? 0 : units.back());
        }
        std::vector<Handle> bound, uniform_blocks;
        for (const auto& words : blocks) uniform_blocks.push_back(buffer_of(words));
        for (const auto& words : buffers) bound.push_back(buffer_of(words));
        if (stepped) simulator.record(*stepped);
        simulator.dispatch(built.handle, groups, {bound, textures, stored, {}, uniform_blocks});
        results = buffers;
        for (std::size_t i = 0; i < results.size(); ++i)
            simulator.read(bound[i], 0, std::as_writable_bytes(std::span(results[i])));
        for (std::size_t i = 0; i < images.size(); ++i)
            simulator.read_image(units[i], std::as_writable_bytes(std::span(images[i].texels)));
        recorded = simulator.recorded();
        account = simulator.take_accounts().at(0);
        report = sim::report(account, settings.subgroup_size);
        return *this;
    }

    /// The faults that were found, without notes, e.g. "data race 5/7, out of bounds 9": the lines of all
    /// places, counted from the line after #version.
    std::string faults() const {
        std::string words;
        for (const auto& finding : report.findings) {
            if (finding.note) continue;
            words += (words.empty() ? "" : ", ") + finding.fault;
            for (const auto& place : finding.places)
                words += (&place == &finding.places.front() ? " " : "/") + std::to_string(place.line - 1);
        }
        return words;
    }
    /// Those of a run.
    std::string found() { return run().faults(); }
};

}  // namespace pbp::test
