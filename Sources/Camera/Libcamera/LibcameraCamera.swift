import Foundation
import Realtime
import Synchronization

/// A camera that only libcamera can read: one on the ribbon cable of a Raspberry Pi. Its pictures come from a child program with the sensor's time; it survives
/// what a `V4L2Camera` does, and is opened again in the same way.
public final class LibcameraCamera: CameraSource {
  /// The word behind `libcamera:` that says which one; nil for the first.
  public let wanted: String?
  /// How its pictures lie and how they are to be read.
  package let orientation: Frame.Orientation
  private let clock: @Sendable () -> Double
  private let nodes: @Sendable () -> [String]
  private let facts = CameraFacts()
  /// The camera thread's own, as a `V4L2Camera` has it.
  private let thread: Mutex<OnThread>

  private struct OnThread {
    var capture: LibcameraCapture
    var nextTry = 0.0
    /// The device files just before its program was started last.
    var nodesAtOpen: [String]?
    /// The device files when there was no camera: while they are the same, there is hardly one now.
    var nodesWithout: [String]?
    var isClosed = false
  }

  /// Seconds between two tries: each costs a process.
  private static let retry = 2.0
  /// Seconds until a list that had no camera is asked for again although no device file has come or gone.
  private static let relist = 20.0
  /// Seconds between two looks at the device files.
  private static let look = 0.5

  /// - Parameters:
  ///   - wanted: a camera's id, its sensor's name or a part of its id; nil for the first.
  ///   - wish: what is asked of it; of the exposure only whether it shall be short.
  ///   - orientation: whether its pictures are to be mirrored.
  public convenience init(_ wanted: String?, wish: V4L2Camera.Wish = .init(), orientation: Frame.Orientation = .player) {
    self.init(wanted, wish: wish, orientation: orientation) { LibcameraTool.installed() }
  }

  package init(
    _ wanted: String?, wish: V4L2Camera.Wish = .init(), orientation: Frame.Orientation = .player,
    nodes: @escaping @Sendable () -> [String] = LibcameraCamera.deviceFiles, clock: @escaping @Sendable () -> Double = { Clock.seconds },
    tool: @escaping @Sendable () -> LibcameraTool?
  ) {
    self.wanted = wanted
    self.orientation = orientation
    self.clock = clock
    self.nodes = nodes
    thread = Mutex(
      OnThread(
        capture: LibcameraCapture(wanted: wanted, wish: wish, orientation: orientation, tool: tool, clock: clock, facts: facts)))
  }

  /// The devices that libcamera looks at.
  package static func deviceFiles() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    return names.filter { $0.hasPrefix("video") || $0.hasPrefix("media") || $0.hasPrefix("v4l-subdev") }.sorted()
  }

  /// The sensor's name and libcamera's name of the camera, once pictures come.
  public var name: String { facts.card.isEmpty ? wanted.map { "libcamera:\($0)" } ?? "libcamera" : "\(facts.card) (\(facts.path))" }
  /// Frames that were replaced by newer ones, lost in the driver or refused.
  public var dropped: Int { facts.dropped }
  /// Pictures that came damaged, of both kinds.
  public var damage: FrameDamage { facts.damage }
  /// It is a device.
  public var isDevice: Bool { true }
  /// What the camera delivers, once pictures come.
  public var format: VideoFormat? { facts.format }

  /// Finds the camera and starts its program. Not needed before `next`, but says what is wrong; waits for libcamera's list, 10 s at most.
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

  /// Starts its program's list of cameras, or says that there is no such program.
  public func begin() throws(CameraError) -> Bool {
    try thread.withLock { state throws(CameraError) in
      state.nodesAtOpen = nodes()
      try state.capture.open()
    }
    return false
  }

  /// The newest picture; opens the camera when it is not open.
  public func next(timeout: Double) -> FrameEvent {
    thread.withLock { state in
      if state.isClosed { return .ended }
      do throws(CameraError) {
        if !state.capture.isOpen {
          guard mayOpen(&state) else {
            usleep(UInt32(min(max(timeout, 0), Self.look) * 1e6))
            return .nothing
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
          // What has come since then may have come too late for the list.
          state.nodesWithout = state.nodesAtOpen ?? nodes()
        }
        return .lost(error)
      }
    }
  }

  /// A try would be made now, or is being made.
  package var isDue: Bool { thread.withLock { $0.capture.isOpen || mayOpen(&$0) } }

  private func mayOpen(_ state: inout OnThread) -> Bool {
    if let without = state.nodesWithout, nodes() != without {
      // They come one after the other; the last one must be there.
      state.nodesWithout = nil
      state.nextTry = min(state.nextTry, clock() + Self.look)
    }
    return clock() >= state.nextTry
  }

  /// Ends it and its program; waits for a picture that is being waited for.
  public func close() {
    thread.withLock { state in
      state.isClosed = true
      state.capture.close()
    }
  }
}
