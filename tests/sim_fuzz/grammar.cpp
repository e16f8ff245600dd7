// SPDX-License-Identifier: MIT
// The grammar. Integers wrap round, divisors are positive, shifts stay within the width, indices are masked;
// floats are quarters below 2^22, exact in every operation; shared data is handed over by barriers in uniform
// control flow.
#include <fmt/format.h>

#include <random>

#include "tests/sim_fuzz/program.hpp"

namespace pbp::fuzz {

namespace {

class Grammar {
  public:
    explicit Grammar(std::uint64_t seed) : random_(seed) {}

    Program program() {
        Program made;
        made.local_size = one_of({8u, 20u, 32u, 64u});
        made.groups = 1 + roll(3);
        for (std::uint32_t k = roll(3); k > 0; --k) function(made);
        const auto count = 3 + roll(8);
        for (std::uint32_t k = 0; k < count; ++k)
            made.body.push_back(chance(4) ? meeting(made.local_size) : statement(3));
        return made;
    }

  private:
    using Text = std::string;

    std::uint32_t roll(std::uint32_t sides) { return static_cast<std::uint32_t>(random_() % sides); }
    bool chance(std::uint32_t one_in) { return roll(one_in) == 0; }
    template <typename T>
    T one_of(std::initializer_list<T> all) {
        return all.begin()[roll(static_cast<std::uint32_t>(all.size()))];
    }
    Text pick(std::initializer_list<const char*> all) {
        return all.begin()[roll(static_cast<std::uint32_t>(all.size()))];
    }

    // Expressions. Functions contain only their parameters and a variable of each kind.

    Text an_int(std::uint32_t depth) {
        if (depth == 0 || chance(6)) {
            if (in_function_)
                return chance(3) ? fmt::format("{}", static_cast<int>(roll(200)) - 100)
                                 : pick({"p", "i0", "i1", "t[p & 3]"});
            if (chance(4))
                return fmt::format("{}", chance(8) ? 2147483647 : static_cast<int>(roll(2000)) - 1000);
            return pick(
                {"i0", "i1", "i2", "v0.x", "v0.y", "v0.z", "a0[0]", "a0[3]", "s0.a", "s0.c[1]", "g0"});
        }
        const auto a = [&] { return an_int(depth - 1); };
        switch (roll(in_function_ ? 16 : 22)) {
            case 0:
            case 1:
                return fmt::format("({} {} {})", a(), pick({"+", "-", "*"}), a());
            case 2:
                return fmt::format("({} {} {})", a(), pick({"&", "|", "^"}), a());
            case 3:
                return fmt::format("({} {} ({} & 31))", a(), pick({"<<", ">>"}), a());
            case 4:
                return fmt::format("(({} & 0x7fffffff) {} (({} & 255) + 1))", a(), pick({"/", "%"}), a());
            case 5:
                return fmt::format("{}({})", pick({"-", "~"}), a());
            case 6:
                return fmt::format("({} ? {} : {})", a_bool(depth - 1), a(), a());
            case 7:
                return fmt::format("{}({}, {})", pick({"min", "max"}), a(), a());
            case 8:
                return fmt::format("clamp({}, {}, {})", a(), -static_cast<int>(roll(50)), roll(50));
            case 9:
                return fmt::format("{}({})",
                                   pick({"bitCount", "findLSB", "findMSB", "bitfieldReverse", "sign"}), a());
            case 10:
                return fmt::format("bitfieldExtract({}, {}, {})", a(), roll(16), 1 + roll(16));
            case 11:
                return fmt::format("bitfieldInsert({}, {}, {}, {})", a(), a(), roll(16), roll(17));
            case 12:
                return fmt::format("int({})", a_uint(depth - 1));
            case 13:
                return fmt::format("int({})", a_bool(depth - 1));
            case 14:
                return fmt::format("int({})", a_float(depth - 1).text);
            case 15:
                return calls_ > 0 ? fmt::format("pure{}({}, {})", roll(calls_), a(), a_uint(depth - 1)) : a();
            case 16:
                return fmt::format("a0[{} & 3]", a());
            case 17:
                return fmt::format("v0[{} & 1]", a());
            case 18:
                return fmt::format("({} {} {}).{}", vector3(depth - 1), pick({"+", "-", "*", "^"}),
                                   vector3(depth - 1), pick({"x", "y", "z"}));
            case 19:
                return fmt::format("s0.c[{} & 1]", a());
            case 20:
                return fmt::format("int(q0 >> ({} & 31))", a());
            default:
                return fmt::format("int({} * 0.25lf)", "clamp(d0, -1000.0lf, 1000.0lf)");
        }
    }

