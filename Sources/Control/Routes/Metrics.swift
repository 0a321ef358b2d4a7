import Foundation
import GestureFlowAPI

/// `/v1/metrics`: the figures of the status in Prometheus' text format. The units are base units. Source: Prometheus
/// documentation, Exposition formats.
package enum Metrics {
  /// Returns the whole page.
  package static func text(_ s: Status) -> String {
    var out = Writer()
    out.gauge("gestureflow_up_seconds", "Time since the start.", s.uptimeSeconds)
    out.head("gestureflow_state", "1 for the state the box is in.", "gauge")
    for state in [Status.State.starting, .healthy, .degraded, .failed, .stopping] {
      out.sample("gestureflow_state", s.state == state ? 1 : 0, ["state": state.rawValue])
    }
    out.head("gestureflow_part_running", "1 for a part that runs.", "gauge")
    for part in s.parts { out.sample("gestureflow_part_running", part.state == .running ? 1 : 0, ["part": part.name]) }
    out.head("gestureflow_part_restarts_total", "Times a part was started again.", "counter")
    for part in s.parts { out.sample("gestureflow_part_restarts_total", Double(part.restarts), ["part": part.name]) }

    out.gauge("gestureflow_camera_connected", "1 while the camera delivers.", s.camera.connected ? 1 : 0)
    out.counter("gestureflow_camera_frames_total", "Frames from the camera.", Double(s.camera.frames))
    out.counter("gestureflow_camera_dropped_frames_total", "Frames that were not processed.", Double(s.camera.droppedFrames))
    for (name, help, value) in [
      ("light", "Mean brightness of the last frame, 0...1.", s.camera.light),
      ("contrast", "Standard deviation of its brightness, 0...0.5.", s.camera.contrast),
      ("sharpness", "Sharpness of its steepest edges, 0...1.", s.camera.sharpness),
    ] {
      if let value { out.gauge("gestureflow_camera_\(name)_ratio", help, value) }
    }
    if let framing = s.framing { out.gauge("gestureflow_framing_good", "1 while hands can be seen well.", framing.isGood ? 1 : 0) }
    out.gauge("gestureflow_hands", "Hands seen now.", Double(s.tracker.hands.count))
    let ofHands: [(String, String, KeyPath<HandStatus, Double?>)] = [
      ("size_ratio", "Length of each palm as a share of the frame's height.", \.size),
      ("distance_metres", "Estimated distance of each hand from the camera.", \.distanceMetres),
    ]
    for (name, help, value) in ofHands {
      // Places in the list, because identities only count up.
      let hands = s.tracker.hands.enumerated().compactMap { place, hand in hand[keyPath: value].map { (place + 1, $0) } }
      if !hands.isEmpty { out.head("gestureflow_hand_\(name)", help, "gauge") }
      for (place, figure) in hands { out.sample("gestureflow_hand_\(name)", figure, ["hand": String(place)]) }
    }
    out.counter("gestureflow_palm_searches_total", "Runs of the palm search.", Double(s.tracker.palmRuns))
    if let conflicts = s.tracker.sideConflicts {
      out.counter("gestureflow_side_conflicts_total", "Frames with two hands of one side.", Double(conflicts))
    }
    out.head("gestureflow_stage_seconds", "Time of the stages between frame and sound.", "summary")
    for (stage, q) in [
      ("decode", s.tracker.decodeMs), ("palm", s.tracker.palmMs), ("landmark", s.tracker.landmarkMs), ("gesture", s.tracker.gestureMs),
      ("whole", s.tracker.wholeMs), ("capture_to_parameter", s.tracker.captureToParameterMs),
    ] {
      for (quantile, value) in [("0.5", q.p50), ("0.95", q.p95), ("0.99", q.p99)] {
        out.sample("gestureflow_stage_seconds", value / 1000, ["stage": stage, "quantile": quantile])
      }
      out.sample("gestureflow_stage_seconds_count", Double(q.count), ["stage": stage])
    }

    out.counter("gestureflow_audio_blocks_total", "Blocks of sound rendered.", Double(s.audio.blocks))
    out.head("gestureflow_audio_load_ratio", "Rendering time of a block as share of the period.", "summary")
    for (quantile, value) in [("0.5", s.audio.loadP50Percent), ("0.99", s.audio.loadP99Percent), ("0.999", s.audio.loadP999Percent)] {
      out.sample("gestureflow_audio_load_ratio", value / 100, ["quantile": quantile])
    }
    out.sample("gestureflow_audio_load_ratio_count", Double(s.audio.blocks), [:])
    out.gauge("gestureflow_audio_load_max_ratio", "Longest block so far as share of the period.", s.audio.loadMaxPercent / 100)
    out.head("gestureflow_xruns_total", "Breaks of the sound, by cause.", "counter")
    for (cause, count) in [("late_wake", s.audio.xrunsLateWake), ("long_render", s.audio.xrunsLongRender), ("device", s.audio.xrunsDevice)]
    {
      out.sample("gestureflow_xruns_total", Double(count), ["cause": cause])
    }
    out.counter("gestureflow_dropped_blocks_total", "Blocks of sound dropped by a pipe without a reader.", Double(s.audio.droppedBlocks))
    out.gauge("gestureflow_speed_ratio", "Speed of the music.", s.control.speed)
    out.gauge("gestureflow_pitch_cents", "Pitch of the music against the original, in cents.", s.control.pitchCents)
    out.gauge("gestureflow_volume_ratio", "Volume.", s.control.volume)
    out.gauge("gestureflow_paused", "1 while a person has paused.", s.control.paused ? 1 : 0)
    out.gauge("gestureflow_auto_paused", "1 while no person is there.", s.control.autoPaused ? 1 : 0)
    if let library = s.library {
      out.gauge("gestureflow_library_sticks", "Sticks and folders with music.", Double(library.sticks.count))
      out.gauge("gestureflow_library_tracks", "Tracks that can be played.", Double(library.tracks))
      out.gauge("gestureflow_library_problems", "Files that were skipped.", Double(library.problems))
    }
    if let link = s.link {
      out.gauge("gestureflow_link_peers", "Others that share the tempo.", Double(link.peers))
      out.gauge("gestureflow_link_tempo_bpm", "Shared tempo, in beats a minute.", link.tempoBPM)
      if let apart = link.apartMs {
        out.gauge("gestureflow_link_apart_seconds", "Lead of the shared bar over the one that is heard.", apart / 1000)
      }
    }
    if let panel = s.panel { out.counter("gestureflow_button_presses_total", "Presses of buttons.", Double(panel.presses)) }
    if let celsius = s.machine.temperatureC { out.gauge("gestureflow_temperature_celsius", "Temperature of the processor.", celsius) }
    if let throttled = s.machine.throttled {
      out.gauge("gestureflow_throttled", "1 while the firmware slows the processor down.", throttled ? 1 : 0)
    }
    if let low = s.machine.underVoltage { out.gauge("gestureflow_under_voltage", "1 while the supply is too weak.", low ? 1 : 0) }
    out.gauge("gestureflow_resident_memory_bytes", "Memory of the process.", s.memoryMB * 1_048_576)
    out.counter("gestureflow_cpu_seconds_total", "Processor time of the process.", s.cpuSeconds)
    return out.text
  }

  private struct Writer {
    var text = ""
    mutating func head(_ name: String, _ help: String, _ kind: String) { text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n" }
    mutating func sample(_ name: String, _ value: Double, _ labels: KeyValuePairs<String, String>) {
      let inner = labels.map { "\($0.key)=\"\(escape($0.value))\"" }.joined(separator: ",")
      text += "\(name)\(inner.isEmpty ? "" : "{\(inner)}") \(value)\n"
    }
    mutating func gauge(_ name: String, _ help: String, _ value: Double) {
      head(name, help, "gauge")
      sample(name, value, [:])
    }
    mutating func counter(_ name: String, _ help: String, _ value: Double) {
      head(name, help, "counter")
      sample(name, value, [:])
    }
    private func escape(_ text: String) -> String {
      text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(
        of: "\n", with: "\\n")
    }
  }
}
