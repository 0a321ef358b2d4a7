// The stretcher's peers, Rubber Band and SoundTouch, as `gfstretch` measures ours: the same stems, the same controls,
// blocks of 128 frames at 48 kHz.
//   peers cost ENGINE SECONDS            four stereo stems while speed and pitch move (0.75..1.3, -7..+3 semitones):
//                                        a line of shares of the period, and allocations
//   peers render ENGINE IN OUT SCRIPT    one stem, raw stereo floats; a line of SCRIPT is a block: speed and semitones
// ENGINE: r3 | r3short | soundtouch. Benchmarks/stretchers.py compiles it.
#include <rubberband/RubberBandStretcher.h>
#include <soundtouch/SoundTouch.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

using RubberBand::RubberBandStretcher;
static_assert(std::is_same<soundtouch::SAMPLETYPE, float>::value, "SoundTouch is built for integers here");

static long allocations;
extern "C" {
void *__libc_malloc(size_t);
void *malloc(size_t n) { return allocations++, __libc_malloc(n); }
void *__libc_calloc(size_t, size_t);
void *calloc(size_t n, size_t m) { return allocations++, __libc_calloc(n, m); }
void *__libc_realloc(void *, size_t);
void *realloc(void *p, size_t n) { return allocations++, __libc_realloc(p, n); }
}

constexpr int block = 128, rate = 48000, most = 8192;

// A peer is fed what it asks for, as players do.
struct Peer {
  const std::vector<float> &in;
  size_t at = 0;
  explicit Peer(const std::vector<float> &input) : in(input) {}
  virtual ~Peer() = default;
  virtual void render(double speed, double semitones, float *left, float *right) = 0;
  float sample(int side) const { return 2 * at + 1 < in.size() ? in[2 * at + size_t(side)] : 0; }
};

struct Rubber : Peer {
  RubberBandStretcher s;
  std::vector<float> l, r;
  size_t skip = 0;
  bool is_started = false;

  Rubber(const std::vector<float> &input, int extra)
      : Peer(input),
        s(rate, 2, RubberBandStretcher::OptionProcessRealTime | RubberBandStretcher::OptionEngineFiner | RubberBandStretcher::OptionChannelsTogether |
                       RubberBandStretcher::OptionPitchHighConsistency | extra),
        l(most), r(most) {
    s.setMaxProcessSize(most);
  }

  void feed() {
    size_t n = std::min<size_t>(std::max<size_t>(s.getSamplesRequired(), 1), most);
    for (size_t i = 0; i < n; i++, at++) l[i] = sample(0), r[i] = sample(1);
    const float *planes[2] = {l.data(), r.data()};
    s.process(planes, n, false);
  }

  void render(double speed, double semitones, float *left, float *right) override {
    s.setTimeRatio(1 / speed);
    s.setPitchScale(std::exp2(semitones / 12));
    if (!is_started) {
      const float *silence[2] = {l.data(), r.data()};
      size_t pad = s.getPreferredStartPad();
      skip = s.getStartDelay();
      s.process(silence, pad, false);
      is_started = true;
    }
    float *out[2] = {left, right};
    while (skip > 0) {
      int have = s.available();
      if (have > 0) skip -= s.retrieve(out, std::min<size_t>({size_t(have), skip, size_t(block)}));
      else feed();
    }
    while (s.available() < block) feed();
    s.retrieve(out, block);
  }
};

struct Touch : Peer {
  soundtouch::SoundTouch s;
  std::vector<float> piece;

  explicit Touch(const std::vector<float> &input) : Peer(input), piece(2 * block) {
    s.setSampleRate(rate);
    s.setChannels(2);
  }

  void render(double speed, double semitones, float *left, float *right) override {
    s.setTempo(speed);
    s.setPitchSemiTones(semitones);
    while (s.numSamples() < unsigned(block)) {
      for (size_t i = 0; i < block; i++, at++) piece[2 * i] = sample(0), piece[2 * i + 1] = sample(1);
      s.putSamples(piece.data(), block);
    }
    s.receiveSamples(piece.data(), block);
    for (size_t i = 0; i < block; i++) left[i] = piece[2 * i], right[i] = piece[2 * i + 1];
  }
};

static std::unique_ptr<Peer> make(const std::string &name, const std::vector<float> &in) {
  if (name == "r3") return std::make_unique<Rubber>(in, 0);
  if (name == "r3short") return std::make_unique<Rubber>(in, RubberBandStretcher::OptionWindowShort);
  if (name == "soundtouch") return std::make_unique<Touch>(in);
  std::fprintf(stderr, "peers: there is no engine %s\n", name.c_str());
  std::exit(64);
}

