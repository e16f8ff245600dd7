// SPDX-License-Identifier: MIT
#include "common/tools/run_passes/description.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "common/base/readable.hpp"
#include "common/glsl/declared.hpp"
#include "common/options/words.hpp"
#include "common/tools/run_passes/expression.hpp"
#include "common/tools/run_shader/expectations.hpp"

namespace pbp::run_passes {

namespace {

namespace fs = std::filesystem;
using Kind = Node::Kind;

const Words<ValueType> types{
    {"uint", ValueType::uint32}, {"int", ValueType::int32}, {"float", ValueType::float32}};

const char* in_words(Kind kind) {
    constexpr const char* words[] = {"null",     "true or false", "a number",
                                     "a string", "a list in [ ]", "an object in { }"};
    return words[static_cast<int>(kind)];
}

class Reader {
  public:
    explicit Reader(Document document) { made_.document = std::move(document); }

    Description read() {
        const Node& root = made_.document.root();
        known(root, {"title", "n", "constants", "buffers", "images", "passes", "show", "expect", "reference",
                     "tolerance", "how_to_read"});
        if (const auto* node = root.find("title")) made_.title = string(*node);
        if (const auto* node = root.find("how_to_read")) made_.how_to_read = string(*node);
        if (const auto* node = root.find("n")) made_.n = count(*node);
        if (const auto* node = root.find("constants")) constants(*node);
        if (const auto* node = root.find("buffers"))
            for (const auto& [name, value] : members(*node)) buffer(name, value);
        if (const auto* node = root.find("images"))
            for (const auto& [name, value] : members(*node)) image(name, value);
        const auto* passes = root.find("passes");
        if (passes == nullptr)
            refuse(root,
                   "there are no \"passes\"; add the dispatches, as in \"passes\": [{{\"shader\": "
                   "\"sort.comp\"}}].");
        made_.steps = steps(*passes);
        if (const auto* node = root.find("show"))
            for (const auto& item : list(*node)) made_.shows.push_back(resource(item));
        if (const auto* node = root.find("expect")) expect(*node);
        if (const auto* node = root.find("reference")) made_.reference = file(*node);
        if (const auto* node = root.find("tolerance")) tolerance(*node);
        return std::move(made_);
    }

  private:
    template <typename... Args>
    [[noreturn]] void refuse(const Node& node, fmt::format_string<Args...> sentence, Args&&... args) const {
        made_.document.refuse(node, sentence, std::forward<Args>(args)...);
    }

    // values of one kind

