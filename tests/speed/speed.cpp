// Times and checks the kernels of this folder beside CUB, in turns, on one GPU. No lesson uses it.
//   g++ -O2 -std=c++17 -o speed speed.cpp -lEGL -lOpenGL -ldl
//   nvcc -O3 -std=c++17 -arch=native -o cub cub.cu           (optional: without it nothing is compared)
//   CUB=./cub ./speed bench best.cfg 26 24 20       n as a power of two up to 30, or as itself
//   ./speed memory separate|sparse|one|cuda         bandwidth and latency by how buffers are made
//   ./speed stress best.cfg 10000                   sorts of random n, kinds of keys and bits, each checked
//   on the GPU; with "passes" after the number, scans and compactions
//   ./speed queue SECONDS                           what a GPU queue of that length does to what comes after
//   it
// A line of a .cfg: scan | compact | keys | pairs | steps | copy | transpose, then defines for the kernel.
// Environment: LAYOUT (as for memory), TURNS=5, KIND=0 (data.comp), BITS=32, GRAPH=1 (CUB as a CUDA graph),
// PATIENCE=20000
#include <dlfcn.h>

#include <cmath>
#include <random>

#include "gl.hpp"

namespace {

using std::size_t;
using std::string;
using std::vector;

int define(const string& text, const string& name, int otherwise) {
    const auto at = (" " + text).find(" " + name + "=");
    return at == string::npos ? otherwise : std::atoi(text.c_str() + at + name.size() + 1);
}
int setting(const char* name, int otherwise) {
    return std::getenv(name) ? std::atoi(std::getenv(name)) : otherwise;
}
Word ceil_div(Word a, Word b) {
    return (a + b - 1) / b;
}
constexpr Word multiprocessors = 132, most_columns = 1u << 15;

// ---- how buffers are made

struct AllocationProp {  // CUmemAllocationProp
    int type, handles, location_type, location;
    void* meta;
    unsigned char compression, rdma;
    unsigned short usage;
    unsigned char rest[4];
};

/// Memory of CUDA's, in pages of 2 MiB, as an OpenGL buffer: to tell what pages cost from what OpenGL costs.
Part cuda_part(size_t bytes) {
    static void* const library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) stop("no libcuda.so.1");
    const auto find = [](const char* name) { return dlsym(library, name); };
    static bool begun = false;
    if (!begun) {
        void* context = nullptr;
        ((int (*)(unsigned))find("cuInit"))(0);
        ((int (*)(void**, int))find("cuDevicePrimaryCtxRetain"))(&context, 0);
        ((int (*)(void*))find("cuCtxSetCurrent"))(context);
        begun = true;
    }
    const AllocationProp prop{1, 1, 1, 0, nullptr, 0, 0, 0, {}};
    size_t grain = 0;
    unsigned long long handle = 0;
    int fd = -1, bad = ((int (*)(size_t*, const AllocationProp*, int))find("cuMemGetAllocationGranularity"))(
                     &grain, &prop, 1);
    const size_t size = (bytes + grain - 1) / grain * grain;
    bad |= ((int (*)(unsigned long long*, size_t, const AllocationProp*, unsigned long long))find(
        "cuMemCreate"))(&handle, size, &prop, 0);
    bad |=
        ((int (*)(void*, unsigned long long, int, unsigned long long))find("cuMemExportToShareableHandle"))(
            &fd, handle, 1, 0);
    if (bad || fd < 0) stop("CUDA exports no memory");
    GLuint memory = 0, buffer = 0;
    ((void (*)(GLsizei, GLuint*))eglGetProcAddress("glCreateMemoryObjectsEXT"))(1, &memory);
    ((void (*)(GLuint, GLuint64, GLenum, GLint))eglGetProcAddress("glImportMemoryFdEXT"))(memory, size,
                                                                                          0x9586, fd);
    glCreateBuffers(1, &buffer);
    ((void (*)(GLuint, GLsizeiptr, GLuint, GLuint64))eglGetProcAddress("glNamedBufferStorageMemEXT"))(
        buffer, GLsizeiptr(size), memory, 0);
    if (glGetError()) stop("OpenGL does not take CUDA's memory");
    return {buffer, 0, bytes};
}

