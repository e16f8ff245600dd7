// SPDX-License-Identifier: MIT
// CUB on the first CUDA device: protocol.hpp defines its input and output. In the root of the repository
//   nvcc -O3 -std=c++17 -arch=native -I. tests/peers/cub.cu -o peers_cub
// builds it with any CUDA from 12 on; CUB comes with it.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <array>
#include <chrono>
#include <cub/cub.cuh>
#include <functional>

#include "common/base/fnv.hpp"
#include "tests/peers/protocol.hpp"

namespace {

using Word = std::uint32_t;

void check(cudaError_t result, const char* doing) {
    if (result == cudaSuccess) return;
    const bool lacks = result == cudaErrorMemoryAllocation || result == cudaErrorNoDevice ||
                       result == cudaErrorInsufficientDriver;
    throw peers::Failure(lacks ? peers::machine_lacks : peers::died,
                         std::string("CUDA failed in ") + doing + ": " + cudaGetErrorString(result) + ".");
}

/// Device memory for `count` values, freed by scope.
template <typename T>
class Memory {
  public:
    explicit Memory(std::size_t count) {
        check(cudaMalloc(reinterpret_cast<void**>(&first_), (count > 0 ? count : 1) * sizeof(T)),
              "cudaMalloc");
    }
    ~Memory() { cudaFree(first_); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    T* get() const { return first_; }

  private:
    T* first_ = nullptr;
};

/// Where all operations go: work in the default stream cannot become a graph.
class Stream {
  public:
    Stream() { check(cudaStreamCreate(&stream_), "cudaStreamCreate"); }
    ~Stream() { cudaStreamDestroy(stream_); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    cudaStream_t get() const { return stream_; }

  private:
    cudaStream_t stream_ = nullptr;
};

/// What `record` puts into a stream, as one graph: launched as a whole, without one CPU call per kernel.
class Graph {
  public:
    Graph(const Stream& stream, const std::function<void()>& record) : stream_(stream.get()) {
        check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
        record();
        cudaGraph_t recorded = nullptr;
        check(cudaStreamEndCapture(stream_, &recorded), "cudaStreamEndCapture");
        const auto made = cudaGraphInstantiate(&graph_, recorded, 0);
        cudaGraphDestroy(recorded);
        check(made, "cudaGraphInstantiate");
    }
    ~Graph() { cudaGraphExecDestroy(graph_); }
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;
    void launch() const { check(cudaGraphLaunch(graph_, stream_), "cudaGraphLaunch"); }