    const Node& of_kind(const Node& node, Kind kind) const {
        if (node.kind != kind) refuse(node, "write {} here, not {}.", in_words(kind), in_words(node.kind));
        return node;
    }
    const std::string& string(const Node& node) const { return of_kind(node, Kind::string).text; }
    const std::vector<Node>& list(const Node& node) const { return of_kind(node, Kind::array).items; }
    const std::vector<std::pair<std::string, Node>>& members(const Node& node) const {
        return of_kind(node, Kind::object).members;
    }
    std::uint32_t count(const Node& node) const {
        constexpr std::int64_t most = 0xFFFFFFFF;
        if (of_kind(node, Kind::number).whole.value_or(0) < 1 || *node.whole > most)
            refuse(node, "write a whole number from 1 to {}, not {}.", most, node.text);
        return static_cast<std::uint32_t>(*node.whole);
    }
    Expression expression(const Node& node) const {
        if (node.kind == Kind::number && !node.whole)
            refuse(node, "write a whole number, or an expression such as \"n / 2\", not {}.", node.text);
        if (node.kind != Kind::number && node.kind != Kind::string)
            refuse(node, "write a whole number, or an expression such as \"n / 2\", not {}.",
                   in_words(node.kind));
        return {node.text, &node};
    }
    template <typename T>
    T choice(const Node& node, const Words<T>& words) const {
        if (const auto found = words.find(string(node)); found != words.end()) return found->second;
        refuse(node, "'{}' is unknown; choose one of {}.", in_message(node.text), listed(words));
    }
    /// Throws for a member that means nothing here.
    void known(const Node& node, const std::vector<std::string>& names) const {
        for (const auto& [name, value] : members(node)) {
            if (std::ranges::find(names, name) != names.end()) continue;
            const auto meant = glsl::nearest(name, names);
            refuse(value, "\"{}\" means nothing here; {}.", in_message(name),
                   meant.empty() ? fmt::format("these do: {}", fmt::join(names, ", "))
                                 : fmt::format("did you mean \"{}\"?", meant));
        }
    }
    /// A file below the folder of the description.
    fs::path file(const Node& node) const {
        const auto folder = made_.document.file.parent_path();
        auto path = (folder / string(node)).lexically_normal();
        if (const auto why = why_no_file(path); !why.empty())
            refuse(node, "{}: {}; names are relative to the folder of the description.",
                   in_message(node.text), why);
        std::error_code problem;
        const auto root = fs::canonical(folder.empty() ? fs::path(".") : folder, problem);
        const auto real = fs::canonical(path, problem);
        if (problem || std::ranges::mismatch(root, real).in1 != root.end())
            refuse(node, "{} is outside the folder of the description; copy it there.",
                   in_message(node.text));
        return path;
    }
    std::string name(const std::string& word, const Node& node) const {
        if (!is_name(word))
            refuse(node, "'{}' cannot be a name; use letters, digits and _, and begin with a letter.",
                   in_message(word));
        return word;
    }
    const std::string& buffer_name(const Node& node) const {
        if (made_.buffer(string(node)) == nullptr) unknown(node, false);
        return node.text;
    }
    const std::string& resource(const Node& node) const {
        if (made_.buffer(string(node)) == nullptr && made_.image(node.text) == nullptr) unknown(node, true);
        return node.text;
    }
    [[noreturn]] void unknown(const Node& node, bool with_images) const {
        std::vector<std::string> names;
        for (const auto& one : made_.buffers) names.push_back(one.name);
        if (with_images)
            for (const auto& one : made_.images) names.push_back(one.name);
        refuse(node, "there is no {} '{}'{}", with_images ? "buffer or image" : "buffer",
               in_message(node.text),
               names.empty() ? "; add it to \"buffers\"." : glsl::instead_of(node.text, names, "there is"));
    }

    // parts