    Text vector3(std::uint32_t depth) {
        switch (depth == 0 ? roll(3) : roll(6)) {
            case 0:
                return "v0";
            case 1:
                return "v0.zxy";
            case 2:
                return "ivec3(w0.yzw)";
            case 3:
                return fmt::format("ivec3({}, {}, {})", an_int(depth - 1), an_int(depth - 1),
                                   an_int(depth - 1));
            case 4:
                return fmt::format("mix(v0, ivec3({}), lessThan(v0, ivec3({})))", an_int(depth - 1),
                                   an_int(depth - 1));
            default:
                return fmt::format("max({}, v0.yyx)", vector3(depth - 1));
        }
    }

    Text a_uint(std::uint32_t depth) {
        if (depth == 0 || chance(6)) {
            if (chance(4)) return fmt::format("{}u", chance(6) ? 4294967295u : roll(5000));
            return in_function_ ? pick({"q", "u0"})
                                : pick({"u0", "u1", "u2", "w0.x", "w0.w", "a1[0].y", "s0.b.x", "id", "me"});
        }
        const auto a = [&] { return a_uint(depth - 1); };
        switch (roll(in_function_ ? 8 : 15)) {
            case 0:
                return fmt::format("({} {} {})", a(), pick({"+", "-", "*"}), a());
            case 1:
                return fmt::format("({} {} {})", a(), pick({"&", "|", "^"}), a());
            case 2:
                return fmt::format("({} {} ({} & 31u))", a(), pick({"<<", ">>"}), a());
            case 3:
                return fmt::format("({} {} ({} | 1u))", a(), pick({"/", "%"}), a());
            case 4:
                return fmt::format("({} ? {} : {})", a_bool(depth - 1), a(), a());
            case 5:
                return fmt::format("{}({}, {})", pick({"min", "max"}), a(), a());
            case 6:
                return fmt::format("uint({})", an_int(depth - 1));
            case 7:
                return fmt::format("~{}", a());
            case 8:
                // + id: Mesa 22.3 may load 0 from an address that is the same in all lanes, once some have
                // left.
                return fmt::format("given[({} + id) & 255u]", a());
            case 9:
                return fmt::format("a1[{} % 3u][{} & 1u]", a(), a());
            case 10:
                return fmt::format("w0[{} & 3u]", a());
            case 11:
                return fmt::format("(w0.{} {} uvec2({})).{}", pick({"xy", "wz", "yy"}), pick({"+", "*", "^"}),
                                   a(), pick({"x", "y"}));
            case 12:
                return fmt::format("uint((q0 * uint64_t({})) >> 32)", a());
            case 13:
                return fmt::format("dotted(w0, uvec4({}))", a());
            default:
                return fmt::format("bitfieldExtract({}, {}, {})", a(), roll(16), 1 + roll(16));
        }
    }

    /// A float that is a multiple of 2^-fraction, and at most `most`: 24 bits hold it exactly.
    struct Float {
        Text text;
        double most = 0;
        int fraction = 2;
        bool fits() const { return most * static_cast<double>(1 << fraction) < 16777216.0; }
    };
    Float kept(std::uint32_t depth) {
        return {fmt::format("(float({} & 255) * 0.25)", an_int(depth)), 64, 2};
    }

