import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Licensing

/// The settings of one run of the daemon.
public struct RunSettings: Sendable {
  /// The board of the run; a double in tests.
  package var board = Board.this
  /// The camera; nil uses the configuration.
  public var camera: CameraChoice?
  /// The sink; nil uses the configuration.
  public var sink: SinkChoice?
  /// Sound files, in order. Empty plays the library's music, or the built-in piece.
  public var play: [String] = []
  /// Length of the run in seconds; nil runs until it is stopped.
  public var seconds: Double?
  /// The mode at the start; nil restores the last one.
  public var mode: Mode?
  /// The tier for an engineer's test, which needs no licence. Nil restores the last tier if a licence is present.
  /// Only gflab, which is not part of any package, sets it. An appliance ignores it.
  public var workbenchTier: Tier?
  /// The setup that licences are checked with.
  package var licences = LicenceSetup()
  /// Whether the run has neither clock nor threads; for tests.
  public var freeRunning = false
  /// Whether this is the box itself. It waits for a missing camera or card, instead of using the performer or a file.
  public var isAppliance = false
  /// Output file for hands and controls, one JSON line per frame. Nil does not record.
  public var record: String?
  /// Output file for all measurements. If it is set, the run also keeps every event and control value until the end.
  public var report: String?
  /// The landmark model.
  public var model = ModelChoice.Request.auto
  /// Maximum number of hands, 1...4; nil uses the configuration.
  public var requestedHands: Int?
  /// Maximum number of hands followed in modes player and stems, 1...4.
  public var maxHands = 2
  /// Frames per second requested from the camera; nil uses the board's default.
  package var cameraRate: Double?
  /// Folder of the models and their runtime.
  public var models = ModelFolder.standard()
  /// Path of the fallback WAV file.
  public var fallbackWAV = "gestureflow.wav"
  /// Folder of state, index and imports; nil keeps nothing.
  public var stateFolder: String?
  /// Why the state folder cannot be written, as far as known.
  public var stateTrouble: Failure?
  /// Counts the starts that ended early; nil trusts all stored data.
  public var starts: StartCount?
  /// Requests the machine's shutdown, after a person asked for it.
  public var switchOff: @Sendable () throws(FileError) -> Void = {}
  /// Files that install an update from a stick. Nil on a machine without the firmware image.
  public var updates: UpdateFiles?
  /// Configuration files, where a later one overrides an earlier one. Empty uses the defaults only.
  public var configFiles: [String] = []
  /// Whether the owner named the configuration file, so that it must exist.
  public var configMustExist = false

  /// Creates settings that take everything from the configuration.
  public init() {}

  /// How much of the stored data this start may read.
  package var trust: StartCount.Trust { starts?.trust ?? .everything }

  /// Whether a recorded session replaces camera and tracker.
  package var isReplay: Bool { if case .replay = camera { true } else { false } }

  /// Returns the gesture settings of this run. The performer places its hands in the whole field of notes, so its
  /// reach is full.
  package func gestures(_ configuration: Configuration) -> GestureSettings {
    var gestures = configuration.gestures
    if case .performer = camera { gestures.reach = .full }
    return gestures
  }

  /// Checks that the tracks exist.
  /// - Throws: `FileError` for a track that is missing.
  package func checkFiles() throws(FileError) {
    for path in play where !FileManager.default.fileExists(atPath: path) {
      throw FileError(path: path, reason: "the file does not exist: name a sound file after --play")
    }
  }

  /// Fills in the settings that the command line left open.
  package mutating func adopt(_ configuration: Configuration, modelWasAsked: Bool) {
    // Both texts were checked when the configuration was read.
    if camera == nil { camera = try? CameraChoice(configuration.cameraSource) }
    if sink == nil, configuration.soundCard != "auto" { sink = SinkChoice(card: configuration.soundCard) }
    maxHands = requestedHands ?? Int(configuration.trackerHands)
    cameraRate = configuration.cameraRate
    if !modelWasAsked { model = ModelChoice.Request(rawValue: configuration.trackerModel) ?? .auto }
  }
}