/// A sparse buffer (GL_ARB_sparse_buffer) with all of its pages committed: on an H200 the way to large pages
/// in OpenGL.
Part sparse_part(size_t bytes) {
    constexpr size_t page = 65536;  // GL_SPARSE_BUFFER_PAGE_SIZE_ARB
    const size_t size = (bytes + page - 1) / page * page;
    const GLuint buffer = storage(size, nullptr, 0x0400);  // GL_SPARSE_STORAGE_BIT_ARB
    ((void (*)(GLuint, GLintptr, GLsizeiptr, GLboolean))eglGetProcAddress("glNamedBufferPageCommitmentARB"))(
        buffer, 0, GLsizeiptr(size), GL_TRUE);
    glFinish();  // what waits in a queue for more than 11 s is lost, and a GiB takes 2 s
    if (glGetError()) stop("no sparse buffers");
    return {buffer, 0, bytes};
}

/// separate: a buffer each. one: parts of one buffer of 6 GiB. sparse, cuda: as above.
class Arena {
  public:
    explicit Arena(string layout) : layout_(std::move(layout)) {}
    ~Arena() {
        glFinish();
        for (const GLuint b : all_) glDeleteBuffers(1, &b);
    }
    Part take(size_t bytes) {
        if (layout_ == "one") {
            if (all_.empty()) all_.push_back(storage(6ull << 30));
            const Part p{all_[0], used_, bytes};
            used_ += (bytes + (2u << 20) - 1) >> 21 << 21;
            return p;
        }
        const Part p = layout_ == "cuda"     ? cuda_part(bytes)
                       : layout_ == "sparse" ? sparse_part(bytes)
                                             : part(bytes);
        all_.push_back(p.buffer);
        return p;
    }

  private:
    string layout_;
    vector<GLuint> all_;
    size_t used_ = 0;
};
string layout() {
    return std::getenv("LAYOUT") ? std::getenv("LAYOUT") : "separate";
}

// ---- inputs and checks

enum What { make_keys, sorted, sorted_pairs, scanned, compacted, copied, transposed };

struct Checker {
    Program kernels[7];
    Part found = part(64);
    Checker() {
        for (int i = 0; i < 7; ++i) kernels[i] = compile("data.comp", "WHAT=" + std::to_string(i));
        for (auto& k : kernels)
            if (!ready(k)) stop("data.comp does not build");
    }
    void run(What what, Word n, Part in, Part out, Part values, Word mask) {
        kernels[what].set("n", n), kernels[what].set("mask", mask);
        bind(0, in), bind(1, out), bind(2, values), bind(4, found);
        dispatch(kernels[what], std::min(ceil_div(n, 256), 16384u));
    }
    void make(Part to, Word n, Word kind, Word seed) {
        kernels[make_keys].set("kind", kind), kernels[make_keys].set("seed", seed);
        run(make_keys, n, to, to, to, 0);
    }
    void begin(Word kept = 0) {
        fill(found, 0);
        glClearNamedBufferSubData(found.buffer, GL_R32UI, 20, 4, GL_RED_INTEGER, GL_UNSIGNED_INT, &kept);
    }
    /// errors, sums a to d
    vector<Word> verdict() { return words_of(found, 5); }
};

// ---- the kernels

/// What one operation works on: input a, result b (of a sort: d), and the same of values.
struct Set {
    Part a, b, d, va, vb, vd, pairs[2];
};

struct Contender {
    string kind, text;
    vector<Program> programs;
    Part states, starts, count, counts, sums;
    vector<double> times[2];
    Word n = 0, groups = 0;
    int bits = 32;
    bool right = true, built = true;

