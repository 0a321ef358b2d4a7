import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Settings
import TestSupport
import Testing

/// The command line overrides the configuration.
@Suite struct RunSettingsTests {
  private func configuration(_ change: (inout Configuration) -> Void) -> Configuration {
    var configuration = Configuration()
    change(&configuration)
    return configuration
  }

  /// A configuration with a value for every setting.
  private var full: Configuration {
    configuration {
      $0.cameraSource = "performer:pinch"
      $0.soundCard = "DAC"
      $0.trackerHands = 1
      $0.trackerModel = "lite"
    }
  }

  @Test func `the configuration fills in options missing on the command line`() {
    var settings = RunSettings()
    settings.adopt(full, modelWasAsked: false)
    #expect(settings.camera == .performer("pinch") && settings.sink == .alsa("DAC"))
    #expect(settings.maxHands == 1 && settings.model == .lite)
  }

  /// The synthetic hands use the whole note field for their positions. The notes of the last minute do not
  /// matter.
  @Test func `the performer's notes lie in the whole field`() {
    var settings = RunSettings()
    #expect(settings.gestures(Configuration()).reach == .auto)
    settings.camera = .performer("notedemo")
    #expect(settings.gestures(Configuration()).reach == .full)
    settings.camera = .film("x.mp4")
    #expect(settings.gestures(configuration { $0.reach = "full" }).reach == .full)
  }

  @Test func `a card may be a pipe`() {
    var settings = RunSettings()
    settings.adopt(configuration { $0.soundCard = "fifo:/run/gestureflow/snapfifo" }, modelWasAsked: false)
    #expect(settings.sink == .fifo("/run/gestureflow/snapfifo"))
  }

  @Test func `options of the command line win`() {
    var settings = RunSettings()
    settings.camera = .film("/a.mp4")
    settings.sink = .null
    settings.requestedHands = 2
    settings.model = .int8
    settings.adopt(full, modelWasAsked: true)
    #expect(settings.camera == .film("/a.mp4") && settings.sink == .null && settings.maxHands == 2 && settings.model == .int8)
  }

  @Test func `with nothing said the camera is looked for and the card is any card`() {
    var settings = RunSettings()
    settings.adopt(Configuration(), modelWasAsked: false)
    #expect(settings.camera == .auto && settings.sink == nil && settings.maxHands == 2 && settings.model == .auto)
  }

  @Test func `a track that is not there is named`() throws {
    try Places.withFolder { (folder: URL) throws in
      let there = folder.appendingPathComponent("a.wav").path
      try Data("x".utf8).write(to: URL(fileURLWithPath: there))
      var settings = RunSettings()
      #expect(throws: Never.self) { try settings.checkFiles() }
      settings.play = [there]
      #expect(throws: Never.self) { try settings.checkFiles() }
      settings.play = [there, folder.path + "/none.wav"]
      let error = #expect(throws: FileError.self) { try settings.checkFiles() }
      #expect(error?.description.contains("/none.wav") == true && error?.description.contains("--play") == true)
    }
  }
}