// The same as Material.stem of gfstretch.
static std::vector<float> stem(int number, int seconds) {
  std::vector<float> x(size_t(seconds) * rate * 2);
  uint32_t seed = 12345u + unsigned(number);
  double phase[4] = {0, 0.3, 0.6, 0.8};
  const double chord[4] = {110, 138.6, 164.8, 220};
  for (size_t i = 0; i < x.size() / 2; i++) {
    double t = double(i) / rate, v = 0;
    for (int k = 0; k < 4; k++) {
      phase[k] += chord[k] * (1 + number) * (number == 1 ? 1 + 0.1 * std::sin(2 * t) : 1) / rate;
      phase[k] -= std::floor(phase[k]);
      v += 0.08 * (2 * phase[k] - 1);
    }
    seed = seed * 1664525u + 1013904223u;
    double noise = int32_t(seed) / 2147483648.0;
    if (number >= 2) v = 0.3 * v + 0.5 * noise * std::exp(-std::fmod(t, 0.25) * 40);
    x[2 * i] = float(v + 0.001 * noise), x[2 * i + 1] = float(0.7 * v - 0.001 * noise);
  }
  return x;
}

static double microseconds() {  // of this thread's processor time
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * double(t.tv_sec) + 1e-3 * double(t.tv_nsec);
}

static int cost(const std::string &name, int seconds) {
  const int warm = 400, blocks = seconds * rate / block;
  std::vector<std::vector<float>> sounds;
  std::vector<std::unique_ptr<Peer>> peers;
  for (int k = 0; k < 4; k++) sounds.push_back(stem(k, seconds * 2 + 5));
  for (int k = 0; k < 4; k++) peers.push_back(make(name, sounds[size_t(k)]));
  std::vector<double> times(static_cast<size_t>(blocks));
  float left[block], right[block];
  long before = 0;
  for (int b = 0; b < blocks; b++) {
    if (b == warm) before = allocations;
    double t = b * double(block) / rate, speed = 1.025 + 0.275 * std::sin(2 * M_PI * t / 7);
    double begun = microseconds();
    for (int k = 0; k < 4; k++) peers[size_t(k)]->render(speed, 5 * std::sin(2 * M_PI * t / (5 + k) + k) - 2, left, right);
    times[size_t(b)] = microseconds() - begun;
  }
  long count = allocations - before;
  times.erase(times.begin(), times.begin() + warm);
  std::sort(times.begin(), times.end());
  double sum = 0, period = 1e6 * block / rate;
  for (double time : times) sum += time;
  auto at = [&](double q) { return 100 * times[size_t(q * double(times.size() - 1))] / period; };
  std::printf("%s: mean %.2f  p50 %.2f  p99 %.2f  p99.9 %.2f  max %.2f  %% of the period\n", name.c_str(), 100 * sum / double(times.size()) / period, at(0.5), at(0.99),
              at(0.999), at(1));
  std::printf("allocations %ld\n", count);
  return 0;
}

static int render(const std::string &name, const char *input, const char *output, const char *script) {
  std::ifstream file(input, std::ios::binary | std::ios::ate);
  if (!file) return std::fprintf(stderr, "peers: %s cannot be read\n", input), 1;
  std::vector<float> in(size_t(file.tellg()) / sizeof(float)), out;
  file.seekg(0).read(reinterpret_cast<char *>(in.data()), std::streamsize(in.size() * sizeof(float)));
  auto peer = make(name, in);
  std::ifstream lines(script);
  double speed, semitones;
  float left[block], right[block];
  while (lines >> speed >> semitones) {
    peer->render(speed, semitones, left, right);
    for (int i = 0; i < block; i++) out.push_back(left[i]), out.push_back(right[i]);
  }
  std::ofstream result(output, std::ios::binary);
  result.write(reinterpret_cast<char *>(out.data()), std::streamsize(out.size() * sizeof(float)));
  return result ? 0 : 1;
}

int main(int count, char **arguments) {
  std::string mode = count > 1 ? arguments[1] : "";
  if (mode == "cost" && count == 4 && std::atoi(arguments[3]) > 1) return cost(arguments[2], std::atoi(arguments[3]));
  if (mode == "render" && count == 6) return render(arguments[2], arguments[3], arguments[4], arguments[5]);
  std::fprintf(stderr, "usage: peers cost ENGINE SECONDS | render ENGINE IN OUT SCRIPT; ENGINE: r3, r3short, soundtouch\n");
  return 64;
}