    int def(const char* name, int otherwise) const { return define(text, name, otherwise); }
    bool sorts() const { return kind == "keys" || kind == "pairs" || kind == "steps"; }
    const char* peer() const {
        if (kind == "pairs") return "pairs";
        return sorts() ? "keys" : kind == "scan" ? "scan" : kind == "compact" ? "if" : "memcpy";
    }
    Part result(const Set& s) const { return sorts() ? s.d : s.b; }

    void start() {
        const auto add = [&](const string& file, const string& more = "") {
            programs.push_back(compile(file, text + more));
        };
        const auto pass = [](int p) { return " PASS=" + std::to_string(p) + "u"; };
        if (kind == "steps") {
            programs.push_back(compile("scan.comp", "T=256 L=4"));
            for (int p = 0; p < 8; ++p)
                add("radix_pass.comp", pass(p / 2) + " STAGE=" + std::to_string(1 + p % 2));
        } else if (sorts()) {
            programs.push_back(compile("histogram.comp", def("SKIP", 0) ? "T=1024 SKIP=1" : "T=1024"));
            const bool pairs = kind == "pairs", joined = pairs && def("JOINED", 1);
            const auto add_pass = [&](int p, bool last) {
                add("radix_pass.comp", pass(p) + (pairs ? " PAIRS=1" : "") +
                                           (joined && p > 0 ? " FROM_PAIRS=1" : " FROM_PAIRS=0") +
                                           (joined && !last ? " TO_PAIRS=1" : " TO_PAIRS=0"));
            };
            for (int p = 0; p < 4; ++p) add_pass(p, p == 3);
            add_pass(1, true);                               // of a sort by 16 bits
            for (int p = 0; p < 4 && def("SKIP", 0); ++p) {  // where all passes run
                string plain = text;
                plain.erase(plain.find(" SKIP"));
                programs.push_back(compile("radix_pass.comp", plain + pass(p) + " FROM_PAIRS=0 TO_PAIRS=0"));
            }
        } else {
            add(kind == "copy" || kind == "transpose" ? "memory.comp" : kind + ".comp",
                kind == "transpose" ? " WHAT=7 T=256 L=1" : "");
        }
    }
    void finish() {
        for (auto& p : programs) built = ready(p) && built;
    }
    void size(Word elements) {
        n = elements;
        const Word t = Word(def("T", 256));
        const Word tile = kind == "scan" || kind == "copy" ? t * Word(def("L", 4)) * 4
                          : kind == "transpose"            ? 4096
                                                           : t * Word(def("K", 16));
        groups = ceil_div(n, tile);
        if (def("WHAT", 0) % 2 == 1) groups = Word(def("GROUPS", 528));
        drop();
        states = part(sorts() ? size_t(groups) * 1024 : (size_t(groups) + 2) * 128);
        starts = part(16384), count = part(256);
        if (kind == "steps") counts = part(size_t(groups) * 1024), sums = part(size_t(groups) * 1024);
        fill(states, 0), fill(starts, 0);
        for (auto& p : programs) {
            p.set("n", n), p.set("vectors", ceil_div(n, 4)), p.set("tile_vectors", tile / 4),
                p.set("tiles", groups);
            p.set("patience", Word(setting("PATIENCE", 20000))), p.set("threshold", 0x7FFFFFFFu);
            p.set("columns", columns()), p.set("rows", n / columns());
        }
        if (kind == "steps") programs[0].set("vectors", groups * 64), programs[0].set("tile_vectors", 1024);
    }
    Word columns() const {
        Word side = 1;
        while (side * side < n && side < most_columns) side *= 2;
        return side;
    }
    void drop() {
        for (Part* p : {&states, &starts, &count, &counts, &sums})
            if (p->buffer) glDeleteBuffers(1, &p->buffer), p->buffer = 0;
    }
    void operate(const Set& s) {
        const auto from = [&](int p) { return p == 0 ? s.a : p % 2 ? s.b : s.d; };
        const auto to = [&](int p) { return p % 2 ? s.d : s.b; };
        const int passes = bits / 8;
        bind(2, states), bind(3, sorts() ? starts : count);
        if (kind == "steps") {
            for (int p = 0; p < passes; ++p) {
                bind(4, counts), bind(0, from(p)), bind(1, to(p));
                dispatch(programs[size_t(2 * p) + 1], groups);
                bind(0, counts), bind(1, sums);
                dispatch(programs[0], ceil_div(groups * 64, 1024));
                bind(4, sums), bind(0, from(p)), bind(1, to(p));
                dispatch(programs[size_t(2 * p) + 2], groups);
            }
        } else if (sorts()) {
            const bool skip = def("SKIP", 0);
            bind(0, s.a);
            programs[0].set("passes", Word(passes)), programs[0].set("tiles", groups);
            dispatch(programs[0], std::min(multiprocessors, ceil_div(n, 4096)));
            if (skip) {
                bind(1, s.d), bind(4, s.b);
                glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, starts.buffer);
                glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
            }
            for (int p = 0; p < passes && skip; ++p) {
                const auto& program = programs[size_t(p) + 1];
                glUseProgram(program.id);
                bind(1, s.d);
                glDispatchComputeIndirect(4 * (10 + 3 * p));
                glUseProgram(
                    programs[size_t(p) + 6].id);  // no barrier before: one of the two has no workgroups
                bind(0, from(p)), bind(1, to(p));
                glDispatchComputeIndirect(4 * 22);
                bind(0, s.a);
                glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
            }
            if (skip) return;
            for (int p = 0; p < passes; ++p) {
                bind(0, from(p)), bind(1, to(p));
                if (kind == "pairs") {
                    bind(5, p == 0 ? s.va : p % 2 ? s.vb : s.vd), bind(6, p % 2 ? s.vd : s.vb);
                    bind(4, s.pairs[(p + 1) % 2]), bind(7, s.pairs[p % 2]);
                }
                const auto& program = programs[p == 1 && passes == 2 ? 5 : size_t(p) + 1];
                program.set("pass_now", Word(p));
                dispatch(program, groups);
            }
        } else {
            bind(0, s.a), bind(1, s.b);
            dispatch(programs[0], groups);
        }
    }
    What what() const {
        if (kind == "pairs") return sorted_pairs;
        return sorts()             ? sorted
               : kind == "scan"    ? scanned
               : kind == "compact" ? compacted
               : kind == "copy"    ? copied
                                   : transposed;
    }
    void check(Checker& checker, const Set& s) const {
        checker.run(what(), n, s.a, result(s), kind == "pairs" ? s.vd : s.a,
                    what() == transposed ? columns()
                    : bits == 32         ? ~0u
                                         : (1u << bits) - 1u);
    }
    /// Why the result is wrong, or nothing.
    string wrong(Checker& checker, const Set& s) {
        if (kind == "copy" && def("WHAT", 0) > 1) return "";
        const Word kept = kind == "compact" ? words_of(count, 1)[0] : 0;
        checker.begin(kept);
        check(checker, s);
        const auto w = checker.verdict();
        right = w[0] == 0 &&
                w[1 + 0] == (sorts()             ? w[3]
                             : kind == "compact" ? kept
                                                 : 0) &&
                (!sorts() || w[2] == w[4]);
        return right ? "" : kind + " " + text + " is WRONG: " + std::to_string(w[0]) + " errors\n";
    }
    Word helped() const {
        return kind == "scan" || kind == "compact" ? words_of(states, 2)[1]
               : sorts()                           ? words_of(starts, 6)[5]
                                                   : 0;
    }
};