    void constants(const Node& node) {
        for (const auto& [word, value] : members(node)) {
            if (word == "n" || word == "round")
                refuse(value, "'{}' has a meaning of its own; choose another name.", word);
            made_.constants.emplace_back(name(word, value), expression(value));
        }
    }
    Data data(const Node& node) const {
        Data made{.node = &node};
        switch (node.kind) {
            case Kind::string:
                made.kind = choice(node, data_kinds());
                break;
            case Kind::number:
                made.numbers = {node.text};
                made.every = true;
                break;
            case Kind::array:
                for (const auto& item : node.items) made.numbers.push_back(of_kind(item, Kind::number).text);
                if (made.numbers.empty())
                    refuse(node, "the list is empty; a buffer needs at least one number.");
                break;
            case Kind::object: {
                known(node, {"file"});
                const auto* path = node.find("file");
                if (path == nullptr) refuse(node, "write {{\"file\": \"numbers.txt\"}}.");
                made.file = file(*path);
                break;
            }
            default:
                refuse(
                    node,
                    "write a kind ({}), a number for every element, a list of numbers, or {{\"file\": ...}}.",
                    listed(data_kinds()));
        }
        return made;
    }
    void buffer(const std::string& word, const Node& node) {
        known(node, {"type", "count", "data"});
        BufferDescription made;
        made.name = name(word, node);
        made.node = &node;
        if (const auto* type = node.find("type")) made.type = choice(*type, types);
        if (const auto* size = node.find("count")) made.count = expression(*size);
        if (const auto* contents = node.find("data")) made.data = data(*contents);
        if (!made.count && made.data.file.empty() && (made.data.numbers.empty() || made.data.every))
            refuse(node,
                   "its size is missing; add \"count\": \"n\", or a list of numbers or a file as \"data\".");
        made_.buffers.push_back(std::move(made));
    }
    void image(const std::string& word, const Node& node) {
        known(node, {"size", "file"});
        if (made_.buffer(word) != nullptr) refuse(node, "a buffer has this name, too; choose another.");
        ImageDescription made;
        made.name = name(word, node);
        made.node = &node;
        const auto *size = node.find("size"), *path = node.find("file");
        if ((size == nullptr) == (path == nullptr))
            refuse(node, "give either \"size\": [width, height] of a black image, or \"file\": \"in.png\".");
        if (path != nullptr) made.file = file(*path);
        if (size != nullptr) {
            if (list(*size).size() != 2) refuse(*size, "write [width, height].");
            made.size = {expression(size->items[0]), expression(size->items[1])};
        }
        made_.images.push_back(std::move(made));
    }
    std::vector<Step> steps(const Node& node) const {
        std::vector<Step> made;
        for (const auto& item : list(node)) made.push_back(step(item));
        if (made.empty()) refuse(node, "the list is empty; add at least one dispatch.");
        return made;
    }
    Step step(const Node& node) const {
        known(node, {"name", "shader", "defines", "uniforms", "bind", "groups", "invocations", "reference",
                     "trace", "fill", "swap", "passes", "repeat", "for", "while", "limit"});
        Step made;
        made.node = &node;
        add_loop(node, made);
        if (const auto* fill = node.find("fill"))
            for (const auto& [word, value] : members(*fill)) {
                if (made_.buffer(word) == nullptr)
                    unknown({.line = value.line, .path = value.path, .text = word}, false);
                made.fills.emplace_back(word, expression(value));
            }
        if (const auto* swap = node.find("swap")) {
            if (!list(*swap).empty() && swap->items.front().kind == Kind::array)
                for (const auto& pair : swap->items) made.swaps.push_back(swapped(pair));
            else
                made.swaps.push_back(swapped(*swap));
        }
        const auto *shader = node.find("shader"), *passes = node.find("passes");
        if (shader != nullptr && passes != nullptr)
            refuse(*passes, "a pass has either a \"shader\" or \"passes\" of its own; split it.");
        if (passes != nullptr) made.steps = steps(*passes);
        if (shader != nullptr) {
            made.shader = file(*shader);
            add_dispatch(node, made);
        } else {
            for (const auto* word :
                 {"name", "defines", "uniforms", "bind", "groups", "invocations", "reference", "trace"})
                if (const auto* stray = node.find(word))
                    refuse(*stray, "only a pass with a \"shader\" can have this; move it there.");
        }
        if (shader == nullptr && passes == nullptr && made.fills.empty() && made.swaps.empty())
            refuse(node, "this pass does nothing; give it a \"shader\".");
        return made;
    }
    std::array<std::string, 2> swapped(const Node& pair) const {
        if (list(pair).size() != 2)
            refuse(pair,
                   "write the names of two buffers, or of two images; or several such pairs, as in "
                   "[[\"a\", \"b\"], [\"c\", \"d\"]].");
        const auto &one = resource(pair.items[0]), &other = resource(pair.items[1]);
        if ((made_.buffer(one) == nullptr) != (made_.buffer(other) == nullptr))
            refuse(pair, "a buffer and an image cannot be swapped.");
        return {one, other};
    }
    void add_loop(const Node& node, Step& made) const {
        const auto *repeat = node.find("repeat"), *loop = node.find("for"), *flag = node.find("while"),
                   *limit = node.find("limit");
        if ((repeat != nullptr) + (loop != nullptr) + (flag != nullptr) > 1)
            refuse(node, "\"repeat\", \"for\" and \"while\" are three loops; nest them with \"passes\".");
        if (repeat != nullptr) made.repeat = expression(*repeat);
        if (flag != nullptr) made.flag = buffer_name(*flag);
        if (limit != nullptr && flag == nullptr) refuse(*limit, "only a \"while\" has a limit.");
        if (limit != nullptr) made.limit = expression(*limit);
        if (loop == nullptr) return;
        if (members(*loop).size() != 1) refuse(*loop, "write one variable, as in {{\"stride\": [1, 2, 4]}}.");
        const auto& word = loop->members.front().first;
        const auto& values = loop->members.front().second;
        if (word == "n" ||
            std::ranges::any_of(made_.constants, [&](const auto& one) { return one.first == word; }))
            refuse(values, "'{}' has a meaning already; choose another name.", word);
        made.loop = For{.variable = name(word, values)};
        if (values.kind == Kind::array) {
            for (const auto& item : values.items) made.loop->values.push_back(expression(item));
            return;
        }
        if (values.kind != Kind::object)
            refuse(values, "write a list, or {{\"from\": 1, \"while\": \"{0} < n\", \"next\": \"{0} * 2\"}}.",
                   word);
        known(values, {"from", "while", "next"});
        const auto part = [&](const char* what) {
            const auto* found = values.find(what);
            if (found == nullptr) refuse(values, "\"{}\" is missing.", what);
            return expression(*found);
        };
        made.loop->from = part("from");
        made.loop->condition = part("while");
        made.loop->next = part("next");
    }
    Expression uniform(const Node& item) const {
        if (item.kind == Kind::boolean) return {item.truth ? "true" : "false", &item};
        if (item.kind != Kind::number && item.kind != Kind::string)
            refuse(item, "write a number, an expression, or a list of them.");
        return {item.text, &item};
    }
    void add_dispatch(const Node& node, Step& made) const {
        if (const auto* label = node.find("name")) made.name = string(*label);
        if (const auto* defines = node.find("defines"))
            for (const auto& [word, value] : members(*defines)) {
                if (value.kind != Kind::number && value.kind != Kind::string)
                    refuse(value, "write a number, or a string in which {{n}} and the like are replaced.");
                made.defines.emplace_back(name(word, value), Expression{value.text, &value});
            }
        if (const auto* uniforms = node.find("uniforms"))
            for (const auto& [word, value] : members(*uniforms)) {
                std::vector<Expression> values;
                if (value.kind == Kind::array)
                    for (const auto& item : value.items) values.push_back(uniform(item));
                else
                    values = {uniform(value)};
                made.uniforms.emplace_back(word, values);
            }
        if (const auto* bind = node.find("bind"))
            for (const auto& [word, value] : members(*bind))
                made.bindings.emplace_back(word, resource(value));
        const auto dimensions = [&](const char* what, std::vector<Expression>& all) {
            const auto* size = node.find(what);
            if (size == nullptr) return;
            if (size->kind != Kind::array) return all.push_back(expression(*size));
            if (size->items.empty() || size->items.size() > 3) refuse(*size, "write one to three numbers.");
            for (const auto& item : size->items) all.push_back(expression(item));
        };
        dimensions("groups", made.groups);
        dimensions("invocations", made.invocations);
        if (!made.groups.empty() && !made.invocations.empty())
            refuse(node, "give either \"groups\" or \"invocations\", not both.");
        if (const auto* reference = node.find("reference")) made.reference = file(*reference);
        if (const auto* trace = node.find("trace")) {
            if (trace->kind == Kind::string) {
                made.traced = buffer_name(*trace);
            } else {
                known(*trace, {"shared"});
                const auto* shared = trace->find("shared");
                if (shared == nullptr) refuse(*trace, "write a buffer's name, or {{\"shared\": \"n\"}}.");
                made.trace_shared = expression(*shared);
            }
        }
    }
    void expect(const Node& node) {
        for (const auto& [word, value] : members(node)) {
            if (made_.buffer(word) == nullptr)
                unknown({.line = value.line, .path = value.path, .text = word}, false);
            Expectation made{.buffer = word, .is = {}, .of = {}, .data = {}, .node = &value};
            const auto* is = value.kind == Kind::string ? &value : value.find("is");
            if (is != nullptr) {
                if (value.kind == Kind::object) known(value, {"is", "of"});
                made.is = string(*is);
                if (const auto& all = run_shader::expectation_names(); std::ranges::count(all, made.is) == 0)
                    refuse(*is, "'{}' is unknown; choose one of {}.", in_message(made.is),
                           fmt::join(all, ", "));
                if (const auto* of = value.find("of")) made.of = buffer_name(*of);
            } else {
                made.data = data(value);
            }
            made_.expectations.push_back(std::move(made));
        }
    }
    void tolerance(const Node& node) {
        try {
            made_.tolerance = std::stod(of_kind(node, Kind::number).text);
        } catch (const std::logic_error&) {  // of stod(): out of range
            made_.tolerance = -1;
        }
        if (!(made_.tolerance >= 0) || !std::isfinite(made_.tolerance))
            refuse(node, "write a number from 0 on, not {}.", node.text);
    }

    Description made_;
};

}  // namespace

const BufferDescription* Description::buffer(const std::string& name) const {
    const auto found = std::ranges::find(buffers, name, &BufferDescription::name);
    return found == buffers.end() ? nullptr : &*found;
}

const ImageDescription* Description::image(const std::string& name) const {
    const auto found = std::ranges::find(images, name, &ImageDescription::name);
    return found == images.end() ? nullptr : &*found;
}

Description description_from(const std::string& text, const fs::path& file) {
    return Reader(document_from(text, file)).read();
}

Description read_description(const fs::path& file) {
    return Reader(read_document(file)).read();
}

}  // namespace pbp::run_passes
