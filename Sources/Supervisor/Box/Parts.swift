import Camera
import GestureFlowAPI
import Library
import Sound
import Touch

/// The parts that can fail, each for itself.
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
  /// Which touch device plays. - Parameter isLive: none does in a free run.
  func touchChoice(isLive: Bool) -> TouchChoice { isLive ? TouchChoice(touchDevice) ?? .auto : .off }

  /// What is asked of a camera.
  package func cameraWish(on board: Board) -> V4L2Camera.Wish {
    var wish = V4L2Camera.Wish()
    wish.width = Int(cameraWidth)
    wish.height = Int(cameraHeight)
    wish.rate = Int(rate(on: board))
    wish.exposure = cameraExposure
    return wish
  }

  /// Where music comes from. - Parameter stateFolder: keeps the imports; without it nothing is imported.
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
  /// How the music begins: as it was left, with auto-pause as configured unless it was set over that.
  init(_ saved: SavedState, _ configuration: Configuration) {
    self.init()
    (speed, pitchCents, volume) = (saved.speed, saved.pitchCents, saved.volume)
    isPaused = saved.paused
    autoPause = saved.autoPause ?? configuration.autoPause
    mode = saved.mode
  }
}
