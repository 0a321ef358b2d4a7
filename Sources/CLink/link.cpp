#define LINK_PLATFORM_LINUX 1
#include <ableton/link/Controller.hpp>
#include <ableton/platforms/asio/Context.hpp>
#include <ableton/platforms/linux/Clock.hpp>
#include <ableton/platforms/linux/ThreadFactory.hpp>
#include <ableton/platforms/posix/ScanIpIfAddrs.hpp>
#include <ableton/platforms/stl/Random.hpp>
#include <ableton/util/Log.hpp>

#include <cstdio>
#include <exception>
#include <new>

namespace gf {

// Link 3.1 (Debian 13) and 3.0 (Debian 12) name these differently.
#ifdef LINK_ASIO_NAMESPACE
namespace kernel = ableton::platforms::linux_;
namespace network = ableton::platforms::LINK_ASIO_NAMESPACE;
#else
namespace kernel = ableton::platforms::linux;
namespace network = ableton::platforms::asio;
#endif

struct Threads {
  template <typename Callable, typename... Args>
  static std::thread makeThread(std::string, Callable &&f, Args &&...args) {
    return kernel::ThreadFactory::makeThread("gf-link", std::forward<Callable>(f), std::forward<Args>(args)...);
  }
};

/// Catches every exception on Link's thread. Passes on the one that Link can mend: an interface that cannot send.
template <typename Handler> struct Catching {
  using Exception = std::exception;
  Handler handler;
  void operator()(const Exception &exception) {
    if (auto known = dynamic_cast<const typename Handler::Exception *>(&exception)) handler(*known);
  }
};

using Base = network::Context<ableton::platforms::posix::ScanIpIfAddrs, ableton::util::NullLog, Threads>;

class Context : public Base {
public:
  template <typename Handler> explicit Context(Handler handler) : Base(Catching<Handler>{std::move(handler)}) {}
  Context(Context &&) = default;
};

} // namespace gf

namespace ableton {
namespace link {
namespace platform {
// The box's own clock. It is slewed, at most by 500 ppm, and never jumps: Link's measurements of its peers take that as
// the drift of a crystal.
using Clock = gf::kernel::ClockMonotonic;
using Random = platforms::stl::Random;
using IoContext = gf::Context;
} // namespace platform
} // namespace link
} // namespace ableton

// The platform is the one above and not Link's own for Linux. Link's own ends the whole program on every error but an
// interface that cannot send, such as too many open files.
#undef LINK_PLATFORM_LINUX
#include <ableton/Link.hpp>

#include "CLink.h"

using Peer = ableton::BasicLink<ableton::link::platform::Clock>;
using Micros = std::chrono::microseconds;

struct gf_link {
  Peer peer;
  explicit gf_link(double bpm) : peer(bpm) {}
};

gf_link *gf_link_open(double bpm, char *why, int64_t size) {
  try {
    return new gf_link(bpm);
  } catch (const std::exception &exception) {
    std::snprintf(why, static_cast<size_t>(size), "%s", exception.what());
    return nullptr;
  }
}

void gf_link_close(gf_link *link) { delete link; }

void gf_link_enable(gf_link *link, int on) { link->peer.enable(on != 0); }

// Uses Link's state for the audio thread, though that thread never calls. Only this state keeps a change that was made
// here until Link's own thread has applied it. The state for other threads shows an older tempo for some ten
// microseconds after two changes in a row, and a beat that is placed then restores that tempo. A change that waits in
// this state is also made in the session that it was meant for, before the peer joins another one.
gf_link_look gf_link_look_at(gf_link *link, int64_t at, double quantum) {
  auto state = link->peer.captureAudioSessionState();
  return {state.tempo(), state.beatAtTime(Micros{at}, quantum), static_cast<int64_t>(link->peer.numPeers())};
}

void gf_link_set_tempo(gf_link *link, double bpm, int64_t at) {
  auto state = link->peer.captureAudioSessionState();
  state.setTempo(bpm, Micros{at});
  link->peer.commitAudioSessionState(state);
}

void gf_link_request_beat(gf_link *link, double beat, int64_t at, double quantum) {
  auto state = link->peer.captureAudioSessionState();
  state.requestBeatAtTime(beat, Micros{at}, quantum);
  link->peer.commitAudioSessionState(state);
}
