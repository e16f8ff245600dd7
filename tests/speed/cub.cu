// CUB, asked line by line:  WHAT N SETS KIND BITS COUNT RUNS  ->  RUNS times in microseconds, each of COUNT operations back to
// back over SETS sets of buffers in turn. WHAT: memcpy copy scan if flagged keys pairs, with g: before it as one CUDA graph.
//   nvcc -O3 -std=c++17 -arch=native -o cub cub.cu
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <cub/cub.cuh>
#include <functional>
#include <vector>

using Word = unsigned;

// The same keys as data.comp makes.
__device__ Word mix(Word x) { x ^= x >> 16; x *= 0x7FEB352Du; x ^= x >> 15; x *= 0x846CA68Bu; x ^= x >> 16; return x; }
__global__ void make(Word* out, Word n, int kind, Word seed) {
    const Word i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Word h = mix(i + seed * 0x9E3779B9u);
    Word k = h;
    if (kind == 1) k = Word((unsigned long long)i * 0xFFFFFFFFull / n);
    if (kind == 2) k = 0x12345678u;
    if (kind == 3) k = mix(h & 15u);
    if (kind == 4) k = h & mix(h + 1u) & mix(h + 2u);
    if (kind == 5) k = ~Word((unsigned long long)i * 0xFFFFFFFFull / n);
    if (kind == 6) k = h & 0xFFFFu;
    if (kind == 7) k = i;
    out[i] = k;
}
__global__ void copy(const uint4* a, uint4* b) {  // a tile of 1024 vectors per block, four loads under way
    const size_t i = blockIdx.x * 1024ull + threadIdx.x;
    uint4 v[4];
    for (int k = 0; k < 4; ++k) v[k] = a[i + k * 256];
    for (int k = 0; k < 4; ++k) b[i + k * 256] = v[k];
}
__global__ void chain(Word* a, Word stride, Word count) {
    for (Word i = threadIdx.x; i < count; i += blockDim.x) a[size_t(i) * stride] = (i + 1 == count ? 0 : i + 1) * stride;
}
__global__ void walk(const volatile Word* a, Word hops, Word* out) {
    Word at = 0;
    for (Word i = 0; i < hops; ++i) at = a[at];
    *out = at;
}
struct Above { Word t; __host__ __device__ bool operator()(Word v) const { return v > t; } };