    Float a_float(std::uint32_t depth) {
        if (depth == 0 || chance(6)) {
            if (chance(4)) return {fmt::format("{:.2f}", roll(64) * 0.25), 16, 2};
            return {in_function_ ? Text("f0") : pick({"f0", "f1", "f2", "x0.x", "x0.y"}), 64, 2};
        }
        const auto a = [&] { return a_float(depth - 1); };
        Float made;
        switch (roll(8)) {
            case 0: {
                const auto x = a(), y = a();
                made = {fmt::format("({} {} {})", x.text, pick({"+", "-"}), y.text), x.most + y.most,
                        std::max(x.fraction, y.fraction)};
                break;
            }
            case 1: {
                const auto x = a(), y = a();
                made = {fmt::format("({} * {})", x.text, y.text), x.most * y.most, x.fraction + y.fraction};
                break;
            }
            case 2: {
                const auto x = a();
                made = {fmt::format("{}({})", pick({"floor", "ceil", "trunc", "roundEven"}), x.text),
                        x.most + 1, 0};
                break;
            }
            case 3: {
                const auto x = a();
                made = {fmt::format("{}({})", pick({"abs", "fract", "-"}), x.text), x.most, x.fraction};
                break;
            }
            case 4: {
                const auto x = a(), y = a();
                made = {fmt::format("{}({}, {})", pick({"min", "max"}), x.text, y.text),
                        std::max(x.most, y.most), std::max(x.fraction, y.fraction)};
                break;
            }
            case 5: {
                const auto x = a(), y = a();
                made = {fmt::format("({} ? {} : {})", a_bool(depth - 1), x.text, y.text),
                        std::max(x.most, y.most), std::max(x.fraction, y.fraction)};
                break;
            }
            case 6:
                if (in_function_) return kept(depth - 1);
                made = {chance(2) ? Text("dot(x0, vec2(f0, f1))") : Text("(m0 * vec2(1.0, 2.0)).x"), 8192, 4};
                break;
            default:
                return kept(depth - 1);
        }
        return made.fits() ? made : kept(depth - 1);
    }

    Text a_bool(std::uint32_t depth) {
        if (depth == 0) return in_function_ ? Text("(p < i0)") : pick({"b0", "b1", "(i0 < i1)", "(u0 > u1)"});
        const auto compare = [&] { return pick({"<", "<=", ">", ">=", "==", "!="}); };
        switch (roll(in_function_ ? 6 : 8)) {
            case 0:
                return fmt::format("({} {} {})", an_int(depth - 1), compare(), an_int(depth - 1));
            case 1:
                return fmt::format("({} {} {})", a_uint(depth - 1), compare(), a_uint(depth - 1));
            case 2:
                return fmt::format("({} {} {})", a_float(depth - 1).text, compare(), a_float(depth - 1).text);
            case 3:
                return fmt::format("({} {} {})", a_bool(depth - 1), pick({"&&", "||", "^^", "==", "!="}),
                                   a_bool(depth - 1));
            case 4:
                return fmt::format("!{}", a_bool(depth - 1));
            case 5:
                return fmt::format("(({} & 3) == {})", an_int(depth - 1), roll(4));
            case 6:
                return fmt::format("{}({}(v0, ivec3({})))", pick({"any", "all"}),
                                   pick({"lessThan", "equal", "greaterThanEqual"}), an_int(depth - 1));
            default:
                return fmt::format("(q0 {} uint64_t({}))", compare(), a_uint(depth - 1));
        }
    }

    // Statements.

    static Statement simple(Text text) { return {{std::move(text)}, {}}; }

    std::vector<Statement> block(std::uint32_t depth) {
        std::vector<Statement> made;
        for (std::uint32_t k = 1 + roll(2); k > 0; --k) made.push_back(statement(depth));
        return made;
    }

