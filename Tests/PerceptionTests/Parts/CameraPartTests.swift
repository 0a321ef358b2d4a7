import Camera
import Foundation
import GestureFlowAPI
import Perception
import Realtime
import Settings
import TestSupport
import Testing

/// The camera as a component: reports about a missing camera, and components that work without it.
@Suite struct CameraPartTests {
  private func part(_ camera: CameraChoice, isAppliance: Bool, orientation: Frame.Orientation = .player) -> CameraPart {
    var settings = RunSettings()
    settings.camera = camera
    settings.isAppliance = isAppliance
    return CameraPart(settings, request: V4L2Camera.Request(), orientation: orientation, log: BootLog(quiet: true), workers: { { nil } }) {}
  }

  @Test func `the box waits for a camera and says what to do`() throws {
    let part = part(.v4l2("/dev/no-such-video"), isAppliance: true)
    try part.open()
    try part.start()
    defer { part.stop() }
    let remedy = "plug one in, or name another (gfctl config set camera.source v4l2:/dev/videoN)"
    #expect(part.condition == .lost(Failure("no camera at /dev/no-such-video", remedy: remedy)))
  }

  /// The part passes `camera.mirror` to the camera that it keeps looking for.
  @Test(arguments: [true, false])
  func `the camera that is waited for is read as configured`(mirror: Bool) throws {
    let part = part(.v4l2("/dev/no-such-video"), isAppliance: true, orientation: .camera(mirror: mirror))
    try part.open()
    defer { part.stop() }
    #expect((part.source as? V4L2Camera)?.orientation == (mirror ? .player : .mirroredByCamera))
  }

  @Test func `at the desk the performer plays instead`() throws {
    let part = part(.v4l2("/dev/no-such-video"), isAppliance: false)
    try part.open()
    try part.start()
    defer { part.stop() }
    #expect(part.condition == .running && part.summary == "virtual performer (demo)")
    #expect(waitUntil { (part.loop?.framesReceived ?? 0) > 2 })
  }

  @Test func `a file that is not a film is reported at once`() {
    #expect(throws: CameraError.film(path: "/nowhere/film.mp4", reason: "there is no such file")) {
      try part(.film("/nowhere/film.mp4"), isAppliance: true).open()
    }
  }

  /// Each attempt starts ffmpeg, so attempts must not continue once a second.
  @Test func `a file that is not a film is retried less and less often`() throws {
    try Places.withFolder { (folder: URL) throws in
      let film = folder.appendingPathComponent("f.mp4").path
      try Data("no film".utf8).write(to: URL(fileURLWithPath: film))
      let part = part(.film(film), isAppliance: true)
      #expect(throws: Failure.self) { try part.start() }
      #expect((1...8).map { part.patience.pause(after: $0) } == [0.5, 1, 2, 4, 8, 16, 30, 30])
    }
    #expect(part(.auto, isAppliance: true).patience == .device, "a camera that is plugged in is noticed at once")
  }

  @Test func `stopped it can be started again`() throws {
    let part = part(.performer("open"), isAppliance: true)
    for _ in 0..<2 {
      try part.open()
      try part.start()
      #expect(waitUntil { (part.loop?.framesReceived ?? 0) > 0 })
      part.stop()
      #expect(part.loop == nil && part.source == nil)
    }
  }
}