vector<Contender> read_config(const string& file) {
    std::ifstream in(file);
    if (!in) stop("cannot read " + file);
    vector<Contender> all;
    for (string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        Contender c;
        const auto space = line.find(' ');
        c.kind = line.substr(0, space), c.text = space == string::npos ? "" : line.substr(space + 1);
        c.start();
        all.push_back(c);
    }
    for (auto& c : all) c.finish();
    all.erase(std::remove_if(all.begin(), all.end(), [](auto& c) { return !c.built; }), all.end());
    return all;
}

Set set_of(Arena& arena, size_t bytes, bool sort, bool pairs) {
    Set s;
    s.a = arena.take(bytes), s.b = arena.take(bytes);
    if (sort) s.d = arena.take(bytes);
    if (!pairs) return s;
    for (Part* p : {&s.va, &s.vb, &s.vd}) *p = arena.take(bytes);
    for (Part& p : s.pairs) p = arena.take(2 * bytes);
    return s;
}

// ---- bench

void bench_size(vector<Contender>& contenders, Checker& checker, Cub& cub, Word n) {
    const int turns = setting("TURNS", 5), kind = setting("KIND", 0), bits = setting("BITS", 32), runs = 4;
    bool sort = false, pairs = false;
    std::map<string, vector<double>> peers[2];
    for (auto& c : contenders) {
        sort |= c.sorts(), pairs |= c.kind == "pairs";
        for (auto& p : peers) p[c.peer()];
    }
    Arena arena(layout());
    const size_t bytes = (size_t(n) + 3) / 4 * 16;
    const int sets = int(std::max<size_t>(
        2, ((256u << 20) + 2 * bytes - 1) / (2 * bytes)));  // cold: beyond the cache, in turn
    vector<Set> all;
    for (int i = 0; i < sets; ++i) {
        all.push_back(set_of(arena, bytes, sort, pairs));
        fill(all.back().a, 0);
        checker.make(all.back().a, n, Word(kind), 1);
        if (pairs) checker.make(all.back().va, n, 7, 1);
        const auto last =
            words_of({all.back().a.buffer, size_t(n - std::min(n, 64u)) * 4, 0}, std::min(n, 64u));
        if (n >= 64 && std::count(last.begin(), last.end(), 0u) == 64) stop("the input was lost");
    }
    const int count = sort ? (n <= 1u << 20   ? 10
                              : n <= 1u << 24 ? 3
                                              : 1)
                           : (n <= 1u << 20   ? 100
                              : n <= 1u << 24 ? 20
                                              : 6);
    for (auto& c : contenders) {
        c.bits = bits, c.right = true, c.size(n);
        for (auto& t : c.times) t.clear();
        for (const Set& s : all) fill(c.result(s), 0xDEADBEEFu);  // a result from before must not count
        for (const Set& s : all) c.operate(s);
        for (const int i : {0, sets - 1})
            if (c.right) std::printf("%s", c.wrong(checker, all[size_t(i)]).c_str());
    }
    for (int turn = 0; turn < turns; ++turn)
        for (int cold = 0; cold < 2; ++cold) {
            if (cub.there())
                for (auto& [name, times] : peers[cold])
                    for (const double us : cub.times_us((setting("GRAPH", 0) ? "g:" : "") + name, n,
                                                        cold ? sets : 1, kind, bits, count, runs))
                        times.push_back(us);
            for (auto& c : contenders) {
                if (!c.right) continue;
                size_t next = 0;
                const auto one = [&](int) { c.operate(all[cold ? next++ % size_t(sets) : 0]); };
                warm_up(12, one);
                for (int r = 0; r < runs; ++r) c.times[cold].push_back(time_us(count, one));
            }
        }
    if (cub.there())
        for (auto& [name, times] : peers[0])
            std::printf("n %u  CUB %-50s hot %8.2f            cold %8.2f us\n", n, name.c_str(),
                        median(times), median(peers[1][name]));
    for (auto& c : contenders) {
        if (c.right) {  // again, several behind each other
            fill(c.result(all[0]), 0xDEADBEEFu);
            for (int k = 0; k < 5; ++k) c.operate(all[0]);
            std::printf("%s", c.wrong(checker, all[0]).c_str());
        }
        std::printf("n %u  %-9s %-44s", n, c.kind.c_str(), c.text.c_str());
        for (int cold = 0; cold < 2; ++cold) {
            const double us = median(c.times[cold]);
            std::printf(" %s %8.2f (%.3f x)", cold ? "cold" : "hot", us,
                        us > 0 ? median(peers[cold][c.peer()]) / us : 0);
        }
        std::printf(" us %s", c.right ? "right" : "WRONG");
        if (const Word helped = c.helped()) std::printf(", helped or stuck: %u", helped);
        std::puts("");
        c.drop();
    }
    std::fflush(stdout);
}

