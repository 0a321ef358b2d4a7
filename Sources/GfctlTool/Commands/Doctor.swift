import Foundation
import GestureFlowAPI

/// The checks of `gfctl doctor`. They read the status of the running box, and the state of its machine.
package enum Doctor {
  // MARK: - The daemon

  /// Findings about the box, in display order.
  package static func box(_ s: Status) -> [Finding] {
    var all = [
      Finding(
        "service", s.state == .healthy ? .good : s.state == .failed ? .fail : .warn, "gestureflowd \(s.version) is \(s.state.rawValue)")
    ]
    for part in s.parts where part.name != "camera" && part.name != "sound" && part.state != .running {
      all.append(
        Finding(
          part.name, part.state == .off ? .good : part.state == .failed ? .fail : .warn,
          [part.reason ?? part.state.rawValue, part.remedy].compactMap { $0 }.joined(separator: ": ")))
    }
    if let licence = s.licence {
      all.append(Finding("licence", licence.state == .refused ? .warn : .good, licence.text))
      all += licence.state == .valid ? licence.others.map { Finding("licence", .good, "besides: \($0.source): \($0.text)") } : []
    }
    all += camera(s)
    if let framing = framing(s) { all.append(framing) }
    all += sound(s) + threads(s) + panel(s) + library(s)
    if let board = s.board {
      let misfits = board.misfits.map { Finding("board", .warn, "\($0.reason): \($0.remedy)") }
      let clock = board.megahertz.map { ", \($0) MHz" } ?? ""
      all += misfits.isEmpty ? [Finding("board", .good, board.name + clock)] : misfits
    }
    if s.machine.underVoltage == true {
      all.append(Finding("power", .fail, "the supply is too weak: use the Pi's own power supply and a short cable"))
    }
    if s.machine.throttled == true { all.append(Finding("processor", .fail, "it is slowed down: cool it, and check the power supply")) }
    if let celsius = s.machine.temperatureC {
      all.append(
        Finding(
          "temperature", celsius > 80 ? .fail : celsius > 70 ? .warn : .good,
          "\(celsius) degrees" + (celsius > 70 ? ": give it air or a cooler" : "")))
    }
    return all
  }

  /// Findings about the camera, its frame rate and the light.
  package static func camera(_ s: Status) -> [Finding] {
    guard hasFrames(s) else {
      let part = s.parts.first { $0.name == "camera" }
      return [Finding("camera", .fail, [part?.reason ?? "no camera", part?.remedy ?? "plug one in"].joined(separator: ": "))]
    }
    var all = [Finding("camera", .good, "\(s.camera.name), \(StatusScreen.format(s.camera.framesPerSecond, 1)) frames/s")]
    if s.camera.framesPerSecond > 0, s.camera.framesPerSecond < 12, s.uptimeSeconds > 10 {
      all.append(Finding("frame rate", .warn, "fewer than 12 frames a second: more light shortens the exposure, and USB 2 needs MJPEG"))
    }
    if let light = AimScreen.light(s.camera) {
      let isGood = (s.camera.lightVerdict ?? "good") == "good"
      let advice = isGood ? nil : s.framing?.advice
      all.append(Finding("light", isGood ? .good : .warn, [light, advice].compactMap { $0 }.joined(separator: "; ")))
    }
    if let refused = s.camera.refusedFrames ?? s.camera.refusedPictures, s.camera.frames > 0, refused > s.camera.frames / 20 {
      all.append(
        Finding("frames", .warn, "\(refused) frames came damaged: try another cable or port, without a hub"))
    }
    return all
  }

  private static func hasFrames(_ s: Status) -> Bool {
    s.camera.connected && !s.parts.contains { $0.name == "camera" && $0.state == .failed }
  }

  /// Returns the finding about the place of the hands. Returns nil if the frame itself is bad.
  package static func framing(_ s: Status) -> Finding? {
    // The advice of a bad frame is that of the light.
    guard hasFrames(s), let framing = s.framing, framing.verdict != "noFrames" else { return nil }
    guard framing.isGood || framing.verdict != s.camera.lightVerdict else { return nil }
    // Without a hand its size and place cannot be judged.
    let isGood = framing.isGood || framing.verdict == "noHand"
    return Finding("framing", isGood ? .good : .warn, (s.tracker.hands.map(AimScreen.hand) + [framing.advice]).joined(separator: "; "))
  }

  /// Findings about the sound card.
  package static func sound(_ s: Status) -> [Finding] {
    let part = s.parts.first { $0.name == "sound" }
    if part?.state == .failed || part?.state == .degraded {
      return [Finding("sound card", .fail, [part?.reason, part?.remedy].compactMap { $0 }.joined(separator: ": "))]
    }
    let (sink, name) = (s.audio.sink, s.audio.name)
    let card =
      switch sink {
      case "alsa": Finding("sound card", .good, name)
      // The owner set `sound.card` so that another program plays it in many rooms. A missing card never leads here.
      case "fifo" where part?.state == .running: Finding("sound card", .good, "sound goes to the pipe \(name)")
      default: Finding("sound card", .warn, "sound goes to \(sink) \(name), not to a card: plug one in and start again")
      }
    var all = [card]
    if s.audio.xruns > 0 {
      all.append(
        Finding(
          "xruns", .warn, "\(s.audio.xruns) breaks of the sound: check that the service may use real-time priorities, and the power supply")
      )
    }
    return all
  }

  /// Returns the reason why the box cannot be heard. Returns nil if its sound goes to a card or to the owner's pipe.
  package static func silence(_ s: Status) -> Failure? {
    // Another card stands in for the missing one, and can be heard.
    if s.audio.sink == "alsa", s.parts.first(where: { $0.name == "sound" })?.state == .degraded { return nil }
    return sound(s).first { $0.part == "sound card" && $0.result != .good }.map { Failure($0.text) }
  }

  private static func threads(_ s: Status) -> [Finding] {
    let refused = s.threads.filter { $0.refusal != nil }
    guard let first = refused.first else { return [Finding("real time", .good, "all \(s.threads.count) threads have what they asked for")] }
    return [Finding("real time", .warn, "\(refused.map(\.name).joined(separator: ", ")): \(first.refusal ?? "")")]
  }

  private static func panel(_ s: Status) -> [Finding] {
    guard let panel = s.panel else { return [] }
    let bad = panel.lines.filter { $0.problem != nil }
    if bad.isEmpty { return [Finding("panel", .good, "all \(panel.lines.count) lines")] }
    return bad.map { Finding("panel", .warn, "\($0.use): \($0.problem ?? ""): set its name in the section [panel] of the configuration") }
  }

  private static func library(_ s: Status) -> [Finding] {
    guard let library = s.library else { return [] }
    if s.noMedia { return [Finding("library", .warn, "the stick with the music was pulled out: put it back in")] }
    var all = [
      Finding(
        "library", .good,
        library.sticks.isEmpty ? "no stick: the built-in piece plays" : "\(library.tracks) tracks on \(library.sticks.count) stick(s)")
    ]
    for stick in library.sticks where stick.tracks == 0 && !stick.scanning {
      // Without a problem the list of problems would be empty, too.
      let remedy = stick.problems == 0 ? "copy music onto it" : "gfctl library problems names \(stick.problems)"
      all.append(Finding("stick", .warn, "'\(stick.label)' holds nothing that can be played: \(remedy)"))
    }
    guard let mounts = KernelFile.text("/proc/self/mountinfo") else {
      let warning = Finding("stick", .warn, "how sticks are mounted cannot be told: the kernel's list of mounts cannot be read")
      return library.sticks.isEmpty ? all : all + [warning]
    }
    for stick in library.sticks {
      guard let line = mounts.split(separator: "\n").first(where: { $0.contains(" \(stick.path) ") }), let dash = line.range(of: " - ")
      else { continue }
      let kind = line[dash.upperBound...].split(separator: " ").first.map(String.init) ?? "?"
      let isReadOnly = line.contains(" ro,")
      all.append(
        Finding(
          "stick", isReadOnly ? .good : .warn,
          "'\(stick.label)' is \(kind), mounted \(isReadOnly ? "read-only" : "for writing: a pulled stick can lose data, use the package's udev rule")"
        ))
    }
    return all
  }

  // MARK: - The machine

  /// Names the parts of a Pi that the image does not use.
  ///
  /// Nil for another board.
  /// - Parameters:
  ///   - board: its name, from the firmware.
  ///   - kernel: the kernel's release. Raspberry Pi's own ends with `-rpi-v8`.
  package static func image(board: String, kernel: String) -> Finding? {
    guard board.hasPrefix("Raspberry Pi") else { return nil }
    let unused =
      if kernel.hasSuffix("-rpi-v8") {
        "ribbon cameras"
      } else {
        board.hasPrefix("Raspberry Pi 5") ? "ribbon cameras, DAC HATs and the fan" : "ribbon cameras and DAC HATs"
      }
    return Finding("image", .good, "it does not use \(unused) (docs/image.md)")
  }

  static func machine() -> [Finding] { [cores(), governor(), space(), clock(), limits()].compactMap { $0 } }

  static func text(_ path: String) -> String? {
    KernelFile.text(path)?.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func cores() -> Finding? {
    let count = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    guard count >= 4 else { return Finding("cores", .warn, "\(count) cores: threads share them; a Pi 4 or 5 has four") }
    let isolated = text("/sys/devices/system/cpu/isolated") ?? ""
    return isolated.isEmpty
      ? Finding("cores", .warn, "no core is kept free for sound: run /usr/share/gestureflow/isolate-cores.sh")
      : Finding("cores", .good, "core \(isolated) is kept free")
  }

  private static func governor() -> Finding? {
    guard let governor = text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") else { return nil }
    return governor == "performance"
      ? Finding("governor", .good, governor)
      : Finding("governor", .warn, "'\(governor)' changes the clock while music plays: systemctl enable --now gestureflow-governor")
  }

  private static func space() -> Finding {
    let folder = access("/var/lib/gestureflow", F_OK) == 0 ? "/var/lib/gestureflow" : "/"
    guard let bytes = FreeSpace.bytes(folder) else { return Finding("disk", .warn, "\(folder) cannot be looked at") }
    let free = bytes >> 20
    return Finding(
      "disk", free < 50 ? .fail : free < 200 ? .warn : .good,
      "\(free) MB free at \(folder)" + (free < 200 ? ": remove something, imports for example" : ""))
  }

  private static func clock() -> Finding { clock(year: Calendar(identifier: .gregorian).component(.year, from: Date())) }

  /// Returns the finding about the machine's clock.
  /// - Parameter year: the year of the clock.
  package static func clock(year: Int) -> Finding {
    year >= 2024
      ? Finding("clock", .good, "it shows \(year)")
      : Finding(
        "clock", .warn,
        "it shows \(year): nothing depends on it but dates in the journal, and licences, which count only from their date on: set it (sudo date -s \"2026-11-22 20:00\"), or join a network"
      )
  }

  private static func limits() -> Finding? {
    guard let pid = text("/run/gestureflow/pid").flatMap(Int.init) ?? daemon() else { return nil }
    guard let limits = text("/proc/\(pid)/limits") else { return nil }
    let locked = limits.split(separator: "\n").first { $0.hasPrefix("Max locked memory") }.map { $0.contains("unlimited") } ?? false
    return locked
      ? Finding("memory", .good, "the daemon may lock all its memory")
      : Finding("memory", .warn, "the daemon may not lock its memory: start it with systemctl start gestureflow, which allows it")
  }

  private static func daemon() -> Int? {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap(Int.init).first {
      text("/proc/\($0)/comm") == "gestureflowd"
    }
  }
}
