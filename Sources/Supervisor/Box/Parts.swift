import Camera
import GestureFlowAPI
import Library
import Modes
import Perception
import Settings
import Sound
import Touch

/// The parts of the box, which fail independently of each other.
struct Parts: Sendable {
  let sound: SoundPart
  let library: LibraryPart
  let panel: PanelPart
  /// Nil in a free run.
  let midi: MIDIPart?
  /// Nil in a free run.
  let osc: OSCPart?
  /// Nil in a free run.
  let link: LinkPart?
  /// Nil in a free run.
  let stream: StreamPart?
  let touch: TouchPart
  let camera: CameraPart
  let tracker: TrackerPart
}

extension Configuration {
  /// Returns the touch device that plays.
  /// - Parameter isLive: false in a free run, which uses no touch device.
  func touchChoice(isLive: Bool) -> TouchChoice { isLive ? TouchChoice(touchDevice) ?? .auto : .off }

  /// Returns the sources of music.
  /// - Parameter stateFolder: keeps the imports; without it nothing is imported.
  func musicSettings(stateFolder: String?) -> MusicLibrary.Settings {
    var settings = MusicLibrary.Settings()
    settings.mountRoot = mountRoot
    settings.folders = folders
    settings.importFolder = stateFolder.map { $0 + "/imports" }
    settings.importsAlone = imports
    settings.measuresLoudness = loudness != LoudnessMode.off.rawValue
    return settings
  }
}

extension Controls.Values {
  /// Makes the values of the start from the saved ones. Auto-pause is as configured unless it was saved.
  init(_ saved: SavedState, _ configuration: Configuration) {
    self.init()
    (speed, pitchCents, volume) = (saved.speed, saved.pitchCents, saved.volume)
    isPaused = saved.paused
    autoPause = saved.autoPause ?? configuration.autoPause
    mode = saved.mode
  }
}