void bench(const string& file, const vector<Word>& sizes) {
    auto contenders = read_config(file);
    Checker checker;
    Cub cub(std::getenv("CUB"));
    for (const Word n : sizes) bench_size(contenders, checker, cub, n <= 30 ? 1u << n : n);
}

// ---- memory

void memory(const string& name) {
    Checker checker;
    const Word n = 1u << 26;
    const double one_gb = n * 4e-9;
    struct Kernel {
        const char *name, *kind, *text;
        double gb;
    };
    const Kernel kernels[] = {{"copy sweep", "copy", "WHAT=0 T=256 L=4", 2 * one_gb},
                              {"copy chunks", "copy", "WHAT=1 T=256 L=4 GROUPS=528", 2 * one_gb},
                              {"read sweep", "copy", "WHAT=2 T=256 L=4", one_gb},
                              {"read chunks", "copy", "WHAT=3 T=256 L=4 GROUPS=528", one_gb},
                              {"write sweep", "copy", "WHAT=4 T=256 L=4", one_gb},
                              {"transpose", "transpose", "", 2 * one_gb},
                              {"scan", "scan", "T=256 L=8", 2 * one_gb}};
    const auto begun = std::chrono::steady_clock::now();
    Arena arena(name);
    vector<Set> all;
    for (int i = 0; i < 4; ++i) all.push_back(set_of(arena, size_t(n) * 4, false, false));
    glFinish();
    std::printf(
        "%s: 2 GiB of buffers made in %.0f ms. us for 2^26 words (GB/s): sets 0 to 3 alone, then 2, 3, 4 in "
        "turn\n",
        name.c_str(),
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count());
    for (auto& s : all) checker.make(s.a, n, 0, 1), fill(s.b, 0);
    for (const auto& k : kernels) {
        Contender c;
        c.kind = k.kind, c.text = k.text;
        c.start(), c.finish(), c.size(n);
        std::printf("%-12s", k.name);
        for (size_t i = 0; i < 7; ++i) {
            const size_t first = i < 4 ? i : 0, many = i < 4 ? 1 : i - 2;
            size_t next = 0;
            const auto op = [&](int) { c.operate(all[first + next++ % many]); };
            warm_up(25, op);
            vector<double> us;
            for (int r = 0; r < 9; ++r) us.push_back(time_us(6, op));
            std::printf("%s %6.1f (%4.0f)", i == 4 ? " |" : "", median(us), k.gb / median(us) * 1e6);
        }
        std::puts("");
        std::fflush(stdout);
        c.drop();
    }
    const Program lay = compile("memory.comp", "WHAT=5 T=1024 L=1"),
                  walk = compile("memory.comp", "WHAT=6 T=1 L=1");
    if (!ready(lay) || !ready(walk)) return;
    Cub cub(std::getenv("CUB"));
    Arena large(name == "one" ? "separate" : name);
    const Part span = large.take(2047u << 20);
    for (const Word stride : {(64u << 10) + 128, (2u << 20) + 128}) {
        std::printf("ns per stop, a stop every %u bytes over", stride);
        for (const Word mib : {16, 32, 64, 128, 256, 512, 1024, 2040}) {
            const Word stops = Word((size_t(mib) << 20) / stride), hops = 8192;
            lay.set("hops", stops), lay.set("stride", stride / 4), walk.set("hops", hops);
            bind(0, span), bind(1, all[0].b);
            dispatch(lay, 1);
            dispatch(walk, 1);
            std::printf("  %u MiB: %.0f", mib, time_us(1, [&](int) { dispatch(walk, 1); }) * 1e3 / hops);
            if (cub.there())
                std::printf(" (CUDA %.0f)", std::atof(cub.ask("walk " + std::to_string(size_t(mib) << 20) +
                                                              " " + std::to_string(stride))
                                                          .c_str()));
        }
        std::puts("");
    }
}

