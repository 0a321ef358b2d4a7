import Foundation
import Realtime
import Synchronization

/// A camera that only libcamera can read. It is on the ribbon cable of a Raspberry Pi. A child program delivers its
/// frames with the sensor's time.
/// It survives the same faults as a `V4L2Camera`, and is reopened in the same way.
public final class LibcameraCamera: CameraSource {
  /// The camera's name after `libcamera:`; nil for the first.
  public let wanted: String?
  /// How its frames are stored and how to read them.
  package let orientation: Frame.Orientation
  private let clock: @Sendable () -> Double
  private let nodes: @Sendable () -> [String]
  private let facts = CameraFacts()
  /// State of the camera thread, as in `V4L2Camera`.
  private let thread: Mutex<OnThread>
  /// Wakes a `next` that waits for the time of the next try.
  private let closing = ClosingSignal()

  private struct OnThread {
    var capture: LibcameraCapture
    var nextTry = 0.0
    /// The device files just before the last start of its program.
    var nodesAtOpen: [String]?
    /// The device files when there was no camera. While they stay the same, a new try is hardly useful.
    var nodesWithout: [String]?
    var isClosed = false
  }

  /// Seconds between two tries: each try starts a process.
  private static let retry = 2.0
  /// Seconds until a list without a camera is requested again. It applies when the device files have not changed.
  private static let relist = 20.0
  /// Seconds between two checks of the device files.
  private static let look = 0.5

  /// - Parameters:
  ///   - wanted: a camera's id, its sensor's name or a part of its id; nil for the first.
  ///   - request: the requested settings; of the exposure only whether it is short.
  ///   - orientation: whether its frames are to be mirrored.
  public convenience init(_ wanted: String?, request: V4L2Camera.Request = .init(), orientation: Frame.Orientation = .player) {
    self.init(wanted, request: request, orientation: orientation) { LibcameraProgram.installed() }
  }

  package init(
    _ wanted: String?, request: V4L2Camera.Request = .init(), orientation: Frame.Orientation = .player,
    nodes: @escaping @Sendable () -> [String] = LibcameraCamera.deviceFiles, clock: @escaping @Sendable () -> Double = { Clock.seconds },
    tool: @escaping @Sendable () -> LibcameraProgram?
  ) {
    self.wanted = wanted
    self.orientation = orientation
    self.clock = clock
    self.nodes = nodes
    thread = Mutex(
      OnThread(
        capture: LibcameraCapture(wanted: wanted, request: request, orientation: orientation, tool: tool, clock: clock, facts: facts)))
  }

  /// Returns the device files that libcamera uses.
  package static func deviceFiles() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    return names.filter { $0.hasPrefix("video") || $0.hasPrefix("media") || $0.hasPrefix("v4l-subdev") }.sorted()
  }

  /// The sensor's name and libcamera's camera id, once frames come.
  public var name: String { facts.card.isEmpty ? wanted.map { "libcamera:\($0)" } ?? "libcamera" : "\(facts.card) (\(facts.path))" }
  /// Number of frames that were replaced, lost in the driver or rejected.
  public var dropped: Int { facts.dropped }
  /// Damaged frames, of both kinds.
  public var damage: FrameDamage { facts.damage }
  /// Always true: a camera is a device.
  public var isDevice: Bool { true }
  /// The format of the frames, once frames come.
  public var format: VideoFormat? { facts.format }

  /// Finds the camera, starts its program and reports faults; optional before `next`. It waits for libcamera's list, at
  /// most 10 s.
  public func open() throws(CameraError) {
    try thread.withLock { state throws(CameraError) in
      do throws(CameraError) {
        try state.capture.open()
        while !state.capture.isCapturing { _ = try state.capture.next(timeout: 0.1) }
      } catch {
        state.capture.close()
        throw error
      }
    }
  }

  /// Starts the program's list of cameras. Throws if the program is not installed.
  public func begin() throws(CameraError) -> Bool {
    try thread.withLock { state throws(CameraError) in
      state.nodesAtOpen = nodes()
      try state.capture.open()
    }
    return false
  }

  /// Returns the newest frame; opens the camera if needed.
  public func next(timeout: Double) -> FrameEvent {
    thread.withLock { state in
      if state.isClosed { return .ended }
      do throws(CameraError) {
        if !state.capture.isOpen {
          guard mayOpen(&state) else {
            return closing.wait(upTo: min(max(timeout, 0), Self.look)) ? .ended : .nothing
          }
          state.nodesAtOpen = nodes()
          try state.capture.open()
        }
        return try state.capture.next(timeout: timeout)
      } catch {
        state.capture.close()
        state.nextTry = clock() + Self.retry
        state.nodesWithout = nil
        if case .notListed = error {
          state.nextTry = clock() + Self.relist
          // Devices that came since then may be missing from the list.
          state.nodesWithout = state.nodesAtOpen ?? nodes()
        }
        return .lost(error)
      }
    }
  }

  /// Whether a try is due or in progress.
  package var isDue: Bool { thread.withLock { $0.capture.isOpen || mayOpen(&$0) } }

  private func mayOpen(_ state: inout OnThread) -> Bool {
    if let without = state.nodesWithout, nodes() != without {
      // Device files appear one after the other; wait for the last one.
      state.nodesWithout = nil
      state.nextTry = min(state.nextTry, clock() + Self.look)
    }
    return clock() >= state.nextTry
  }

  /// Closes the camera and its program. It waits until a running `next` returns.
  public func close() {
    closing.signal()
    thread.withLock { state in
      state.isClosed = true
      state.capture.close()
    }
  }
}
