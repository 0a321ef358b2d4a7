import Camera
import Foundation
import GestureFlowAPI
import Synchronization

/// A video device that fails, lies and stalls on demand, by call number or by its reports.
final class FakeDevice: VideoDevice, Sendable {
  /// Reports and behaviour of the device. A test changes them between two calls.
  struct Script: Sendable {
    var fourcc = "GREY"
    var width = 64
    var height = 48
    /// Granted bytes of a row; nil for the minimum.
    var stride: Int?
    var frame: [UInt8] = []
    /// Listed formats; nil for the granted one.
    var formats: [String]?
    var driver = "uvcvideo"
    var card = "Double"
    var bus = "usb-0000:01:00.0-1"
    var capabilities: VideoDescription.Capabilities = [.capture, .streaming]
    var inputs = [VideoInput(name: "Camera 1", isCamera: true)]
    var controls: [VideoControl] = []
    /// Rejected controls and values, as "id=value".
    var refusedControls: Set<String> = []
    /// Errno value of the n-th call of a step, n from 1; 0 applies to every call.
    var faults: [String: [Int: Int32]] = [:]
    /// Number of later opens that fail because it is unplugged.
    var absentOpens = 0
    /// Number of frames ready at each wait.
    var ready = 1
    /// Whether it reports ready without a frame.
    var pretendsReady = false
    /// Brightness of a grey frame under automatic exposure and under a fixed one; nil delivers `frame`.
    var light: (automatic: UInt8, fixed: UInt8)?
    /// Changes per path, for `auto`.
    var byPath: [String: @Sendable (inout Script) -> Void] = [:]
    /// Seconds between two frames.
    var interval = 1.0 / 30
    /// Seconds by which the time of the frame with this count is wrong.
    var wrongTimes: [UInt32: Double] = [:]
    /// Time of the frame with a count, instead of the above. A nil result means that the driver gives none.
    var stamp: (@Sendable (UInt32) -> Double?)?
    /// Step of its frame counter, which wraps around.
    var countsBy: UInt32 = 1
  }

  private struct State {
    var script: Script
    var now: Script
    var calls: [String: Int] = [:]
    var queued = Set<UInt32>(0..<4)
    var sequence: UInt32 = 0
    var left = 0
    var settings: [UInt32: Int] = [:]
    var asked: [String] = []
    var opened: [String] = []
  }

  private let state: Mutex<State>
  /// Storage of frames; one thread uses the device.
  private let storage: Mutex<[SharedBytes]> = Mutex([])

  init(_ script: Script) { state = Mutex(State(script: script, now: script)) }

  convenience init(_ fourcc: String, frame: [UInt8], change: (inout Script) -> Void = { _ in }) {
    var script = Script()
    script.fourcc = fourcc
    script.frame = frame
    change(&script)
    self.init(script)
  }

  deinit { for bytes in storage.withLock({ $0 }) { UnsafeMutablePointer(mutating: bytes.start).deallocate() } }

  /// Changes its behaviour from now on.
  func change(_ body: (inout Script) -> Void) {
    state.withLock {
      body(&$0.script)
      body(&$0.now)
    }
  }

  func calls(of step: String) -> Int { state.withLock { $0.calls[step] ?? 0 } }
  var queued: Int { state.withLock { $0.queued.count } }
  /// The last settings of the controls.
  var settings: [UInt32: Int] { state.withLock { $0.settings } }
  /// The requested formats, in order.
  var asked: [String] { state.withLock { $0.asked } }
  var opened: [String] { state.withLock { $0.opened } }
  /// True time of the last frame, in seconds from its count. On this clock frames take no time.
  var seconds: Double { state.withLock { Double($0.sequence) * $0.now.interval } }

  private func call(_ step: String) throws(SystemFailure) {
    let fault: Int32? = state.withLock { state in
      let n = (state.calls[step] ?? 0) + 1
      state.calls[step] = n
      return state.now.faults[step]?[n] ?? state.now.faults[step]?[0]
    }
    if let fault { throw SystemFailure(fault, step) }
  }

  func open(_ path: String) throws(SystemFailure) {
    state.withLock { state in
      state.opened.append(path)
      state.now = state.script
      state.script.byPath[path]?(&state.now)
    }
    try call("open")
    let isAbsent = state.withLock { state in
      state.queued = Set(0..<4)
      guard state.calls["open"] ?? 0 > 1, state.script.absentOpens > 0 else { return false }
      state.script.absentOpens -= 1
      return true
    }
    if isAbsent { throw SystemFailure(ENOENT, "open") }
  }

