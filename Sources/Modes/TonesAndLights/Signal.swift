import Foundation
import GestureFlowAPI
import Panel

/// Events that the box reports by a tone or a light.
///
/// The only table of tones and lights. docs/owner/signals.md and problems.md show it (`gflab signals`).
package enum Signal: String, Sendable, CaseIterable {
  case ready, incomplete, needsHelp
  case refused
  case playerMode, stemsMode, instrumentMode, thereminMode, streamMode
  case tierPro, tierFree
  case settingOn, settingOff, settingNext
  case pageCode
  case sceneAwaited, sceneLoaded
  case engaged, released, snapped, channelSelected, mute, solo, skip
  case trackChanged, beat, xrun
  case cameraLost, cameraBack, cardLost, cardBack
  case stickTaken, stickEmpty, stickImport, stickUnreadable, stickGone
  case updateOffered, updateInstalled, updateFailed
  case tooDark, tooBright, backlit, covered, blurred, frameGood
  case misplaced, wellPlaced
  case testBegins, testPassed, testFailed

  /// The row of the event.
  package var row: Row {
    switch self {
    case .ready: Row(.start, "the box is ready", tone("E5 B5", 0.22, 0.35), shows(.on, .status))
    case .incomplete: Row(.start, "the box is ready, something is missing", tone("E5 E5", 0.22, 0.35), shows(.fastBlink, .status))
    case .needsHelp: Row(.start, "the box needs help", tone("E5 A4", 0.22, 0.35), shows(.fastBlink, .status))
    // The second note begins when the first has died away, so that the tone is no louder than one note.
    case .refused: Row(.refusal, "refused", tone("C3 C3", 0.18, 0.16), flash(.refused, .status))

    case .playerMode: Row(.mode, "mode player", tone("A4 D5", 0.13, 0.22), shows(.on, .player))
    case .stemsMode: Row(.mode, "mode stems", tone("A4 A5", 0.13, 0.22), shows(.on, .stems))
    case .instrumentMode: Row(.mode, "mode instrument", tone("A4 E4", 0.13, 0.22), shows(.on, .instrument))
    case .thereminMode: Row(.mode, "mode theremin", tone("A4 A3", 0.13, 0.22), shows(.slowBlink, .instrument))
    case .streamMode: Row(.mode, "mode stream", tone("A4 F#5", 0.13, 0.22), shows(.on, .stream))
    case .tierPro: Row(.tier, "tier pro", tone("C5 E5 G5", 0.1, 0.2), shows(.on, .tier))
    case .tierFree: Row(.tier, "tier free", tone("G5 E5 C5", 0.1, 0.2), shows(.off, .tier))

    case .settingOn: Row(.setting, "a setting is switched on", tone("G5 G5 C6", 0.1, 0.12), flash(.count(1), .status))
    case .settingOff: Row(.setting, "a setting is switched off", tone("G5 G5 C5", 0.1, 0.12), flash(.count(2), .status))
    case .settingNext: Row(.setting, "a setting has its next value", tone("G5 G5 G5", 0.1, 0.12), flash(.count(3), .status))

    case .pageCode: Row(.setting, "a code for the page: its digits", [], flash(.digits([0]), .status))

    case .sceneAwaited: Row(.scene, "a scene waits for fingers", tone("E5 A5", 0.1, 0.2), shows(.fastBlink, .hands))
    case .sceneLoaded: Row(.scene, "fingers have loaded a scene", tone("E5 A5 E6", 0.1, 0.2), nil)

    case .engaged: Row(.hands, "a hand takes hold of a value", tone("G6", 0, 0.03), flash(.engaged, .hands))
    case .released: Row(.hands, "a hand lets go", [], flash(.released, .hands))
    case .snapped: Row(.hands, "a value snaps to the original", tone("D6", 0, 0.03), nil)
    case .channelSelected:
      Row(.hands, "a channel or scene is selected: its number", tone("A5", 0, 0.03), flash(.count(1), .hands))
    case .mute: Row(.hands, "mute", tone("G4 C4", 0.08, 0.09), nil)
    case .solo: Row(.hands, "solo", tone("C5 G5", 0.08, 0.09), nil)
    case .skip: Row(.hands, "another track, by a hand", tone("D5 D5", 0.08, 0.07), nil)

    case .trackChanged: Row(.music, "another track plays", [], flash(.flash, .track))
    case .beat: Row(.music, "a beat, in mode stems", [], flash(.dip, .track))
    case .xrun: Row(.music, "the sound broke once", [], flash(.doubleFlash, .status))

    case .cameraLost: Row(.device, "the camera is gone", tone("G5 D5 G4", 0.18, 0.3), shows(.off, .hands))
    case .cameraBack: Row(.device, "the camera is back", tone("G4 D5 G5", 0.18, 0.3), shows(.dimBlink, .hands))
    // Without the card there is no tone.
    case .cardLost: Row(.device, "the sound card is gone", [], shows(.fastBlink, .status))
    case .cardBack: Row(.device, "the sound card is back", tone("G4 C5 E5 G5", 0.15, 0.3), shows(.on, .status))

    case .stickTaken: Row(.stick, "a stick with music is there", tone("E6 E6 A6", 0.1, 0.12), flash(.count(1), .track))
    case .stickEmpty:
      Row(
        .stick, "nothing on the stick plays", tone("E6 E6 E5", 0.1, 0.12), flash(.count(2), .track),
        Failure("nothing on the stick plays", remedy: "put MP3, FLAC, WAV, Ogg or AIFF files on it (gfctl library problems)"))
    case .stickImport:
      Row(
        .stick, "all music on the stick needs an import", tone("E6 E6 E6 E6", 0.1, 0.12), flash(.count(3), .track),
        Failure(
          "all music on the stick needs an import",
          remedy: "run gfctl import FILE, or gfctl config set library.import true and restart"))
    case .stickUnreadable:
      Row(
        .stick, "the stick cannot be read", tone("E6 E6 E5 E5", 0.1, 0.12), flash(.count(4), .track),
        Failure("the stick cannot be read", remedy: "try another port, or copy the files to another stick"))
    case .stickGone: Row(.stick, "a stick is gone", tone("A6 E6 E6", 0.1, 0.12), flash(.released, .track))
    case .updateOffered: Row(.stick, "an update waits", tone("E6 A6 E6", 0.1, 0.12), shows(.updateWaits, .status))
    case .updateInstalled: Row(.stick, "an update is installed", tone("E6 A6 A6", 0.1, 0.12), shows(.updateWaits, .status))
    case .updateFailed:
      Row(
        .stick, "an update was rejected", tone("A6 E6 A6", 0.1, 0.12), flash(.refused, .status),
        Failure("an update was rejected", remedy: "copy it to the stick again"))

    case .tooDark:
      Row(
        .frame, "it is too dark for the camera", tone("F4 F4 C4", 0.2, 0.3), shows(.cannotSee, .hands),
        Failure("it is too dark for the camera", remedy: "put a lamp beside the camera"))
    case .tooBright:
      Row(
        .frame, "it is too bright for the camera", tone("F4 F4 C5", 0.2, 0.3), shows(.cannotSee, .hands),
        Failure("it is too bright for the camera", remedy: "turn the camera from the window or the lamp"))
    case .backlit:
      Row(
        .frame, "light comes from behind you", tone("F4 C5 F4", 0.2, 0.3), shows(.cannotSee, .hands),
        Failure("light comes from behind you", remedy: "close the curtain, or turn the camera from the window"))
    case .covered:
      Row(
        .frame, "the camera sees nothing", tone("F4 C4 C4", 0.2, 0.3), shows(.cannotSee, .hands),
        Failure("the camera sees nothing", remedy: "uncover the lens, or switch a light on"))
    case .blurred:
      Row(
        .frame, "the camera is out of focus", tone("F4 F#4 F4 F#4", 0.12, 0.2), shows(.cannotSee, .hands),
        Failure("the camera is out of focus", remedy: "wipe the lens, or turn its ring until the view is sharp"))
    case .frameGood: Row(.frame, "the camera sees well again", tone("F4 A4 C5", 0.2, 0.3), shows(.dimBlink, .hands))

    case .misplaced:
      Row(.place, "a hand is too small, large or cut", tone("C6 A5", 0.16, 0.12), shows(.misplaced, .hands))
    case .wellPlaced: Row(.place, "the hand is seen well", tone("A5 C6", 0.16, 0.12), shows(.on, .hands))

    // Their lights are several LEDs together (`PartTester`).
    case .testBegins: Row(.test, "a test begins: its number", tone("B4", 0, 0.2), nil)
    case .testPassed: Row(.test, "passed", tone("C6 G6", 0.15, 0.25), nil)
    case .testFailed: Row(.test, "failed", tone("C6 C5", 0.15, 0.25), nil)
    }
  }
}