    Statement assignment() {
        if (in_function_) {
            switch (roll(6)) {
                case 0:
                    return simple(fmt::format("i{} = {};", roll(2), an_int(2)));
                case 1:
                    return simple(fmt::format("u0 {} {};", pick({"=", "+=", "^="}), a_uint(2)));
                case 2:
                    return simple(fmt::format("f0 = {};", kept(2).text));
                case 3:
                    return simple(fmt::format("t[{} & 3] = {};", an_int(1), an_int(2)));
                case 4:
                    return simple(fmt::format("q += {};", a_uint(2)));
                default:
                    return simple(fmt::format("p {} {};", pick({"=", "-=", "*="}), an_int(1)));
            }
        }
        switch (roll(24)) {
            case 0:
            case 1:
            case 2:
                return simple(
                    fmt::format("i{} {} {};", roll(3), pick({"=", "+=", "-=", "*=", "^="}), an_int(3)));
            case 3:
            case 4:
            case 5:
                return simple(
                    fmt::format("u{} {} {};", roll(3), pick({"=", "+=", "*=", "^=", "|="}), a_uint(3)));
            case 6:
            case 7:
                return simple(fmt::format("f{} = {};", roll(3), kept(3).text));
            case 8:
                return simple(fmt::format("b{} = {};", roll(2), a_bool(3)));
            case 9:
                return simple(fmt::format("a0[{} & 3] {} {};", an_int(2), pick({"=", "+="}), an_int(2)));
            case 10:
                return simple(fmt::format("a1[{} % 3u]{} = {};", a_uint(2), pick({".x", ".y"}), a_uint(2)));
            case 11:
                return simple(fmt::format("v0 = {};", vector3(2)));
            case 12:
                return simple(fmt::format("v0.{} = v0.{} + ivec2({});", pick({"xy", "zx", "yz"}),
                                          pick({"zz", "yx", "xy"}), an_int(2)));
            case 13:
                return simple(fmt::format("v0[{} & 1] = {};", an_int(2), an_int(2)));
            case 14:
                return simple(
                    fmt::format("w0.{} = uvec2({}, {});", pick({"xw", "yz", "zx"}), a_uint(2), a_uint(2)));
            case 15:
                return simple(fmt::format("w0[{} & 3u] ^= {};", a_uint(2), a_uint(2)));
            case 16:
                return simple(fmt::format("x0 = vec2({}, {});", kept(2).text, kept(1).text));
            case 17:
                return simple(fmt::format("s0.{} = {};", pick({"a", "c[0]", "c[i0 & 1]"}), an_int(2)));
            case 18:
                return simple(
                    fmt::format("s0 = S({}, uvec2({}), int[2]({}, s0.a));", an_int(1), a_uint(2), an_int(1)));
            case 19:
                return simple(fmt::format("q0 {} uint64_t({}) << {};", pick({"=", "+=", "^=", "*="}),
                                          a_uint(2), roll(33)));
            case 20:
                return simple(fmt::format("d0 = double({}) * 0.5lf + {};", an_int(2),
                                          pick({"1.0lf", "floor(d0 * 0.125lf)", "abs(double(i0))"})));
            case 21:
                return simple(
                    fmt::format("m0[{} & 1] = vec2({}, {});", an_int(1), kept(1).text, kept(1).text));
            case 22:
                return simple(fmt::format("g0 += {};", an_int(2)));
            default:
                return calls_ > 0 ? simple(fmt::format("change{}({}, i{}, u{});", roll(calls_), an_int(2),
                                                       roll(3), roll(3)))
                                  : simple(fmt::format("u{}{};", roll(3), pick({"++", "--"})));
        }
    }

    Statement statement(std::uint32_t depth) {
        if (depth == 0 || chance(3)) return assignment();
        const auto n = names_++;
        switch (roll(loops_ > 0 ? 11 : in_function_ ? 8 : 9)) {
            case 0:
                return {{fmt::format("if ({}) {{", a_bool(2)), "}"}, {block(depth - 1)}};
            case 1:
            case 2:
                return {{fmt::format("if ({}) {{", a_bool(2)), "} else {", "}"},
                        {block(depth - 1), block(depth - 1)}};
            case 3: {
                ++loops_;
                Statement made{
                    {fmt::format("for (int k{0} = 0; k{0} < ({1} & 7); ++k{0}) {{", n, an_int(0)), "}"},
                    {block(depth - 1)}};
                --loops_;
                return made;
            }
            case 4: {
                ++loops_;
                Statement made{{fmt::format("int k{0} = 0; while (k{0} < {1} && {2}) {{ ++k{0};", n,
                                            2 + roll(6), a_bool(1)),
                                "}"},
                               {block(depth - 1)}};
                --loops_;
                return made;
            }
            case 5: {
                ++loops_;
                Statement made{{fmt::format("int k{0} = 0; do {{ ++k{0};", n),
                                fmt::format("}} while (k{} < {} && {});", n, 1 + roll(5), a_bool(1))},
                               {block(depth - 1)}};
                --loops_;
                return made;
            }
            case 6:
            case 7: {
                Statement made{
                    {fmt::format("switch ({} & 3) {{ case {}:", an_int(2), roll(2)),
                     fmt::format("{} case 2: {}", chance(2) ? "break;" : "", chance(3) ? "case 7:" : ""),
                     fmt::format("{} default:", chance(2) ? "break;" : ""), "}"},
                    {block(depth - 1), block(depth - 1), block(depth - 1)}};
                made.blocks[2].push_back(simple(in_function_ ? "i0 ^= 1;" : "i1 ^= 1;"));
                return made;
            }
            case 8:
                if (in_function_) return {{fmt::format("if ({}) {{", a_bool(2)), "return LEAVE; }"}, {{}}};
                switch (roll(4)) {
                    case 0:
                        return simple(fmt::format("atomicAdd(added[{} & 7u], {});", a_uint(1), a_uint(2)));
                    case 1:
                        return simple(fmt::format("atomicXor(flipped[{} & 7u], {});", a_uint(1), a_uint(2)));
                    case 2:
                        return simple(fmt::format("atomicMin(least[{} & 7u], {});", a_uint(1), a_uint(2)));
                    default:
                        return simple(fmt::format("atomicMax(most[{} & 7u], {});", a_uint(1), an_int(2)));
                }
            default:
                return simple(fmt::format("if ({}) {};", a_bool(2), pick({"break", "continue"})));
        }
    }