// ---- trust

/// Scans and compactions of random n, several back to back, each final result checked.
void stress_passes(vector<Contender>& contenders, Word count) {
    Checker checker;
    Arena arena(layout());
    const Word most = 1u << Word(setting("MOST", 26));
    const Set s = set_of(arena, size_t(most) * 4, false, false);
    std::mt19937 random(Word(setting("SEED", 2026)));
    Word bad = 0, helped = 0;
    for (Word done = 0; done < count && bad < 5; ++done) {
        auto& c = contenders[random() % contenders.size()];
        const Word n = std::max(
            1u, Word(std::exp2(std::uniform_real_distribution<double>(0, setting("MOST", 26))(random))));
        c.size(n);
        checker.make(s.a, n, random() % 7, random());
        fill(s.b, 0xDEADBEEFu);
        for (Word k = random() % 5 + 1; k > 0; --k) c.operate(s);
        const auto why = c.wrong(checker, s);
        if (!why.empty()) ++bad, std::printf("n %u: %s", n, why.c_str());
        helped += c.helped();
    }
    std::printf("%u scans and compactions of 1 to 2^%d elements, each checked: %u wrong, helped %u\n", count,
                setting("MOST", 26), bad, helped);
}

void stress(const string& file, Word count, const string& what) {
    auto contenders = read_config(file);
    const auto keep = [&](const string& a, const string& b) {
        contenders.erase(std::remove_if(contenders.begin(), contenders.end(),
                                        [&](auto& c) { return c.kind != a && c.kind != b; }),
                         contenders.end());
    };
    if (what == "passes") return keep("scan", "compact"), stress_passes(contenders, count);
    keep("keys", "pairs");
    Checker checker;
    Arena arena(layout());
    const Word most = 1u << 26;
    const Set s = set_of(arena, size_t(most) * 4, true, true);
    checker.make(s.va, most, 7, 1);
    for (auto& c : contenders) c.size(most);
    std::mt19937 random(Word(setting("SEED", 2026)));
    Word bad = 0, done = 0, stuck = 0;
    double keys = 0;
    while (done < count && bad < 5) {
        checker.begin();
        string said;
        for (int i = 0; i < 50; ++i, ++done) {
            auto& c = contenders[random() % contenders.size()];
            const Word n = std::max(
                1u, std::min(most, Word(std::exp2(std::uniform_real_distribution<double>(0, 26)(random))) +
                                       Word(random() % 3) - 1));
            const Word kind = random() % 7, seed = random();
            c.n = n, c.bits = random() % 4 ? 32 : 16,
            c.groups = ceil_div(n, Word(c.def("T", 0) * c.def("K", 0)));
            for (auto& p : c.programs) p.set("n", n);
            checker.make(s.a, n, kind, seed);
            fill({s.d.buffer, s.d.offset, std::min<size_t>(size_t(n) * 4, 1 << 20)}, seed);
            c.operate(s);
            c.check(checker, s);
            keys += n;
            said += "   " + c.kind + " " + c.text + ": n " + std::to_string(n) + ", kind " +
                    std::to_string(kind) + ", bits " + std::to_string(c.bits) + "\n";
        }
        const auto w = checker.verdict();
        if (w[0] || w[1] != w[3] || w[2] != w[4] || w[1] == 0)
            ++bad, std::printf("%u errors in one of these:\n%s", w[0], said.c_str());
    }
    for (auto& c : contenders) stuck += words_of(c.starts, 6)[5];
    std::printf(
        "%u sorts of 1 to 2^26 keys, %.1f G keys in all, each checked: %u batches of 50 with errors, stuck "
        "%u\n",
        done, keys * 1e-9, bad, stuck);
}