extension Signal.Row {
  fileprivate init(_ group: Signal.Group, _ event: String, _ tone: [ToneNote], _ light: Signal.Light?, _ problem: Failure? = nil) {
    self.init(group: group, event: event, tone: tone, light: light, problem: problem)
  }
}

/// Returns the notes of a tone.
/// - Parameters:
///   - names: notes such as `C3` and `F#4`.
///   - apart: seconds between the starts of two notes.
///   - length: seconds until a note has faded.
private func tone(_ names: String, _ apart: Double, _ length: Double) -> [ToneNote] {
  let semitones: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
  return names.split(separator: " ").enumerated().map { index, name in
    let octave = name.last?.wholeNumberValue ?? 4
    let semitone = (name.first.flatMap { semitones[$0] } ?? 0) + (name.contains("#") ? 1 : 0)
    let frequency = 440 * exp2(Double(12 * (octave - 4) + semitone - 9) / 12)
    return ToneNote(frequency: frequency, delay: Double(index) * apart, length: length)
  }
}

private func flash(_ pattern: LEDPattern, _ led: LED) -> Signal.Light { Signal.Light(led: led, pattern: pattern, isFlash: true) }
private func shows(_ pattern: LEDPattern, _ led: LED) -> Signal.Light { Signal.Light(led: led, pattern: pattern, isFlash: false) }
