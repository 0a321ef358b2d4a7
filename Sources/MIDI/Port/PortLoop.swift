import GestureFlowAPI
import Glibc
import Notes

/// The work of the port's thread, a turn at a time: reads what comes, follows the ports that come and go, and sends what sources play. It is that thread's alone.
package final class PortLoop {
  /// Seconds between two tries to open the sequencer, and between two looks at the ports that no announcement asked for.
  private static let patience = 2.0
  /// A message that finds no room for so long means that the sequencer hangs.
  private static let longestStall = 1.0
  /// Seconds from a frame to its note that can be: what is more is no time of our clock.
  private static let longestWay = 60.0
  /// Messages read in one turn, so that a flood does not keep notes from going out.
  private static let mostRead = 512
  /// What waits at most; more can only be a sequencer that takes nothing.
  private static let mostWaiting = 8192

  private let device: any SequencerDevice
  private let desk: PortDesk
  private let queue: InputQueue
  private let wake: Int32
  private var router: MIDIRouter
  private var settings: MIDISettings
  private var wish = PortWish()
  private var held = HeldNotes()
  private var sensing = ActiveSensing()
  private var clock = ClockSource()
  private var report = PortDesk.Report()
  private var nextTry = -Double.infinity
  private var nextLook = -Double.infinity
  private var stalledSince: Double?
  /// There is more to read than one turn takes.
  private var hasMore = false

  /// - Parameters:
  ///   - wake: a file descriptor that becomes readable when the desk has something.
  package init(_ device: any SequencerDevice, _ desk: PortDesk, _ queue: InputQueue, wake: Int32) {
    self.device = device
    self.desk = desk
    self.queue = queue
    self.wake = wake
    settings = desk.settings
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

  /// One turn: whatever there is to do now.
  package func turn() {
    takeSettings()
    if !report.isOpen { open() }
    read()
    // What waits to be read may be theirs.
    if !hasMore { for port in sensing.takeSilent(at: device.now) { held.lose(port) { end($0) } } }
    if report.isOpen, device.now >= nextLook { look() }
    for order in desk.takeOrders() { carryOut(order) }
    router.catchUp(now: device.now)
    send()
    desk.tell(report)
  }

  /// Waits for something to do.
  package func wait() { device.wait(wake: wake, milliseconds: pause) }

  /// All notes end, and have gone out when this returns, within 0.3 s.
  package func end() {
    for order in desk.takeOrders() { carryOut(order) }
    router.end(now: device.now)
    sendAll(within: 0.3)
    if report.isOpen { device.finish(until: router.lastTime) }
    // What was wrong at the end is still to be told.
    shut(report.problem)
    desk.tell(report)
  }

  private func takeSettings() {
    let (new, wanted) = (desk.settings, desk.wish)
    if new != settings {
      settings = new
      router.set(new, now: device.now)
    }
    if wanted != wish {
      wish = wanted
      nextLook = device.now
    }
  }

  private func carryOut(_ order: PortDesk.Order) {
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
    do throws(SequencerProblem) {
      try device.open()
      (report.isOpen, report.problem) = (true, nil)
      nextLook = now
    } catch { report.problem = error.description }
  }

  /// The sequencer is gone, or given back. - Parameter problem: why.
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
    shut("the MIDI sequencer is gone (\(why)): it is looked for, and 'sudo modprobe snd-seq' brings it back")
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
        // An end may be among what is lost, and a port that has come or gone.
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

  /// Connects what is wanted, and takes note of who hears us.
  private func look() {
    let now = device.now
    nextLook = now + Self.patience
    guard var ports = device.ports() else { return }
    var hasChanged = false
    for port in ports {
      let isConnected = (!port.takes || port.hears) && (!port.gives || port.isHeard)
      if wish.wants(port), !isConnected {
        // It was connected, and has been taken off since, or plugged in again: nobody knows what sounds there.
        if router.ports.contains(port.address), !port.hears { device.finish(until: silence(port.address)) }
        guard report.isOpen else { return }
        hasChanged = device.connect(port) >= 0 || hasChanged
      } else if wish.refuses(port), port.takes && port.hears || port.gives && port.isHeard {
        device.finish(until: silence(port.address))
        _ = device.disconnect(port)
        hasChanged = true
      }
    }
    if hasChanged, let newer = device.ports() { ports = newer }
    report.ports = ports
    // Of what only its own program can disconnect, one that is to be left alone gets nothing.
    let hearers = ports.filter { $0.hears && !wish.refuses($0) }.map(\.address)
    // Somebody else has taken the cable off: the synthesizer is still there, and its notes end.
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

  /// Ends what sounds at a port, as far as it takes it. - Returns: when that will have gone out.
  private func silence(_ port: MIDIAddress) -> Double {
    let time = router.leave(port, now: device.now)
    // Where the kernel has no room for a moment they would be lost with the port.
    sendAll(within: 0.1)
    router.forget([port])
    return time
  }

  /// Counts a note's way from its frame to the wire, where it goes out at its moment or, if that has passed, now.
  private func time(_ sending: MIDIRouter.Sending) {
    guard sending.captureTime > 0, sending.message.asNote?.isOn == true else { return }
    let way = max(sending.time, device.now) - sending.captureTime
    if way < Self.longestWay { desk.noteLatency.record(Int64(way * 1e9)) }
  }

  /// Sends all that waits, and waits for room where there is none. - Parameter seconds: no longer than these.
  private func sendAll(within seconds: Double) {
    let limit = device.now + seconds
    send()
    while report.isOpen, !router.waiting.isEmpty, device.now < limit {
      device.wait(wake: -1, milliseconds: 2)
      send()
    }
  }

  /// Sends what waits, until the kernel has no room.
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
    // What waited may also have been forgotten with its port.
    if taken > 0 || router.waiting.isEmpty { stalledSince = nil }
    guard code < 0, code != -Int(ENOENT) else { return }
    guard [EAGAIN, ENOMEM, EINTR].contains(Int32(-code)), router.waiting.count < Self.mostWaiting else { return lose(code) }
    let since = stalledSince ?? device.now
    stalledSince = since
    if device.now - since > Self.longestStall { lose(code) }
  }
}