    // All invocations hand each other values through shared memory. MEET: barrier() alone should do, but
    // Mesa 22.3 moves shared memory's loads and stores across it once it has unrolled a loop.
    Statement meeting(std::uint32_t local) {
        const auto other = [&] {
            return fmt::format("(me * {}u + {}u) % {}u", 2 * roll(8) + 1, roll(local), local);
        };
        switch (roll(4)) {
            case 0:
                return simple(
                    fmt::format("tile[me] = {}; MEET u{} ^= tile[{}]; MEET", a_uint(2), roll(3), other()));
            case 1:
                return simple(
                    fmt::format("pairs[me] = {}.xy; MEET i{} += pairs[{}].y - pairs[{}][i0 & 1]; MEET",
                                vector3(2), roll(3), other(), other()));
            case 2:
                return simple(
                    fmt::format("if (me < 4u) together[me] = me; MEET atomicAdd(together[{} & 3u], "
                                "{}); MEET u{} = together[{} & 3u]; MEET",
                                a_uint(2), a_uint(2), roll(3), a_uint(1)));
            default: {
                const auto n = names_++;
                return {{fmt::format("for (uint r{0} = 0u; r{0} < {1}u; ++r{0}) {{ tile[me] = u0; MEET "
                                     "uint t{0} = tile[{2}]; MEET u0 += t{0} ^ r{0};",
                                     n, 1 + roll(4), other()),
                         "}"},
                        {{assignment()}}};
            }
        }
    }

    void function(Program& program) {
        const Text locals =
            "int i0 = p, i1 = 5, t[4] = int[4](p, 1, 2, 3); uint u0 = q; float f0 = float(p & 255) * 0.25;";
        std::vector<Function> made_ones;
        for (const bool pure : {true, false}) {
            in_function_ = true;
            auto body = block(2);
            const auto more = block(2);
            body.insert(body.end(), more.begin(), more.end());
            const auto result = fmt::format("{} + t[{} & 3]", an_int(2), an_int(1));
            in_function_ = false;
            settle(body, pure ? result : Text());
            Function made;
            made.head = pure ? fmt::format("int pure{}(int p, uint q)", calls_)
                             : fmt::format("void change{}(int p, out int o, inout uint q)", calls_);
            made.first = locals + (pure ? "" : " o = p;");
            made.body = std::move(body);
            made.last = pure ? "return " + result + ";" : fmt::format("o = {}; q ^= u0; g0 += i1;", result);
            made_ones.push_back(std::move(made));
        }
        ++calls_;
        for (auto& made : made_ones) program.functions.push_back(std::move(made));
    }

    // Early returns give what the function would give at its end.
    static void settle(std::vector<Statement>& block, const Text& result) {
        for (auto& one : block) {
            for (auto& text : one.texts)
                if (const auto at = text.find("LEAVE"); at != Text::npos) text.replace(at, 5, result);
            for (auto& inner : one.blocks) settle(inner, result);
        }
    }

    std::mt19937_64 random_;
    bool in_function_ = false;
    std::uint32_t calls_ = 0, loops_ = 0, names_ = 0;
};

}  // namespace

Program random_program(std::uint64_t seed) {
    return Grammar(seed).program();
}

}  // namespace pbp::fuzz
