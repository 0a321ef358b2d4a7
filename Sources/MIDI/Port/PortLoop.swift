import GestureFlowAPI
import Glibc
import Notes

/// The work of the port's thread, one turn at a time. It reads the input, follows the ports that appear and
/// disappear, and sends the played notes. Only that thread may use it.
package final class PortLoop {
  /// Seconds between attempts to open the sequencer, and between regular port scans.
  private static let patience = 2.0
  /// Seconds without room after which the sequencer counts as hung.
  private static let longestStall = 1.0
  /// Largest plausible time from a frame to its note, in seconds. A longer one is not a time of `Clock`.
  private static let longestWay = 60.0
  /// Largest number of messages read in one turn. A flood must not keep notes from going out.
  private static let mostRead = 512
  /// Largest number of waiting messages. More means that the sequencer takes nothing.
  private static let mostWaiting = 8192

  private let device: any SequencerDevice
  private let shared: PortShared
  private let queue: InputQueue
  private let wake: Int32
  private var router: MIDIRouter
  private var settings: MIDISettings
  private var preferences = PortPreferences()
  private var held = HeldNotes()
  private var sensing = ActiveSensing()
  private var clock = ClockSource()
  private var report = PortShared.Report()
  private var nextTry = -Double.infinity
  private var nextLook = -Double.infinity
  private var stalledSince: Double?
  /// Whether there is more input than one turn reads.
  private var hasMore = false

  /// Creates the loop on the port's thread.
  /// - Parameters:
  ///   - wake: a file descriptor that becomes readable when the shared state has something.
  package init(_ device: any SequencerDevice, _ shared: PortShared, _ queue: InputQueue, wake: Int32) {
    self.device = device
    self.shared = shared
    self.queue = queue
    self.wake = wake
    settings = shared.settings
    router = MIDIRouter(settings)
  }

  /// Milliseconds that the thread may sleep before the next turn.
  package var pause: Int32 {
    if hasMore { return 0 }
    if !router.waiting.isEmpty { return 2 }
    if router.isBehind { return 5 }
    let next = min(report.isOpen ? nextLook : nextTry, sensing.due ?? .infinity)
    return Int32(min(max(next - device.now, 0), Self.patience) * 1000) + 1
  }

  /// Does all work that is pending now.
  package func turn() {
    takeSettings()
    if !report.isOpen { open() }
    read()
    // Unread input may belong to these ports.
    if !hasMore { for port in sensing.takeSilent(at: device.now) { held.lose(port) { end($0) } } }
    if report.isOpen, device.now >= nextLook { look() }
    for order in shared.takeOrders() { carryOut(order) }
    router.catchUp(now: device.now)
    send()
    shared.tell(report)
  }

  /// Waits until there is work.
  package func wait() { device.wait(wake: wake, milliseconds: pause) }

  /// Ends all notes. They have gone out when this returns, within 0.3 s.
  package func end() {
    for order in shared.takeOrders() { carryOut(order) }
    router.end(now: device.now)
    sendAll(within: 0.3)
    if report.isOpen { device.finish(until: router.lastTime) }
    // Keep the last problem for the report.
    shut(report.problem)
    shared.tell(report)
  }

  private func takeSettings() {
    let (new, wanted) = (shared.settings, shared.preferences)
    if new != settings {
      settings = new
      router.set(new, now: device.now)
    }
    if wanted != preferences {
      preferences = wanted
      nextLook = device.now
    }
  }

  private func carryOut(_ order: PortShared.Order) {
    switch order {
    case .play(let kind, let notes, let heardAt, let captureTime):
      router.play(kind, notes, heardAt: heardAt, captureTime: captureTime, now: device.now)
    case .send(let message, let time): router.send(message, at: time)
    case .panic: router.panic(now: device.now)
    }
  }

  private func open() {
    let now = device.now
    guard now >= nextTry else { return }
    nextTry = now + Self.patience
    do throws(Failure) {
      try device.open()
      (report.isOpen, report.problem) = (true, nil)
      nextLook = now
    } catch { report.problem = error.description }
  }

  /// Closes the sequencer, because it is gone or the loop ends.
  /// - Parameter problem: the reason.
  private func shut(_ problem: String?) {
    device.close()
    held.keep([]) { end($0) }
    sensing.keep([])
    router.forget(router.ports)
    (report.isOpen, report.problem, report.ports, stalledSince, hasMore) = (false, problem, [], nil, false)
    nextTry = device.now + Self.patience / 4
  }

  private func lose(_ code: Int) {
    let why = String(cString: strerror(Int32(-code)))
    shut("the MIDI sequencer is gone (\(why)): load it with 'sudo modprobe snd-seq'")
  }

  private func read() {
    var count = 0
    hasMore = false
    while report.isOpen {
      switch device.input() {
      case .nothing: return
      case .message(.activeSensing, let port): sensing.hear(port, isSensing: true, at: device.now)
      case .message(let message, let port):
        report.received += 1
        let now = device.now
        sensing.hear(port, isSensing: false, at: now)
        if let message = message.ofClock, !clock.takes(message, from: port, at: now) { break }
        held.hear(message, from: port) { queue.put(.message($0, at: now)) }
        queue.put(.message(message, at: now))
      case .systemExclusive(let bytes):
        report.received += 1
        sensing.hearAll(at: device.now)
        queue.put(.systemExclusive(bytes: bytes))
      case .reset(let port): held.lose(port) { end($0) }
      case .ignored: break
      case .changed: nextLook = device.now
      case .overrun:
        // The lost messages may include a note's end or a changed port.
        held.doubt { end($0) }
        sensing.hearAll(at: device.now)
        queue.put(.missed)
        nextLook = device.now
      case .failed(let code): return lose(code)
      }
      count += 1
      if count >= Self.mostRead {
        hasMore = true
        return
      }
    }
  }

  private func end(_ end: HeldNotes.End) {
    switch end {
    case .message(let message): queue.put(.message(message, at: device.now))
    case .rest(let channel, let controller): queue.put(.rest(channel: channel, controller: controller))
    }
  }

  /// Connects the requested ports and records the ports that receive notes.
  private func look() {
    let now = device.now
    nextLook = now + Self.patience
    guard var ports = device.ports() else { return }
    var hasChanged = false
    for port in ports {
      let isConnected = (!port.takes || port.hears) && (!port.gives || port.isHeard)
      if preferences.wants(port), !isConnected {
        // The port was connected before. It was disconnected since or plugged in again, so its sounding notes are
        // unknown.
        if router.ports.contains(port.address), !port.hears { device.finish(until: silence(port.address)) }
        guard report.isOpen else { return }
        hasChanged = device.connect(port) >= 0 || hasChanged
      } else if preferences.refuses(port), port.takes && port.hears || port.gives && port.isHeard {
        device.finish(until: silence(port.address))
        _ = device.disconnect(port)
        hasChanged = true
      }
    }
    if hasChanged, let newer = device.ports() { ports = newer }
    report.ports = ports
    // Only its own program can disconnect some ports. A refused port of this kind receives nothing.
    let hearers = ports.filter { $0.hears && !preferences.refuses($0) }.map(\.address)
    // Another program has disconnected the port. The synthesizer is still there, so end its notes.
    for port in router.ports where !hearers.contains(port) && ports.contains(where: { $0.address == port }) {
      device.finish(until: silence(port))
    }
    guard report.isOpen else { return }
    router.set(hearers, now: now)
    let heard = Set(ports.filter(\.isHeard).map(\.address))
    held.keep(heard) { end($0) }
    sensing.keep(heard)
    if device.run(!hearers.isEmpty) < 0 { return lose(-Int(EIO)) }
  }

  /// Ends all sound at a port, as far as the port responds.
  /// - Returns: the time at which the last message will have gone out.
  private func silence(_ port: MIDIAddress) -> Double {
    let time = router.leave(port, now: device.now)
    // If the kernel has no room, wait for it. The messages would be lost with the port.
    sendAll(within: 0.1)
    router.forget([port])
    return time
  }

  /// Records a note's latency from its frame to the output. The note goes out at its due time, or now if that has
  /// passed.
  private func time(_ sending: MIDIRouter.Sending) {
    guard sending.captureTime > 0, sending.message.asNote?.isOn == true else { return }
    let way = max(sending.time, device.now) - sending.captureTime
    if way < Self.longestWay { shared.noteLatency.record(Int64(way * 1e9)) }
  }

  /// Sends all waiting messages, and waits for room if necessary.
  /// - Parameter seconds: longest time to wait.
  private func sendAll(within seconds: Double) {
    let limit = device.now + seconds
    send()
    while report.isOpen, !router.waiting.isEmpty, device.now < limit {
      device.wait(wake: -1, milliseconds: 2)
      send()
    }
  }

  /// Sends waiting messages until the kernel has no room.
  private func send() {
    guard report.isOpen else { return router.waiting.removeAll() }
    var taken = 0
    var code = 0
    for sending in router.waiting {
      code = device.output(sending.message, to: sending.port, at: sending.time)
      if code < 0, code != -Int(ENOENT) { break }
      if code == 0 {
        report.sent += 1
        time(sending)
      }
      taken += 1
    }
    router.waiting.removeFirst(taken)
    // Waiting messages may also have been removed with their port.
    if taken > 0 || router.waiting.isEmpty { stalledSince = nil }
    guard code < 0, code != -Int(ENOENT) else { return }
    guard [EAGAIN, ENOMEM, EINTR].contains(Int32(-code)), router.waiting.count < Self.mostWaiting else { return lose(code) }
    let since = stalledSince ?? device.now
    stalledSince = since
    if device.now - since > Self.longestStall { lose(code) }
  }
}
