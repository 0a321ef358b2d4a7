import CALSA
import GestureFlowAPI
import Glibc
import Realtime

/// The kernel's sequencer through ALSA.
///
/// Each message is written to the kernel by itself, so that each has its own result. Each message goes through the
/// queue. A message sent directly to a port would overtake messages that wait for their time.
public final class ALSASequencer: SequencerDevice {
  /// Ticks of the queue a second. The queue delays a message by at most half a millisecond. The kernel's default is
  /// 1000.
  private static let ticks: UInt32 = 2000
  /// Events that the kernel stores in each direction, its maximum.
  private static let pool = 2000
  /// Size of the input buffer in bytes. It is larger than any system exclusive message that the kernel holds. A
  /// larger message would never be read and would block all others.
  private static let inputBuffer = 1 << 17
  private static let place = "/dev/snd/seq"

  private let path: String
  /// The open sequencer; nil while it is closed.
  var sequencer: OpaquePointer?
  private(set) var own = MIDIAddress(client: 0, port: 0)
  private var queue: Int32 = 0
  private var isRunning = false
  private var clock = QueueClock()
  private var measuredAt = -Double.infinity

  /// Creates a sequencer for a device path.
  /// - Parameter path: the sequencer's device.
  package init(path: String) { self.path = path }

  /// Creates a sequencer for the kernel's device, /dev/snd/seq.
  public convenience init() { self.init(path: Self.place) }

  deinit { close() }

  /// Seconds of `Clock`.
  public var now: Double { Clock.seconds }

  /// Creates client, port and queue.
  /// - Throws: a problem with its cause, its place and its remedy.
  public func open() throws(Failure) {
    close()
    // Check access before ALSA does. ALSA would write its own line to standard error with each try.
    guard access(path, R_OK | W_OK) == 0 else { throw Self.explain(errno, path) }
    var handle: OpaquePointer?
    let code = snd_seq_open(&handle, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK)
    guard code >= 0, let handle else { throw Self.explain(-code, path) }
    sequencer = handle
    do throws(Failure) { try setUp(handle) } catch {
      close()
      throw error
    }
  }

  private func setUp(_ handle: OpaquePointer) throws(Failure) {
    func check(_ code: Int32, _ what: String) throws(Failure) {
      let why = String(cString: snd_strerror(code))
      if code < 0 { throw Failure("MIDI sequencer \(path): \(what) failed (\(why))", remedy: "restart the service") }
    }
    snd_seq_set_client_name(handle, MIDIStatus.client)
    let sizes = [snd_seq_set_client_pool_output(handle, Self.pool), snd_seq_set_client_pool_input(handle, Self.pool)]
    for code in sizes { try check(code, "reserving room") }
    try check(snd_seq_set_input_buffer_size(handle, Self.inputBuffer), "making room for input")
    let abilities =
      SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ | SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE | SND_SEQ_PORT_CAP_DUPLEX
    let kind = SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_SOFTWARE | SND_SEQ_PORT_TYPE_APPLICATION
    let port = snd_seq_create_simple_port(handle, MIDIStatus.port, UInt32(abilities), UInt32(kind))
    try check(port, "making the port")
    own = MIDIAddress(client: UInt8(truncatingIfNeeded: snd_seq_client_id(handle)), port: UInt8(truncatingIfNeeded: port))
    try check(snd_seq_connect_from(handle, port, SND_SEQ_CLIENT_SYSTEM, SND_SEQ_PORT_SYSTEM_ANNOUNCE), "watching ports that come and go")
    queue = snd_seq_alloc_named_queue(handle, MIDIStatus.client)
    try check(queue, "making the queue")
    var timer: OpaquePointer?
    snd_seq_queue_timer_malloc(&timer)
    defer { snd_seq_queue_timer_free(timer) }
    // A kernel that rejects this keeps its 1000 ticks.
    if snd_seq_get_queue_timer(handle, queue, timer) >= 0 {
      snd_seq_queue_timer_set_resolution(timer, Self.ticks)
      snd_seq_set_queue_timer(handle, queue, timer)
    }
  }

