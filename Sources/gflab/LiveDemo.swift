import ArgumentParser
import Camera
import GestureFlowAPI
import Lab
import Settings
import SyntheticHands
import Realtime
import Supervisor

/// The performer before the whole box, by the clock.
/// It waits until the box is ready, and prints the guided start as it is played.
struct LiveDemo {
  let box: Box
  private let log = BootLog()
  private let performer: Prompted
  private let guide: GuidedStart

  /// Longest wait for the models and the other requirements, in seconds.
  private static let patience = 60.0

  /// Creates the box with the performer as its camera.
  /// - Parameter rate: frames a second of the performer's camera.
  init(_ script: Choreography, _ settings: RunSettings, rate: Double) throws {
    performer = Prompted(VirtualPerformer(script, rate: rate, live: true, seconds: script.duration))
    box = try Box(settings, log: log, camera: performer)
    let language = VoiceLanguage(rawValue: box.config.configuration.voiceLanguage) ?? .en
    let mode = settings.mode ?? .player
    guide = mode == .player ? .tour(language) : .call(of: mode, language)
  }

  /// Plays the script.
  /// - Parameters:
  ///   - needs: the requirements besides hand tracking, in words.
  ///   - isReady: whether they are met.
  ///   - sheet: receives frames by the script's seconds.
  /// - Returns: the report of the run.
  /// - Throws: an error if the box was not ready in time.
  func play(needs: String, sheet: ContactSheet?, isReady: (Status) -> Bool) throws -> Report {
    let signals = StopSignals { [box] in box.requestStop() }
    try box.start()
    let line = LiveLine()
    if line != nil { log.liveLineIsOn() }
    var sheet = sheet
    var guide = guide
    let waiting = Clock.seconds
    var begun: Double?
    box.wait {
      line?.show(box.status)
      if let begun, let pipeline = box.pipeline { sheet?.update(pipeline, at: Clock.seconds - begun) }
      if begun != nil, !guide.isOver, let text = guide.line(box.status) { log.tell(text) }
      guard begun == nil else { return }
      if box.pipeline != nil, isReady(box.status) {
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
