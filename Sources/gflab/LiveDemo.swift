import ArgumentParser
import Camera
import GestureFlowAPI
import Lab
import Performer
import Realtime
import Supervisor

/// The performer before the whole box, by the clock: he waits in the wings until it is ready.
struct LiveDemo {
  let box: Box
  private let log = BootLog()
  private let performer: Prompted

  /// Seconds until the models are loaded, and what else is needed is there, at most.
  private static let patience = 60.0

  /// - Parameter rate: pictures a second of his camera.
  init(_ script: Choreography, _ settings: RunSettings, rate: Double) throws {
    performer = Prompted(VirtualPerformer(script, rate: rate, live: true, seconds: script.duration))
    box = try Box(settings, log: log, camera: performer)
  }

  /// Plays the script. - Parameters:
  ///   - needs: what must be there besides hand tracking, in words.
  ///   - isReady: whether it is.
  ///   - sheet: of pictures by the script's seconds.
  /// - Returns: what was measured. - Throws: where the box was not ready in time.
  func play(needs: String, sheet: ContactSheet?, isReady: (Status) -> Bool) throws -> Report {
    let signals = StopSignals { box.requestStop() }
    try box.start()
    let line = LiveLine()
    if line != nil { log.liveLineIsOn() }
    var sheet = sheet
    let waiting = Clock.seconds
    var begun: Double?
    box.wait {
      line?.show(box.status)
      if let begun, let performance = box.performance { sheet?.update(performance, at: Clock.seconds - begun) }
      guard begun == nil else { return }
      if box.performance != nil, isReady(box.status) {
        performer.begin()
        begun = Clock.seconds
      } else if Clock.seconds - waiting > Self.patience {
        box.requestStop()
      }
    }
    let result = box.report
    box.stop()
    line?.end()
    withExtendedLifetime(signals) {}
    try sheet?.write()
    guard begun != nil else {
      let reasons = result.status.problems.joined(separator: "; ")
      throw ValidationError("\(needs) were not ready after \(Int(Self.patience)) s: \(reasons)")
    }
    return result
  }
}