int main() {
    char line[200];
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    std::vector<Word*> in, out, vin, vout;
    void* temp = nullptr;
    size_t temp_bytes = 0;
    Word had_n = 0;
    int had_kind = -1;
    const auto drop = [&] {
        for (auto* all : {&in, &out, &vin, &vout}) { for (auto p : *all) cudaFree(p); all->clear(); }
        cudaFree(temp);
        temp = nullptr;
    };
    while (fgets(line, sizeof line, stdin)) {
        char what[50];
        Word n = 0;
        int sets = 1, kind = 0, bits = 32, count = 1, runs = 1;
        sscanf(line, "%49s %u %d %d %d %d %d", what, &n, &sets, &kind, &bits, &count, &runs);
        std::string w = what;
        const bool graph = w.rfind("g:", 0) == 0;  // the same operations as one CUDA graph: no launch by the CPU between them
        if (graph) w = w.substr(2);
        if (w == "version") {
            cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);
            int driver; cudaDriverGetVersion(&driver);
            printf("CUB %d.%d.%d, %s, L2 %d MiB, CUDA driver %d\n", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION, p.name, p.l2CacheSize >> 20, driver);
            fflush(stdout);
            continue;
        }
        if (w == "drop") { drop(); had_n = 0; printf("\n"); fflush(stdout); continue; }
        if (w == "walk") {  // n: bytes of the span; sets: bytes from one stop to the next
            drop(); had_n = 0;
            Word *a, *o; cudaMalloc(&a, n); cudaMalloc(&o, 4);
            chain<<<1, 1024>>>(a, sets / 4, n / sets);
            cudaEvent_t e[2]; cudaEventCreate(e); cudaEventCreate(e + 1);
            const Word hops = 8192;
            walk<<<1, 1>>>(a, n / sets, o);
            cudaEventRecord(e[0]); walk<<<1, 1>>>(a, hops, o); cudaEventRecord(e[1]); cudaEventSynchronize(e[1]);
            float ms; cudaEventElapsedTime(&ms, e[0], e[1]);
            printf("%.1f\n", ms * 1e6 / hops); fflush(stdout);
            cudaFree(a); cudaFree(o);
            continue;
        }
        if (n != had_n || kind != had_kind) { cudaDeviceSynchronize(); drop(); had_n = n; had_kind = kind; }
        const bool pairs = w == "pairs";
        while (int(in.size()) < sets) {
            Word *a, *b; cudaMalloc(&a, n * 4ull); cudaMalloc(&b, n * 4ull + 256);
            make<<<(n + 255) / 256, 256>>>(a, n, kind, 1);
            in.push_back(a), out.push_back(b);
            cudaDeviceSynchronize();
        }
        while (pairs && int(vin.size()) < sets) {
            Word *a, *b; cudaMalloc(&a, n * 4ull); cudaMalloc(&b, n * 4ull);
            make<<<(n + 255) / 256, 256>>>(a, n, 7, 1);
            vin.push_back(a), vout.push_back(b);
            cudaDeviceSynchronize();
        }
        const Above above{0x7FFFFFFFu};
        const auto run = [&](void* t, size_t& b, int s) {
            const int m = int(n);
            if (w == "scan") cub::DeviceScan::InclusiveSum(t, b, in[s], out[s], m, stream);
            else if (w == "if") cub::DeviceSelect::If(t, b, in[s], out[s], out[s] + n, m, above, stream);
            else if (w == "flagged") cub::DeviceSelect::Flagged(t, b, thrust::counting_iterator<Word>(0), thrust::make_transform_iterator(in[s], above), out[s], out[s] + n, m, stream);
            else if (w == "keys") cub::DeviceRadixSort::SortKeys(t, b, in[s], out[s], m, 0, bits, stream);
            else if (w == "pairs") cub::DeviceRadixSort::SortPairs(t, b, in[s], out[s], vin[s], vout[s], m, 0, bits, stream);
            else if (w == "memcpy") { if (t) cudaMemcpyAsync(out[s], in[s], n * 4ull, cudaMemcpyDeviceToDevice, stream); else b = 1; }
            else if (w == "copy") { if (t) copy<<<n / 4096, 256, 0, stream>>>((uint4*)in[s], (uint4*)out[s]); else b = 1; }
        };
        size_t need = 0;
        run(nullptr, need, 0);
        if (need > temp_bytes || !temp) { cudaFree(temp); cudaMalloc(&temp, need); temp_bytes = need; }
        static int next = 0;
        const auto one = [&] { size_t b = need; run(temp, b, next++ % sets); };
        const auto begun = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - begun < std::chrono::milliseconds(25)) { for (int i = 0; i < 4; ++i) one(); cudaDeviceSynchronize(); }
        cudaEvent_t e[2]; cudaEventCreate(e); cudaEventCreate(e + 1);
        cudaGraph_t g; cudaGraphExec_t executable;
        if (graph) {
            cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
            for (int i = 0; i < count; ++i) one();
            cudaStreamEndCapture(stream, &g);
            cudaGraphInstantiate(&executable, g, 0);
            cudaGraphLaunch(executable, stream);
        }
        for (int r = 0; r < runs; ++r) {
            one();
            cudaEventRecord(e[0], stream);
            if (graph) cudaGraphLaunch(executable, stream);
            else for (int i = 0; i < count; ++i) one();
            cudaEventRecord(e[1], stream);
            cudaEventSynchronize(e[1]);
            float ms; cudaEventElapsedTime(&ms, e[0], e[1]);
            printf("%.3f ", ms * 1e3 / count);
        }
        if (graph) { cudaGraphExecDestroy(executable); cudaGraphDestroy(g); }
        cudaEventDestroy(e[0]); cudaEventDestroy(e[1]);
        if (cudaError_t bad = cudaDeviceSynchronize()) fprintf(stderr, "CUDA: %s in %s", cudaGetErrorString(bad), line);
        printf("\n");
        fflush(stdout);
    }
}
