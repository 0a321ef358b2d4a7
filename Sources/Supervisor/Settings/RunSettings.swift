import Foundation
import GestureFlowAPI
import Gestures
import HandTracking

/// What a run of the daemon was asked to do.
public struct RunSettings: Sendable {
  /// What it runs on; a double's in tests.
  package var board = Board.this
  /// Nil: as the configuration says.
  public var camera: CameraChoice?
  /// Nil: as the configuration says.
  public var sink: SinkChoice?
  /// Sound files, in order; empty: the library's music, or the built-in piece.
  public var play: [String] = []
  /// Ends after so many seconds; nil goes on until it is told to stop.
  public var seconds: Double?
  /// What is played at the start; nil: what was played last.
  public var mode: Mode?
  /// What an engineer tries on the workbench, where no licence is needed; nil: what was left, if a licence is there. Only gflab sets it, which no package brings,
  /// and an appliance does not heed it.
  public var workbenchTier: Tier?
  /// What licences are judged by.
  package var licences = LicenceSetup()
  /// Without clock and threads, for tests.
  public var freeRunning = false
  /// The box itself: it waits for a camera or a card that is missing, instead of taking the performer or a file.
  public var isAppliance = false
  /// File for the hands and controls of the session, a JSON line a frame; nil for none.
  public var record: String?
  /// File for everything that was measured; set, it also keeps every event and control value until the end.
  public var report: String?
  /// The landmark model.
  public var model = ModelChoice.Wish.auto
  /// 1...4; nil: as the configuration says.
  public var handsWish: Int?
  /// Hands that are followed at most in modes player and stems, 1...4.
  public var maxHands = 2
  /// Pictures a second that the camera is asked for; nil: what suits the board.
  package var cameraRate: Double?
  /// Where the models and their runtime are.
  public var models = ModelFolder.standard()
  /// Where the fall-back WAV file goes.
  public var fallbackWAV = "gestureflow.wav"
  /// Where state, index and imports are kept; nil keeps nothing.
  public var stateFolder: String?
  /// Why nothing can be kept there, as far as the start has found out.
  public var stateTrouble: PartFailure?
  /// Counts the starts that ended early; nil trusts everything that was kept.
  public var starts: StartCount?
  /// Asks for the machine's shutdown, when a person wants it.
  public var switchOff: @Sendable () throws(FileError) -> Void = {}
  /// Configuration files, the later over the earlier; empty: defaults only.
  public var configFiles: [String] = []
  /// The configuration file was named by the owner and must be there.
  public var configMustExist = false

  /// Everything as configured.
  public init() {}

  /// How much of what was kept this start may read.
  package var trust: StartCount.Trust { starts?.trust ?? .everything }

  /// A recorded session stands in for camera and tracker.
  package var isReplay: Bool { if case .replay = camera { true } else { false } }

  /// How this run's hands are read. The performer places its hands by the whole field of notes, whatever it has played.
  package func gestures(_ configuration: Configuration) -> GestureSettings {
    var gestures = configuration.gestures
    if case .performer = camera { gestures.reach = .full }
    return gestures
  }

  /// - Throws: `FileError` for a track that is not there.
  package func checkFiles() throws(FileError) {
    for path in play where !FileManager.default.fileExists(atPath: path) {
      throw FileError(path: path, reason: "there is no such file; --play takes sound files")
    }
  }

  /// Fills in what the command line left open.
  package mutating func adopt(_ configuration: Configuration, modelWasAsked: Bool) {
    // Both texts were checked when the configuration was read.
    if camera == nil { camera = try? CameraChoice(configuration.cameraSource) }
    if sink == nil, configuration.soundCard != "auto" { sink = SinkChoice(card: configuration.soundCard) }
    maxHands = handsWish ?? Int(configuration.trackerHands)
    cameraRate = configuration.cameraRate
    if !modelWasAsked { model = ModelChoice.Wish(rawValue: configuration.trackerModel) ?? .auto }
  }
}

extension BoardStatus {
  /// What the box took on its board when it started, and what is too much for it.
  package init(_ settings: RunSettings) {
    let defaults = BoardDefaults(settings.board)
    self.init(
      name: settings.board.name, megahertz: settings.board.megahertz, cameraRate: settings.cameraRate ?? Double(defaults.cameraRate),
      cameraRateReason: settings.cameraRate == nil ? defaults.reason : "asked for",
      searches: settings.model == .auto ? defaults.searches : nil,
      misfits: BoardFit(settings.board, rate: settings.cameraRate, model: settings.model, hands: settings.maxHands).misfits)
  }
}
