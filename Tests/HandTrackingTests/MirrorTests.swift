import Camera
import Foundation
import GestureFlowAPI
import HandTracking
import Hands
import SyntheticHands
import Synchronization
import TestSupport
import Testing

/// Tests of mirroring. Left and right are the player's own, whether this program or the camera mirrors the frame.
@Suite(.serialized) struct MirrorTests {
  /// The performer's frames, drawn on demand. The cases share them.
  private final class DrawnFrames: Sendable {
    private let performer: VirtualPerformer
    private let drawn = Mutex<[Frame]>([])

    init(_ script: Choreography) { performer = VirtualPerformer(script, live: false, orientation: .asFilmed) }

    func frame(_ index: Int) -> Frame? {
      drawn.withLock { drawn in
        while drawn.count <= index, case .frame(let frame) = performer.next(timeout: 1) { drawn.append(frame) }
        return index < drawn.count ? drawn[index] : nil
      }
    }
  }

  private static let frames = Scripts.named("twohands").map { DrawnFrames($0) }

  /// A camera that films the virtual performer. It can mirror its frames itself, as many webcams can.
  private final class Booth: VideoDevice, Sendable {
    static let width = 640
    static let height = 480
    private let mirrorsItself: Bool
    private let state = Mutex(State())

    private struct State {
      var isReady = false
      var count: UInt32 = 0
      var frames: [SharedBytes] = []
      var seconds = 0.0
    }

    /// The time of the last frame. As a clock it makes frames take no time.
    var seconds: Double { state.withLock { $0.seconds } }

    init(mirrorsItself: Bool) { self.mirrorsItself = mirrorsItself }

    deinit { for frame in state.withLock({ $0.frames }) { UnsafeMutablePointer(mutating: frame.start).deallocate() } }

    func open(_ path: String) throws(SystemFailure) {}
    func describe() throws(SystemFailure) -> VideoDescription {
      VideoDescription(driver: "uvcvideo", card: "Booth", bus: "usb-1", capabilities: [.capture, .streaming])
    }
    func inputs() -> [VideoInput] { [VideoInput(name: "Camera 1", isCamera: true)] }
    func formats() -> [String] { ["YU12"] }
    func setFormat(_ fourcc: String, width: Int, height: Int, rate: Int) throws(SystemFailure) -> VideoFormat {
      VideoFormat(
        fourcc: "YU12", width: Self.width, height: Self.height, stride: Self.width, rate: 30)
    }
    func controls() -> [VideoControl] { [] }
    func set(_ control: UInt32, to value: Int) throws(SystemFailure) {}
    func start() throws(SystemFailure) {}
    func wait(milliseconds: Int) throws(SystemFailure) -> Bool {
      state.withLock { $0.isReady = true }
      return true
    }
    func requeue(_ frame: VideoFrame) throws(SystemFailure) {}
    func close() {}

    func dequeue() throws(SystemFailure) -> VideoFrame? {
      let next = state.withLock { state in
        defer { state.isReady = false }
        return state.isReady ? Int(state.count) : nil
      }
      guard let next, let frame = MirrorTests.frames?.frame(next), let chroma = frame.chroma else { return nil }
      let count = Self.width * Self.height * 3 / 2
      let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
      var at = 0
      for (plane, width, height) in [
        (frame.luma, Self.width, Self.height), (chroma.u, Self.width / 2, Self.height / 2), (chroma.v, Self.width / 2, Self.height / 2),
      ] {
        for y in 0..<height {
          for x in 0..<width {
            memory[at] = plane.start[y * plane.stride + (mirrorsItself ? width - 1 - x : x)]
            at += 1
          }
        }
      }
      let bytes = SharedBytes(memory)
      let number = state.withLock { state in
        state.frames.append(bytes)
        state.count += 1
        state.seconds = frame.time
        return state.count
      }
      return VideoFrame(index: 0, sequence: number, bytes: bytes, count: count, time: frame.time)
    }
  }

  /// `camera.mirror` is set when the camera does not mirror its frames.
  @Test(arguments: [(false, true), (true, false)])
  func `the hands are the players own`(mirrorsItself: Bool, mirrorKey: Bool) throws {
    let script = try #require(Scripts.named("twohands"))
    let booth = Booth(mirrorsItself: mirrorsItself)
    let camera = V4L2Camera("/dev/double", orientation: .camera(mirror: mirrorKey), device: booth, clock: { booth.seconds })
    let mirror = VirtualPerformer(script, width: Booth.width, height: Booth.height, live: false)
    let tracker = try HandTracker(TrackerModels(.standard(), size: .int8), maxHands: 2)
    var seen = 0
    var right = 0
    var near = 0
    for index in 0..<90 {
      guard case .frame(let frame) = camera.next(timeout: 0) else { Issue.record("no frame"); return }
      let hands = try tracker.process(frame).hands
      // A hand's side is locked from the fifth frame on. Skip the first second.
      guard index >= 30 else { continue }
      for truth in mirror.truth(of: index) where truth.visible > 0.99 {
        seen += 1
        let nearest = hands.min { abs($0.landmarks[9].x - truth.landmarks[9].x) < abs($1.landmarks[9].x - truth.landmarks[9].x) }
        guard let nearest, abs(nearest.landmarks[9].x - truth.landmarks[9].x) < 0.05 else { continue }
        near += 1
        if nearest.handedness == truth.handedness { right += 1 }
      }
    }
    #expect(seen > 30 && near >= seen * 9 / 10, "\(near) of \(seen) hands where the mirror shows them")
    #expect(right >= near * 97 / 100, "\(right) of \(near) on the player's own side")
  }
}