  private:
    cudaStream_t stream_;
    cudaGraphExec_t graph_ = nullptr;
};

class Event {
  public:
    Event() { check(cudaEventCreate(&event_), "cudaEventCreate"); }
    ~Event() { cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    void record(const Stream& stream) { check(cudaEventRecord(event_, stream.get()), "cudaEventRecord"); }
    cudaEvent_t get() const { return event_; }

  private:
    cudaEvent_t event_ = nullptr;
};

struct Above {
    Word threshold;
    __host__ __device__ bool operator()(Word value) const { return value > threshold; }
};
struct Less {
    __host__ __device__ bool operator()(Word a, Word b) const { return a < b; }
};

/// One call of the library; without `temp` it only reports the number of bytes it needs there. `count` comes
/// after the output.
using Operation = std::function<cudaError_t(void* temp, std::size_t& bytes, const Word* in, Word* out,
                                            Word* count, cudaStream_t stream)>;

struct Primitive {
    const char* name;
    Operation run;
    bool counts = false;  ///< the number of words in its output is part of its result
    bool pairs = false;   ///< n values follow the keys of the input; in the output they come before the keys
};

Primitive primitive_of(const peers::Task& task) {
    // int, not a wider type: CUB then counts in 32 bits, which is its faster way.
    const int n = static_cast<int>(task.input.size());
    const Above above{task.threshold};
    const auto& which = task.primitive;
    if (which == "reduce")
        return {"cub::DeviceReduce::Sum",
                [n](void* temp, std::size_t& bytes, const Word* in, Word* out, Word*, cudaStream_t stream) {
                    return cub::DeviceReduce::Sum(temp, bytes, in, out, n, stream);
                }};
    if (which == "inclusive_scan")
        return {"cub::DeviceScan::InclusiveSum",
                [n](void* temp, std::size_t& bytes, const Word* in, Word* out, Word*, cudaStream_t stream) {
                    return cub::DeviceScan::InclusiveSum(temp, bytes, in, out, n, stream);
                }};
    if (which == "select_if")
        return {"cub::DeviceSelect::If",
                [n, above](void* temp, std::size_t& bytes, const Word* in, Word* out, Word* count,
                           cudaStream_t stream) {
                    return cub::DeviceSelect::If(temp, bytes, in, out, count, n, above, stream);
                },
                true};
    if (which == "select_index")
        return {"cub::DeviceSelect::Flagged",
                [n, above](void* temp, std::size_t& bytes, const Word* in, Word* out, Word* count,
                           cudaStream_t stream) {
                    return cub::DeviceSelect::Flagged(temp, bytes, thrust::counting_iterator<Word>(0),
                                                      thrust::make_transform_iterator(in, above), out, count,
                                                      n, stream);
                },
                true};
    if (which == "radix_sort")
        return {"cub::DeviceRadixSort::SortKeys",
                [n](void* temp, std::size_t& bytes, const Word* in, Word* out, Word*, cudaStream_t stream) {
                    return cub::DeviceRadixSort::SortKeys(temp, bytes, in, out, n, 0, 8 * sizeof(Word),
                                                          stream);
                }};
    if (which == "merge_sort")
        return {"cub::DeviceMergeSort::SortKeysCopy",
                [n](void* temp, std::size_t& bytes, const Word* in, Word* out, Word*, cudaStream_t stream) {
                    return cub::DeviceMergeSort::SortKeysCopy(temp, bytes, in, out, n, Less{}, stream);
                }};
    if (which == "radix_sort_pairs")
        return {"cub::DeviceRadixSort::SortPairs",
                [n](void* temp, std::size_t& bytes, const Word* in, Word* out, Word*, cudaStream_t stream) {
                    return cub::DeviceRadixSort::SortPairs(temp, bytes, in, out + n, in + n, out, n, 0,
                                                           8 * sizeof(Word), stream);
                },
                false, true};
    throw peers::Failure(peers::wrong_usage,
                         "unknown primitive '" + which +
                             "'; choose one of reduce, inclusive_scan, select_if=THRESHOLD, "
                             "select_index=THRESHOLD, radix_sort, radix_sort_pairs, merge_sort, or graph: and "
                             "one of them.");
}

/// Copies of input and output, each aligned as cudaMalloc would.
class Copies {
  public:
    Copies(std::size_t count, std::size_t in_words, std::size_t out_words)
        : count_(count),
          in_stride_(aligned(in_words)),
          out_stride_(aligned(out_words + 1)),
          out_words_(out_words),
          in_(count * in_stride_),
          out_(count * out_stride_) {}

    /// Copies the same input into all of them: the first from `words`, then doubling the number each time.
    void fill(const Word* words, std::size_t n, cudaMemcpyKind from) {
        check(cudaMemcpy(in_.get(), words, n * sizeof(Word), from), "copying the input");
        for (std::size_t done = 1; done < count_; done *= 2) {
            const auto more = done < count_ - done ? done : count_ - done;
            check(cudaMemcpy(in(done), in(0), more * in_stride_ * sizeof(Word), cudaMemcpyDeviceToDevice),
                  "copying the input");
        }
        check(cudaMemset(out_.get(), 0xA5, count_ * out_stride_ * sizeof(Word)), "clearing the outputs");
        check(cudaDeviceSynchronize(), "copying the input");
    }
    std::size_t count() const { return count_; }
    std::size_t bytes_of_one() const { return (in_stride_ + out_stride_) * sizeof(Word); }
    Word* in(std::size_t copy) const { return in_.get() + copy * in_stride_; }
    Word* out(std::size_t copy) const { return out_.get() + copy * out_stride_; }
    Word* kept(std::size_t copy) const { return out(copy) + out_words_; }

  private:
    static std::size_t aligned(std::size_t words) { return (words + 63) / 64 * 64; }
    std::size_t count_, in_stride_, out_stride_, out_words_;
    Memory<Word> in_, out_;
};

class Cub final : public peers::Peer {
  public:
    /// `as_graph`: the operations of a run are one CUDA graph.
    Cub(const peers::Task& task, bool as_graph)
        : as_graph_(as_graph),
          primitive_(primitive_of(task)),
          n_(task.input.size()),
          in_words_(primitive_.pairs ? 2 * n_ : n_),
          result_words_(task.primitive == "reduce" ? 1 : n_),
          out_words_(primitive_.pairs ? 2 * n_ : result_words_),
          hot_(1, in_words_, out_words_) {
        int device = 0;
        check(cudaGetDevice(&device), "cudaGetDevice");
        check(cudaGetDeviceProperties(&properties_, device), "cudaGetDeviceProperties");
        auto input = task.input;
        for (std::size_t i = n_; i < in_words_; ++i) input.push_back(static_cast<Word>(i - n_));
        hot_.fill(input.data(), in_words_, cudaMemcpyHostToDevice);
        check(primitive_.run(nullptr, temp_bytes_, hot_.in(0), hot_.out(0), hot_.kept(0), stream_.get()),
              "asking for temporary storage");
        temp_ = std::make_unique<Memory<unsigned char>>(temp_bytes_);
        operate(hot_, 0);
        check(cudaDeviceSynchronize(), "the first operation");
    }
    std::string name() const override { return primitive_.name + std::string(as_graph_ ? ", graph" : ""); }
    std::string version() const override {
        return std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) + "." +
               std::to_string(CUB_SUBMINOR_VERSION);
    }
    std::string device() const override { return properties_.name; }

