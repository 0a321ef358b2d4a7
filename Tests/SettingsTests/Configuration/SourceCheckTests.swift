import Foundation
import GestureFlowAPI
import Settings
import TestSupport
import Testing

/// Tests of cameras, cards and folders in the configuration. A bad value is reported with file, line, key and
/// allowed values.
@Suite struct SourceCheckTests {
  static let wrong: [(text: String, names: [String])] = [
    ("[camera]\nsource = \"film:/nope\"", ["camera.source", "film:/nope", "does not exist", "v4l2:/dev/videoN"]),
    ("[camera]\nsource = \"film:nope.mp4\"", ["camera.source", "absolute path"]),
    ("[camera]\nsource = \"film:\"", ["camera.source", "film:", "performer"]),
    ("[camera]\nsource = \"film:/tmp\"", ["camera.source", "not a file"]),
    ("[camera]\nsource = \"telescope\"", ["camera.source", "telescope", "\"auto\""]),
    ("[camera]\nsource = \"\"", ["camera.source", "\"auto\""]),
    ("[camera]\nsource = \"auto:\"", ["camera.source"]),
    ("[camera]\nsource = \"performer:juggling\"", ["camera.source", "the script 'juggling'", "demo"]),
    ("[camera]\nsource = \"libcamera:\"", ["camera.source", "after the colon"]),
    ("[camera]\nsource = \"libcamera:--help\"", ["camera.source", "--help", "cam --list"]),
    ("[camera]\nsource = \"libcamera:\(String(repeating: "x", count: 300))\"", ["camera.source", "256"]),
    ("[camera]\nsource = \"v4l2:video0\"", ["camera.source", "below /dev"]),
    ("[sound]\ncard = \"\"", ["sound.card", "empty", "/proc/asound/cards"]),
    ("[sound]\ncard = \"wav:/tmp/x.wav\"", ["sound.card", "wav:/tmp/x.wav"]),
    ("[sound]\ncard = \"alsa:Loopback\"", ["sound.card", "give only the id"]),
    ("[sound]\ncard = \"fifo:pipe\"", ["sound.card", "fifo:pipe", "absolute path"]),
    ("[sound]\ncard = \"fifo:\"", ["sound.card", "absolute path"]),
    ("[sound]\ncard = \"fifo:/tmp/\"", ["sound.card", "absolute path"]),
    ("[sound]\ncard = \"my card\"", ["sound.card", "my card"]),
    ("[stream]\nbus = \"unixexec:path=/bin/sh\"", ["stream.bus", "unix:path=/PATH"]),
    ("[stream]\nbus = \"unix:path=/none;unixexec:path=/bin/sh\"", ["stream.bus", "unix:path=/PATH"]),
    ("[stream]\nbus = \"unix:path=bus\"", ["stream.bus", "absolute path"]),
    ("[library]\nmount-root = \"\"", ["library.mount-root", "empty", "absolute"]),
    ("[library]\nmount-root = \"media\"", ["library.mount-root", "\"media\"", "absolute path"]),
    ("[library]\nfolders = [\"/srv/music\", \"~/music\"]", ["library.folders", "\"~/music\"", "absolute path"]),
    ("[library]\nfolders = [\"\"]", ["library.folders", "empty", "absolute"]),
  ]

  @Test func `nonsense is named with file line key and what is allowed`() throws {
    for (text, names) in Self.wrong {
      var configuration = Configuration()
      let errors = ConfigFile.apply(text, file: "/etc/x.toml", to: &configuration)
      let error = try #require(errors.first, "no complaint about: \(text)")
      #expect(configuration == Configuration() && error.line == 2 && error.file == "/etc/x.toml")
      for name in names { #expect("\(error)".contains(name), "\(error) does not name \(name)") }
    }
  }

  @Test func `a device that may be plugged in later is allowed`() throws {
    for text in [
      "[camera]\nsource = \"auto\"", "[camera]\nsource = \"v4l2:/dev/video7\"", "[camera]\nsource = \"performer\"",
      "[camera]\nsource = \"libcamera\"",
      "[camera]\nsource = \"libcamera:/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a\"",
      "[camera]\nsource = \"performer:pinch\"", "[camera]\nsource = \"film:/etc/passwd\"", "[sound]\ncard = \"auto\"",
      "[sound]\ncard = \"sndrpihifiberry\"", "[sound]\ncard = \"hw:1,0\"",
      "[library]\nmount-root = \"/mnt/sticks\"", "[library]\nfolders = []", "[library]\nfolders = [\"/not/there/yet\", \"/srv/music\"]",
      "[sound]\ncard = \"plughw:CARD=Device,DEV=0\"", "[sound]\ncard = \"fifo:/run/gestureflow/snapfifo\"",
    ] {
      var configuration = Configuration()
      #expect(ConfigFile.apply(text, file: "f", to: &configuration).isEmpty, "\(text)")
    }
  }
}