/// Queues enough copies to keep the GPU busy for `seconds`, then 50 operations, each checked,
/// and waits. Is the wait long enough, and is what comes after such a queue right? `how`: copies by the
/// driver (copies; finish: with glFinish after every 50; sorts: followed by sorts) or by a shader (shaders).
void queue(double seconds, const string& how) {
    Checker checker;
    Arena arena("separate");
    const Word n = 1u << 26;
    const Set s = set_of(arena, size_t(n) * 4, true, false);
    checker.make(s.a, n, 0, 1);
    Contender c;
    c.kind = how == "sorts" ? "keys" : "copy",
    c.text = how == "sorts" ? "T=256 K=24 ROUNDS=3" : "WHAT=0 T=256 L=4";
    c.start(), c.finish(), c.size(n);
    checker.begin();
    c.operate(s), c.check(checker, s);
    checker.run(sorted, n, s.a, c.result(s), s.a, how == "sorts" ? ~0u : 0u);
    const auto once = checker.verdict();
    glFinish();
    const auto now = [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    };
    const double begun = now();
    const int copies = int(seconds / 3.03e-3);  // 512 MiB at 177 GB/s
    checker.begin();
    for (int i = 0; i < copies * 22 && how == "shaders"; ++i)
        c.operate(s);  // the same by a shader, 0.136 ms each
    for (int i = 0; i < copies && how != "shaders"; ++i) {
        glCopyNamedBufferSubData(s.a.buffer, how == "sorts" ? s.b.buffer : s.d.buffer, 0, 0, n * 4ll);
        if (how == "finish" && i % 50 == 49) glFinish();
    }
    for (int i = 0; i < 50; ++i) {
        fill(c.result(s), 0xDEADBEEFu);
        c.operate(s);
        checker.run(sorted, n, s.a, c.result(s), s.a, how == "sorts" ? ~0u : 0u);
    }
    const double queued = now() - begun;
    const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    const GLenum status = glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 60'000'000'000ull);
    const double waited = now() - begun;
    glFinish();
    const double finished = now() - begun;
    auto w = checker.verdict();
    const double read = now() - begun;
    std::printf(
        "%.0f s of copies (%s): queued after %.2f s, fence %s after %.2f, glFinish returned after %.2f, read "
        "after %.2f: %u errors, sums %08x %08x, to be %08x\n",
        seconds, how.c_str(), queued,
        status == GL_TIMEOUT_EXPIRED ? "timed out"
        : status == GL_WAIT_FAILED   ? "failed"
                                     : "passed",
        waited, finished, read, w[0], w[1], w[3], how == "sorts" ? 25 * once[1] : 50 * once[1]);
    std::fflush(stdout);
    for (int i = 0; i < 5 && (w[1] != (how == "sorts" ? 25 * once[1] : 50 * once[1])); ++i) {
        usleep(3000000);
        w = checker.verdict();
        std::printf("   %.1f s: %u errors, sums %08x %08x, GL error %x, reset status %x\n", now() - begun,
                    w[0], w[1], w[3], glGetError(), glGetGraphicsResetStatus());
        std::fflush(stdout);
    }
    c.drop();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3)
        stop(
            "usage: speed bench FILE N... | memory LAYOUT | stress FILE COUNT [sorts|passes] | queue SECONDS "
            "[copies|finish|sorts|shaders]");
    make_context();
    const string what = argv[1];
    if (what == "memory") memory(argv[2]);
    if (what == "stress")
        stress(argv[2], argc > 3 ? Word(std::atoi(argv[3])) : 1000, argc > 4 ? argv[4] : "sorts");
    if (what == "queue") queue(std::atof(argv[2]), argc > 3 ? argv[3] : "copies");
    if (what == "bench") {
        vector<Word> sizes;
        for (int i = 3; i < argc; ++i) sizes.push_back(Word(std::atoll(argv[i])));
        bench(argv[2], sizes);
    }
}