  /// Starts the queue at 0 or stops it. Returns 0 or -errno.
  public func run(_ isOn: Bool) -> Int {
    guard let sequencer, isOn != isRunning else { return 0 }
    let order = isOn ? SND_SEQ_EVENT_START : SND_SEQ_EVENT_STOP
    var code = snd_seq_control_queue(sequencer, queue, Int32(order.rawValue), 0, nil)
    if code >= 0 { code = snd_seq_drain_output(sequencer) }
    guard code >= 0 else { return Int(code) }
    isRunning = isOn
    measuredAt = -.infinity
    // The queue begins at 0.
    clock = QueueClock()
    return 0
  }

  /// Writes one message to the kernel's queue. Returns 0 or -errno.
  public func output(_ message: MIDIMessage, to port: MIDIAddress, at seconds: Double) -> Int {
    guard let sequencer else { return -Int(ENODEV) }
    follow()
    var event = message.event
    event.source.port = own.port
    event.dest = snd_seq_addr_t(client: port.client, port: port.port)
    event.queue = UInt8(truncatingIfNeeded: queue)
    event.flags = UInt8(SND_SEQ_TIME_STAMP_REAL | SND_SEQ_TIME_MODE_ABS)
    event.time.time = Self.time(clock.place(of: max(seconds, now)))
    return min(Int(snd_seq_event_output_direct(sequencer, &event)), 0)
  }

  /// Waits until all messages due by then have gone out. Adds a few ticks.
  public func finish(until seconds: Double) {
    guard sequencer != nil, isRunning else { return }
    Clock.sleep(until: Int64((max(seconds, now) + 0.005) * 1e9))
  }

  /// Waits for input, for `wake` or for the time to pass.
  public func wait(wake: Int32, milliseconds: Int32) {
    var places = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
    if let sequencer {
      var ours = pollfd()
      if snd_seq_poll_descriptors(sequencer, &ours, 1, Int16(POLLIN)) == 1 { places.append(ours) }
    }
    poll(&places, nfds_t(places.count), milliseconds)
  }

  /// Measures the queue's origin every quarter of a second. The queue counts the ticks of a timer and drifts from the
  /// clock.
  private func follow() {
    let before = Clock.seconds
    guard isRunning, before - measuredAt > 0.25, let sequencer else { return }
    var status: OpaquePointer?
    snd_seq_queue_status_malloc(&status)
    defer { snd_seq_queue_status_free(status) }
    var best = Double.infinity
    // The fastest of three measurements is the most exact.
    for _ in 0..<3 {
      let before = Clock.seconds
      guard snd_seq_get_queue_status(sequencer, queue, status) >= 0, let time = snd_seq_queue_status_get_real_time(status) else { return }
      let after = Clock.seconds
      guard after - before < best else { continue }
      best = after - before
      clock.origin = (before + after) / 2 - Double(time.pointee.tv_sec) - Double(time.pointee.tv_nsec) * 1e-9
    }
    measuredAt = before
  }

  private static func time(_ seconds: Double) -> snd_seq_real_time_t {
    let nanoseconds = Int64(max(seconds, 0) * 1e9)
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return snd_seq_real_time_t(tv_sec: UInt32(truncatingIfNeeded: whole), tv_nsec: UInt32(rest))
  }

  /// Closes the client.
  public func close() {
    if let sequencer { snd_seq_close(sequencer) }
    sequencer = nil
    isRunning = false
  }

  private static func explain(_ code: Int32, _ path: String) -> Failure {
    switch code {
    case ENOENT, ENODEV, ENXIO: Failure("there is no MIDI sequencer (\(path))", remedy: "load it with 'sudo modprobe snd-seq'")
    case EACCES, EPERM:
      Failure("no permission to open the MIDI sequencer (\(path))", remedy: "add the user to the group audio (sudo usermod -aG audio USER)")
    default:
      Failure(
        "the MIDI sequencer (\(path)) cannot be opened (\(String(cString: strerror(code))))",
        remedy: "'sudo modprobe -r snd-seq', then 'sudo modprobe snd-seq'")
    }
  }
}