    std::vector<double> times_us(std::uint64_t count, bool cold, std::size_t runs) override {
        const Copies& copies = cold ? beyond_the_cache() : hot_;
        std::function<void()> run = [&] {
            for (std::uint64_t i = 0; i < count; ++i)
                operate(copies, last_ + 1 < copies.count() ? last_ + 1 : 0);
        };
        std::unique_ptr<Graph> graph;
        if (as_graph_) {
            graph = std::make_unique<Graph>(stream_, run);
            run = [&] { graph->launch(); };
        }
        keep_busy(run);
        std::vector<Event> events(runs + 1);
        events[0].record(stream_);
        for (std::size_t i = 0; i < runs; ++i) {
            run();
            events[i + 1].record(stream_);
        }
        check(cudaEventSynchronize(events[runs].get()), "timed operations");
        std::vector<double> times(runs);
        for (std::size_t i = 0; i < runs; ++i) {
            float elapsed_ms = 0;
            check(cudaEventElapsedTime(&elapsed_ms, events[i].get(), events[i + 1].get()),
                  "cudaEventElapsedTime");
            times[i] = 1000.0 * elapsed_ms / static_cast<double>(count);
        }
        return times;
    }

    std::uint64_t checksum() override {
        Word kept = static_cast<Word>(result_words_);
        if (primitive_.counts)
            check(cudaMemcpy(&kept, worked_on_->kept(last_), sizeof kept, cudaMemcpyDeviceToHost),
                  "reading the count");
        if (kept > result_words_)
            throw peers::Failure(peers::died, "CUB says that it kept " + std::to_string(kept) + " of " +
                                                  std::to_string(n_) + " values.");
        std::vector<Word> words(kept);
        if (kept > 0)
            check(
                cudaMemcpy(words.data(), worked_on_->out(last_), kept * sizeof(Word), cudaMemcpyDeviceToHost),
                "reading the output");
        const auto sum = pbp::fnv1a(words.data(), words.size());
        return primitive_.counts ? pbp::fnv1a(&kept, 1, sum) : sum;
    }

  private:
    void operate(const Copies& copies, std::size_t copy) {
        worked_on_ = &copies;
        last_ = copy;
        check(primitive_.run(temp_->get(), temp_bytes_, copies.in(copy), copies.out(copy), copies.kept(copy),
                             stream_.get()),
              primitive_.name);
    }
    /// Works until the GPU's clock is up. Waiting for the last run but one bounds the queue, and leaves the
    /// last one running while the first timed run is queued after it.
    void keep_busy(const std::function<void()>& run) {
        constexpr auto long_enough = std::chrono::milliseconds(300);
        const auto began = std::chrono::steady_clock::now();
        std::array<Event, 2> ends;
        for (std::size_t i = 0; i < 2 || std::chrono::steady_clock::now() - began < long_enough; ++i) {
            run();
            ends[i % 2].record(stream_);
            if (i > 0) check(cudaEventSynchronize(ends[(i - 1) % 2].get()), "untimed operations");
        }
    }
    const Copies& beyond_the_cache() {
        if (cold_ != nullptr) return *cold_;
        const auto cache = static_cast<std::size_t>(properties_.l2CacheSize);
        const auto count = peers::copies_beyond(cache, hot_.bytes_of_one());
        cold_ = std::make_unique<Copies>(count, in_words_, out_words_);
        cold_->fill(hot_.in(0), in_words_, cudaMemcpyDeviceToDevice);
        return *cold_;
    }

    bool as_graph_;
    Primitive primitive_;
    std::size_t n_, in_words_, result_words_, out_words_, temp_bytes_ = 0;
    cudaDeviceProp properties_{};
    Stream stream_;
    Copies hot_;
    std::unique_ptr<Copies> cold_;
    std::unique_ptr<Memory<unsigned char>> temp_;
    const Copies* worked_on_ = nullptr;
    std::size_t last_ = 0;  ///< the copy that the last operation worked on
};

}  // namespace

int main(int argc, char** argv) {
    return peers::serve("peers_cub", argc, argv, [](peers::Task task) {
        const std::string prefix = "graph:";
        const bool as_graph = task.primitive.rfind(prefix, 0) == 0;
        if (as_graph) task.primitive.erase(0, prefix.size());
        return std::make_unique<Cub>(task, as_graph);
    });
}