  func describe() throws(SystemFailure) -> VideoDescription {
    try call("describe")
    return state.withLock {
      VideoDescription(driver: $0.now.driver, card: $0.now.card, bus: $0.now.bus, capabilities: $0.now.capabilities)
    }
  }

  func inputs() -> [VideoInput] { state.withLock { $0.now.inputs } }
  func formats() -> [String] { state.withLock { $0.now.formats ?? [$0.now.fourcc] } }

  func setFormat(_ fourcc: String, width: Int, height: Int, rate: Int) throws(SystemFailure) -> VideoFormat {
    state.withLock { $0.asked.append(fourcc) }
    try call("set format")
    return state.withLock { state in
      let script = state.now
      let least = script.fourcc == "YUYV" ? script.width * 2 : script.fourcc == "BGR3" ? script.width * 3 : script.width
      return VideoFormat(
        fourcc: script.fourcc, width: script.width, height: script.height, stride: script.stride ?? least, rate: 30)
    }
  }

  func controls() -> [VideoControl] { state.withLock { $0.now.controls } }

  func set(_ control: UInt32, to value: Int) throws(SystemFailure) {
    try call("set control")
    let isRefused = state.withLock { state in
      if state.now.refusedControls.contains("\(control)=\(value)") || !state.now.controls.contains(where: { $0.id == control }) {
        return true
      }
      state.settings[control] = value
      return false
    }
    if isRefused { throw SystemFailure(EINVAL, "set control") }
  }

  func start() throws(SystemFailure) {
    try call("map")
    try call("start")
  }

  func wait(milliseconds: Int) throws(SystemFailure) -> Bool {
    try call("wait")
    return state.withLock { state in
      state.left = state.now.ready
      return state.now.ready > 0 || state.now.pretendsReady
    }
  }

  func dequeue() throws(SystemFailure) -> VideoFrame? {
    let next: (index: UInt32, sequence: UInt32, frame: [UInt8], time: Double?)? = state.withLock { state in
      guard state.left > 0, let index = state.queued.first else { return nil }
      state.left -= 1
      state.queued.remove(index)
      state.sequence &+= state.now.countsBy
      var frame = state.now.frame
      if let light = state.now.light {
        let isFixed = state.settings[Self.exposureAuto] == 1
        frame = [UInt8](repeating: isFixed ? light.fixed : light.automatic, count: frame.count)
      }
      let right = Double(state.sequence) * state.now.interval + state.now.wrongTimes[state.sequence, default: 0]
      let time: Double? = if let stamp = state.now.stamp { stamp(state.sequence) } else { right }
      return (index, state.sequence, frame, time)
    }
    guard let next else { return nil }
    do throws(SystemFailure) { try call("dequeue") } catch {
      state.withLock { _ = $0.queued.insert(next.index) }
      throw error
    }
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(next.frame.count, 1))
    for (at, byte) in next.frame.enumerated() { memory[at] = byte }
    let bytes = SharedBytes(memory)
    storage.withLock { $0.append(bytes) }
    return VideoFrame(
      index: next.index, sequence: next.sequence, bytes: next.frame.isEmpty ? nil : bytes, count: next.frame.count,
      time: next.time)
  }

  func requeue(_ frame: VideoFrame) throws(SystemFailure) {
    try call("requeue")
    state.withLock { _ = $0.queued.insert(frame.index) }
  }

  func close() { state.withLock { $0.calls["close", default: 0] += 1 } }

  static let exposureAuto: UInt32 = 0x009a_0901
  static let exposureTime: UInt32 = 0x009a_0902
  static let exposurePriority: UInt32 = 0x009a_0903
  /// The controls of a webcam.
  static let webcamControls = [
    VideoControl(id: exposureAuto, name: "Auto Exposure", range: 0...3),
    VideoControl(id: exposureTime, name: "Exposure Time, Absolute", range: 3...2047),
    VideoControl(id: exposurePriority, name: "Exposure, Dynamic Framerate", range: 0...1),
  ]
}

/// A clock that a test sets.
final class TestClock: Sendable {
  private let now = Mutex(100.0)
  var seconds: Double { now.withLock { $0 } }
  func advance(_ seconds: Double) { now.withLock { $0 += seconds } }
}
